/** Long texts, kept so that very many of them fill no memory: compressed, and read again by whoever wants them. */
import { deflateRawSync, inflateRawSync } from 'node:zlib'

export interface HeldText {
  readonly text: string
}

/** What is shorter stays as it is. */
export const LONG_TEXT = 256 * 1024

export function heldText(text: string): HeldText {
  // Half of a surrogate pair has no bytes of its own.
  return text.length < LONG_TEXT || /\p{Cs}/u.test(text) ? { text } : new Compressed(text)
}

class Compressed implements HeldText {
  readonly #bytes: Buffer
  #read: WeakRef<HeldText>
  constructor(text: string) {
    this.#bytes = deflateRawSync(text, { level: 1 })
    this.#read = new WeakRef({ text })
  }
  get text(): string {
    const known = this.#read.deref()
    if (known) return known.text
    const text = inflateRawSync(this.#bytes).toString('utf8')
    this.#read = new WeakRef({ text })
    return text
  }
}

/** The same text on its own: a piece of a longer one would keep all of that in memory. */
export const detached = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
