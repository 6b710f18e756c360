/** The state of a run at one moment: all that a terminal shows during the run. */
import type { Counts } from '../tally.ts'

export interface AreaStanding {
  readonly id: string
  /** Requirements that apply, judged or not yet judged. */
  readonly all: number
  readonly counts: Counts
  readonly stage: Stage
}

export type Stage = 'to come' | 'under way' | 'done'

export interface LiveState {
  readonly target: string
  readonly featureLevel: number | null
  readonly areas: readonly AreaStanding[]
  readonly checks: number
  readonly checksDone: number
  /** How many things the run made and still has to remove, once its checks are done. */
  readonly toRemove: number | null
  readonly requests: number
  readonly rates: readonly Rate[]
  readonly elapsedSeconds: number
  /** Null if there is no basis for an estimate yet. */
  readonly secondsLeft: number | null
  readonly lastFailure: string | null
  /** After an interruption: requests in flight are being completed. */
  readonly ending: boolean
}

export interface Rate {
  readonly api: string
  readonly now: number
  /** 0: no rate limit. */
  readonly rateLimit: number
}

/** Combines several areas into one line. */
export function together(id: string, areas: readonly AreaStanding[], stage: Stage): AreaStanding {
  const sum = (of: (area: AreaStanding) => number): number => areas.reduce((all, area) => all + of(area), 0)
  return {
    id,
    stage,
    all: sum(({ all }) => all),
    counts: {
      pass: sum(({ counts }) => counts.pass),
      fail: sum(({ counts }) => counts.fail),
      warn: sum(({ counts }) => counts.warn),
      unverified: sum(({ counts }) => counts.unverified),
    },
  }
}

export const judgedOf = ({ pass, fail, warn, unverified }: Counts): number => pass + fail + warn + unverified
