/** The hard cap of a run: how many requests may still leave for the target, whatever they are for. */
import type { Clock } from './clock.ts'
import { Undecided } from './undecided.ts'

export interface RequestCap {
  /** Takes one request from what is left, or says why there is none. */
  take(): Undecided | null
  /** Gives back a request that was taken but not sent. */
  giveBack(): void
  /** Why no request was left, once one was refused; else null. */
  refusal(): Undecided | null
  /** The same clock, which notes that this check waits: it waits for a late effect, and sends another request afterwards. */
  clockOf(check: string, clock: Clock): Clock
  /** How long a request of this check is kept back, at least: the last few requests are for checks that wait. */
  keepsBackMs(check: string | null, now: number): number
  /** Lets clean-up send as many requests as it needs. */
  lift(): void
}

/** How many requests are kept for checks that wait, but at most this part of all. */
const MOST_KEPT = 8
const PART_KEPT = 0.08
/** A check that has waited sends its next request within this time. */
const SOON_MS = 500

export function requestCap(most: number): RequestCap {
  const kept = Math.min(MOST_KEPT, Math.floor(most * PART_KEPT))
  let left = most
  let lifted = false
  let refused: Undecided | null = null
  const haveWaited = new Set<string>()
  let waiting = 0
  let lastWaitedAt = Number.NEGATIVE_INFINITY
  return {
    clockOf: (check, clock) => ({
      ...clock,
      async sleep(ms, signal) {
        haveWaited.add(check)
        waiting++
        try {
          await clock.sleep(ms, signal)
        } finally {
          waiting--
          lastWaitedAt = clock.now()
        }
      },
    }),
    keepsBackMs(check, now) {
      if (lifted || left === 0 || left > kept || (check !== null && haveWaited.has(check))) return 0
      return waiting > 0 ? SOON_MS : Math.max(lastWaitedAt + SOON_MS - now, 0)
    },
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
