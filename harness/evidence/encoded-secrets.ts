/** Finds secrets of which only some characters are encoded: a text is also searched in its decoded form. */
import { type Match, type Room, secretRuns } from './encoded-runs.ts'

/** Characters that are not seen: controls, what colours a terminal, line breaks, marks without width, tags. */
const UNSEEN = String.raw`\u001b\[[\d;]*[a-z]|[\0-\u001f\u007f-\u009f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\uffff]|\udb40[\udc00-\udfff]`
/** Characters as codes of URLs, JSON, scripts and HTML. */
const CODE = String.raw`%u([\da-f]{4})|%([\da-f]{2})|\\u([\da-f]{4})|\\u\{0*([\da-f]{1,6})\}|\\x([\da-f]{2})|&#x0*([\da-f]{1,6});?|&#0*(\d{1,7});?|\\([0-3]?[0-7]{2})|&([a-z]{2,6});|\\([^\w\s])`
const CODED = new RegExp(`${CODE}|${UNSEEN}`, 'gi')
const HINT = new RegExp(
  String.raw`%[\da-f]|%u|\\[^\w\s]|\\[rn]|\\[ux][\da-f]{2}|\\u\{|\\[0-3]?[0-7]{2}|&#|&[a-z]{2,6};|${UNSEEN}`,
  'i',
)
/** The HTML entities of ASCII characters. */
const NAMED: Readonly<Record<string, string>> = Object.assign(Object.create(null), {
  ...{ amp: '&', lt: '<', gt: '>', quot: '"', apos: "'", sol: '/', bsol: '\\', equals: '=', plus: '+', colon: ':' },
  ...{ period: '.', comma: ',', semi: ';', commat: '@', lowbar: '_', hyphen: '-', dash: '-', num: '#', percnt: '%' },
  ...{ dollar: '$', excl: '!', quest: '?', ast: '*', lpar: '(', rpar: ')', lsqb: '[', rsqb: ']', lcub: '{', rcub: '}' },
  ...{ lbrack: '[', rbrack: ']', lbrace: '{', rbrace: '}', grave: '`', hat: '^', verbar: '|', vert: '|', nbsp: ' ' },
})
/** How many layers of encoding are undone: of codes, and of base64 or hexadecimal. */
const MOST_LAYERS = 3
const MOST_RUN_LAYERS = 3
/** Shorter matches may be coincidence. */
const SHORTEST = 8

/** Whether the text contains codes. */
export const mayBeEncoded = (text: string): boolean => HINT.test(text)

export type Find = (decoded: string) => readonly Match[]

/** Replaces what `find` finds in the decoded text, and in its decoded runs. */
export function replaceEncoded(text: string, room: Room, find: Find): string {
  const found = encodedIn(text, room, find, 1)
  return found.length === 0 ? text : replaced(text, found)
}

/** Whether any run of the text contains a secret. */
export const holdsSecretRun = (text: string, room: Room, find: Find): boolean => runsIn(text, room, find, 1).length > 0

function encodedIn(text: string, room: Room, find: Find, depth: number): Match[] {
  const found = runsIn(text, room, find, depth)
  if (!mayBeEncoded(text)) return found
  let layer: Layer | null = { text, startOf: at => at }
  for (let n = 0; n < MOST_LAYERS && layer; n++) {
    layer = decodedOnce(layer, room)
    if (!layer) break
    const { startOf } = layer
    for (const { from, to, stand } of [...longEnough(find(layer.text)), ...runsIn(layer.text, room, find, depth)])
      found.push({ from: startOf(from), to: startOf(to), stand })
  }
  return found
}

const runsIn = (text: string, room: Room, find: Find, depth: number): Match[] =>
  depth > MOST_RUN_LAYERS
    ? []
    : secretRuns(text, room, decoded => {
        const [known] = longEnough(find(decoded))
        return (known ?? encodedIn(decoded, room, find, depth + 1)[0])?.stand ?? null
      })

const longEnough = (found: readonly Match[]): Match[] => found.filter(({ from, to }) => to - from >= SHORTEST)

interface Layer {
  readonly text: string
  /** The position of each character, and of the end, in the original text. */
  readonly startOf: (at: number) => number
}

function decodedOnce({ text, startOf }: Layer, room: Room): Layer | null {
  const pieces: string[] = []
  /** Four numbers for each code: its beginning and its end in the text, and both in the decoded text. */
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
  return { text: pieces.join(''), startOf: at => startOf(positionBefore(codes, at)) }
}

/** The position before decoding of a position in the decoded text: each character of a code has the code's position. */
function positionBefore(codes: readonly number[], at: number): number {
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
