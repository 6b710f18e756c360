/** Keeps the requests to one API under its ceiling, and still while the target asks us to slow down. */
import type { Clock } from './clock.ts'

export interface Pacer {
  /** Resolves when the next request may leave. */
  turn(): Promise<void>
  /** Lets nothing leave for this long. */
  pause(ms: number): void
}

/**
 * Each request leaves at least one interval after the one before actually left, so no second holds more than the
 * ceiling. Once stopped, nothing waits any longer.
 */
export function pacer(clock: Clock, perSecond: number, stopped: () => boolean = () => false): Pacer {
  const interval = perSecond > 0 ? 1000 / perSecond : 0
  let earliest = Number.NEGATIVE_INFINITY
  let queue: Promise<void> = Promise.resolve()

  const wait = async (): Promise<void> => {
    for (let ms = earliest - clock.now(); ms > 0 && !stopped(); ms = earliest - clock.now())
      await clock.sleep(Math.ceil(ms))
    if (interval > 0) earliest = clock.now() + interval
  }

  return {
    turn() {
      if (interval === 0 && earliest <= clock.now()) return Promise.resolve()
      const mine = queue.then(wait)
      queue = mine
      return mine
    },
    pause(ms) {
      earliest = Math.max(earliest, clock.now() + ms)
    },
  }
}
