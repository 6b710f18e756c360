/** Secrets of which some characters are encoded and others are not: a text is also searched as whoever decodes it reads it. */
import { type Match, type Room, secretRuns } from './encoded-runs.ts'

/** Characters by their codes in URLs, JSON, scripts and HTML; and what nobody sees. */
const CODED =
  /%u([\da-f]{4})|%([\da-f]{2})|\\u([\da-f]{4})|\\u\{0*([\da-f]{1,6})\}|\\x([\da-f]{2})|&#x0*([\da-f]{1,6});?|&#0*(\d{1,7});?|\\([0-3]?[0-7]{2})|&([a-z]{2,6});|\\([^\w\s])|[\0\u00ad\u200b-\u200f\u2060\ufeff\r\n]/gi
const HINT =
  /%[\da-f]|%u|\\[^\w\s]|\\[rn]|\\[ux][\da-f]{2}|\\u\{|\\[0-3]?[0-7]{2}|&#|&[a-z]{2,6};|[\0\u00ad\u200b-\u200f\u2060\ufeff\r\n]/i
/** Of the entities those that mean ASCII. */
const NAMED: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', equals: '=', plus: '+', colon: ':' },
  ...{ period: '.', comma: ',', semi: ';', commat: '@', lowbar: '_', hyphen: '-', dash: '-', num: '#', percnt: '%' },
  ...{ dollar: '$', excl: '!', quest: '?', ast: '*', lpar: '(', rpar: ')', lsqb: '[', rsqb: ']', lcub: '{', rcub: '}' },
  ...{ lbrack: '[', rbrack: ']', lbrace: '{', rbrace: '}', grave: '`', hat: '^', verbar: '|', vert: '|', nbsp: ' ' },
})
/** Encoded, and encoded again: by codes, and in base64 or hexadecimal. */
const MOST_LAYERS = 3
const MOST_RUN_LAYERS = 3
/** What is shorter may stand there by chance. */
const SHORTEST = 8

/** Whether codes stand in it. */
export const mayBeEncoded = (text: string): boolean => HINT.test(text)

export type Find = (decoded: string) => readonly Match[]

/** The text with what `find` finds in it once it is decoded replaced, code by code and run by run. */
export function replaceEncoded(text: string, room: Room, find: Find): string {
  const found = encodedIn(text, room, find, 1)
  return found.length === 0 ? text : replaced(text, found)
}

/** Whether a secret stands in any run of it. */
export const holdsSecretRun = (text: string, room: Room, find: Find): boolean => runsIn(text, room, find, 1).length > 0

function encodedIn(text: string, room: Room, find: Find, depth: number): Match[] {
  const found = runsIn(text, room, find, depth)
  if (!mayBeEncoded(text)) return found
  let layer: Layer | null = { text, startOf: at => at }
  for (let n = 0; n < MOST_LAYERS && layer; n++) {
    layer = decodedOnce(layer, room)
    if (!layer) break
    const { startOf } = layer
    for (const { from, to, stand } of [...long(find(layer.text)), ...runsIn(layer.text, room, find, depth)])
      found.push({ from: startOf(from), to: startOf(to), stand })
  }
  return found
}

const runsIn = (text: string, room: Room, find: Find, depth: number): Match[] =>
  depth > MOST_RUN_LAYERS
    ? []
    : secretRuns(text, room, decoded => {
        const [known] = long(find(decoded))
        return (known ?? encodedIn(decoded, room, find, depth + 1)[0])?.stand ?? null
      })

const long = (found: readonly Match[]): Match[] => found.filter(({ from, to }) => to - from >= SHORTEST)

interface Layer {
  readonly text: string
  /** Where each character, and the end, stands in the text as it came. */
  readonly startOf: (at: number) => number
}

function decodedOnce({ text, startOf }: Layer, room: Room): Layer | null {
  const pieces: string[] = []
  /** Of each code: where it stands, where the text after it does, and the same in the decoded text. */
  const codes: number[] = []
  let size = 0
  let done = 0
  const put = (piece: string): void => {
    if (piece === '') return
    pieces.push(piece)
    size += piece.length
  }
  for (const coded of text.matchAll(CODED)) {
    if (--room.codes < 0) break
    put(text.slice(done, coded.index))
    const from = size
    put(characterOf(coded))
    done = coded.index + coded[0].length
    codes.push(coded.index, done, from, size)
  }
  if (done === 0) return null
  put(text.slice(done))
  return { text: pieces.join(''), startOf: at => startOf(before(codes, at)) }
}

/** Where a place of the decoded text stands in the text before: a code's own place for each character that it makes. */
function before(codes: readonly number[], at: number): number {
  let low = 0
  let high = codes.length / 4
  while (low < high) {
    const middle = (low + high) >> 1
    if ((codes[middle * 4 + 3] ?? 0) <= at) low = middle + 1
    else high = middle
  }
  // The first code whose characters end after this place; the one before it ends at this place or earlier.
  const from = codes[low * 4 + 2]
  if (from !== undefined && from <= at) return codes[low * 4] ?? 0
  return low === 0 ? at : (codes[low * 4 - 3] ?? 0) + at - (codes[low * 4 - 1] ?? 0)
}

function characterOf(coded: RegExpExecArray): string {
  const { 7: decimal, 8: octal, 9: name, 10: plain } = coded
  const code = coded[2] ?? coded[1] ?? coded[3] ?? coded[4] ?? coded[5] ?? coded[6]
  if (code !== undefined) return byCode(Number.parseInt(code, 16))
  if (octal !== undefined) return byCode(Number.parseInt(octal, 8))
  if (decimal !== undefined) return byCode(Number(decimal))
  if (name !== undefined) return NAMED[name.toLowerCase()] ?? coded[0]
  return plain ?? ''
}

const byCode = (code: number): string => (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '')

function replaced(text: string, found: readonly Match[]): string {
  let output = ''
  let done = 0
  for (const { from, to, stand } of [...found].sort((one, other) => one.from - other.from)) {
    if (from >= done) output += text.slice(done, from) + stand
    done = Math.max(done, to)
  }
  return output + text.slice(done)
}
