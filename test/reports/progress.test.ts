/** Progress lines, durations and the tally of verdicts. */
import { expect, test } from 'vitest'
import { duration, roughly } from '../../reports/duration.ts'
import { plainLines, progressText } from '../../reports/progress.ts'
import { tally } from '../../reports/tally.ts'
import { aClaim } from './a-report.ts'

const counts = { pass: 41, fail: 1, warn: 0, unverified: 0 }

test('a line has verdicts, requests, rate and progress', () => {
  const state = { exchanges: 120, checks: 100, checksDone: 25, toRemove: null }
  expect(progressText(state, counts, 10_000)).toBe('41 pass  1 fail  |  120 requests, 12/s  |  25 of 100 checks done')
  expect(progressText({ ...state, exchanges: 1 }, counts, 1000)).toContain('|  1 request, 1.0/s  |')
  expect(progressText({ ...state, checksDone: 100, toRemove: 812 }, counts, 10_000)).toBe(
    '41 pass  1 fail  |  120 requests, 12/s  |  812 left to remove',
  )
})

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [130, '2 min 10 s'],
  [3900, '1 h 5 min'],
])('%f seconds are %s', (seconds, want) => expect(duration(seconds)).toBe(want))

test.each([
  [7.2, '8 s'],
  [41, '45 s'],
  [118, '2 min'],
  [131, '2 min 20 s'],
  [1000, '17 min'],
])('%f seconds are roughly %s', (seconds, want) => expect(roughly(seconds)).toBe(want))

test('without a terminal, a plain line is printed every few seconds', () => {
  const texts: string[] = []
  let now = 0
  const write = (text: string): void => void texts.push(text)
  const lines = plainLines({ columns: () => 40, write, now: () => now, every: () => () => {}, counts })
  for (const time of [100, 4000, 5000, 6000, 10_000]) {
    now = time
    lines.update({ exchanges: time, checks: 10, checksDone: 5, toRemove: null })
  }
  expect(texts).toHaveLength(2)
  expect(texts.every(text => text.endsWith('\n') && text.length <= 40 && !text.includes('\u001b'))).toBe(true)
})

test('without a terminal, a line is printed even if nothing arrives, and says what the run waits for', () => {
  const texts: string[] = []
  let [now, stopped] = [0, false]
  let look = (): void => {}
  const every = (_ms: number, action: () => void) => {
    look = action
    return () => {
      stopped = true
    }
  }
  const lines = plainLines({
    ...{ columns: () => 200, write: text => void texts.push(text), now: () => now, every, counts },
  })
  const until = (end: number): string[] => {
    texts.length = 0
    for (; now < end; now += 500) look()
    return texts.map(text => text.trim().split('  |  ').slice(2).join(', '))
  }
  const state = { exchanges: 0, checks: 10, checksDone: 0, toRemove: null }
  const response = { status: 200, headers: {}, body: '' }
  expect(until(6000)).toEqual([])
  now = 0
  lines.update(state)
  expect(until(6000)).toEqual(['0 of 10 checks done, no reply yet'])
  lines.exchange({ response })
  expect(until(16_000)).toEqual(['0 of 10 checks done', '0 of 10 checks done, last reply 9 s ago'])
  lines.exchange({ response: { ...response, status: 429 }, purpose: 'throttled' })
  expect(until(21_000)).toEqual(['0 of 10 checks done, throttled for 14 s'])
  lines.update({ ...state, checks: 0 })
  expect(until(60_000)).toHaveLength(0)
  lines.stop()
  expect(stopped).toBe(true)
})

test('the tally follows the rule of verdicts, in total and by area', () => {
  const standing = tally(id => (id === 'd' ? 'two' : 'one'))
  standing.add(aClaim('a', 'holds'))
  standing.add(aClaim('b', 'holds'))
  standing.add(aClaim('b', 'broken', { weight: 'should' }))
  standing.add(aClaim('c', 'undecided'))
  standing.add(aClaim('c', 'broken', { weight: 'should' }))
  standing.add(aClaim('d', 'broken'))
  standing.add(aClaim('d', 'holds'))
  standing.add(aClaim('a', 'undecided', { attempt: 2 }))
  expect(standing.counts).toEqual({ pass: 1, warn: 1, unverified: 1, fail: 1 })
  expect(standing.of('one')).toEqual({ pass: 1, warn: 1, unverified: 1, fail: 0 })
  expect(standing.of('two')).toEqual({ pass: 0, warn: 0, unverified: 0, fail: 1 })
})
