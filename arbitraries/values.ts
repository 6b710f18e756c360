/** Valid values of a schema. */
import * as fc from 'fast-check'
import { branchesOf } from './branches.ts'
import { alternatives, isRecursive, onlyRef, refName, typesOf } from './flat-schema.ts'
import { asJson, isJson, type Json } from './json.ts'
import { listOf } from './lists.ts'
import { numberOf } from './numbers.ts'
import { objectWith } from './objects.ts'
import { oneOf } from './one-of.ts'
import { named, type Reading } from './reading.ts'
import { sieve } from './sieve.ts'
import { keeps, narrowed, readingOf, type Source, type Spot } from './source.ts'
import { stringOf } from './strings.ts'
import { text } from './text.ts'
import { whatever } from './whatever.ts'

const leftToCheck = ['allOf', 'not', 'oneOf', 'pattern', 'propertyNames', 'dependentRequired']

export function value(source: Source, schema: unknown, spot: Spot): fc.Arbitrary<unknown> {
  if (!isJson(schema) || spot.around) return newValue(source, schema, spot)
  const known = source.made.get(schema) ?? new Map<string, fc.Arbitrary<unknown>>()
  source.made.set(schema, known)
  const place = JSON.stringify([spot.path, spot.anchors, spot.presence])
  const made = known.get(place) ?? newValue(source, schema, spot)
  known.set(place, made)
  return made
}

function newValue(source: Source, schema: unknown, spot: Spot): fc.Arbitrary<unknown> {
  const ref = onlyRef(schema)
  if (ref !== undefined) return referred(source, ref, spot)
  const branches = branchesOf(source, schema, spot)
  if (branches) {
    const made = oneOf(branches.map(branch => value(source, branch.schema, branch.spot)))
    return sieve(made, keeps(source, schema))
  }
  const ways = alternatives(schema, source.resolve)
  if (ways.length === 0) throw new Error(`nothing satisfies the schema at /${spot.path.join('/')}`)
  const made = oneOf(ways.map(way => flatValue(source, way.schema, { ...spot, ...named(spot, ...way.names) })))
  return leftToCheck.some(key => key in asJson(schema)) ? sieve(made, keeps(source, schema)) : made
}

/** A reference to a schema from inside itself uses the arbitrary of the outer schema. */
function referred(source: Source, ref: string, spot: Spot): fc.Arbitrary<unknown> {
  const tied = spot.around?.[ref]
  if (tied) return tied
  const inner: Spot = { ...spot, ...named(spot, refName(ref)) }
  if (!isRecursive(ref, source.resolve)) return value(source, source.resolve(ref), inner)
  const around = (tied: fc.Arbitrary<unknown>): Spot => ({ ...inner, around: { ...spot.around, [ref]: tied } })
  const { [ref]: made } = fc.letrec<Record<string, unknown>>(tie => ({
    [ref]: value(source, source.resolve(ref), { ...around(tie(ref)), presence: 'any' }),
  }))
  const any = made as fc.Arbitrary<unknown>
  const outermost = spot.presence === 'none' || spot.presence === 'one'
  return outermost ? value(source, source.resolve(ref), around(any)) : any
}

function flatValue(source: Source, schema: Json, spot: Spot): fc.Arbitrary<unknown> {
  const reading = readingOf(source, spot)
  const own = narrowed(source, schema, spot)
  if (reading.ignored === 'whatever') return whatever(own)
  if ('const' in own) return fc.constant(own['const'])
  if (Array.isArray(own['enum'])) return fc.constantFrom(...own['enum'])
  const types = typesOf(own)
  const notNull = types.filter(type => type !== 'null')
  if (types.length === 0) return text({ kind: source.options.text ?? 'plain', line: reading.text === 'line' })
  if (notNull.length === 0) return fc.constant(null)
  const made = oneOf(notNull.map(type => typedValue(source, type, own, spot, reading)))
  // "String or null" is left out rather than sent as null: how a deployment distinguishes null from the text is open.
  return types.includes('null') && !types.includes('string') ? fc.option(made, { nil: null, freq: 3 }) : made
}

function typedValue(source: Source, type: string, schema: Json, spot: Spot, reading: Reading): fc.Arbitrary<unknown> {
  if (type === 'object') return objectWith(source, schema, spot)
  if (type === 'array') return listOf(source, schema, spot)
  if (type === 'boolean') return fc.boolean()
  if (type === 'string') return stringOf(schema, reading, source.options)
  return numberOf(type, schema, reading, source.options)
}
