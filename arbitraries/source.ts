/** What all places of one request share, and what is known at each place. */
import type * as fc from 'fast-check'
import { mergeSchemas, type Resolve } from './flat-schema.ts'
import type { Json } from './json.ts'
import { matches } from './matches.ts'
import type { RequestOptions } from './options.ts'
import { type Place, type Reading, type Readings, readingAt } from './reading.ts'

/** The values of an enumerated parameter at all levels, and those that one level no longer accepts. */
export interface KnownValues {
  /** Accepted at any level. */
  readonly all: readonly unknown[]
  /** No longer accepted at this level. */
  readonly dropped: readonly unknown[]
}

export interface Source {
  readonly resolve: Resolve
  readonly readings: Readings
  readonly level: number
  readonly options: RequestOptions
  /** Parameters whose constraints are not broken: path parameters, because another text addresses another endpoint. */
  readonly unbroken: ReadonlySet<string>
  readonly values: Readonly<Record<string, KnownValues>>
  /** Arbitraries made so far, by schema and place. */
  readonly made: WeakMap<object, Map<string, fc.Arbitrary<unknown>>>
  /** Makes values of any schema; lists and objects use it for their elements and members. */
  readonly value: (source: Source, schema: unknown, spot: Spot) => fc.Arbitrary<unknown>
}

/** Which optional members an object has: none, one of them, any, or all. */
export type Presence = 'none' | 'one' | 'any' | 'all'

/** A place, the choices made there, and the recursive schemas around it. */
export interface Spot extends Place {
  readonly presence?: Presence
  readonly around?: Readonly<Record<string, fc.Arbitrary<unknown>>>
}

export const readingOf = (source: Source, place: Place): Reading => readingAt(source.readings, place, source.level)

export const keeps =
  (source: Source, schema: unknown) =>
  (candidate: unknown): boolean =>
    matches(schema, candidate, source.resolve)

/** The valid values of a flat schema at a place: the schema with its readings applied. */
export function narrowed(source: Source, schema: Json, place: Place): Json {
  const { within, also } = readingOf(source, place)
  const wider = also ? mergeSchemas(schema, { properties: also }) : schema
  return within ? mergeSchemas(wider, within) : wider
}
