/** Maps over JSON schemas without mistaking a property's name for a keyword. */
import { isJson, type Json } from './json.ts'

const maps = new Set(['properties', 'patternProperties', '$defs', 'dependentSchemas'])
const lists = new Set(['allOf', 'anyOf', 'oneOf', 'prefixItems'])
const single = new Set(['items', 'additionalProperties', 'not', 'propertyNames', 'contains', 'if', 'then', 'else'])

/** Applies `change` to every schema inside a schema, innermost first. */
export function mapSchema(schema: unknown, change: (schema: Json) => Json): unknown {
  if (!isJson(schema)) return schema
  const mapped = Object.entries(schema).map(([key, value]): [string, unknown] => {
    if (maps.has(key) && isJson(value)) {
      return [key, Object.fromEntries(Object.entries(value).map(([name, child]) => [name, mapSchema(child, change)]))]
    }
    if (lists.has(key) && Array.isArray(value)) return [key, value.map(child => mapSchema(child, change))]
    return [key, single.has(key) ? mapSchema(value, change) : value]
  })
  return change(Object.fromEntries(mapped))
}

const annotations = new Set(['description', 'examples', 'deprecated', 'readOnly', 'default'])

/** The constraints of a schema and the titles of its forms, without other annotations and without extensions. */
export function withoutAnnotations(schema: unknown): unknown {
  return mapSchema(schema, inner =>
    Object.fromEntries(Object.entries(inner).filter(([key]) => !annotations.has(key) && !key.startsWith('x-'))),
  )
}
