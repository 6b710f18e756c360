/**
 * How long an event is waited for. In full where nothing is known; where the target has shown how soon its events come, many
 * times as long as that. Where none ever came, further ones about the same thing are waited for as long as that.
 */

export interface Patience {
  /** The waits between one look and the next. */
  waits(about: string): readonly number[]
  /** An event came, so many milliseconds after it was looked for first. */
  came(ms: number): void
  neverCame(about: string): void
  /** Events of this target have come late. */
  isSlow(): boolean
}

/** So many of the first waits tell what comes promptly. */
export const PROMPT_WAITS = 3

const FULL = [0, 200, 800, 2000, 5000, 10_000]
/** Enough for a target whose events come within a fraction of a second. */
const PROMPT = [0, 200, 800, 2000, 5000]
const PROMPT_MS = 200
const SLOW_MS = 1000

/** One for each run: `run` is any object that all checks of it share. */
export function patienceOf(run: object): Patience {
  const known = patiences.get(run) ?? patience()
  patiences.set(run, known)
  return known
}

const patiences = new WeakMap<object, Patience>()

function patience(): Patience {
  let slowest: number | null = null
  const missed = new Set<string>()
  return {
    waits(about) {
      const mayBeShort = slowest === null ? missed.has(about) : slowest <= PROMPT_MS
      return mayBeShort ? PROMPT : FULL
    },
    came: ms => {
      slowest = Math.max(slowest ?? 0, ms)
    },
    isSlow: () => slowest !== null && slowest > SLOW_MS,
    neverCame: about => void missed.add(about),
  }
}
