/** How a run ends early: waits are cut short, what is in flight gets a moment, and cleaning up has its own bounds. */
import { setMaxListeners } from 'node:events'
import type { Clock } from './clock.ts'
import { stopped as stoppedBy } from './reason.ts'
import { Undecided } from './undecided.ts'

export interface Interruption {
  /** Whether nothing more is sent. */
  stopped(): boolean
  /** Waits that end with the run. */
  readonly pacing: Clock
  /** Waits of a check, which cannot go on when they are cut short. */
  readonly waiting: Clock
  /** Ends what is in flight. */
  signal(): AbortSignal | undefined
  /** From now on what was made is removed: as long as the target answers at once where somebody is waiting. */
  clean(): void
  readonly impatient: () => boolean
  /** What somebody else's function comes to, for as long as anybody waits for it. */
  within<T>(what: string, promise: Promise<T>): Promise<T>
}

const GRACE_MS = 500
const CLEANING_REPLY_MS = 1000
const CLEANING_MS = 10_000
const FUNCTION_MS = 120_000

/** A signal whose reason is a text ends a run in good order: what is in flight is waited for. */
export function interruption(clock: Clock, signal: AbortSignal | undefined): Interruption {
  const inFlight = new AbortController()
  // Everything in flight listens, and no number of listeners means a leak.
  setMaxListeners(0, inFlight.signal, ...(signal === undefined ? [] : [signal]))
  const abrupt = (): boolean => signal?.aborted === true && typeof signal.reason !== 'string'
  let cleaningUntil: number | null = null
  /** Ends what clean-up waits for when somebody interrupts it. */
  const lateCleaning = new AbortController()
  setMaxListeners(0, lateCleaning.signal)
  signal?.addEventListener('abort', () => abrupt() && setTimeout(() => inFlight.abort(), GRACE_MS), { once: true })
  /** Somebody is waiting, whatever the time of the run is. */
  const cleanedEnough = (): boolean => abrupt() && cleaningUntil !== null && performance.now() > cleaningUntil
  const stopped = (): boolean => (cleaningUntil === null ? (signal?.aborted ?? false) : cleanedEnough())
  const wake = (): AbortSignal | undefined => (cleaningUntil === null ? signal : undefined)
  const over = (): Undecided => new Undecided(stoppedBy(typeof signal?.reason === 'string' ? signal.reason : undefined))
  const sleep = (ms: number): Promise<void> => clock.sleep(ms, wake())
  const cleaningSignal = (): AbortSignal =>
    abrupt() ? AbortSignal.timeout(stopped() ? 0 : CLEANING_REPLY_MS) : lateCleaning.signal
  return {
    stopped,
    impatient: abrupt,
    pacing: { now: clock.now, sleep },
    waiting: {
      now: clock.now,
      async sleep(ms) {
        await sleep(ms)
        if (stopped()) throw over()
      },
    },
    signal: () => (cleaningUntil === null ? inFlight.signal : cleaningSignal()),
    clean() {
      cleaningUntil = performance.now() + CLEANING_MS
      signal?.addEventListener('abort', () => setTimeout(() => lateCleaning.abort(), CLEANING_REPLY_MS), { once: true })
    },
    within: (what, promise) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(timer)
          wakeUp?.removeEventListener('abort', stop)
        }
        const stop = (): void => {
          end()
          reject(over())
        }
        const late = (): void => {
          end()
          reject(new Error(`${what} took longer than ${FUNCTION_MS / 1000} s`))
        }
        const wakeUp = cleaningUntil === null ? signal : cleaningSignal()
        const timer = setTimeout(late, FUNCTION_MS)
        wakeUp?.addEventListener('abort', stop, { once: true })
        promise.then(resolve, reject).finally(end)
        if (wakeUp?.aborted) stop()
      }),
  }
}
