/**
 * Values that break one keyword of a flat schema and cannot be read as a legal value. Values that the contract leaves
 * open are not here: digits as text for an integer, null, over-long text, another case of a listed word, a number in
 * place of text.
 */
import * as fc from 'fast-check'
import { typesOf } from './flat-schema.ts'
import { asList, type Json } from './json.ts'
import { boundsOf, listOf } from './lists.ts'
import { inside, type Reading } from './reading.ts'
import { sieve } from './sieve.ts'
import { readingOf, type Source, type Spot } from './source.ts'
import { word } from './text.ts'
import { value } from './values.ts'

export type Broken = readonly [keyword: string, make: () => fc.Arbitrary<unknown>]

export function brokenValues(source: Source, schema: Json, spot: Spot): Broken[] {
  const reading = readingOf(source, spot)
  const all = [
    ...wrongKinds(source, schema, spot),
    ...outside(source, schema, spot, reading),
    ...wrongText(schema, reading),
    ...wrongNumbers(schema),
    ...wrongLengths(source, schema, spot),
  ]
  return all.filter(([keyword]) => !reading.open?.includes(keyword))
}

/** Text in place of a number, boolean, list or object; a single value in place of a list. */
function wrongKinds(source: Source, schema: Json, spot: Spot): Broken[] {
  const types = typesOf(schema)
  if (types.length === 0 || types.includes('string') || spot.path.length === 0) return []
  const items = types.includes('array') ? schema['items'] : undefined
  if (items === undefined || !typesOf(items as Json).includes('integer')) return [['type', () => word]]
  const bare = (): fc.Arbitrary<unknown> => value(source, items, { ...spot, ...inside(spot, '*') })
  return [['type', () => fc.oneof({ withCrossShrink: true }, word, bare())]]
}

/** A value outside an enumeration: one that this level no longer accepts, or one that no level knows. */
function outside(source: Source, schema: Json, spot: Spot, { openValues = [] }: Reading): Broken[] {
  const keyword = 'const' in schema ? 'const' : 'enum'
  const listed = keyword === 'const' ? [schema['const']] : asList(schema['enum'])
  if (listed.length === 0) return []
  const { all = [], dropped = [] } = spot.path.length === 1 ? (source.values[String(spot.path[0])] ?? {}) : {}
  const known = new Set([...listed, ...openValues, ...all].map(item => String(item).toLowerCase()))
  const unknown = listed.every(item => typeof item === 'number')
    ? sieve(numbersAround(listed.map(Number)), item => !known.has(String(item)))
    : sieve<unknown>(word, item => !known.has(String(item)))
  return [[keyword, () => (dropped.length > 0 ? fc.oneof(fc.constantFrom(...dropped), unknown) : unknown)]]
}

const numbersAround = (listed: readonly number[]): fc.Arbitrary<unknown> =>
  fc.oneof(fc.constantFrom(...listed.flatMap(item => [item - 1, item + 1])), fc.integer({ min: -1000, max: 1000 }))

function wrongText(schema: Json, reading: Reading): Broken[] {
  const { minLength, pattern } = schema
  const broken: Broken[] = []
  if (typeof minLength === 'number' && minLength > 0) {
    broken.push(['minLength', () => fc.string({ unit: fc.constant('a'), maxLength: minLength - 1 })])
  }
  if (typeof pattern === 'string') {
    const stated = reading.broken?.['pattern']
    const shape = new RegExp(pattern, 'u')
    const misses = (text: string): boolean =>
      ![text, text.toLowerCase(), text.toUpperCase()].some(form => shape.test(form))
    broken.push(['pattern', () => (stated ? fc.constantFrom(...stated) : sieve(fc.oneof(word, fc.string()), misses))])
  }
  return broken
}

function wrongNumbers(schema: Json): Broken[] {
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum, multipleOf } = schema
  const below = (max: number) => () => fc.nat({ max: 1000 }).map(less => max - less)
  const above = (min: number) => () => fc.nat({ max: 1000 }).map(more => min + more)
  const broken: Broken[] = []
  if (typeof minimum === 'number') broken.push(['minimum', below(minimum - 1)])
  if (typeof maximum === 'number') broken.push(['maximum', above(maximum + 1)])
  if (typeof exclusiveMinimum === 'number') broken.push(['exclusiveMinimum', below(exclusiveMinimum)])
  if (typeof exclusiveMaximum === 'number') broken.push(['exclusiveMaximum', above(exclusiveMaximum)])
  if (typeof multipleOf === 'number' && multipleOf > 1) {
    broken.push(['multipleOf', () => fc.nat({ max: 1000 }).map(times => times * multipleOf + 1)])
  }
  return broken
}

function wrongLengths(source: Source, schema: Json, spot: Spot): Broken[] {
  const { min, max } = boundsOf(schema)
  const broken: Broken[] = []
  if (min > 0) broken.push(['minItems', () => listOf(source, schema, spot, { min: 0, max: min - 1 })])
  if ('maxItems' in schema) {
    const longer = { min: max + 1, max: max + 2 }
    broken.push(['maxItems', () => sieve(listOf(source, schema, spot, longer), list => list.length > max)])
  }
  if (schema['uniqueItems'] === true) {
    const item = (): fc.Arbitrary<unknown> => value(source, schema['items'] ?? {}, { ...spot, ...inside(spot, '*') })
    broken.push(['uniqueItems', () => item().map(one => [one, one])])
  }
  return broken
}
