/**
 * How long to wait for an event. In full by default; shorter, but still many times the observed delay, if the target delivers
 * promptly; shorter also after events about the same thing were awaited in vain: a target that is silent about something
 * costs one long wait, not one for each check.
 */

export interface Patience {
  /** The waits before each attempt, in milliseconds. */
  waits(about: string): readonly number[]
  /** Reports that an event arrived, this long after the first attempt to read it. */
  came(ms: number): void
  neverCame(about: string): void
  /** Whether an event of this target arrived late. */
  isSlow(): boolean
}

/** The number of waits that are enough for events that arrive promptly. */
export const PROMPT_WAITS = 3

const FULL = [0, 200, 800, 2000, 5000, 10_000]
/** Enough for a target whose events come within a fraction of a second. */
const PROMPT = [0, 200, 800, 2000, 5000]
/** For a target whose events come promptly, after one about the same thing never came. */
const SILENT = [0, 200, 800, 2000]
const PROMPT_MS = 200
const SLOW_MS = 1000

/** The patience of a run: `run` is any object that all its checks share. */
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
      const isMissing = missed.has(about)
      if (slowest === null) return isMissing ? PROMPT : FULL
      if (slowest > PROMPT_MS) return FULL
      return isMissing ? SILENT : PROMPT
    },
    came: ms => {
      slowest = Math.max(slowest ?? 0, ms)
    },
    isSlow: () => slowest !== null && slowest > SLOW_MS,
    neverCame: about => void missed.add(about),
  }
}
