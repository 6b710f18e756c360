/** Secrets of which some characters are encoded and others are not: a text is also searched as whoever decodes it reads it. */

export interface Match {
  readonly from: number
  readonly to: number
  readonly stand: string
}

/** Characters by their codes in URLs, JSON, scripts and HTML; and what nobody sees. */
const CODED =
  /%u([\da-f]{4})|%([\da-f]{2})|\\u([\da-f]{4})|\\x([\da-f]{2})|&#x0*([\da-f]{1,6});?|&#0*(\d{1,7});?|&(amp|lt|gt|quot|apos);|\\([^\w\s])|[\0\u00ad\u200b-\u200f\u2060\ufeff\r\n]/gi
const HINT = /%[\da-f]|%u|\\[^\w\s]|\\[rn]|\\[ux][\da-f]{2}|&[#aglq]|[\0\u00ad\u200b-\u200f\u2060\ufeff\r\n]/i
const NAMED: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" }
/** Encoded, and encoded again. */
const MOST_LAYERS = 3
/** What is shorter may stand there by chance. */
const SHORTEST = 8

export const mayBeEncoded = (text: string): boolean => HINT.test(text)

/** The text with what `find` finds in it once it is decoded replaced, code by code. */
export function replaceEncoded(text: string, find: (decoded: string) => readonly Match[]): string {
  if (!mayBeEncoded(text)) return text
  const found: Match[] = []
  let layer: Layer | null = { text, starts: null }
  for (let n = 0; n < MOST_LAYERS && layer; n++) {
    layer = decodedOnce(layer)
    if (!layer) break
    const { starts } = layer
    for (const { from, to, stand } of find(layer.text))
      if (to - from >= SHORTEST && starts) found.push({ from: starts[from] ?? 0, to: starts[to] ?? text.length, stand })
  }
  return found.length === 0 ? text : replaced(text, found)
}

interface Layer {
  readonly text: string
  /** Where each character, and the end, stands in the text as it came; null where it is that text. */
  readonly starts: Uint32Array | null
}

function decodedOnce({ text, starts }: Layer): Layer | null {
  const pieces: string[] = []
  const next = new Uint32Array(text.length + 1)
  const startOf = (at: number): number => starts?.[at] ?? at
  let size = 0
  let done = 0
  const keep = (to: number): void => {
    for (let at = done; at < to; at++) next[size++] = startOf(at)
    if (to > done) pieces.push(text.slice(done, to))
  }
  for (const coded of text.matchAll(CODED)) {
    keep(coded.index)
    const character = characterOf(coded)
    if (character !== '') {
      for (let unit = 0; unit < character.length; unit++) next[size++] = startOf(coded.index)
      pieces.push(character)
    }
    done = coded.index + coded[0].length
  }
  if (done === 0) return null
  keep(text.length)
  next[size] = startOf(text.length)
  return { text: pieces.join(''), starts: next.subarray(0, size + 1) }
}

function characterOf([, u, percent, escape16, escape8, hex, decimal, name, plain]: readonly (
  | string
  | undefined
)[]): string {
  const code = u ?? percent ?? escape16 ?? escape8 ?? hex
  if (code !== undefined) return byCode(Number.parseInt(code, 16))
  if (decimal !== undefined) return byCode(Number(decimal))
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? ''
  return plain ?? ''
}

const byCode = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

function replaced(text: string, found: readonly Match[]): string {
  let output = ''
  let done = 0
  for (const { from, to, stand } of [...found].sort((one, other) => one.from - other.from)) {
    if (from < done) continue
    output += text.slice(done, from) + stand
    done = to
  }
  return output + text.slice(done)
}
