/** The cases that are tried for every request: the fewest parameters, each further one alone, each value, each boundary. */
import * as fc from 'fast-check'
import { branchesOf } from './branches.ts'
import { isInside, within } from './breaches.ts'
import { alternatives, onlyRef, typesOf } from './flat-schema.ts'
import { asJson, asList, type Json } from './json.ts'
import { boundsOf, listAround, listOf } from './lists.ts'
import { isNeverSent, memberValue, objectWith } from './objects.ts'
import { inside, named, pointerOf } from './reading.ts'
import { isSatisfiable, sieve } from './sieve.ts'
import { keeps, narrowed, readingOf, type Source, type Spot } from './source.ts'
import { textAtLimit } from './text.ts'
import { whateverValues } from './whatever.ts'

export interface Case {
  readonly pointer: string
  readonly form?: string
  /**
   * What is special about the case: `fewest`, `sent`, a value, `empty`, `at its limit`, `one element`, `several
   * elements`.
   */
  readonly what: string
  readonly arbitrary: fc.Arbitrary<unknown>
}

export function casesOf(source: Source, schema: unknown, spot: Spot): Case[] {
  const { omit, observed } = readingOf(source, spot)
  if (omit || observed) return []
  const ref = onlyRef(schema)
  if (ref !== undefined) return isInside(spot, ref) ? [] : casesOf(source, source.resolve(ref), within(spot, ref))
  const branches = branchesOf(source, schema, spot)
  const made = branches
    ? branches.flatMap(branch => casesOf(source, branch.schema, branch.spot))
    : alternatives(schema, source.resolve).flatMap(way =>
        flatCases(source, way.schema, { ...spot, ...named(spot, ...way.names) }),
      )
  return made.map(one => ({ ...one, arbitrary: sieve(one.arbitrary, keeps(source, schema)) }))
}

function flatCases(source: Source, schema: Json, spot: Spot): Case[] {
  const own = narrowed(source, schema, spot)
  const makeCase: MakeCase = (what, arbitrary) => caseAt(spot, what, arbitrary)
  if (readingOf(source, spot).ignored === 'whatever')
    return whateverValues(own).map(value => makeCase(JSON.stringify(value), fc.constant(value)))
  const types = typesOf(own)
  if (Array.isArray(own['enum'])) return own['enum'].map(item => makeCase(JSON.stringify(item), fc.constant(item)))
  const nothing = types.includes('null') && !types.includes('string') ? [makeCase('null', fc.constant(null))] : []
  if (types.includes('boolean')) return [true, false].map(item => makeCase(String(item), fc.constant(item)))
  if (types.includes('string')) return textCases(source, own, spot, makeCase)
  if (types.includes('array')) return listCases(source, own, spot, makeCase)
  if (types.includes('object')) return objectCases(source, own, spot, makeCase)
  return nothing
}

const caseAt = (spot: Spot, what: string, arbitrary: fc.Arbitrary<unknown>): Case => ({
  pointer: pointerOf(spot.path),
  ...(spot.form === undefined ? {} : { form: spot.form }),
  what,
  arbitrary,
})

type MakeCase = (what: string, arbitrary: fc.Arbitrary<unknown>) => Case

function textCases(source: Source, schema: Json, spot: Spot, makeCase: MakeCase): Case[] {
  const { limit, text, names } = readingOf(source, spot)
  if (names !== undefined || text === 'emails') return []
  const stated = limit === undefined ? undefined : source.options.limits?.[limit]
  const most = Math.min(Number(schema['maxLength'] ?? Number.POSITIVE_INFINITY), stated ?? Number.POSITIVE_INFINITY)
  const least = Number(schema['minLength'] ?? 0)
  const empty = least === 0 && text !== 'line' && keeps(source, schema)('')
  return [
    ...(empty ? [makeCase('empty', fc.constant(''))] : []),
    ...(Number.isFinite(most) ? [makeCase('at its limit', textAtLimit(least, most, stated === undefined))] : []),
  ]
}

function listCases(source: Source, schema: Json, spot: Spot, makeCase: MakeCase): Case[] {
  const { min, max } = boundsOf(schema)
  const sized = (what: string, least: number, most: number): Case[] =>
    least < min || most > max ? [] : [makeCase(what, listOf(source, schema, spot, { min: least, max: most }))]
  const elements = max > 0 ? casesOf(source, schema['items'] ?? {}, { ...spot, ...inside(spot, '*') }) : []
  return [
    ...sized('empty', 0, 0),
    ...sized('one element', 1, 1),
    ...sized('several elements', 2, 4),
    ...elements.map(one => ({ ...one, arbitrary: listAround(source, schema, spot, one.arbitrary) })),
  ]
}

function objectCases(source: Source, schema: Json, spot: Spot, makeCase: MakeCase): Case[] {
  const fewest: Spot = { ...spot, presence: 'none' }
  const required = new Set(asList(schema['required']))
  const given = spot.path.length === 0 ? (source.options.given ?? {}) : {}
  const members = Object.entries(asJson(schema['properties'])).flatMap(([name, member]): Case[] => {
    const place: Spot = { ...spot, ...inside(spot, name), presence: 'none' }
    if (isNeverSent(source, member, place)) return []
    const pointer = pointerOf(place.path)
    const own = given[name] === undefined ? casesOf(source, member, place) : []
    const sent = required.has(name)
      ? []
      : [{ ...makeCase('sent', memberValue(source, member, { ...place, presence: 'any' })), pointer }]
    return [...sent, ...own].map(one => ({ ...one, arbitrary: around(source, schema, spot, name, one.arbitrary) }))
  })
  return [makeCase('fewest', objectWith(source, schema, fewest)), ...members]
}

/** An object with this member and the fewest others; with any others if the fewest violate `not`. */
function around(source: Source, schema: Json, spot: Spot, name: string, member: fc.Arbitrary<unknown>) {
  const fewest = sieve(
    objectWith(source, schema, { ...spot, presence: 'none' }, [name, member]),
    keeps(source, { not: schema['not'] ?? false }),
  )
  return isSatisfiable(fewest) ? fewest : objectWith(source, schema, { ...spot, presence: 'any' }, [name, member])
}
