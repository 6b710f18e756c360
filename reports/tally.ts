/** Verdicts as they stand while claims still come in. */
import type { ClaimRecord, Verdict } from '../generated/formats.ts'

export type Standing = Exclude<Verdict, 'not-applicable'>

const ORDER: readonly Standing[] = ['pass', 'warn', 'unverified', 'fail']

export interface Tally {
  add(claim: ClaimRecord): void
  readonly counts: Readonly<Record<Standing, number>>
}

export function tally(): Tally {
  const standings = new Map<string, Standing>()
  const counts: Record<Standing, number> = { pass: 0, warn: 0, unverified: 0, fail: 0 }
  return {
    add(claim) {
      if (claim.attempt > 1 && claim.outcome !== 'broken') return
      const before = standings.get(claim.requirement)
      const now = standingOf(claim)
      if (before !== undefined && ORDER.indexOf(before) >= ORDER.indexOf(now)) return
      if (before !== undefined) counts[before]--
      counts[now]++
      standings.set(claim.requirement, now)
    },
    counts,
  }
}

function standingOf(claim: ClaimRecord): Standing {
  if (claim.outcome === 'holds') return 'pass'
  if (claim.outcome === 'undecided') return 'unverified'
  return claim.weight === 'must' ? 'fail' : 'warn'
}
