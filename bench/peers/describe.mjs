/**
 * Assay's own descriptions, projected to the newest feature level and adapted to a peer. `assay spec` prints the same document;
 * this module adds examples from the running deployment, and the signed request that the target file names.
 */
import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
const stored = new Map()

function plain(api) {
  if (!stored.has(api)) {
    const args = [command, 'spec', api, '--feature-level', '500', '--format', 'json']
    stored.set(api, execFileSync(process.execPath, args, { encoding: 'utf8' }))
  }
  return JSON.parse(stored.get(api))
}

/**
 * OpenAPI 3.1 with examples. `ranges: false` writes the status 200 in place of 2XX. `text: true` is for peers that cannot encode
 * or sign: form fields sent as JSON are described as text, and credentials as parameters.
 */
export function described(api, baseUrl, examples, { ranges = true, text = false } = {}) {
  const document = plain(api)
  document.servers = [{ url: baseUrl }]
  if (api === 'trading') document.paths['/account/balance'] = { get: signedProbe(text) }
  for (const { operation } of operationsOf(document)) {
    const example = examples[operation.operationId] ?? {}
    for (const parameter of operation.parameters ?? []) {
      const value = example[parameter.in]?.[parameter.name]
      if (parameter.content && text) {
        delete parameter.content
        parameter.schema = { type: 'string' }
      }
      if (value === undefined) continue
      if (parameter.content) for (const media of Object.values(parameter.content)) media.example = value
      else parameter.example = onTheWire(value)
    }
    for (const [type, media] of Object.entries(operation.requestBody?.content ?? {})) {
      if (type === 'multipart/form-data') continue
      if (text) flatten(media, document)
      if (example.body) media.example = text ? mapValues(example.body, onTheWire) : example.body
    }
    const { '2XX': good, ...others } = operation.responses
    if (!ranges && good) operation.responses = { 200: good, ...others }
  }
  return document
}

export function* operationsOf(document) {
  for (const [path, item] of Object.entries(document.paths))
    for (const [method, operation] of Object.entries(item)) if (operation.responses) yield { path, method, operation }
}

export const mapValues = (object, change) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, change(value)]))
export const onTheWire = value => (typeof value === 'object' && value !== null ? JSON.stringify(value) : value)

function flatten(media, document) {
  const forms = media.schema.oneOf ?? media.schema.anyOf ?? [media.schema]
  const properties = {}
  for (const form of forms)
    for (const [name, schema] of Object.entries(form.properties ?? {})) {
      const real = schema.$ref ? document.components.schemas[schema.$ref.split('/').at(-1)] : schema
      const structured = ['array', 'object'].includes(real.type) || real.oneOf || real.anyOf || real.not
      const values = [...new Set(forms.flatMap(one => one.properties?.[name]?.enum ?? []))]
      const { default: _default, ...rest } = real
      properties[name] = structured ? { type: 'string' } : { ...rest, ...(values.length > 0 && { enum: values }) }
    }
  const required = Object.keys(properties).filter(name => forms.every(form => form.required?.includes(name)))
  media.schema = { type: 'object', properties, ...(required.length > 0 && { required }) }
  delete media.encoding
}

const signedProbe = asParameters => ({
  operationId: 'signedProbe',
  summary: 'The signed request that the target file names',
  tags: ['Service'],
  ...(!asParameters && { security: [{ apiKey: [], signature: [] }] }),
  parameters: [
    { name: 'asset', in: 'query', required: true, schema: { type: 'string' } },
    { name: 'timestamp', in: 'query', required: true, schema: { type: 'string', pattern: '^[0-9]+$' } },
    ...(asParameters
      ? ['X-SVC-APIKEY', 'X-SVC-SIGNATURE'].map(name => ({
          ...{ name, in: 'header', required: true, schema: { type: 'string' } },
        }))
      : []),
  ],
  responses: {
    '2XX': {
      description: 'Accepted',
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Envelope' } } },
    },
    default: { description: 'Refused' },
  },
})
