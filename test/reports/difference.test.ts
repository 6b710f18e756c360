/** The difference between two runs. */
import { describe, expect, test } from 'vitest'
import type { Verdict } from '../../generated/formats.ts'
import { kindOf } from '../../reports/difference.ts'
import { difference, differenceSummary } from '../../reports/index.ts'
import { anEntry, aReport } from './a-report.ts'

const rows: [Verdict, Verdict, ReturnType<typeof kindOf>][] = [
  ['pass', 'fail', 'regression'],
  ['unverified', 'fail', 'regression'],
  ['not-applicable', 'fail', 'regression'],
  ['pass', 'warn', 'regression'],
  ['pass', 'unverified', 'regression'],
  ['warn', 'unverified', 'regression'],
  ['fail', 'pass', 'fixed'],
  ['fail', 'warn', 'fixed'],
  ['unverified', 'pass', 'fixed'],
  ['warn', 'pass', 'fixed'],
  ['fail', 'unverified', 'changed'],
  ['unverified', 'warn', 'changed'],
  ['pass', 'not-applicable', 'changed'],
]

test.each(rows)('%s, then %s: %s', (before, after, kind) => expect(kindOf(before, after)).toBe(kind))

test('a requirement that could not be verified is not a regression', () => {
  const lost = anEntry('a.b.lost', 'unverified', { reason: 'unreachable', message: 'no reply came in time' })
  const found = difference(aReport([anEntry('a.b.lost', 'pass')]), aReport([lost]))
  expect(found).toMatchObject({ regressions: 0, verdicts: [{ kind: 'unreached' }] })
  expect(differenceSummary(found, { columns: 80, colour: false })).toContain(
    'Could not be reached, which is not a regression: 1',
  )
})

describe('two runs', () => {
  const a = aReport([anEntry('a.b.same', 'pass'), anEntry('a.b.worse', 'pass'), anEntry('a.b.gone', 'pass')], {
    observations: [
      { id: 'a.open', observed: 'one', exchanges: [] },
      { id: 'a.still', observed: 'as ever', exchanges: [] },
    ],
  })
  const b = aReport([anEntry('a.b.same', 'pass'), anEntry('a.b.worse', 'fail'), anEntry('a.b.new', 'fail')], {
    observations: [
      { id: 'a.open', observed: 'two', exchanges: [] },
      { id: 'a.still', observed: 'as ever', exchanges: [] },
      { id: 'a.later', observed: 'first seen', exchanges: [] },
    ],
  })
  const found = difference(a, b)

  test('differ in verdicts, requirements and observations', () => {
    expect(found.verdicts.map(({ id, kind }) => [id, kind])).toEqual([['a.b.worse', 'regression']])
    expect(found.added.map(({ id }) => id)).toEqual(['a.b.new'])
    expect(found.removed.map(({ id }) => id)).toEqual(['a.b.gone'])
    expect(found.observations).toEqual([
      { id: 'a.open', sentence: null, before: 'one', after: 'two' },
      { id: 'a.later', sentence: null, before: null, after: 'first seen' },
    ])
    expect(found.regressions).toBe(2)
  })

  test('are printed within the width of the terminal', () => {
    const text = differenceSummary(found, { columns: 80, colour: false })
    expect(text).toContain('pass -> fail  a.b.worse')
    expect(text).toContain('2 regressions')
    for (const line of text.split('\n')) expect(line.length).toBeLessThanOrEqual(80)
  })

  test('that are equal have no difference', () => {
    expect(difference(a, a)).toMatchObject({ regressions: 0, verdicts: [], added: [], removed: [], observations: [] })
    expect(differenceSummary(difference(a, a), { columns: 80, colour: false })).toContain('No verdict changed')
  })
})
