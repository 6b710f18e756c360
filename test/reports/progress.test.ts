import { describe, expect, test } from 'vitest'
import type { ClaimRecord } from '../../generated/formats.ts'
import { duration, progressLine, progressText } from '../../reports/progress.ts'
import { tally } from '../../reports/tally.ts'

const counts = { pass: 41, fail: 1, warn: 0, unverified: 0 }

function claim(requirement: string, outcome: ClaimRecord['outcome'], more: Partial<ClaimRecord> = {}): ClaimRecord {
  return {
    n: 1,
    requirement,
    check: requirement,
    predicate: 'p',
    args: {},
    exchanges: [],
    control: null,
    attempt: 1,
    outcome,
    weight: 'must',
    expected: null,
    actual: null,
    ...more,
  }
}

test('a line has verdicts, requests, rate and time left', () => {
  expect(progressText({ exchanges: 120, checks: 100, checksDone: 25 }, counts, 10_000)).toBe(
    '41 pass  1 fail  |  120 requests, 12/s  |  about 30 s left',
  )
})

test('no time is promised before there is ground for it', () => {
  expect(progressText({ exchanges: 3, checks: 100, checksDone: 1 }, counts, 1000)).not.toContain('left')
})

test.each([
  [0.2, '1 s'],
  [59, '59 s'],
  [60, '1 min'],
  [130, '2 min 10 s'],
  [3900, '1 h 5 min'],
])('%f seconds are %s', (seconds, want) => expect(duration(seconds)).toBe(want))

describe('what is written', () => {
  const written = (live: boolean, times: readonly number[], columns = 80): string[] => {
    const texts: string[] = []
    let now = 0
    const line = progressLine({
      live,
      columns: () => columns,
      write: text => void texts.push(text),
      now: () => now,
      counts,
    })
    for (const time of times) {
      now = time
      line.update({ exchanges: time, checks: 10, checksDone: 5 })
    }
    line.stop()
    return texts
  }

  test('on a terminal one line is written over, and taken away at the end', () => {
    const texts = written(true, [50, 150, 200, 300])
    expect(texts).toHaveLength(3)
    expect(texts.every(text => text.startsWith('\r\u001b[K') && !text.includes('\n'))).toBe(true)
    expect(texts.at(-1)).toBe('\r\u001b[K')
  })

  test('elsewhere a plain line comes every few seconds', () => {
    const texts = written(false, [100, 4000, 5000, 6000, 10_000])
    expect(texts).toHaveLength(2)
    expect(texts.every(text => text.endsWith('\n') && !text.includes('\u001b'))).toBe(true)
  })

  test('a narrow terminal cuts the line', () => {
    expect(written(true, [200], 40)[0]?.replace('\r\u001b[K', '').length).toBeLessThan(40)
  })
})

test('the tally follows the rule of verdicts', () => {
  const standing = tally()
  standing.add(claim('a', 'holds'))
  standing.add(claim('b', 'holds'))
  standing.add(claim('b', 'broken', { weight: 'should' }))
  standing.add(claim('c', 'undecided'))
  standing.add(claim('c', 'broken', { weight: 'should' }))
  standing.add(claim('d', 'broken'))
  standing.add(claim('d', 'holds'))
  standing.add(claim('a', 'undecided', { attempt: 2 }))
  expect(standing.counts).toEqual({ pass: 1, warn: 1, unverified: 1, fail: 1 })
})
