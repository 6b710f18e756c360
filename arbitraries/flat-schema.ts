/** A schema as alternatives without `$ref`, `allOf`, `anyOf` and `oneOf` at their top. */
import { asJson, asList, isJson, type Json } from './json.ts'

export type Resolve = (ref: string) => Json

/** Resolves references into the root schema, or into a shared document by its `$id`. */
export function resolverOf(schema: Json, shared: readonly Json[]): Resolve {
  return ref => {
    const [id, fragment = ''] = ref.split('#')
    let value: unknown = id === '' ? schema : shared.find(document => document['$id'] === id)
    for (const segment of fragment.split('/').slice(1)) value = asJson(value)[segment]
    if (!isJson(value)) throw new Error(`unresolvable reference ${ref}`)
    return value
  }
}

export interface Flat {
  readonly schema: Json
  /** Titles and names of the schemas that it combines. */
  readonly names: readonly string[]
}

export const refName = (ref: string): string => ref.slice(ref.lastIndexOf('/') + 1)

/** Whether a schema leads back to itself. */
export function isRecursive(ref: string, resolve: Resolve): boolean {
  const reached = new Set<string>()
  const visit = (from: string): void => {
    for (const [, next = ''] of JSON.stringify(resolve(from)).matchAll(/"\$ref":"([^"]+)"/g)) {
      if (reached.has(next)) continue
      reached.add(next)
      visit(next)
    }
  }
  visit(ref)
  return reached.has(ref)
}

/** The ways to satisfy a schema. A validator still has to check `not`, and that only one branch of a `oneOf` matches. */
export function alternatives(schema: unknown, resolve: Resolve): Flat[] {
  if (schema === false) return []
  const { $ref, allOf, anyOf, oneOf, title, $id, $defs, ...own } = asJson(schema)
  let ways: Flat[] = [{ schema: own, names: typeof title === 'string' ? [title] : [] }]
  if (typeof $ref === 'string') {
    const target = alternatives(resolve($ref), resolve)
    ways = combinedWays(
      ways,
      target.map(flat => ({ ...flat, names: [refName($ref), ...flat.names] })),
    )
  }
  for (const part of asList(allOf)) ways = combinedWays(ways, alternatives(part, resolve))
  for (const choice of [anyOf, oneOf]) {
    if (Array.isArray(choice))
      ways = combinedWays(
        ways,
        choice.flatMap(part => alternatives(part, resolve)),
      )
  }
  return ways.filter(flat => !isImpossible(flat.schema))
}

/** Whether no value satisfies the schema, because it is `not: {}`. */
const isImpossible = ({ not }: Json): boolean => isJson(not) && Object.keys(not).length === 0

const combinedWays = (one: readonly Flat[], other: readonly Flat[]): Flat[] =>
  one.flatMap(a => other.map(b => ({ schema: mergeSchemas(a.schema, b.schema), names: [...a.names, ...b.names] })))

const largest = new Set(['minimum', 'exclusiveMinimum', 'minLength', 'minItems', 'minProperties'])
const smallest = new Set(['maximum', 'exclusiveMaximum', 'maxLength', 'maxItems', 'maxProperties'])
const combined = new Set(['items', 'additionalProperties', 'propertyNames'])

/**
 * Merges two schemas that both apply, as far as their keywords can be joined. A second pattern replaces the first,
 * which a validator still has to check.
 */
export function mergeSchemas(one: Json, other: Json): Json {
  const merged: Json = { ...one }
  for (const [key, value] of Object.entries(other)) {
    const known = merged[key]
    merged[key] = known === undefined ? value : joined(key, known, value)
  }
  return merged
}

function joined(key: string, one: unknown, other: unknown): unknown {
  if (largest.has(key)) return Math.max(Number(one), Number(other))
  if (smallest.has(key)) return Math.min(Number(one), Number(other))
  if (combined.has(key)) return { allOf: [one, other] }
  if (key === 'required') return [...new Set([...asList(one), ...asList(other)])]
  if (key === 'enum') return asList(one).filter(item => asList(other).includes(item))
  if (key === 'type') return [one].flat().filter(type => [other].flat().includes(type))
  if (key === 'not') return { anyOf: [one, other] }
  if (key === 'properties') return joinedProperties(asJson(one), asJson(other))
  return other
}

function joinedProperties(one: Json, other: Json): Json {
  const result: Json = { ...one }
  for (const [name, schema] of Object.entries(other)) {
    result[name] = name in one ? { allOf: [one[name], schema] } : schema
  }
  return result
}

/** The types that a flat schema allows; derived from its other keywords if it has no `type`. */
export function typesOf(schema: Json): string[] {
  if (schema['type'] !== undefined) return [schema['type']].flat().map(String)
  if ('properties' in schema || 'required' in schema || 'additionalProperties' in schema) return ['object']
  if ('items' in schema || 'minItems' in schema) return ['array']
  if ('pattern' in schema || 'minLength' in schema || 'format' in schema) return ['string']
  if ('minimum' in schema || 'maximum' in schema) return ['number']
  return []
}

const annotations = new Set(['title', '$id', '$defs'])

/** The `$ref` of a schema that has no other keywords except annotations. */
export function onlyRef(schema: unknown): string | undefined {
  const { $ref } = asJson(schema)
  const keywords = Object.keys(asJson(schema)).filter(key => !annotations.has(key))
  return typeof $ref === 'string' && keywords.length === 1 ? $ref : undefined
}
