/** Whether a document is valid as OpenAPI 3.1. */
import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isObject, type JsonObject } from '../evidence/exchange.ts'
import { openApiSchema } from './openapi-schema.ts'
import { select } from './paths.ts'

const DIALECTS = ['https://spec.openapis.org/oas/3.1/dialect/base', 'https://json-schema.org/draft/2020-12/schema']
/** Members that hold somebody's data, in which nothing is a reference or a schema. */
const DATA = new Set(['example', 'examples', 'default', 'const', 'enum', 'value'])

type Validate = ((value: unknown) => boolean) & { errors?: ErrorObject[] | null }
let validators: { document: Validate; schema: Validate } | null = null

/** Compiled when first needed; formats are annotations here, as both standards have them. */
function prepared(): { document: Validate; schema: Validate } {
  if (validators) return validators
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
  validators = {
    document: ajv.compile(openApiSchema),
    schema: ajv.compile({ $ref: 'https://json-schema.org/draft/2020-12/schema' }),
  }
  return validators
}

/** The first thing that makes a document invalid; null where there is none. */
export function openApiFault(document: JsonObject): string | null {
  const validate = prepared()
  if (!validate.document(document)) return told(validate.document.errors, '')
  const dialect = document['jsonSchemaDialect']
  const judgesSchemas = dialect === undefined || DIALECTS.includes(dialect as string)
  const operationIds = new Set<string>()
  let fault: string | null = null
  walk(document, '', false, (value, at, schema) => {
    if (fault !== null) return
    const id = /^\/paths\/[^/]+\/[a-z]+$/.test(at) ? value['operationId'] : undefined
    if (typeof id === 'string' && operationIds.has(id)) fault = `two operations have the operationId ${id}`
    if (typeof id === 'string') operationIds.add(id)
    const target = value['$ref']
    if (typeof target === 'string' && !resolves(document, target)) fault = `${at}/$ref leads nowhere: ${target}`
    if (schema && judgesSchemas && !validate.schema(value)) fault = told(validate.schema.errors, at)
  })
  return fault
}

/** Maps whose keys are names of somebody's choice, not members that the standards give a meaning. */
const MAP =
  /\/(properties|patternProperties|\$defs|definitions|dependentSchemas|schemas|parameters|responses|headers|links|callbacks|requestBodies|pathItems)$/
const isNamed = (at: string): boolean => MAP.test(at.slice(0, at.lastIndexOf('/')))

type Seen = (value: JsonObject, at: string, outermostSchema: boolean) => void

/** Every object of the document but those inside data and extensions; where schemas begin is told. */
function walk(value: unknown, at: string, inSchema: boolean, seen: Seen): void {
  if (Array.isArray(value)) {
    for (const [index, child] of value.entries()) walk(child, `${at}/${index}`, inSchema, seen)
    return
  }
  if (!isObject(value) || (inSchema && typeof value['$id'] === 'string')) return
  const begins = !inSchema && (/^\/components\/schemas\/[^/]+$/.test(at) || (at.endsWith('/schema') && !isNamed(at)))
  const named = MAP.test(at)
  seen(value, at, begins)
  for (const [key, child] of Object.entries(value)) {
    if (!named && (DATA.has(key) || key.startsWith('x-'))) continue
    walk(child, `${at}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, inSchema || begins, seen)
  }
}

/** Whether a reference leads somewhere; one to another document, or to an anchor, is taken at its word. */
function resolves(document: JsonObject, reference: string): boolean {
  if (!reference.startsWith('#/')) return true
  return select(document, decoded(reference.slice(1)))[0]?.present === true
}

function decoded(fragment: string): string {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return fragment
  }
}

function told(errors: ErrorObject[] | null | undefined, at: string): string {
  const errorsAt = (errors ?? []).filter(({ keyword }) => keyword !== 'if' && keyword !== 'anyOf')
  const [first] = errorsAt.length > 0 ? errorsAt : (errors ?? [])
  if (!first) return 'it does not fit the structure of OpenAPI 3.1'
  const detail = first.params as { additionalProperty?: string; propertyName?: string }
  const name = detail.additionalProperty ?? detail.propertyName
  return `${at}${first.instancePath || (at === '' ? 'the document' : '')} ${first.message ?? 'is invalid'}${name === undefined ? '' : ` (${name})`}`
}
