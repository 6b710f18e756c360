/** Keeps the requests to one API under its ceiling, slower where the target asks for it, and still while it does. */
import type { Clock } from './clock.ts'

export interface Pacer {
  /** Resolves when the next request may leave; one at full speed does not mind what the target asked for before. */
  turn(fullSpeed?: boolean): Promise<void>
  /** Lets nothing leave for this long, and then less often than before. */
  pause(ms: number): void
}

/** Where the target says "slow down", the distance between requests grows, up to this; each one served shortens it. */
const SLOWEST_MS = 2000
const FIRST_STEP_MS = 50
const SPEEDING_UP = 0.92

/**
 * Each request leaves at least one interval after the one before actually left, so no second holds more than the
 * ceiling. Once stopped, nothing waits any longer.
 */
export function pacer(clock: Clock, perSecond: number, stopped: () => boolean = () => false): Pacer {
  const interval = perSecond > 0 ? 1000 / perSecond : 0
  let distance = interval
  let earliest = Number.NEGATIVE_INFINITY
  let quietUntil = Number.NEGATIVE_INFINITY
  let queue: Promise<void> = Promise.resolve()

  const wait = async (fullSpeed: boolean): Promise<void> => {
    for (let ms = earliest - clock.now(); ms > 0 && !stopped(); ms = earliest - clock.now())
      await clock.sleep(Math.ceil(ms))
    distance = Math.max(interval, distance < FIRST_STEP_MS ? 0 : distance * SPEEDING_UP)
    const ms = fullSpeed ? interval : distance
    if (ms > 0) earliest = clock.now() + ms
  }

  return {
    turn(fullSpeed = false) {
      if (interval === 0 && distance === 0 && earliest <= clock.now()) return Promise.resolve()
      const mine = queue.then(() => wait(fullSpeed))
      queue = mine
      return mine
    },
    pause(ms) {
      const now = clock.now()
      if (now >= quietUntil) distance = Math.min(Math.max(distance * 1.5, FIRST_STEP_MS), SLOWEST_MS)
      quietUntil = Math.max(quietUntil, now + ms)
      earliest = Math.max(earliest, now + ms)
    },
  }
}
