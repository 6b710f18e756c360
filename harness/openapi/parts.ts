/** Walks the references and schemas of an OpenAPI document, without data such as examples and without extensions. */
import { isObject, type JsonObject } from '../evidence/exchange.ts'
import { select } from '../judging/paths.ts'
import { percentDecoded } from '../text/percent-decoded.ts'

/** Members that hold data, in which nothing is a reference or a schema. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum', 'value'])

/** Maps whose keys are free names, not members that the standards define. */
const MAP =
  /\/(properties|patternProperties|\$defs|definitions|dependentSchemas|schemas|parameters|responses|headers|links|callbacks|requestBodies|pathItems|webhooks)$/
const isNamed = (at: string): boolean => MAP.test(at.slice(0, at.lastIndexOf('/')))

interface Part {
  readonly at: string
  readonly value: JsonObject | boolean
  /** A schema, or something inside one. */
  readonly inSchema: boolean
  /** A schema that is not inside another schema. */
  readonly outermostSchema: boolean
}

export function* references(document: JsonObject): Generator<{ at: string; target: string }> {
  for (const { at, value } of partsOf(document))
    if (isObject(value) && typeof value['$ref'] === 'string' && !hasBase(value)) yield { at, target: value['$ref'] }
}

/** The kinds of components that only an object of one kind may refer to, by the place of the reference outside schemas. */
const KIND_AT: readonly (readonly [RegExp, string])[] = [
  [/\/parameters\/\d+$/, 'parameters'],
  [/\/responses\/[^/]+$/, 'responses'],
  [/\/headers\/[^/]+$/, 'headers'],
  [/\/requestBody$/, 'requestBodies'],
  [/\/links\/[^/]+$/, 'links'],
  [/\/callbacks\/[^/]+$/, 'callbacks'],
]

/** References outside schemas to a component of another kind than the place needs, such as a parameter to a schema. */
export function* referencesToOtherKinds(document: JsonObject): Generator<{ at: string; target: string; kind: string }> {
  for (const { at, value, inSchema } of partsOf(document)) {
    const target = isObject(value) && !inSchema ? value['$ref'] : undefined
    const kind = KIND_AT.find(([place]) => place.test(at))?.[1]
    const component = typeof target === 'string' && /^#\/components\/([A-Za-z]+)\/[^/]+$/.exec(target)?.[1]
    if (component && kind !== undefined && component !== kind) yield { at, target: String(target), kind }
  }
}

export function* outermostSchemas(document: JsonObject): Generator<Part> {
  for (const part of partsOf(document)) if (part.outermostSchema) yield part
}

/** Whether a reference within the document has no target; one to another document, or to an anchor, is not checked. */
export function leadsNowhere(document: JsonObject, reference: string): boolean {
  return reference.startsWith('#/') && select(document, percentDecoded(reference.slice(1)))[0]?.present !== true
}

export const leadsElsewhere = (reference: string): boolean => !reference.startsWith('#')

/** A schema with an identifier of its own: references in it are relative to that. */
const hasBase = ({ $id }: JsonObject): boolean => typeof $id === 'string'

export function* partsOf(value: unknown, at = '', inSchema = false): Generator<Part> {
  if (Array.isArray(value)) {
    for (const [index, child] of value.entries()) yield* partsOf(child, `${at}/${index}`, inSchema)
    return
  }
  if (!isObject(value) || (inSchema && hasBase(value))) return
  const begins = !inSchema && (/^\/components\/schemas\/[^/]+$/.test(at) || (at.endsWith('/schema') && !isNamed(at)))
  const named = MAP.test(at)
  yield { at, value, inSchema: inSchema || begins, outermostSchema: begins }
  if (begins && hasBase(value)) return
  for (const [key, child] of Object.entries(value)) {
    if (!named && (DATA.has(key) || key.startsWith('x-'))) continue
    yield* partsOf(child, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, inSchema || begins)
  }
}
