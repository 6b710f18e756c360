/**
 * The first thing that makes a document invalid as OpenAPI 3.1: by the schema its authors publish, by JSON Schema for the
 * schemas in it, and by the rules of the specification that no schema expresses. Nothing outside the document is read.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { ErrorObject } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import { isObject, type JsonObject } from '../evidence/exchange.ts'
import { brokenRule } from './broken-rule.ts'
import { namesFault } from './names-fault.ts'
import { leadsNowhere, outermostSchemas, references, referencesToOtherKinds } from './parts.ts'

const DIALECTS = /^https:\/\/(spec\.openapis\.org\/oas\/3\.1\/dialect\/|json-schema\.org\/draft\/2020-12\/schema)/

const JSON_SCHEMA = 'https://json-schema.org/draft/2020-12/schema'

/** What OpenAPI adds to JSON Schema, in schemas within schemas too. */
const ADDED = {
  $id: 'https://spec.openapis.org/oas/3.1/dialect/base',
  $dynamicAnchor: 'meta',
  $ref: JSON_SCHEMA,
  properties: {
    discriminator: {
      type: 'object',
      properties: { propertyName: { type: 'string' }, mapping: { additionalProperties: { type: 'string' } } },
      required: ['propertyName'],
    },
    externalDocs: { type: 'object', required: ['url'] },
    xml: { type: 'object' },
  },
}

type Validate = ((value: unknown) => boolean) & { errors?: ErrorObject[] | null }
const validators = prepared()

/** Compiled when the module is loaded; formats are only annotations here, as in both standards. */
function prepared(): { document: Validate; schema: Validate; plain: Validate } {
  const ajv = new Ajv2020({ strict: false, validateFormats: false, logger: false })
  const published = createRequire(import.meta.url).resolve(
    '@seriousme/openapi-schema-validator/schemas/v3.1/schema.json',
  )
  const structure = JSON.parse(readFileSync(published, 'utf8'))
  // The specification allows any value here; the published schema, which is not normative, allows strings only.
  structure.$defs.link.properties.parameters = { type: 'object' }
  return { document: ajv.compile(structure), schema: ajv.compile(ADDED), plain: ajv.compile({ $ref: JSON_SCHEMA }) }
}

/** Null if the document is valid. */
export async function documentFault(text: string): Promise<string | null> {
  const document = JSON.parse(text) as JsonObject
  const validate = validators
  if (!validate.document(document)) return inWords(validate.document.errors, '')
  for (const { at, target } of references(document))
    if (leadsNowhere(document, target)) return `${at}/$ref leads nowhere: ${target}`
  const [stray] = referencesToOtherKinds(document)
  if (stray) return `${stray.at}/$ref leads to ${stray.target}, which is not one of the ${stray.kind}`
  for (const { at, value } of outermostSchemas(document)) {
    const dialect = String((isObject(value) && value['$schema']) || document['jsonSchemaDialect'] || ADDED.$id)
    const fits = dialect.startsWith(JSON_SCHEMA) ? validate.plain : validate.schema
    if (DIALECTS.test(dialect) && !fits(value)) return inWords(fits.errors, at)
  }
  return namesFault(document) ?? (await brokenRule(document))
}

function inWords(errors: ErrorObject[] | null | undefined, at: string): string {
  const telling = (errors ?? []).filter(({ keyword }) => !['if', 'anyOf', 'unevaluatedProperties'].includes(keyword))
  const [first] = telling.length > 0 ? telling : (errors ?? [])
  if (!first) return 'it does not fit the structure of OpenAPI 3.1'
  const detail = first.params as { unevaluatedProperty?: string; propertyName?: string }
  const name = detail.unevaluatedProperty ?? detail.propertyName
  return `${at}${first.instancePath || (at === '' ? 'the document' : '')} ${first.message ?? 'is invalid'}${name === undefined ? '' : ` (${name})`}`
}
