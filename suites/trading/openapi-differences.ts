/** Compares a served OpenAPI document with the contract's description, operation by operation. Nothing here is judged. */
import { isObject, type JsonObject, valueAt } from '../../harness/index.ts'

interface Side {
  readonly document: JsonObject
  readonly operation: JsonObject
}

const DEEPEST = 8

/** For each operation of `ours`, how `theirs` differs from it; the list is empty if they agree. */
export function openApiDifferences(ours: JsonObject, theirs: JsonObject): Map<string, string[]> {
  const differences = new Map<string, string[]>()
  for (const [path, item] of entries(ours['paths'])) {
    for (const [method, operation] of entries(item)) {
      if (typeof operation['operationId'] !== 'string') continue
      differences.set(`${method.toUpperCase()} ${path}`, differing({ document: ours, operation }, path, method, theirs))
    }
  }
  return differences
}

/** Operations that `theirs` describes on paths that `ours` does not have. */
export function undescribedOperations(ours: JsonObject, theirs: JsonObject): string[] {
  const known = Object.keys(objectOf(ours['paths']))
  return entries(theirs['paths'])
    .filter(([path]) => !known.some(own => path.endsWith(own)))
    .flatMap(([path, item]) =>
      Object.keys(item)
        .filter(member => /^(get|put|post|delete|patch|head|options|trace)$/.test(member))
        .map(method => `${method.toUpperCase()} ${path}`),
    )
}

function differing(own: Side, path: string, method: string, document: JsonObject): string[] {
  const found = entries(document['paths']).find(([key]) => key.endsWith(path))
  if (!found) return ['it is not described']
  const operation = resolved(document, found[1][method])
  if (!isObject(operation)) return [`method ${method.toUpperCase()} is not described`]
  const their = { document, operation }
  const [wanted, given] = [bodyOf(own), bodyOf(their)]
  return [
    ...parameterDifferences(own, their),
    ...(needsCredentials(their) ? ['it asks for credentials'] : []),
    ...(wanted === undefined
      ? []
      : given === undefined
        ? ['no JSON reply is described']
        : schemaDifferences(own.document, wanted, document, given, 'the reply', 0)),
  ]
}

function parameterDifferences(own: Side, their: Side): string[] {
  const [wanted, given] = [parametersOf(own), parametersOf(their)]
  const named = (list: readonly JsonObject[], name: unknown): JsonObject | undefined =>
    list.find(parameter => parameter['name'] === name)
  const differences: string[] = []
  for (const parameter of wanted) {
    const name = String(parameter['name'])
    const twin = named(given, name)
    if (!twin) differences.push(`parameter ${name} is not described`)
    else if (twin['in'] !== parameter['in']) differences.push(`parameter ${name} is in ${String(twin['in'])}`)
    else if ((twin['required'] === true) !== (parameter['required'] === true))
      differences.push(`parameter ${name} is ${twin['required'] === true ? 'required' : 'optional'}`)
  }
  for (const parameter of given)
    if (!named(wanted, parameter['name']))
      differences.push(`parameter ${String(parameter['name'])} is not in the contract`)
  return differences
}

function parametersOf({ document, operation }: Side): JsonObject[] {
  const list = operation['parameters']
  return Array.isArray(list) ? list.map(parameter => resolved(document, parameter)).filter(isObject) : []
}

function needsCredentials({ document, operation }: Side): boolean {
  const security = operation['security'] ?? document['security']
  return (
    Array.isArray(security) && security.length > 0 && !security.some(way => Object.keys(objectOf(way)).length === 0)
  )
}

/** The schema of the JSON reply of a success. */
function bodyOf({ document, operation }: Side): unknown {
  const responses = entries(operation['responses'])
  const success = responses.find(([code]) => /^2/.test(code)) ?? responses.find(([code]) => code === 'default')
  const content = entries(objectOf(resolved(document, success?.[1]))['content'])
  return content.find(([type]) => /json|\*\/\*/.test(type))?.[1]['schema']
}

function schemaDifferences(
  ourDocument: JsonObject,
  ours: unknown,
  theirDocument: JsonObject,
  theirs: unknown,
  at: string,
  depth: number,
): string[] {
  if (depth > DEEPEST) return []
  const [own, their] = [flattened(ourDocument, ours, 0), flattened(theirDocument, theirs, 0)]
  const differences: string[] = []
  if (own.type && their.type && own.type !== their.type) return [`${at} is ${their.type}, not ${own.type}`]
  const described = Object.keys(their.properties).length > 0
  for (const [name, schema] of Object.entries(own.properties)) {
    const twin = their.properties[name]
    const place = `${at}, ${name}`
    if (isObject(schema) && 'not' in schema) continue
    if (twin === undefined) {
      if (described) differences.push(`${place} is not described`)
    } else differences.push(...schemaDifferences(ourDocument, schema, theirDocument, twin, place, depth + 1))
  }
  for (const name of Object.keys(their.properties))
    if (Object.keys(own.properties).length > 0 && !(name in own.properties))
      differences.push(`${at}, ${name} is not in the contract`)
  for (const part of ['items', 'additionalProperties'] as const)
    if (isObject(own[part]) && isObject(their[part]))
      differences.push(
        ...schemaDifferences(ourDocument, own[part], theirDocument, their[part], `${at}, each element`, depth + 1),
      )
  return differences
}

interface FlatSchema {
  readonly type: string | null
  readonly properties: Record<string, unknown>
  readonly items: unknown
  readonly additionalProperties: unknown
}

/** A schema with its references followed and its `allOf` merged. */
function flattened(document: JsonObject, schema: unknown, depth: number): FlatSchema {
  const target = objectOf(resolved(document, schema))
  const base: FlatSchema = {
    type: typeof target['type'] === 'string' ? target['type'] : null,
    properties: { ...objectOf(target['properties']) },
    items: target['items'],
    additionalProperties: target['additionalProperties'],
  }
  const parts = depth < DEEPEST && Array.isArray(target['allOf']) ? target['allOf'] : []
  return parts
    .map(part => flattened(document, part, depth + 1))
    .reduce(
      (one, other) => ({
        type: one.type ?? other.type,
        properties: { ...one.properties, ...other.properties },
        items: one.items ?? other.items,
        additionalProperties: one.additionalProperties ?? other.additionalProperties,
      }),
      base,
    )
}

function resolved(document: JsonObject, value: unknown): unknown {
  let current = value
  for (let steps = 0; steps < DEEPEST && isObject(current) && typeof current['$ref'] === 'string'; steps++) {
    if (!current['$ref'].startsWith('#/')) return undefined
    current = valueAt(document, current['$ref'].slice(1))
  }
  return current
}

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
const entries = (value: unknown): [string, JsonObject][] =>
  Object.entries(objectOf(value)).filter((entry): entry is [string, JsonObject] => isObject(entry[1]))
