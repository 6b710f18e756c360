/** Time as a parameter: the system's clock, and a virtual one in which waiting costs nothing. */

export interface Clock {
  now(): number
  /** Ends early when the signal is aborted. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>
}

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise(resolve => {
      if (signal?.aborted) return resolve()
      const done = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', done)
        resolve()
      }
      const timer = setTimeout(done, Math.max(0, ms))
      signal?.addEventListener('abort', done, { once: true })
    }),
}

export interface VirtualClock extends Clock {
  /** Lets timers and signals of the process run; virtual time stands still meanwhile. */
  breathe(): Promise<void>
}

/** A clock that jumps to the next sleeper as soon as nothing else is left to do in this process. */
export function virtualClock(start = Date.UTC(2026, 0, 1)): VirtualClock {
  let now = start
  let pumping = false
  let busy = false
  /** Sorted by the time of waking; those who wake at the same time, by when they went to sleep. */
  const sleepers: { at: number; wake: () => void }[] = []

  const pump = (idleTurns: number): void => {
    setImmediate(() => {
      if (idleTurns < 3 || busy) {
        const turns = busy ? 0 : idleTurns + 1
        busy = false
        return pump(turns)
      }
      const next = sleepers.shift()
      if (next) {
        now = Math.max(now, next.at)
        next.wake()
      }
      if (sleepers.length > 0) pump(0)
      else pumping = false
    })
  }

  return {
    now: () => now,
    breathe() {
      busy = true
      return new Promise(resolve => setImmediate(resolve))
    },
    sleep: ms =>
      new Promise(resolve => {
        const at = now + Math.max(0, ms)
        sleepers.splice(sleepers.findLastIndex(one => one.at <= at) + 1, 0, { at, wake: resolve })
        if (!pumping) {
          pumping = true
          pump(0)
        }
      }),
  }
}
