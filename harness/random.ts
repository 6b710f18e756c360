/** Repeatable randomness: a small generator seeded by a number and any words. */

export interface Random {
  /** A number in [0, 1). */
  next(): number
  /** A whole number in [0, below). */
  below(limit: number): number
  pick<T>(values: readonly T[]): T
  /** Up to `count` of the values, in random order. */
  sample<T>(values: readonly T[], count: number): T[]
}

export function randomFrom(seed: number, ...words: readonly string[]): Random {
  let state = words.reduce((hash, word) => mix(hash, word), seed >>> 0)
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0
    let t = state
    t = Math.imul(t ^ (t >>> 15), t | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const below = (limit: number): number => Math.floor(next() * limit)
  const pick = <T>(values: readonly T[]): T => {
    if (values.length === 0) throw new RangeError('nothing to pick from')
    return values[below(values.length)] as T
  }
  const sample = <T>(values: readonly T[], count: number): T[] => {
    const rest = [...values]
    const taken: T[] = []
    while (taken.length < count && rest.length > 0) taken.push(...rest.splice(below(rest.length), 1))
    return taken
  }
  return { next, below, pick, sample }
}

/** A short word of letters and digits that identifies a longer text. */
export function shortHash(text: string, length = 4): string {
  return mix(2166136261, text).toString(36).padStart(length, '0').slice(-length)
}

function mix(hash: number, word: string): number {
  let mixed = hash
  for (let i = 0; i < word.length; i++) mixed = Math.imul(mixed ^ word.charCodeAt(i), 16777619) >>> 0
  return mixed
}
