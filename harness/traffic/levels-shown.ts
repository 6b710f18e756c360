/** The feature level that traffic determines: what the deployment states, or bounds inferred from its behaviour. */
import type { LevelShown } from './reading.ts'

export interface LevelRange {
  readonly from: number
  /** Null if there is no upper bound. */
  readonly to: number | null
  readonly how: 'claimed' | 'said' | 'inferred'
}

export interface LevelBook {
  note(shown: LevelShown | null | undefined): void
  range(): LevelRange
}

/** Bounds that contradict each other are dropped: then a person has to decide. */
export function levelBook(): LevelBook {
  let said: number | null = null
  let from = 1
  let to: number | null = null
  return {
    note(shown) {
      if (!shown) return
      if (shown.claimed !== undefined) said = shown.claimed
      if (shown.atLeast !== undefined) from = Math.max(from, shown.atLeast)
      if (shown.atMost !== undefined) to = Math.min(to ?? shown.atMost, shown.atMost)
    },
    range: () => {
      if (said !== null) return { from: said, to: said, how: 'said' }
      return to !== null && to < from ? { from: 1, to: null, how: 'inferred' } : { from, to, how: 'inferred' }
    },
  }
}

export const certain = (level: number): LevelRange => ({ from: level, to: level, how: 'claimed' })
