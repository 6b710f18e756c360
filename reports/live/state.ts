/** How a run stands at one moment: all that a terminal shows while it goes on. */
import type { Counts } from '../tally.ts'

export interface AreaStanding {
  readonly id: string
  /** Requirements that apply, judged or still to be. */
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
  /** What the run made and still has to remove, once its checks are over. */
  readonly toRemove: number | null
  readonly requests: number
  readonly rates: readonly Rate[]
  readonly elapsedSeconds: number
  /** Null where there is no ground yet to say. */
  readonly secondsLeft: number | null
  readonly lastFailure: string | null
  /** After an interruption: what is in flight is being finished. */
  readonly ending: boolean
}

export interface Rate {
  readonly api: string
  readonly now: number
  /** 0: none. */
  readonly rateLimit: number
}

/** Several areas as one line. */
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
