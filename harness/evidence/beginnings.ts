/**
 * A quick filter before several matchers: one pass over an input finds out whether any of their texts may begin in it. In
 * most inputs none does, and the matchers need not search them.
 */
import { type Effort, hashOf, LONG, SHORTEST, spent } from './matcher.ts'

export interface Beginnings {
  add(text: string): void
  /** Whether the input may contain one of the texts; if false, it contains none. */
  mayStandIn(input: string): boolean
}

/**
 * An input is read in words of four characters. Wherever the first eight characters of a text are in it, one whole word is
 * among them, and it starts at one of the first four.
 */
const WORD = 4
/**
 * How many characters of an input are copied at once. Each becomes one byte; what does not fit into it is cut off, in texts
 * as well as in inputs.
 */
const WINDOW = 64 * 1024
/** `bytes` and `words` are the same memory: characters are copied to bytes and read as words. */
const bytes = Buffer.allocUnsafeSlow(WINDOW)
const words = new Uint32Array(bytes.buffer)
/** Setting these bits makes the letters of a word lower case. A closer look tells apart other characters that become equal. */
const SMALL = 0x20202020

export function beginnings(effort: Effort, known: Iterable<string> = []): Beginnings {
  const knownBeginnings = new Set<string>()
  const hashes = new Set<number>()
  const wordsOfTexts = wordSet()
  let short = false
  const add = (text: string): void => {
    if (text.length < LONG) {
      short ||= text.length >= SHORTEST
      return
    }
    const beginning = text.slice(0, LONG)
    const hash = hashOf(beginning, 0, LONG)
    if (hashes.has(hash) && knownBeginnings.has(beginning.toLowerCase())) return
    knownBeginnings.add(beginning.toLowerCase())
    hashes.add(hash)
    for (let at = 0; at < WORD; at++) {
      bytes.write(beginning.slice(at, at + WORD), 'latin1')
      wordsOfTexts.add(((words[0] ?? 0) | SMALL) >>> 0)
    }
  }
  const beginsAt = (input: string, at: number): boolean =>
    at >= 0 && at + LONG <= input.length && hashes.has(hashOf(input, at, LONG)) && isBeginning(input, at)
  const isBeginning = (input: string, at: number): boolean => {
    spent(effort)
    return knownBeginnings.has(input.slice(at, at + LONG).toLowerCase())
  }
  const beginsAround = (input: string, at: number): boolean => {
    for (let from = at - WORD + 1; from <= at; from++) if (beginsAt(input, from)) return true
    return false
  }
  const mayStandIn = (input: string): boolean => {
    if (short) return true
    if (knownBeginnings.size === 0) return false
    for (let from = 0; from < input.length; from += WINDOW) {
      const copied = bytes.write(from === 0 ? input : input.slice(from, from + WINDOW), 'latin1')
      for (let word = 0; word < copied >> 2; word++)
        if (wordsOfTexts.has(((words[word] ?? 0) | SMALL) >>> 0) && beginsAround(input, from + word * WORD)) return true
    }
    return false
  }
  for (const text of known) add(text)
  return { add, mayStandIn }
}

/**
 * A set of words. Zero marks a free slot, and no word is zero. A word goes into the slot that its hash names, or into the
 * next free one; at most half of the slots are used.
 */
function wordSet(): { add(word: number): void; has(word: number): boolean } {
  let slots = new Uint32Array(1 << 12)
  /** By how many bits a hash is shifted to get the number of a slot. */
  let shift = 20
  let size = 0
  const slotOf = (word: number): number => {
    let slot = Math.imul(word, 0x9e3779b1) >>> shift
    while (slots[slot] !== 0 && slots[slot] !== word) slot = (slot + 1) & (slots.length - 1)
    return slot
  }
  const grow = (): void => {
    const before = slots
    slots = new Uint32Array(before.length * 4)
    shift -= 2
    for (const word of before) if (word !== 0) slots[slotOf(word)] = word
  }
  return {
    add(word) {
      const slot = slotOf(word)
      if (slots[slot] === word) return
      slots[slot] = word
      if (++size * 2 > slots.length) grow()
    },
    has: word => slots[slotOf(word)] === word,
  }
}
