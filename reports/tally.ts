/** The verdicts so far, while claims are still being made: in total and by area. */
import type { ClaimRecord, Verdict } from '../generated/formats.ts'

export type Standing = Exclude<Verdict, 'not-applicable'>

export type Counts = Readonly<Record<Standing, number>>

const ORDER: readonly Standing[] = ['pass', 'warn', 'unverified', 'fail']

export interface Tally {
  add(claim: ClaimRecord): void
  readonly counts: Counts
  of(area: string): Counts
}

/** `areaOf` returns the area of a requirement. */
export function tally(areaOf: (requirement: string) => string = () => ''): Tally {
  const standings = new Map<string, Standing>()
  const counts = none()
  const areas = new Map<string, Record<Standing, number>>()
  const within = (area: string): Record<Standing, number> => {
    const own = areas.get(area) ?? none()
    areas.set(area, own)
    return own
  }
  return {
    add(claim) {
      if (claim.attempt > 1 && claim.outcome !== 'broken') return
      const before = standings.get(claim.requirement)
      const now = standingOf(claim)
      if (before !== undefined && ORDER.indexOf(before) >= ORDER.indexOf(now)) return
      for (const sums of [counts, within(areaOf(claim.requirement))]) {
        if (before !== undefined) sums[before]--
        sums[now]++
      }
      standings.set(claim.requirement, now)
    },
    counts,
    of: within,
  }
}

const none = (): Record<Standing, number> => ({ pass: 0, warn: 0, unverified: 0, fail: 0 })

function standingOf(claim: ClaimRecord): Standing {
  if (claim.outcome === 'holds') return 'pass'
  if (claim.outcome === 'undecided') return 'unverified'
  return claim.weight === 'must' ? 'fail' : 'warn'
}
