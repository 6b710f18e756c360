/**
 * Integers too large for a number: each gets a stand-in of its own, the same in every process, that is a safe integer
 * of the same sign. What leaves for the target has the integer again as it came.
 */
import { hash } from 'node:crypto'
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
  const number = numberFor(literal)
  if (literal.length <= LONGEST) literals.set(number, detached(literal))
  return number
}

function numberFor(literal: string): number {
  const size = 2 ** 52 + Number.parseInt(hash('sha256', literal).slice(0, 13), 16)
  return literal.startsWith('-') ? -size : size
}

const NUMBER = /-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g

/** As JSON.parse, with stand-ins. Of one text that is full of such integers only the first ones can be sent again. */
export function parseExactly(json: string): unknown {
  if (!/\d{16}/.test(json)) return JSON.parse(json)
  let room = MOST_OF_ONE
  const replaced = (token: string): string =>
    token.length < 16 || !isUnsafe(token) ? token : String(room-- > 0 ? standIn(token) : numberFor(token))
  const between = (part: string): string => part.replace(NUMBER, replaced)
  return JSON.parse(mapJson(json, { string: quoted => quoted, between }))
}

/** The number of an integer in a text, or its stand-in. */
export const integerIn = (text: string): number => (isUnsafe(text) ? standIn(text) : Number(text))

export const isUnsafe = (literal: string): boolean =>
  /^-?[1-9]\d{15,}$/.test(literal) && !Number.isSafeInteger(Number(literal))

/** The text with the integers in place of their stand-ins. */
export const restored = (text: string): string =>
  literals.isEmpty ? text : text.replace(/-?\d{16}/g, number => literals.get(Number(number)) ?? number)
