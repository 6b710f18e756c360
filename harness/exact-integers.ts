/**
 * Integers too large for a number: each gets a stand-in of its own, the same in every process, that is a safe integer
 * of the same sign. What leaves for the target has the integer again as it came.
 */
import { detached } from './evidence/held-text.ts'
import { mapJson } from './evidence/json-strings.ts'
import { recentMap } from './recent-map.ts'

/** Far more ids than a run uses; a target that sends nothing but such integers fills no memory. */
const MOST_KNOWN = 100_000
const MOST_OF_ONE = 20_000
/** Nobody has an id of more digits. */
const LONGEST = 400
const literals = recentMap<number, string>(MOST_KNOWN)

export function standIn(literal: string): number {
  const isNegative = literal.startsWith('-')
  return kept(numberFor(literal, isNegative ? 1 : 0, literal.length, isNegative), literal)
}

function kept(number: number, literal: string): number {
  if (literal.length <= LONGEST) literals.set(number, detached(literal))
  return number
}

/** Two hashes of the digits, of which 52 bits are taken: replies may hold very many of them. */
function numberFor(text: string, from: number, to: number, isNegative: boolean): number {
  let [high, low] = [0x9e3779b1, 0x85ebca6b]
  for (let at = from; at < to; at++) {
    const code = text.charCodeAt(at)
    high = Math.imul(high ^ code, 2654435761)
    low = Math.imul(low ^ code, 1597334677)
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909)
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909)
  const size = 2 ** 52 + (high >>> 12) * 2 ** 32 + (low >>> 0)
  return isNegative ? -size : size
}

/** As JSON.parse, with stand-ins. Of one text that is full of such integers only the first ones can be sent again. */
export function parseExactly(json: string): unknown {
  if (!/\d{16}/.test(json)) return JSON.parse(json)
  const room = { left: MOST_OF_ONE }
  return JSON.parse(mapJson(json, { string: quoted => quoted, between: part => withStandIns(part, room) }))
}

/** Looks at the characters themselves: tokens made one by one take many times as long. */
function withStandIns(part: string, room: { left: number }): string {
  if (part.length < FEWEST_DIGITS) return part
  const pieces: string[] = []
  let done = 0
  for (let at = 0; at < part.length; at++) {
    if (!isDigit(part.charCodeAt(at))) continue
    const from = at
    while (isDigit(part.charCodeAt(at))) at++
    if (at - from < FEWEST_DIGITS || !isWholeInteger(part, from, at)) continue
    const isNegative = part[from - 1] === '-'
    const start = isNegative ? from - 1 : from
    const number = numberFor(part, from, at, isNegative)
    if (room.left-- > 0) kept(number, part.slice(start, at))
    pieces.push(part.slice(done, start), String(number))
    done = at
  }
  return done === 0 ? part : pieces.join('') + part.slice(done)
}

const FEWEST_DIGITS = 16
const isDigit = (code: number): boolean => code >= 48 && code <= 57

/** Digits that are all of a number, sign aside, and too many. */
function isWholeInteger(text: string, from: number, to: number): boolean {
  if (text[from] === '0' || FRACTION.includes(text[to] ?? ' ') || FRACTION.includes(text[from - 1] ?? ' ')) return false
  if (text[from - 1] === '+' || (text[from - 1] === '-' && FRACTION.includes(text[from - 2] ?? ' '))) return false
  return to - from > FEWEST_DIGITS || !Number.isSafeInteger(Number(text.slice(from, to)))
}

const FRACTION = '.eE'

/** The number of an integer in a text, or its stand-in. */
export const integerIn = (text: string): number => (isUnsafe(text) ? standIn(text) : Number(text))

export const isUnsafe = (literal: string): boolean =>
  /^-?[1-9]\d{15,}$/.test(literal) && !Number.isSafeInteger(Number(literal))

/** The text with the integers in place of their stand-ins. */
export const restored = (text: string): string =>
  literals.isEmpty ? text : text.replace(/-?\d{16}/g, number => literals.get(Number(number)) ?? number)
