/** How a run ends early: waits end, requests in flight get a short grace period, and clean-up has its own time limit. */
import { setMaxListeners } from 'node:events'
import type { Clock } from '../clock.ts'
import { stopped as stoppedBy } from '../reason.ts'
import { Undecided } from '../undecided.ts'

export interface Interruption {
  /** Whether no more requests may be sent. */
  stopped(): boolean
  /** Waits that end with the run. */
  readonly pacing: Clock
  /** Waits of a check, which throw if the run ends. */
  readonly waiting: Clock
  /** The signal that aborts requests in flight. */
  signal(): AbortSignal | undefined
  /** Begins clean-up: requests may be sent again, but only for a moment if the run was interrupted. */
  clean(): void
  readonly impatient: () => boolean
  /** The result of a vendor's function; rejects if it takes too long or the run ends. */
  within<T>(what: string, promise: Promise<T>): Promise<T>
}

const GRACE_MS = 400
/** After Ctrl-C a run ends within two seconds in all; `assay clean` removes the rest. */
const CLEANING_MS = 700
/** As long as a reply over HTTP may take. */
const FUNCTION_MS = 60_000

/** A vendor's function did not return in time. */
export class TooSlow extends Error {}

/** If the signal's reason is a string, the run ends in good order: requests in flight may finish. */
export function interruption(clock: Clock, signal: AbortSignal | undefined): Interruption {
  const inFlight = new AbortController()
  // Everything in flight listens, and no number of listeners means a leak.
  setMaxListeners(0, inFlight.signal, ...(signal === undefined ? [] : [signal]))
  const isAbrupt = (): boolean => signal?.aborted === true && typeof signal.reason !== 'string'
  let isCleaning = false
  /** Aborts the clean-up of an interrupted run after `CLEANING_MS`. */
  const cleaning = new AbortController()
  setMaxListeners(0, cleaning.signal)
  signal?.addEventListener('abort', () => isAbrupt() && setTimeout(() => inFlight.abort(), GRACE_MS), { once: true })
  const endCleaning = (): void => {
    if (isAbrupt()) setTimeout(() => cleaning.abort(), CLEANING_MS).unref()
  }
  const stopped = (): boolean => (isCleaning ? cleaning.signal.aborted : (signal?.aborted ?? false))
  const currentSignal = (): AbortSignal | undefined => (isCleaning ? cleaning.signal : signal)
  const interruptedError = (): Undecided =>
    new Undecided(stoppedBy(typeof signal?.reason === 'string' ? signal.reason : undefined))
  const sleep = (ms: number): Promise<void> => clock.sleep(ms, currentSignal())
  return {
    stopped,
    impatient: isAbrupt,
    pacing: { now: clock.now, sleep },
    waiting: {
      now: clock.now,
      async sleep(ms) {
        await sleep(ms)
        if (stopped()) throw interruptedError()
      },
    },
    signal: () => (isCleaning ? cleaning.signal : inFlight.signal),
    clean() {
      isCleaning = true
      if (signal?.aborted) endCleaning()
      else signal?.addEventListener('abort', endCleaning, { once: true })
    },
    within: (what, promise) =>
      new Promise((resolve, reject) => {
        const end = (): void => {
          clearTimeout(timer)
          abortSignal?.removeEventListener('abort', stop)
        }
        const stop = (): void => {
          end()
          reject(interruptedError())
        }
        const timedOut = (): void => {
          end()
          reject(new TooSlow(`${what} took longer than ${FUNCTION_MS / 1000} s`))
        }
        const abortSignal = currentSignal()
        const timer = setTimeout(timedOut, FUNCTION_MS)
        abortSignal?.addEventListener('abort', stop, { once: true })
        promise.then(resolve, reject).finally(end)
        if (abortSignal?.aborted) stop()
      }),
  }
}
