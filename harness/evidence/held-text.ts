/** Long texts, kept so that very many of them fill no memory: compressed, set aside, and read again by whoever wants them. */
import { promisify } from 'node:util'
import { deflateRaw, deflateRawSync, inflateRawSync } from 'node:zlib'
import { recentFew } from '../recent-few.ts'
import { setAside } from './set-aside.ts'

export interface HeldText {
  readonly text: string
}

/** What is shorter stays as it is. */
export const LONG_TEXT = 256 * 1024

export function heldText(text: string): HeldText {
  return isKeptAsItIs(text) ? { text } : new Compressed(text, deflateRawSync(text, FAST))
}

/** The same, compressed while others have their turn. */
export async function heldAside(text: string): Promise<HeldText> {
  return isKeptAsItIs(text) ? { text } : new Compressed(text, await compressed(text, FAST))
}

const FAST = { level: 1 }
const compressed = promisify(deflateRaw) as (text: string, options: typeof FAST) => Promise<Buffer>

/** Half of a surrogate pair has no bytes of its own. */
const isKeptAsItIs = (text: string): boolean => text.length < LONG_TEXT || /\p{Cs}/u.test(text)

/** A weak reference would not do: it keeps what it leads to until all of a step is over, and a step may read very many. */
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

/** The same text on its own: a piece of a longer one would keep all of that in memory. */
export const detached = (text: string): string => Buffer.from(text, 'utf16le').toString('utf16le')
