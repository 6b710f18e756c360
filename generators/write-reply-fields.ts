/**
 * `generated/reply-fields.ts`: the fields of replies as plain data: their place, their kind, and the requirements about
 * them.
 */
import type { FieldRules } from './field-rules.ts'
import { asList, isJson, type Json } from './json.ts'
import type { Api } from './load-spec.ts'
import { type ReplyField, replyFields } from './reply-fields.ts'
import { operationsOf } from './spec-operations.ts'

const head = `import type { RequirementId } from './catalogue.ts'
import type { OperationId } from './operations.ts'

/** A field that replies carry. \`*\` in a path stands for every element of an array and every value of a map. */
export interface ReplyFieldData {
  readonly requirements: readonly RequirementId[]
  readonly api: 'trading' | 'messaging'
  /** The operations whose replies carry it. */
  readonly operations: readonly OperationId[]
  readonly on: 'success' | 'error'
  /** The error code whose replies carry it. */
  readonly code?: string
  readonly path: string
  readonly required: boolean
  /** \`either\`: of several kinds; \`absent\`: never there. */
  readonly kind: 'string' | 'integer' | 'number' | 'boolean' | 'array' | 'object' | 'either' | 'absent'
  /** The only values it has. */
  readonly values?: readonly (string | number | boolean)[]
  /** How its text is written, as a regular expression. */
  readonly written?: string
  readonly since?: number
  readonly until?: number
}
`

export function writeReplyFields({ rules, schemas }: FieldRules, documents: Readonly<Record<Api, Json>>): string {
  const byPlace = new Map<string, { requirements: string[] }>()
  for (const { requirement, schema, ...place } of rules) {
    const { api, operation, on, code, path, required, since, until } = place
    const key = `${api} ${operation} ${on} ${code ?? ''} ${path}`
    const known = byPlace.get(key)
    if (known) known.requirements.push(requirement)
    else {
      const operations = operation === '*' ? carriers(documents[api as Api], on, path) : [operation]
      const levels = { ...(since === undefined ? {} : { since }), ...(until === undefined ? {} : { until }) }
      const coded = code === undefined ? {} : { code }
      const shape = shapeOf(schemas[schema])
      byPlace.set(key, {
        requirements: [requirement],
        ...{ api, operations, on, ...coded, path, required },
        ...shape,
        ...levels,
      })
    }
  }
  const entries = [...byPlace.values()].map(field => `  ${JSON.stringify(field)},`)
  return `${head}\nexport const replyFields: readonly ReplyFieldData[] = [\n${entries.join('\n')}\n]\n`
}

/** The operations whose success or error replies have a field that is described for all of them. */
function carriers(document: Json, on: 'success' | 'error', path: string): string[] {
  return operationsOf(document)
    .filter(({ id, success, error }) => {
      const schema = on === 'success' ? success : error
      const field = schema === null ? undefined : replyFields(document, schema, id).get(path)
      return field !== undefined && !isBarred(field)
    })
    .map(({ id }) => id)
}

/** Whether the field must be absent. */
export const isBarred = ({ schemas }: ReplyField): boolean => schemas.some(schema => isJson(schema['not']))

function shapeOf(schema: unknown): Json {
  if (!isJson(schema) || isJson(schema['not'])) return { kind: 'absent' }
  const types = [schema['type'], ...asList(schema['type'])].filter(type => typeof type === 'string' && type !== 'null')
  const values = 'const' in schema ? [schema['const']] : schema['enum']
  const written = schema['pattern'] ?? (schema['minLength'] === 1 ? '.' : undefined)
  return {
    kind: types.length === 1 ? types[0] : 'either',
    ...(Array.isArray(values) ? { values } : {}),
    ...(typeof written === 'string' ? { written } : {}),
  }
}
