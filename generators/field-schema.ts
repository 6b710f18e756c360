/** The schema of one field, self-contained, without the fields inside it that other requirements answer for. */
import { asJson, asList, isJson, type Json, resolveRef } from './json.ts'
import type { ReplyField } from './reply-fields.ts'

const annotations = new Set(['title', 'examples', 'deprecated', 'readOnly', 'default'])

export function fieldSchema(document: Json, field: ReplyField, answeredFor: ReadonlySet<string>): unknown {
  const schemas = field.schemas.map(schema => inline(schema, field.path))
  return schemas.length === 1 ? schemas[0] : { allOf: schemas }

  function inline(node: unknown, path: string): unknown {
    if (!isJson(node)) return node
    if (typeof node['$ref'] === 'string') return inline(resolveRef(document, node['$ref']), path)
    const result: Json = {}
    for (const [key, value] of Object.entries(node)) {
      if (annotations.has(key) || key.startsWith('x-')) continue
      if (key === 'properties') assignProperties(result, asJson(value), path)
      else if (key === 'required') assignRequired(result, asList(value), path)
      else if (['allOf', 'anyOf', 'oneOf'].includes(key))
        result[key] = asList(value).map(branch => inline(branch, path))
      else if (key === 'items' || key === 'additionalProperties') result[key] = inline(value, `${path}/*`)
      else if (key !== 'description' || 'pattern' in node) result[key] = value
    }
    return result
  }

  function assignProperties(result: Json, properties: Json, path: string): void {
    const own = Object.entries(properties).filter(([name]) => !answeredFor.has(`${path}/${name}`))
    if (own.length > 0)
      result['properties'] = Object.fromEntries(own.map(([name, child]) => [name, inline(child, `${path}/${name}`)]))
  }

  function assignRequired(result: Json, required: readonly unknown[], path: string): void {
    const own = required.filter(name => !answeredFor.has(`${path}/${String(name)}`))
    if (own.length > 0) result['required'] = own
  }
}
