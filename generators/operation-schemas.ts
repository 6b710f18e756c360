/** JSON schemas of each operation's request and success reply, at every feature level where they differ. */
import { asJson, type Json } from './json.ts'
import type { Api } from './load-spec.ts'
import { changeLevels, projectLevel } from './project-level.ts'
import { mapSchema, withoutAnnotations } from './schema-shape.ts'
import { operationsOf, parameterSchema, type SpecOperation } from './spec-operations.ts'

export interface SchemaVersion {
  since?: number
  until?: number
  schema: Json
}

export interface OperationSchemas {
  request: SchemaVersion[]
  success: SchemaVersion[]
}

const directions = ['request', 'success'] as const

export function operationSchemas(api: Api, document: Json): Map<string, OperationSchemas> {
  const result = new Map<string, OperationSchemas>()
  const starts = [0, ...changeLevels(document)]
  const newest = componentsAt(document, Number.MAX_SAFE_INTEGER)
  starts.forEach((start, index) => {
    const next = starts[index + 1]
    const older = olderComponents(componentsAt(document, start), newest)
    for (const operation of operationsOf(projectLevel(document, start))) {
      const known = result.get(operation.id) ?? { request: [], success: [] }
      result.set(operation.id, known)
      for (const direction of directions) {
        const schema = direction === 'request' ? requestSchema(operation) : operation.success
        if (schema) extend(known[direction], atLevel(api, schema, older), start, next)
      }
    }
  })
  for (const [id, schemas] of result)
    for (const direction of directions) name(schemas[direction], `assay:${api}/${id}/${direction}`)
  return result
}

/** The components that operation schemas refer to, as one schema document. */
export function sharedSchemas(api: Api, document: Json): Json {
  const newest = Object.entries(componentsAt(document, Number.MAX_SAFE_INTEGER))
  const $defs = Object.fromEntries(newest.map(([name, schema]) => [name, bare(api, schema)]))
  return { $id: `assay:${api}`, $defs }
}

const componentsAt = (document: Json, level: number): Json =>
  asJson(asJson(projectLevel(document, level)['components'])['schemas'])

/** The components that were different at a level, and those that refer to them. */
function olderComponents(then: Json, newest: Json): Json {
  const names = new Set(Object.keys(then).filter(name => JSON.stringify(then[name]) !== JSON.stringify(newest[name])))
  for (const name of names) {
    for (const [other, schema] of Object.entries(then)) if (refersTo(schema, name)) names.add(other)
  }
  return Object.fromEntries([...names].map(name => [name, then[name]]))
}

const refersTo = (schema: unknown, name: string): boolean =>
  JSON.stringify(schema).includes(`"#/components/schemas/${name}"`)

/** A schema with the older components that it refers to as its own definitions. */
function atLevel(api: Api, schema: Json, older: Json): Json {
  const own = asJson(bare(api, schema, older))
  const reached = new Set(Object.keys(older).filter(name => refersTo(schema, name)))
  for (const name of reached) {
    for (const other of Object.keys(older)) if (refersTo(older[name], other)) reached.add(other)
  }
  if (reached.size === 0) return own
  return { ...own, $defs: Object.fromEntries([...reached].map(name => [name, bare(api, older[name], older)])) }
}

function requestSchema(operation: SpecOperation): Json {
  const parameters = operation.parameters.map(
    parameter => [String(parameter['name']), parameterSchema(parameter).schema] as const,
  )
  const required = operation.parameters
    .filter(parameter => parameter['required'] === true)
    .map(parameter => parameter['name'])
  const own: Json = {
    type: 'object',
    properties: Object.fromEntries(parameters),
    ...(required.length > 0 ? { required } : {}),
  }
  if (!operation.body) return own
  return parameters.length === 0 ? operation.body.schema : { allOf: [own, operation.body.schema] }
}

/** A schema that is the same at neighbouring levels is one version. */
function extend(versions: SchemaVersion[], schema: Json, start: number, next: number | undefined): void {
  const last = versions.at(-1)
  const until = next === undefined ? {} : { until: next - 1 }
  if (last && JSON.stringify(last.schema) === JSON.stringify(schema)) {
    delete last.until
    Object.assign(last, until)
  } else {
    versions.push({ ...(start > 0 ? { since: start } : {}), ...until, schema })
  }
}

function name(versions: SchemaVersion[], id: string): void {
  for (const version of versions) {
    version.schema = { $id: version.until === undefined ? id : `${id}/until-${version.until}`, ...version.schema }
  }
}

function bare(api: Api, schema: unknown, local: Json = {}): unknown {
  return mapSchema(withoutAnnotations(schema), inner => {
    if (typeof inner['$ref'] !== 'string') return inner
    const name = inner['$ref'].replace('#/components/schemas/', '')
    return { ...inner, $ref: Object.hasOwn(local, name) ? `#/$defs/${name}` : `assay:${api}#/$defs/${name}` }
  })
}
