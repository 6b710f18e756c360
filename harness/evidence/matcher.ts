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
const SHORTEST = 5
/** Texts are told apart by their first so many characters; the few that are shorter are looked for on their own. */
const LONG = 8
/** How many characters tell them apart in each of the two. */
const LENGTHS = [LONG, SHORTEST] as const

export function matcher(): Matcher {
  const known = new Set<string>()
  const tables = LENGTHS.map(table)

  /** Where the next text begins, and which: of several at one place the longest. */
  const next = (input: string, from: number): Found | null => {
    let found: Found | null = null
    for (const { next: nextIn } of tables) {
      const other = nextIn(input, from, found === null ? input.length : found[0] - 1)
      if (other) found = other
    }
    return found
  }

  return {
    add(given, stand, loosely = false) {
      const text = loosely ? given.toLowerCase() : given
      if (text.length < SHORTEST || known.has(text)) return
      known.add(text)
      tables[text.length < LONG ? 1 : 0]?.add({ text, stand, loosely })
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

type Found = readonly [at: number, entry: Entry]

interface Table {
  add(entry: Entry): void
  /** The first that begins at `from` or later, at `last` at the latest. */
  next(input: string, from: number, last: number): Found | null
}

const FEWEST_SLOTS = 1 << 14
const MOST_SLOTS = 1 << 22

/** Texts by their first `length` characters: a rolling hash says at nearly every place that none begins there. */
function table(length: number): Table {
  const byPrefix = new Map<string, Entry[]>()
  let slots = new Uint8Array(0)
  const leaving = power(31, length)

  const find = (input: string, at: number): Entry | undefined => {
    const bucket = byPrefix.get(input.slice(at, at + length).toLowerCase())
    return bucket?.find(({ text, loosely }) =>
      loosely ? input.slice(at, at + text.length).toLowerCase() === text : input.startsWith(text, at),
    )
  }
  const mark = (prefix: string): void => {
    slots[hashOf(prefix, 0, length) & (slots.length - 1)] = 1
  }
  const grow = (): void => {
    slots = new Uint8Array(Math.max(FEWEST_SLOTS, slots.length * 4))
    for (const prefix of byPrefix.keys()) mark(prefix)
  }

  return {
    add(entry) {
      const prefix = entry.text.slice(0, length).toLowerCase()
      const bucket = byPrefix.get(prefix)
      if (bucket) {
        const shorter = bucket.findIndex(({ text }) => text.length < entry.text.length)
        bucket.splice(shorter < 0 ? bucket.length : shorter, 0, entry)
        return
      }
      byPrefix.set(prefix, [entry])
      if (byPrefix.size * 16 > slots.length && slots.length < MOST_SLOTS) grow()
      else mark(prefix)
    },
    next(input, from, last) {
      const end = Math.min(last, input.length - length)
      if (byPrefix.size === 0 || from > end) return null
      const mask = slots.length - 1
      let hash = hashOf(input, from, length)
      for (let at = from; ; at++) {
        if (slots[hash & mask] === 1) {
          const entry = find(input, at)
          if (entry) return [at, entry]
        }
        if (at >= end) return null
        const out = Math.imul(input.charCodeAt(at) | 0x20, leaving)
        hash = (Math.imul(hash, 31) + (input.charCodeAt(at + length) | 0x20) - out) | 0
      }
    },
  }
}

function power(base: number, exponent: number): number {
  let product = 1
  for (let i = 0; i < exponent; i++) product = Math.imul(product, base)
  return product
}

/** Of some characters, case aside for ASCII. */
function hashOf(text: string, at: number, length: number): number {
  let hash = 0
  for (let i = at; i < at + length; i++) hash = (Math.imul(hash, 31) + (text.charCodeAt(i) | 0x20)) | 0
  return hash
}
