/** The hard cap of a run: how many requests may still leave for the target, whatever they are for. */
import type { Clock } from '../clock.ts'
import { Undecided } from '../undecided.ts'

export interface RequestCap {
  /** The ranks of all planned requests: as many as the cap allows, the lowest ones, are worth sending. */
  expect(ranks: readonly number[]): void
  /** Takes one request of this rank from what is left, or says why there is none. */
  take(rank?: number): Undecided | null
  /** Gives back a request that was taken but not sent. */
  giveBack(): void
  /** Why no request was left, once one was refused; else null. */
  refusal(): Undecided | null
  /** The same clock, which notes that this check waits: it waits for a late effect, and sends another request afterwards. */
  clockOf(check: string, clock: Clock): Clock
  /**
   * How long a request is kept back, at least: one that is not worth sending waits while better ones are prepared, and the
   * last few requests are for checks that wait.
   */
  keepsBackMs(request: { readonly of: string | null; readonly rank: number }): number
  /** Lets clean-up send as many requests as it needs. */
  lift(): void
}

/** How many requests are kept for checks that wait, but at most this part of all. */
const MOST_KEPT = 8
const PART_KEPT = 0.08
/** A check that has waited sends its next request within this time. */
const SOON_MS = 500

/** Some planned requests are never sent, because the target or its actors lack something. */
const EXPECTED_FACTOR = 1.1
/** A better request that is being prepared is ready within this time. */
const PREPARED_MS = 300

export function requestCap(most: number, clock: Clock): RequestCap {
  const kept = Math.min(MOST_KEPT, Math.floor(most * PART_KEPT))
  let left = most
  let lifted = false
  let refused: Undecided | null = null
  const haveWaited = new Set<string>()
  let waiting = 0
  let lastWaitedAt = Number.NEGATIVE_INFINITY
  let lastWorthwhileAt = Number.NEGATIVE_INFINITY
  let worthwhile = Number.POSITIVE_INFINITY
  const untilAfter = (time: number, ms: number): number => Math.max(time + ms - clock.now(), 0)
  const forBetterMs = (rank: number): number => (rank > worthwhile ? untilAfter(lastWorthwhileAt, PREPARED_MS) : 0)
  const forWaitingMs = (check: string | null): number => {
    if (left > kept || (check !== null && haveWaited.has(check))) return 0
    return waiting > 0 ? SOON_MS : untilAfter(lastWaitedAt, SOON_MS)
  }
  return {
    expect(ranks) {
      worthwhile = ranks.toSorted((one, other) => one - other)[Math.ceil(most * EXPECTED_FACTOR)] ?? worthwhile
    },
    clockOf: (check, checkClock) => ({
      ...checkClock,
      async sleep(ms, signal) {
        haveWaited.add(check)
        waiting++
        try {
          await checkClock.sleep(ms, signal)
        } finally {
          waiting--
          lastWaitedAt = clock.now()
        }
      },
    }),
    keepsBackMs: ({ of, rank }) => (lifted || left === 0 ? 0 : Math.max(forBetterMs(rank), forWaitingMs(of))),
    take(rank = 0) {
      if (lifted) return null
      if (rank <= worthwhile) lastWorthwhileAt = clock.now()
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
