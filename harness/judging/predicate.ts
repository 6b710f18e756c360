/** Predicates: named pure functions that decide whether exchanges satisfy a requirement. Anyone can apply them again. */
import type { Exchange } from '../evidence/exchange.ts'
import { restored } from '../exact-integers.ts'
import { jsonStart } from './json-start.ts'

export type Decided =
  | { readonly outcome: 'holds' }
  | { readonly outcome: 'broken'; readonly expected: string; readonly actual: string; readonly about?: About }

export type Judgement =
  | Decided
  /** The exchanges prove nothing about the requirement, as an empty list proves nothing about its elements. */
  | { readonly outcome: 'vacuous'; readonly why: string; readonly isUnclear?: true }

/** What a violation is about, for programs: failures with the same cause are found by it. */
export interface About {
  /** The place in the reply that is wrong. */
  readonly pointer?: string
  /** The code of a refusal that had to have another code. */
  readonly code?: string
  /** The element that the predicate looks for is not there. */
  readonly absent?: true
  /** The reply is not a document of the expected kind. */
  readonly document?: true
  /** A refusal was expected or would have been accepted. */
  readonly refusal?: true
}

export type PlainArgs = Readonly<Record<string, unknown>>

export interface Predicate<Args extends PlainArgs = PlainArgs> {
  readonly name: string
  readonly judge: (exchanges: readonly Exchange[], args: Args) => Judgement
}

const known = new Map<string, Predicate<never>>()

/** Names a predicate. The name can never change, because claims in old evidence refer to it. */
export function predicate<Args extends PlainArgs>(name: string, judge: Predicate<Args>['judge']): Predicate<Args> {
  if (known.has(name)) throw new Error(`two predicates are named ${name}`)
  const made = { name, judge }
  known.set(name, made as unknown as Predicate<never>)
  return made
}

export function predicateNamed(name: string): Predicate | undefined {
  return known.get(name) as Predicate | undefined
}

export const predicateNames = (): string[] => [...known.keys()]

export const holds: Judgement = { outcome: 'holds' }
export const broken = (expected: string, actual: unknown, about?: About): Judgement => ({
  outcome: 'broken',
  expected: cut(expected),
  actual: cut(typeof actual === 'string' ? actual : shown(actual)),
  ...(about && { about }),
})
/** The value at a pointer of the reply is wrong. */
export const brokenAt = (pointer: string, due: string, actual: unknown, about?: About): Judgement =>
  broken(`${pointer} ${due}`, actual, { pointer, ...about })
export const vacuous = (why: string): Judgement => ({ outcome: 'vacuous', why })

/** The exchanges can be read in two ways, or not at all: unlike a vacuous judgement, it leaves a planned requirement unjudged. */
export const unclear = (why: string): Judgement => ({ outcome: 'vacuous', why, isUnclear: true })

/** What a claim records of a violation. */
interface Violation {
  readonly expected: string | null
  readonly actual: string | null
  readonly about?: About
}

const NO_VIOLATION: Violation = { expected: null, actual: null }

export const violationIn = (judgement: Judgement): Violation =>
  judgement.outcome === 'broken' ? judgement : NO_VIOLATION

/** A name in a reply may be a megabyte long. */
const cut = (text: string): string => (text.length > 2000 ? `${text.slice(0, 2000)}…` : text)

/** A value as a person reads it in one line; if a text is shortened, its length is added. */
export function shown(value: unknown, limit = 300): string {
  const text = value === undefined ? 'nothing' : restored(jsonStart(value, limit))
  if (text.length <= limit) return text
  return `${text.slice(0, limit)}…${typeof value === 'string' ? `" (${value.length} characters)` : ''}`
}

/** The reply's body as a person reads it in one line. */
export function bodyOf(exchange: Exchange | undefined, limit = 300): string {
  const body = exchange?.response?.body
  if (body === undefined) return 'no reply'
  const flat = body.replaceAll(/\s+/g, ' ').trim()
  if (flat === '') return `an empty body with status ${exchange?.response?.status}`
  return flat.length > limit ? `${flat.slice(0, limit)}…` : flat
}
