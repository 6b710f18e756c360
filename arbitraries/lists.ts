/** Lists of a schema, and lists that contain a given element. */
import * as fc from 'fast-check'
import type { Json } from './json.ts'
import { oneOf } from './one-of.ts'
import { inside } from './reading.ts'
import { sieve } from './sieve.ts'
import { narrowed, readingOf, type Source, type Spot } from './source.ts'

export interface Bounds {
  readonly min: number
  readonly max: number
}

export function boundsOf(schema: Json): Bounds {
  const min = Number(schema['minItems'] ?? 0)
  return { min, max: Number(schema['maxItems'] ?? Math.max(min, 4)) }
}

/** A list of a schema. Its elements are distinct if they are ids or names, or if the schema says so. */
export function listOf(source: Source, schema: Json, spot: Spot, bounds = boundsOf(schema)): fc.Arbitrary<unknown[]> {
  if (bounds.max === 0) return fc.constant([])
  const place = inside(spot, '*')
  const item = source.value(source, schema['items'] ?? {}, { ...spot, ...place, presence: 'any' })
  const distinct = readingOf(source, place).names !== undefined || schema['uniqueItems'] === true
  // With a minimum length of one, fast-check never removes the last of several elements while it shrinks; with zero it
  // does. And there may be too few distinct elements for the minimum length.
  const fromZero = distinct || (bounds.min === 1 && bounds.max > 1)
  const how = {
    minLength: fromZero ? 0 : bounds.min,
    maxLength: bounds.max,
    size: 'small',
    depthIdentifier: 'assay',
  } as const
  const list = distinct ? fc.uniqueArray(item, { ...how, selector: one => JSON.stringify(one) }) : fc.array(item, how)
  const made = fromZero ? sieve(list, some => some.length >= bounds.min) : list
  return spot.around && bounds.min === 0 ? oneOf([fc.constant<unknown[]>([]), made]) : made
}

export function listAround(source: Source, schema: Json, spot: Spot, element: fc.Arbitrary<unknown>) {
  const own = narrowed(source, schema, spot)
  const others = Math.max(0, Math.min(Number(own['maxItems'] ?? 3), 3) - 1)
  return fc
    .tuple(listOf(source, own, spot, { min: 0, max: others }), element, fc.nat({ max: others }))
    .map(([list, one, at]) => list.toSpliced(Math.min(at, list.length), 0, one))
}
