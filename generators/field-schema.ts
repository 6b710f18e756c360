/**
 * The self-contained schema of one field. An object in it need only be an object, because its members have their own
 * requirements; only the alternatives of a union are distinguished by members.
 */
import { asList, isJson, type Json, resolveRef } from './json.ts'
import type { ReplyField } from './reply-fields.ts'

const annotations = new Set(['title', 'examples', 'deprecated', 'readOnly', 'default'])
const members = new Set(['properties', 'required', 'propertyNames'])

export function fieldSchema(document: Json, field: ReplyField): unknown {
  return together(field.schemas.map(schema => inline(schema, false)))

  function inline(node: unknown, inUnion: boolean): unknown {
    if (!isJson(node)) return node
    if (typeof node['$ref'] === 'string') return inline(resolveRef(document, node['$ref']), inUnion)
    const kept = Object.entries(node).filter(
      ([key]) =>
        !annotations.has(key) &&
        !key.startsWith('x-') &&
        (inUnion || !members.has(key)) &&
        (key !== 'description' || 'pattern' in node),
    )
    const inlined = Object.fromEntries(kept.map(([key, value]) => [key, inlineKeyword(key, value, inUnion)]))
    return Object.keys(inlined).join() === 'allOf' ? together(asList(inlined['allOf'])) : inlined
  }

  function inlineKeyword(key: string, value: unknown, inUnion: boolean): unknown {
    if (key === 'oneOf' || key === 'anyOf') return asList(value).map(branch => inline(branch, true))
    if (key === 'allOf') return asList(value).map(branch => inline(branch, inUnion))
    if (key === 'items' || key === 'additionalProperties') return inline(value, inUnion)
    if (key !== 'properties' || !isJson(value)) return value
    return Object.fromEntries(Object.entries(value).map(([name, child]) => [name, inline(child, inUnion)]))
  }
}

const never = JSON.stringify({ not: {} })

/** A schema that holds if all of the schemas hold, as short as possible. */
function together(schemas: readonly unknown[]): unknown {
  const distinct = new Map(schemas.map(schema => [JSON.stringify(schema), schema]))
  const [first] = distinct.values()
  return distinct.get(never) ?? (distinct.size === 1 ? first : { allOf: [...distinct.values()] })
}
