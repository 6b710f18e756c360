/** Finds many texts in one pass: the time it takes hardly depends on how many there are, nor on how they begin. */
import { madeOnce } from '../memory/made-once.ts'
import type { Match } from './encoded-runs.ts'

export interface Matcher {
  /** The texts that are looked for. */
  readonly texts: ReadonlySet<string>
  /** `stand` replaces the text; `loosely` ignores upper and lower case. */
  add(text: string, stand: string, loosely?: boolean): void
  has(input: string): boolean
  replace(input: string): string
  /** What `replace` would replace. */
  matches(input: string): Match[]
}

interface Entry {
  readonly text: string
  readonly stand: string
  readonly loosely: boolean
}

/** How many more places of an input may be examined closely. */
export interface Effort {
  left: number
}

/** Thrown when too many places of the input look like the start of a known text, so that searching would take too long. */
export class TooMuchEffort extends Error {}

/** Counts a place that was examined closely. */
export function spent(effort: Effort): void {
  if (--effort.left < 0) throw new TooMuchEffort('the texts cannot be looked for in time')
}

/** Shorter texts are not looked for. */
export const SHORTEST = 5
/** Texts are indexed by this many first characters; the few shorter texts have an index of their own. */
export const LONG = 8
/** How many characters each of the two indexes uses. */
const LENGTHS = [LONG, SHORTEST] as const

export function matcher(effort: Effort = { left: Number.POSITIVE_INFINITY }): Matcher {
  const known = new Set<string>()
  const tables = LENGTHS.map(length => table(length, effort))

  /** The next text and its position; of several at one position the longest. */
  const next = (input: string, from: number): Found | null => {
    let found: Found | null = null
    for (const { next: nextIn } of tables) {
      const other = nextIn(input, from, found === null ? input.length : found[0] - 1)
      if (other) found = other
    }
    return found
  }

  const matches = (input: string): Match[] => {
    const found: Match[] = []
    if (known.size === 0) return found
    for (let one = next(input, 0); one; ) {
      const [from, { text, stand }] = one
      const to = from + text.length
      found.push({ from, to, stand })
      one = next(input, to)
    }
    return found
  }

  return {
    texts: known,
    add(given, stand, loosely = false) {
      const text = loosely ? given.toLowerCase() : given
      if (text.length < SHORTEST || known.has(text)) return
      known.add(text)
      tables[text.length < LONG ? 1 : 0]?.add({ text, stand, loosely })
    },
    has: input => known.size > 0 && next(input, 0) !== null,
    replace(input) {
      let output = ''
      let done = 0
      for (const { from, to, stand } of matches(input)) {
        output += input.slice(done, from) + stand
        done = to
      }
      return done === 0 ? input : output + input.slice(done)
    },
    matches,
  }
}

type Found = readonly [at: number, entry: Entry]

interface Table {
  add(entry: Entry): void
  /** The first text that begins between `from` and `last`. */
  next(input: string, from: number, last: number): Found | null
}

const FEWEST_SLOTS = 1 << 12
const MOST_SLOTS = 1 << 20

/** Texts as a tree, in steps of `length` characters: texts that begin alike share their first steps. */
interface Step {
  /** The only text that begins so: further steps are made when a second one does, which is rare. */
  only: Entry | null
  next: Map<string, Step> | null
  /** The rests of the texts that end before the next step, by their length, the longest first. */
  ends: Map<number, Map<string, Entry[]>> | null
}

const step = (): Step => ({ only: null, next: null, ends: null })

/** An index of texts: at nearly every place, a rolling hash of `length` characters shows that no text begins there. */
function table(length: number, effort: Effort): Table {
  const first = step()
  /** The lower bits of a hash select a slot, its five highest bits one bit of it; the bits of all texts are set. */
  let slots = new Uint32Array(0)
  const leaving = power(31, length)

  const lower = (input: string, at: number, size: number): string => {
    spent(effort)
    return input.slice(at, at + size).toLowerCase()
  }
  const find = (input: string, at: number): Entry | undefined => {
    let found: Entry | undefined
    let to = at + length
    for (let here = first.next?.get(lower(input, at, length)); here; to += length) {
      if (here.only) return goesOn(here.only, input, at, to) ? here.only : found
      found = endingAt(here, input, at, to) ?? found
      here = here.next?.get(lower(input, to, length))
    }
    return found
  }
  const goesOn = ({ text, loosely }: Entry, input: string, at: number, to: number): boolean => {
    for (let from = to - at; from < text.length; from += length) {
      const part = text.slice(from, from + length)
      if (lower(input, at + from, part.length) !== part.toLowerCase()) return false
    }
    return loosely || input.startsWith(text, at)
  }
  const endingAt = ({ ends }: Step, input: string, at: number, to: number): Entry | undefined => {
    for (const [size, texts] of ends ?? []) {
      const entry = texts
        .get(size === 0 ? '' : lower(input, to, size))
        ?.find(({ text, loosely }) => loosely || input.startsWith(text, at))
      if (entry) return entry
    }
    return undefined
  }
  /** The next step of a text from its position `at`; null if the text ends before it, which is noted. */
  const below = (here: Step, entry: Entry, at: number): Step | null => {
    const rest = entry.text.slice(at, at + length).toLowerCase()
    if (at + length <= entry.text.length) {
      here.next ??= new Map()
      return madeOnce(here.next, rest, step)
    }
    const size = entry.text.length - at
    here.ends ??= new Map()
    const isNew = !here.ends.has(size)
    const texts = madeOnce(here.ends, size, () => new Map<string, Entry[]>())
    madeOnce(texts, rest, () => []).push(entry)
    if (isNew && here.ends.size > 1) longestFirst(here.ends)
    return null
  }
  const hashes = new Set<number>()
  const mark = (hash: number): void => {
    const slot = hash & (slots.length - 1)
    slots[slot] = (slots[slot] ?? 0) | (1 << (hash >>> 27))
  }
  const grow = (): void => {
    slots = new Uint32Array(Math.max(FEWEST_SLOTS, slots.length * 4))
    for (const hash of hashes) mark(hash)
  }

  return {
    add(entry) {
      const { text } = entry
      let here = below(first, entry, 0)
      for (let at = length; here && (here.only || here.next || here.ends); at += length) {
        const { only } = here
        here.only = null
        const further = only && below(here, only, at)
        if (further) further.only = only
        here = below(here, entry, at)
      }
      if (here) here.only = entry
      const hash = hashOf(text, 0, length)
      if (hashes.has(hash)) return
      hashes.add(hash)
      if (hashes.size * 16 > slots.length && slots.length < MOST_SLOTS) grow()
      else mark(hash)
    },
    next(input, from, last) {
      const end = Math.min(last, input.length - length)
      if (first.next === null || from > end) return null
      const mask = slots.length - 1
      let hash = hashOf(input, from, length)
      for (let at = from; ; at++) {
        if (((slots[hash & mask] ?? 0) >>> (hash >>> 27)) & 1) {
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

function longestFirst<Value>(ends: Map<number, Value>): void {
  const sorted = [...ends].sort(([one], [other]) => other - one)
  ends.clear()
  for (const [size, value] of sorted) ends.set(size, value)
}

function power(base: number, exponent: number): number {
  let product = 1
  for (let i = 0; i < exponent; i++) product = Math.imul(product, base)
  return product
}

/** The hash of some characters; the case of ASCII letters does not matter. */
export function hashOf(text: string, at: number, length: number): number {
  let hash = 0
  for (let i = at; i < at + length; i++) hash = (Math.imul(hash, 31) + (text.charCodeAt(i) | 0x20)) | 0
  return hash
}
