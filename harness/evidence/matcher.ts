/** Finds many texts in one pass: the time it takes hardly depends on how many there are. */

export interface Matcher {
  /** `stand` takes the place of the text; `loosely` for upper and lower case alike. */
  add(text: string, stand: string, loosely?: boolean): void
  has(input: string): boolean
  replace(input: string): string
}

interface Entry {
  readonly text: string
  readonly stand: string
  readonly loosely: boolean
}

/** No text is shorter. */
const PREFIX = 5
const SLOTS = 1 << 18

export function matcher(): Matcher {
  const slots = new Uint8Array(SLOTS)
  const byPrefix = new Map<string, Entry[]>()
  const known = new Set<string>()

  const find = (input: string, at: number): Entry | undefined => {
    const bucket = byPrefix.get(input.slice(at, at + PREFIX).toLowerCase())
    return bucket?.find(({ text, loosely }) =>
      loosely ? input.slice(at, at + text.length).toLowerCase() === text : input.startsWith(text, at),
    )
  }

  /** Where the next text begins, and which. */
  const next = (input: string, from: number): readonly [at: number, entry: Entry] | null => {
    const last = input.length - PREFIX
    for (let at = from; at <= last; at++) {
      if (slots[slotOf(input, at)] === 0) continue
      const entry = find(input, at)
      if (entry) return [at, entry]
    }
    return null
  }

  return {
    add(given, stand, loosely = false) {
      const text = loosely ? given.toLowerCase() : given
      if (text.length < PREFIX || known.has(text)) return
      known.add(text)
      const prefix = text.slice(0, PREFIX).toLowerCase()
      const bucket = byPrefix.get(prefix) ?? []
      bucket.push({ text, stand, loosely })
      byPrefix.set(
        prefix,
        bucket.sort((a, b) => b.text.length - a.text.length),
      )
      slots[slotOf(text, 0)] = 1
    },
    has: input => known.size > 0 && next(input, 0) !== null,
    replace(input) {
      if (known.size === 0) return input
      let output = ''
      let done = 0
      for (let found = next(input, 0); found; found = next(input, done)) {
        const [at, { text, stand }] = found
        output += input.slice(done, at) + stand
        done = at + text.length
      }
      return done === 0 ? input : output + input.slice(done)
    },
  }
}

/** Of the first characters, case aside for ASCII. */
function slotOf(text: string, at: number): number {
  let hash = 0
  for (let i = at; i < at + PREFIX; i++) hash = (Math.imul(hash, 31) + (text.charCodeAt(i) | 0x20)) | 0
  return hash & (SLOTS - 1)
}
