/** Converts an OpenAPI 3.1 document to 3.0 and 2.0: constants, null, tuples, several types. */
import { operationsOf } from './describe.mjs'

function inOlderWords(node) {
  if (Array.isArray(node)) return node.map(inOlderWords)
  if (typeof node !== 'object' || node === null) return node
  if (typeof node.$ref === 'string') return { $ref: node.$ref }
  const { const: constant, prefixItems, propertyNames: _names, ...rest } = node
  const out = Object.fromEntries(Object.entries(rest).map(([key, value]) => [key, inOlderWords(value)]))
  if (constant !== undefined) out.enum = [constant]
  if (prefixItems) out.items ??= {}
  if (Array.isArray(node.type)) {
    if (node.type.includes('null')) out.nullable = true
    out.type = node.type.find(type => type !== 'null')
  }
  return out
}

/** `open: true` allows further members in every object of a reply, for peers that forbid them unless they are allowed. */
export function openApi30(document, { open = false } = {}) {
  const { summary: _summary, license: _license, ...info } = document.info
  const older = inOlderWords({ ...document, openapi: '3.0.3', info })
  if (!open) return older
  opened(older.components)
  for (const { operation } of operationsOf(older)) {
    opened(operation.responses)
    for (const reply of Object.values(operation.responses)) anyBody(reply)
  }
  for (const reply of Object.values(older.components.responses ?? {})) anyBody(reply)
  return older
}

/** A reply without a described body may have any JSON object. If it is described as JSON and YAML, only JSON is kept. */
function anyBody(reply) {
  if (reply.$ref) return
  if (!reply.content) reply.content = { 'application/json': { schema: { type: 'object', additionalProperties: true } } }
  delete reply.content['application/yaml']
}

function opened(node) {
  if (typeof node !== 'object' || node === null) return
  if (node.type === 'object' && node.properties) node.additionalProperties ??= true
  for (const value of Object.values(node)) opened(value)
}

/** OpenAPI 2 with references resolved and `allOf` merged, so that a reader of OpenAPI 2 need not support them. */
export function openApi2(document) {
  const { summary: _summary, license: _license, ...info } = document.info
  const resolve = (node, depth = 0) => merged(node, document, depth)
  const paths = {}
  for (const { path, method, operation } of operationsOf(document)) {
    if (method === 'options') continue
    const { summary, parameters = [], requestBody, responses } = operation
    const form = requestBody?.content['application/x-www-form-urlencoded']
    const fields = Object.entries(form?.schema.properties ?? {}).map(([name, schema]) => ({
      ...{ name, in: 'formData', required: form.schema.required?.includes(name) ?? false },
      type: [schema.type].flat()[0] ?? 'string',
      ...(form.example?.[name] !== undefined && { 'x-example': form.example[name] }),
    }))
    const file = requestBody?.content['multipart/form-data']
    const good = real(responses[200], document)
    const schema = good?.content?.['application/json']?.schema
    paths[path] ??= {}
    paths[path][method] = {
      ...{ summary, produces: ['application/json'] },
      ...(form && { consumes: ['application/x-www-form-urlencoded'] }),
      ...(file && { consumes: ['multipart/form-data'] }),
      parameters: [
        ...parameters.map(({ name, in: where, required = false, schema: { type = 'string' } = {}, example }) => ({
          ...{ name, in: where, required, type: [type].flat()[0] },
          ...(example !== undefined && { 'x-example': example }),
        })),
        ...fields,
        ...(file ? [{ name: 'file', in: 'formData', required: true, type: 'file' }] : []),
      ],
      responses: { 200: { description: good?.description ?? 'Done', ...(schema && { schema: resolve(schema) }) } },
    }
  }
  return { swagger: '2.0', info, paths }
}

function real(node, document) {
  if (typeof node?.$ref !== 'string') return node
  const found = node.$ref
    .slice(2)
    .split('/')
    .reduce((at, step) => at?.[step], document)
  return real(found, document)
}

const WORDS = new Set([
  ...['type', 'properties', 'required', 'items', 'enum', 'pattern', 'minLength', 'maxLength', 'minItems', 'maxItems'],
  ...['minimum', 'maximum', 'additionalProperties', 'description', 'x-nullable'],
])

function merged(node, document, depth) {
  if (depth > 12) return {}
  const { allOf, oneOf, anyOf, const: constant, ...rest } = real(node, document) ?? {}
  const out = Object.fromEntries(Object.entries(rest).filter(([word]) => WORDS.has(word)))
  if (constant !== undefined) out.enum = [constant]
  for (const part of allOf ?? []) {
    const { properties, required, ...more } = merged(part, document, depth + 1)
    Object.assign(out, more)
    if (properties) out.properties = { ...out.properties, ...properties }
    if (required) out.required = [...new Set([...(out.required ?? []), ...required])]
  }
  if ((oneOf ?? anyOf) && !out.properties) return {}
  if (Array.isArray(out.type)) {
    if (out.type.includes('null')) out['x-nullable'] = true
    out.type = out.type.find(type => type !== 'null')
  }
  if (out.properties)
    out.properties = Object.fromEntries(
      Object.entries(out.properties).map(([name, schema]) => [name, merged(schema, document, depth + 1)]),
    )
  if (out.items) out.items = merged(out.items, document, depth + 1)
  if (typeof out.additionalProperties === 'object')
    out.additionalProperties = merged(out.additionalProperties, document, depth + 1)
  return out
}
