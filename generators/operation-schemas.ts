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
  starts.forEach((start, index) => {
    const next = starts[index + 1]
    for (const operation of operationsOf(projectLevel(document, start))) {
      const known = result.get(operation.id) ?? { request: [], success: [] }
      result.set(operation.id, known)
      for (const direction of directions) {
        const schema = direction === 'request' ? requestSchema(operation) : operation.success
        if (schema) extend(known[direction], asJson(bare(api, schema)), start, next)
      }
    }
  })
  for (const [id, schemas] of result)
    for (const direction of directions) name(schemas[direction], `assay:${api}/${id}/${direction}`)
  return result
}

/** The components that operation schemas refer to, as one schema document. */
export function sharedSchemas(api: Api, document: Json): Json {
  const newest = asJson(asJson(projectLevel(document, Number.MAX_SAFE_INTEGER)['components'])['schemas'])
  const $defs = Object.fromEntries(Object.entries(newest).map(([name, schema]) => [name, bare(api, schema)]))
  return { $id: `assay:${api}`, $defs }
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

/** A schema that reaches through its neighbours' levels unchanged is one version. */
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

function bare(api: Api, schema: unknown): unknown {
  return mapSchema(withoutAnnotations(schema), inner =>
    typeof inner['$ref'] === 'string'
      ? { ...inner, $ref: inner['$ref'].replace('#/components/schemas/', `assay:${api}#/$defs/`) }
      : inner,
  )
}
