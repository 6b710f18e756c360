/** From claims to verdicts: the one rule, applied to a run as it happens and to its evidence later. */
import type { ClaimRecord, Report } from '../../generated/formats.ts'

export type Verdict = Report['requirements'][number]['verdict']
export type Reason = NonNullable<Report['requirements'][number]['reason']>

export interface Judged {
  readonly verdict: Verdict
  readonly reason: Reason | null
  /** The claim that decided, where one did. */
  readonly decisive: ClaimRecord | null
  /** Whether a second try from a fresh control failed as well; null where there was none. */
  readonly repeated: boolean | null
  readonly made: number
}

/** A second try can confirm a failure or find another; it never takes one back, and what it could not decide says nothing. */
export function verdictOf(claims: readonly ClaimRecord[]): Judged {
  const first = claims.filter(claim => claim.attempt === 1)
  const counted = claims.filter(claim => claim.attempt === 1 || claim.outcome === 'broken')
  const made = first.filter(claim => claim.outcome !== 'undecided').length
  const must = counted.find(claim => claim.outcome === 'broken' && claim.weight === 'must')
  if (must) return { verdict: 'fail', reason: null, decisive: must, repeated: repetition(must, claims), made }
  const undecided = counted.find(claim => claim.outcome === 'undecided')
  if (undecided)
    return {
      verdict: 'unverified',
      reason: undecided.reason ?? 'prerequisite-failed',
      decisive: undecided,
      repeated: null,
      made,
    }
  if (made === 0) return { verdict: 'unverified', reason: 'prerequisite-failed', decisive: null, repeated: null, made }
  const should = counted.find(claim => claim.outcome === 'broken')
  if (should) return { verdict: 'warn', reason: null, decisive: should, repeated: repetition(should, claims), made }
  return { verdict: 'pass', reason: null, decisive: null, repeated: null, made }
}

function repetition(decisive: ClaimRecord, claims: readonly ClaimRecord[]): boolean | null {
  const again = claims.filter(
    claim => claim.attempt > decisive.attempt && claim.check === decisive.check && claim.outcome !== 'undecided',
  )
  if (again.length === 0) return null
  return again.some(claim => claim.outcome === 'broken' && claim.weight === decisive.weight)
}

export type Outcome = Report['summary']['outcome']

export function outcomeOfRun(
  requirements: readonly Pick<Report['requirements'][number], 'verdict' | 'level'>[],
): Outcome {
  const judged = requirements.filter(({ verdict }) => verdict !== 'not-applicable')
  if (judged.some(({ verdict }) => verdict === 'fail')) return 'nonconformant'
  if (!judged.some(({ verdict }) => verdict === 'pass' || verdict === 'warn')) return 'invalid'
  return judged.some(({ verdict, level }) => verdict === 'unverified' && level === 'must') ? 'incomplete' : 'conformant'
}
