/**
 * Text of two kinds: plain (letters, digits, spaces and common punctuation of any script), which a deployment must
 * accept, and hostile, which it may accept or refuse. Both shrink towards `a`.
 */
import * as fc from 'fast-check'
import { among, favouring, longFirst } from './favouring.ts'
import { sieve } from './sieve.ts'

export type TextKind = 'plain' | 'hostile'

export interface TextOptions {
  readonly kind: TextKind
  readonly min?: number
  /** The longest text that must be accepted. */
  readonly limit?: number
  /** Whether the limit counts characters of any script. If not, its unit is open, and the limit is kept in bytes. */
  readonly limitInCharacters?: boolean
  /** A line contains a letter or digit, and has no space at either end. */
  readonly line?: boolean
}

const between = (first: number, last: number): string[] =>
  Array.from({ length: last - first + 1 }, (_, index) => String.fromCodePoint(first + index))

const latin = [...between(0x61, 0x7a), ...between(0x41, 0x5a), ...between(0x30, 0x39)]
const punctuation = [...' .,;:!?-()']
const scripts = [
  ...'àéïõüßøłğşđñçœ',
  ...between(0x3b1, 0x3c9),
  ...between(0x430, 0x44f),
  ...between(0x561, 0x586),
  ...between(0x5d0, 0x5ea),
  ...'ابپتثجچحخدذرزژسشصضطظعغفقکگلمنوهی۰۱۲۳،؟',
  ...between(0x905, 0x914),
  ...between(0x985, 0x98c),
  ...between(0xe01, 0xe2e),
  ...between(0x10d0, 0x10f0),
  ...between(0x1200, 0x1206),
  ...'あいうえおかきくけこアイウエオカキクケコ',
  ...'的一是不了人我在有他这中大来上国个到说们、。',
  ...'가나다라마바사아자차카타파하',
]
const beyondBasicPlane = [...'𠀀𠀁𠮷𩸽𐌰𐌱𐐨𐐩']

const plainUnit = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: among(latin), weight: 6 },
  { arbitrary: among(punctuation), weight: 2 },
  { arbitrary: among(scripts), weight: 8 },
  { arbitrary: among(beyondBasicPlane), weight: 1 },
)

/** Pieces of text that often break servers. Each piece is one unit of hostile text. */
export const hostilePieces: Readonly<Record<string, readonly string[]>> = {
  control: ['\u0000', '\u0001', '\u0007', '\b', '\t', '\n', '\r\n', '\u001b[31m', '\u007f', '\u0085', '\u2028'],
  direction: ['\u200e', '\u200f', '\u202a', '\u202e', '\u2066', '\u2069', '\u061c'],
  invisible: ['\u200b', '\u200c', '\u200d', '\u2060', '\ufeff', '\u00ad', '\u3164'],
  combining: ['e\u0301', '\u0301', 'a\u0300\u0316\u0489', '\u20dd', 'ก\u0e33\u0e49', '\u0651\u064e', '\u{e0101}'],
  emoji: ['👩‍👩‍👧‍👦', '🏳️‍🌈', '🇮🇷', '👍🏽', '1️⃣', '❤️‍🔥', '🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  quotes: ['"', "'", '`', '«', '„', '\\', "''", '\\"', '%', ';--'],
  markup: ['<script>', '</p>', '<!--', '&amp;', '&#0;', '**', '[a](b)', '```', '{{a}}', '$' + '{a}', '%00', '\\u0000'],
  surrogates: ['\ud800', '\udbff', '\udc00', '\udfff', '\udc00\ud800', '\ufffe', '\uffff', '\ufffd'],
}

const hostileUnit = fc.oneof(
  { withCrossShrink: true },
  { arbitrary: among([...latin, ' ']), weight: 4 },
  ...Object.values(hostilePieces).map(pieces => ({ arbitrary: among(pieces), weight: 1 })),
)

const isLine = (text: string): boolean => text.trim() === text && /[\p{L}\p{N}]/u.test(text)

/** A text of this many characters mixes several scripts. */
const MIXED_LENGTH = 8

const lengthOf = (text: string): number => [...text].length

export function text({ kind, min = 0, limit = Infinity, limitInCharacters = false, line = false }: TextOptions) {
  const unit = kind === 'plain' ? plainUnit : hostileUnit
  const least = line ? Math.max(min, 1) : min
  const most = Math.max(least, Math.min(limit, 24))
  const sizeOf = limitInCharacters ? (value: string): number => value.length : Buffer.byteLength
  const fits = (value: string): boolean =>
    lengthOf(value) >= least &&
    sizeOf(value) <= Math.max(limit, least) &&
    (!line || kind === 'hostile' || isLine(value))
  const sized = (minLength: number): fc.Arbitrary<string> =>
    sieve(fc.noBias(fc.string({ unit, minLength, maxLength: most, size: 'max' })), fits)
  const short = sized(least)
  // Longer texts contain letters of many scripts; they shrink to short ones.
  const longer = longFirst(sized(Math.max(least, Math.min(MIXED_LENGTH, Math.floor(most / 4)))), short)
  const favourites = least === 0 ? ['', 'a'] : ['a'.repeat(least)]
  const ordinary = kind === 'plain' ? favouring(longer, favourites, 12) : short
  if (kind === 'hostile' || limit === Infinity || limit <= least) return ordinary
  return fc.oneof(
    { withCrossShrink: true },
    { arbitrary: ordinary, weight: 7 },
    { arbitrary: textAtLimit(least, limit, limitInCharacters), weight: 1 },
  )
}

/** One character repeated as often as allowed; shrinks to the shortest run of `a` that still fails. */
export function textAtLimit(min: number, limit: number, anyScript: boolean): fc.Arbitrary<string> {
  const length = new AtTheEnd(Math.max(min, 1), limit)
  const character = among(anyScript ? ['a', 'س', 'д', '字', 'é', '가'] : ['a', 'b', 'Z', '7'])
  return fc.tuple(length, character).map(([times, unit]) => unit.repeat(times))
}

/** The maximum of a range; shrinks towards the minimum. */
class AtTheEnd extends fc.Arbitrary<number> {
  readonly #range: fc.Arbitrary<number>
  readonly #max: number

  constructor(min: number, max: number) {
    super()
    this.#range = fc.integer({ min, max })
    this.#max = max
  }

  override generate(): fc.Value<number> {
    return new fc.Value(this.#max, undefined)
  }

  override canShrinkWithoutContext(value: unknown): value is number {
    return this.#range.canShrinkWithoutContext(value)
  }

  override shrink(value: number, context: unknown): fc.Stream<fc.Value<number>> {
    return this.#range.shrink(value, context)
  }
}

/** Email addresses that nobody has, separated as the contract says. */
export function emailList(domain: string): fc.Arbitrary<string> {
  const letter = among([...between(0x61, 0x7a), ...between(0x30, 0x39)])
  const local = fc.string({ unit: letter, minLength: 6, maxLength: 12 })
  return fc
    .tuple(fc.uniqueArray(local, { minLength: 1, maxLength: 3 }), fc.constantFrom(',', '\n'))
    .map(([locals, separator]) => locals.map(name => `${name}@${domain}`).join(separator))
}

const readAsSomethingElse = new Set(
  'true false null none nil nan inf infinity undefined yes yep yeah off inherit default now never empty'.split(' '),
)

/** A word that no deployment reads as a number, a boolean, null or a list. */
export const word: fc.Arbitrary<string> = fc
  .string({ unit: among([...'aeioubcdfghklmnprstvwz']), minLength: 3, maxLength: 10 })
  .filter(value => !readAsSomethingElse.has(value))
