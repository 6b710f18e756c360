/** All fields that a reply's schema describes, each with its path and the names that links of the catalogue use. */
import { asJson, asList, isJson, type Json, resolveRef } from './json.ts'

export interface ReplyField {
  /** Such as `/user_groups/*\/name`; `*` stands for elements of arrays and values of maps. */
  readonly path: string
  /** Such as `UserGroup/name` and `getUserGroups/user_groups/name`. */
  readonly names: Set<string>
  readonly schemas: Json[]
  required: boolean
  since?: number
  until?: number
}

export function replyFields(document: Json, schema: Json, root: string): Map<string, ReplyField> {
  const fields = new Map<string, ReplyField>()
  visit(schema, { path: '', names: [root], levels: {}, refs: [] })
  return fields

  function visit(node: Json, place: Place): void {
    if (typeof node['$ref'] === 'string') {
      const ref = node['$ref']
      if (place.refs.includes(ref)) return
      const name = ref.slice(ref.lastIndexOf('/') + 1)
      visit(resolveRef(document, ref), { ...place, names: [...place.names, name], refs: [...place.refs, ref] })
      return
    }
    for (const branch of ['allOf', 'anyOf', 'oneOf'].flatMap(key => asList(node[key]))) visit(asJson(branch), place)
    for (const [name, child] of Object.entries(asJson(node['properties']))) record(name, asJson(child), place)
    for (const name of asList(node['required'])) field(`${place.path}/${pointerSegment(String(name))}`).required = true
    for (const key of ['items', 'additionalProperties']) {
      if (isJson(node[key])) visit(node[key], { ...place, path: `${place.path}/*` })
    }
  }

  function record(name: string, schema: Json, place: Place): void {
    const path = `${place.path}/${pointerSegment(name)}`
    const names = place.names.map(prefix => `${prefix}/${name}`)
    const levels = narrowed(place.levels, schema)
    const known = Object.assign(field(path), levels)
    known.schemas.push(schema)
    for (const alias of names) known.names.add(alias)
    visit(schema, { path, names, levels, refs: place.refs })
  }

  function field(path: string): ReplyField {
    const known = fields.get(path) ?? { path, names: new Set(), schemas: [], required: false }
    fields.set(path, known)
    return known
  }
}

interface Levels {
  since?: number
  until?: number
}

interface Place {
  readonly path: string
  readonly names: readonly string[]
  readonly levels: Levels
  readonly refs: readonly string[]
}

const pointerSegment = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

/** The levels at which both the place and the schema at it exist. */
export function narrowed(outer: Levels, source: Json): Levels {
  const since = Math.max(outer.since ?? 0, Number(source['x-since'] ?? 0))
  const until = Math.min(outer.until ?? Number.POSITIVE_INFINITY, Number(source['x-until'] ?? Number.POSITIVE_INFINITY))
  return { ...(since > 0 ? { since } : {}), ...(Number.isFinite(until) ? { until } : {}) }
}
