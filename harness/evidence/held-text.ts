/** Long texts, kept with little memory: compressed, written to a file, and read again when they are needed. */
import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { recentFew } from '../memory/recent-few.ts'
import { setAside } from './set-aside.ts'

export interface HeldText {
  readonly text: string
}

/** Shorter texts are kept as they are. */
export const LONG_TEXT = 256 * 1024

export function heldText(text: string): HeldText {
  return isKeptAsItIs(text) ? { text } : new Compressed(text, deflateRawSync(text, FAST))
}

/** The same, compressed without blocking others. */
export async function heldAside(text: string): Promise<HeldText> {
  return isKeptAsItIs(text) ? { text } : new Compressed(text, await compressed(text, FAST))
}

const FAST = { level: 1 }
const compressed = promisify(deflateRaw) as (text: string, options: typeof FAST) => Promise<Buffer>

/** Half of a surrogate pair cannot be encoded as bytes. */
const isKeptAsItIs = (text: string): boolean => text.length < LONG_TEXT || /\p{Cs}/u.test(text)

/** Weak references would not do: they keep their texts until the current step ends, and one step may read very many. */
const read = recentFew<HeldText, string>(2)

class Compressed implements HeldText {
  readonly #bytes: () => Buffer
  constructor(text: string, bytes: Buffer) {
    this.#bytes = setAside(bytes)
    read.of(this, () => text)
  }
  get text(): string {
    return read.of(this, () => inflateRawSync(this.#bytes()).toString('utf8'))
  }
}

/**
 * A copy of the text: a piece of a longer one would keep all of that in memory. V8 takes the piece from a new text, which is
 * that copy; by way of a buffer it would take several times as long.
 */
export const detached = (text: string): string => ` ${text}`.slice(1)
