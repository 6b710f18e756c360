/** Long texts, kept so that very many of them fill no memory: compressed, set aside, and read again by whoever wants them. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { recentFew } from '../recent-few.ts'
import { setAside } from './set-aside.ts'

export interface HeldText {
  readonly text: string
}

/** What is shorter stays as it is. */
export const LONG_TEXT = 256 * 1024

export function heldText(text: string): HeldText {
  // Half of a surrogate pair has no bytes of its own.
  return text.length < LONG_TEXT || /\p{Cs}/u.test(text) ? { text } : new Compressed(text)
}

/** A weak reference would not do: it keeps what it leads to until all of a step is over, and a step may read very many. */
const read = recentFew<HeldText, string>(2)

class Compressed implements HeldText {
  readonly #bytes: () => Buffer
  constructor(text: string) {
    this.#bytes = setAside(deflateRawSync(text, { level: 1 }))
    read.of(this, () => text)
  }
  get text(): string {
    return read.of(this, () => inflateRawSync(this.#bytes()).toString('utf8'))
  }
}

/** The same text on its own: a piece of a longer one would keep all of that in memory. */
export const detached = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
