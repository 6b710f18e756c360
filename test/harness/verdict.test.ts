/** The rules that turn claims into verdicts, and verdicts into the outcome of a run. */
import { describe, expect, it } from 'vitest'
import type { ClaimRecord } from '../../generated/formats.ts'
import { outcomeOfRun, verdictOf } from '../../harness/judging/verdict.ts'

let n = 0
const claim = (made: Partial<ClaimRecord>): ClaimRecord => ({
  n: ++n,
  requirement: 'r',
  check: 'c',
  predicate: 'p',
  args: {},
  exchanges: [],
  control: null,
  attempt: 1,
  outcome: 'holds',
  weight: 'must',
  expected: null,
  actual: null,
  ...made,
})
const held = claim({})
const brokenMust = claim({ outcome: 'broken' })
const brokenShould = claim({ outcome: 'broken', weight: 'should' })
const undecided = claim({ outcome: 'undecided', reason: 'throttled' })

describe('verdictOf', () => {
  it.each([
    ['no claim at all', [], 'unverified'],
    ['only claims that hold', [held, held], 'pass'],
    ['a broken claim of a MUST, and one that holds', [held, brokenMust], 'fail'],
    ['a broken claim of a MUST, and an undecided one', [undecided, brokenMust], 'fail'],
    ['an undecided claim', [held, undecided], 'unverified'],
    ['an undecided claim, and a broken one of a SHOULD', [undecided, brokenShould], 'unverified'],
    ['a broken claim of a SHOULD', [held, brokenShould], 'warn'],
  ] as const)('%s', (_name, claims, verdict) => {
    expect(verdictOf(claims).verdict).toBe(verdict)
  })

  it('keeps a failure that did not repeat, and marks it', () => {
    const judged = verdictOf([brokenMust, claim({ attempt: 2 })])
    expect(judged).toMatchObject({ verdict: 'fail', repeated: false })
  })

  it('marks a failure that repeated', () => {
    expect(verdictOf([brokenMust, claim({ attempt: 2, outcome: 'broken' })]).repeated).toBe(true)
  })

  it('ignores a second attempt that decided nothing', () => {
    expect(verdictOf([brokenShould, claim({ attempt: 2, outcome: 'undecided' })])).toMatchObject({
      verdict: 'warn',
      repeated: null,
    })
  })

  it('gives the reason of an undecided claim', () => {
    expect(verdictOf([undecided]).reason).toBe('throttled')
  })
})

describe('outcomeOfRun', () => {
  const of = (...verdicts: ('pass' | 'fail' | 'warn' | 'unverified' | 'not-applicable')[]) =>
    outcomeOfRun(verdicts.map(verdict => ({ verdict, level: 'must' })))
  it.each([
    [['pass', 'warn', 'not-applicable'], 'conformant'],
    [['pass', 'unverified'], 'incomplete'],
    [['pass', 'fail', 'unverified'], 'nonconformant'],
    [['unverified', 'not-applicable'], 'invalid'],
  ] as const)('%j is %s', (verdicts, outcome) => {
    expect(of(...verdicts)).toBe(outcome)
  })
  it('does not require recommended requirements to be verified', () => {
    expect(
      outcomeOfRun([
        { verdict: 'pass', level: 'must' },
        { verdict: 'unverified', level: 'should' },
      ]),
    ).toBe('conformant')
  })
})
