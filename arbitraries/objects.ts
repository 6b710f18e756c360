/** Objects of a schema. The caller may supply arbitraries for some members. */
import * as fc from 'fast-check'
import { type Choice, chosen } from './favouring.ts'
import { alternatives, onlyRef } from './flat-schema.ts'
import { asJson, asList, type Json } from './json.ts'
import { depth, oneOf } from './one-of.ts'
import { inside } from './reading.ts'
import { sieve } from './sieve.ts'
import { keeps, narrowed, readingOf, type Source, type Spot } from './source.ts'
import { absent, versionOf } from './twin.ts'

/** A member whose arbitrary the caller supplies; `null` leaves the member out. */
export type Given = readonly [name: string, arbitrary: fc.Arbitrary<unknown> | null]

interface Member {
  readonly name: string
  readonly made: fc.Arbitrary<unknown>
  readonly optional: boolean
}

export function objectWith(source: Source, schema: Json, spot: Spot, ...given: readonly Given[]): fc.Arbitrary<Json> {
  const own = narrowed(source, schema, spot)
  const members = membersOf(source, own, spot, new Map(given))
  const alwaysSent = members.filter(member => !member.optional)
  const optional = members.filter(member => member.optional)
  const made =
    spot.presence === 'one' && optional.length > 0
      ? fc.oneof(...optional.map(member => assembled([...alwaysSent, alwaysThere(member)])))
      : assembled(spot.presence === 'none' ? alwaysSent : spot.presence === 'all' ? members.map(alwaysThere) : members)
  const avoided = (readingOf(source, spot).avoid ?? []).map(open => keeps(source, open))
  const whole = withFurtherMembers(source, own, spot, made)
  return avoided.length === 0
    ? whole
    : sieve(whole, object => !avoided.some(matches => matches(versionOf(object, 'good'))))
}

const alwaysThere = (member: Member): Member => ({ ...member, optional: false })

function membersOf(source: Source, schema: Json, spot: Spot, given: ReadonlyMap<string, Given[1]>): Member[] {
  const required = new Set(asList(schema['required']).map(String))
  const names = new Set([...Object.keys(asJson(schema['properties'])), ...required, ...given.keys()])
  return [...names].flatMap((name): Member[] => {
    const elsewhere = given.get(name)
    if (elsewhere === null) return []
    if (elsewhere) return [{ name, made: elsewhere, optional: false }]
    const place: Spot = { ...spot, ...inside(spot, name), presence: 'any' }
    const member = asJson(schema['properties'])[name] ?? {}
    if (isNeverSent(source, member, place)) return []
    const needed = required.has(name) || readingOf(source, place).needed === true
    return [{ name, made: memberValue(source, member, place), optional: !needed }]
  })
}

const givenAt = ({ options }: Source, { path }: Spot): Choice<unknown> | 'absent' | undefined =>
  path.length === 1 ? options.given?.[String(path[0])] : undefined

/** A member's value: what the options give for a parameter, or else a value of its schema. */
export function memberValue(source: Source, schema: unknown, spot: Spot): fc.Arbitrary<unknown> {
  const given = givenAt(source, spot)
  return given === undefined || given === 'absent' ? source.value(source, schema, spot) : chosen(given)
}

export function isNeverSent(source: Source, schema: unknown, spot: Spot): boolean {
  if (givenAt(source, spot) === 'absent' || readingOf(source, spot).omit) return true
  return onlyRef(schema) === undefined && alternatives(schema, source.resolve).length === 0
}

function assembled(members: readonly Member[]): fc.Arbitrary<Json> {
  const parts = members.map(({ made, optional }) =>
    optional ? fc.option(made, { nil: absent, freq: 2, ...depth }) : made,
  )
  return fc.tuple(...parts).map(values => {
    const entries = members.map(({ name }, at) => [name, values[at]] as const)
    return Object.fromEntries(entries.filter(([, made]) => made !== absent))
  })
}

const shortKey = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 4 })

/** Adds members with free names if the schema describes their values (`additionalProperties`). */
function withFurtherMembers(source: Source, schema: Json, spot: Spot, object: fc.Arbitrary<Json>): fc.Arbitrary<Json> {
  const { additionalProperties: further, propertyNames } = schema
  if (further === undefined || typeof further === 'boolean') return object
  const key =
    propertyNames === undefined
      ? shortKey
      : source.value(source, { type: 'string', ...asJson(propertyNames) }, inside(spot, '~name'))
  const known = Object.keys(asJson(schema['properties'])).length
  const entries = fc.dictionary(
    key as fc.Arbitrary<string>,
    source.value(source, further, { ...spot, ...inside(spot, '*'), presence: 'any' }),
    {
      minKeys: Math.max(0, Number(schema['minProperties'] ?? 0) - known),
      maxKeys: Math.min(4, Number(schema['maxProperties'] ?? 4)),
      noNullPrototype: true,
      depthIdentifier: 'assay',
    },
  )
  const none = Number(schema['minProperties'] ?? 0) === 0 ? [fc.constant<Json>({})] : []
  return fc.tuple(spot.around ? oneOf([...none, entries]) : entries, object).map(([more, own]) => ({ ...more, ...own }))
}
