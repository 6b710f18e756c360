/** From claims to verdicts: the one rule, applied to a run as it happens and to its evidence later. */
import type { ClaimRecord, Report } from '../../generated/formats.ts'
import type { ReasonCode } from '../reason.ts'

export type Verdict = Report['requirements'][number]['verdict']

export interface Judged {
  readonly verdict: Verdict
  readonly reason: ReasonCode | null
  /** The claim that decided, if one did. */
  readonly decisive: ClaimRecord | null
  /** Whether a second try from a fresh control failed as well; null if there was none. */
  readonly repeated: boolean | null
  readonly made: number
}

/** A second try can confirm a failure or find another; it never takes one back, and its undecided claims do not count. */
export function verdictOf(claims: readonly ClaimRecord[]): Judged {
  const first = claims.filter(claim => claim.attempt === 1)
  const counted = claims.filter(claim => claim.attempt === 1 || claim.outcome === 'broken')
  const made = first.filter(claim => claim.outcome !== 'undecided').length
  const must = plainest(
    counted.filter(claim => claim.outcome === 'broken' && claim.weight === 'must'),
    claims,
  )
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
  const should = plainest(
    counted.filter(claim => claim.outcome === 'broken'),
    claims,
  )
  if (should) return { verdict: 'warn', reason: null, decisive: should, repeated: repetition(should, claims), made }
  return { verdict: 'pass', reason: null, decisive: null, repeated: null, made }
}

/** How many failures of one check are counted; a long run keeps no more of them. */
export const MOST_TIMES = 200

/**
 * Chooses the failure to show: one that occurred again; then one of the requirement's own check, or at least of a
 * check; then of the check that failed most often, because a rare failure is easiest to reproduce there; then one with
 * a control; else the first.
 */
function plainest(broken: readonly ClaimRecord[], claims: readonly ClaimRecord[]): ClaimRecord | undefined {
  if (broken.length < 2) return broken[0]
  const again = new Set<string>()
  const times = new Map<string, number>()
  for (const { attempt, check, outcome } of claims) {
    if (outcome !== 'broken') continue
    if (attempt === 1) times.set(check, (times.get(check) ?? 0) + 1)
    else again.add(check)
  }
  const worth = ({ check, requirement, attempt, control }: ClaimRecord): number =>
    (attempt === 1 && again.has(check) ? 4 : 0) +
    (check === requirement ? 2 : 0) +
    (check.includes('.') ? 1 : 0) +
    (control === null ? 0 : 0.001) +
    (1 - 1 / (1 + Math.min(times.get(check) ?? 0, MOST_TIMES)))
  return broken.reduce((best, claim) => (worth(claim) > worth(best) ? claim : best))
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
