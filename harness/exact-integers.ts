/**
 * Stand-ins for integers that are too large for a JavaScript number: safe integers of the same sign, the same in every
 * process. A request to the target contains the original integer again.
 */
import { detached } from './evidence/held-text.ts'
import { mapJson } from './evidence/json-strings.ts'
import { recentMap } from './memory/recent-map.ts'

/** Far more ids than a run uses; protects the memory from a target that sends nothing but such integers. */
const MOST_KNOWN = 100_000
const MOST_OF_ONE = 20_000
/** No id has more digits; longer integers are not restored. */
const LONGEST = 400
const literals = recentMap<number, string>(MOST_KNOWN)

export function standIn(literal: string): number {
  const isNegative = literal.startsWith('-')
  return kept(numberFor(literal, isNegative ? 1 : 0, literal.length, isNegative), literal)
}

function kept(number: number, literal: string): number {
  if (literal.length <= LONGEST && literals.get(number) === undefined) literals.set(number, detached(literal))
  return number
}

/** Takes 52 bits of two hashes of the digits; fast, because replies may contain very many such integers. */
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

/** JSON.parse with stand-ins. If a text is full of such integers, only the first ones can be restored. */
export function parseExactly(json: string): unknown {
  if (!/\d{16}/.test(json)) return JSON.parse(json)
  const room = { left: MOST_OF_ONE }
  return JSON.parse(mapJson(json, { string: quoted => quoted, between: part => withStandIns(part, room) }))
}

/**
 * Works on single characters and writes bytes: making tokens and substrings would take many times as long. A stand-in has
 * as many digits as the shortest such integer, so the output is never longer than the input.
 */
function withStandIns(part: string, room: { left: number }): string {
  if (part.length < FEWEST_DIGITS) return part
  let output: Buffer | null = null
  let size = 0
  let done = 0
  for (let at = 0; at < part.length; at++) {
    if (!isDigit(part.charCodeAt(at))) continue
    const from = at
    while (isDigit(part.charCodeAt(at))) at++
    if (at - from < FEWEST_DIGITS || !isWholeInteger(part, from, at)) continue
    if (output === null && BEYOND_BYTES.test(part)) return part
    output ??= Buffer.allocUnsafe(part.length)
    const isNegative = part.charCodeAt(from - 1) === MINUS
    const number = numberFor(part, from, at, isNegative)
    if (room.left-- > 0) kept(number, part.slice(isNegative ? from - 1 : from, at))
    size += output.write(part.slice(done, from), size, 'latin1')
    writeDigits(output, size, Math.abs(number))
    size += FEWEST_DIGITS
    done = at
  }
  return output === null ? part : output.toString('latin1', 0, size) + part.slice(done)
}

const FEWEST_DIGITS = 16
const MINUS = 45
const PLUS = 43
/** Valid JSON has no such character outside its strings. */
const BEYOND_BYTES = /[^\0-\xff]/
const isDigit = (code: number): boolean => code >= 48 && code <= 57

function writeDigits(output: Buffer, at: number, number: number): void {
  const high = Math.floor(number / 1e8)
  for (let half = 0; half < 2; half++) {
    let rest = half === 0 ? number - high * 1e8 : high
    const first = half === 0 ? at + 8 : at
    for (let place = first + 7; place >= first; place--) {
      const tenth = Math.trunc(rest / 10)
      output[place] = 48 + rest - tenth * 10
      rest = tenth
    }
  }
}

/** Whether the digits are a whole integer, sign aside, that is too large. */
function isWholeInteger(text: string, from: number, to: number): boolean {
  const before = text.charCodeAt(from - 1)
  if (text.charCodeAt(from) === 48 || isOfFraction(text.charCodeAt(to)) || isOfFraction(before)) return false
  if (before === PLUS || (before === MINUS && isOfFraction(text.charCodeAt(from - 2)))) return false
  return to - from > FEWEST_DIGITS || !Number.isSafeInteger(Number(text.slice(from, to)))
}

/** A decimal point or an e. */
const isOfFraction = (code: number): boolean => code === 46 || code === 69 || code === 101

/** The number that a text contains, or its stand-in. */
export const integerIn = (text: string): number => (isUnsafe(text) ? standIn(text) : Number(text))

export const isUnsafe = (literal: string): boolean =>
  /^-?[1-9]\d{15,}$/.test(literal) && !Number.isSafeInteger(Number(literal))

/** The text with the integers in place of their stand-ins. */
export const restored = (text: string): string =>
  literals.isEmpty ? text : text.replace(/-?\d{16}/g, number => literals.get(Number(number)) ?? number)
