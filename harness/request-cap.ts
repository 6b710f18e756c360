/** The hard cap of a run: how many requests may still leave for the target, whatever they are for. */
import { Undecided } from './undecided.ts'

export interface RequestCap {
  /** Takes one request from what is left, or says why there is none. */
  take(): Undecided | null
  /** What was taken was not sent after all. */
  giveBack(): void
  /** Why there was none, once somebody has asked in vain. */
  refusal(): Undecided | null
  /** Lets clean-up through: what was made is removed whatever it costs. */
  lift(): void
}

export function requestCap(most: number): RequestCap {
  let left = most
  let lifted = false
  let refused: Undecided | null = null
  return {
    take() {
      if (lifted) return null
      if (left > 0) {
        left--
        return null
      }
      refused = new Undecided({ kind: 'request-cap', most })
      return refused
    },
    giveBack: () => {
      left++
    },
    refusal: () => refused,
    lift: () => {
      lifted = true
    },
  }
}
