/** Checks names in an OpenAPI document that refer to each other, and that neither its schema nor a linter's rule covers. */
import { isObject, type JsonObject } from '../evidence/exchange.ts'
import { leadsElsewhere, partsOf, references } from './parts.ts'

const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']

/** The first wrong name, with its place; null if there is none. */
export function namesFault(document: JsonObject): string | null {
  return (
    undeclaredScheme(document) ??
    repeatedTag(document) ??
    strayDefault(document['servers'], '/servers') ??
    strayLink(document)
  )
}

/** Each name in a security requirement is that of a scheme in the components. */
function undeclaredScheme(document: JsonObject): string | null {
  const declared = objectOf(objectOf(document['components'])['securitySchemes'])
  const withSecurity = [{ at: '', value: document }, ...operationsOf(document)]
  for (const { at, value } of withSecurity)
    for (const [index, way] of listOf(value['security']).entries())
      for (const name of Object.keys(objectOf(way)))
        if (!Object.hasOwn(declared, name)) return `${at}/security/${index} names ${name}, which is no security scheme`
  return null
}

function* operationsOf(document: JsonObject): Generator<{ at: string; value: JsonObject }> {
  for (const part of ['paths', 'webhooks'])
    for (const [path, item] of Object.entries(objectOf(document[part])))
      for (const method of METHODS) {
        const value = objectOf(item)[method]
        if (isObject(value))
          yield { at: `/${part}/${path.replaceAll('~', '~0').replaceAll('/', '~1')}/${method}`, value }
      }
}

/** Each tag is declared once. */
function repeatedTag(document: JsonObject): string | null {
  const names = listOf(document['tags']).map(tag => objectOf(tag)['name'])
  const at = names.findIndex((name, index) => name !== undefined && names.indexOf(name) < index)
  return at < 0 ? null : `/tags/${at} is declared twice: ${String(names[at])}`
}

/** If a variable of a server lists its values, its default is one of them. */
function strayDefault(servers: unknown, at: string): string | null {
  for (const [index, server] of listOf(servers).entries())
    for (const [name, variable] of Object.entries(objectOf(objectOf(server)['variables']))) {
      const { enum: values, default: chosen } = objectOf(variable)
      if (Array.isArray(values) && !values.includes(chosen))
        return `${at}/${index}/variables/${name}/default is none of its values: ${String(chosen)}`
    }
  return null
}

/** Each operation that a link names exists, unless it may be in another document. */
function strayLink(document: JsonObject): string | null {
  if ([...references(document)].some(({ target }) => leadsElsewhere(target))) return null
  const named = [...partsOf(document)].flatMap(({ at, value }) =>
    isObject(value) && typeof value['operationId'] === 'string' ? [{ at, id: value['operationId'] }] : [],
  )
  const isLink = ({ at }: { at: string }): boolean => /\/links\/[^/]+$/.test(at)
  const operations = new Set(named.filter(one => !isLink(one)).map(({ id }) => id))
  const stray = named.find(one => isLink(one) && !operations.has(one.id))
  return stray ? `${stray.at}/operationId names no operation: ${stray.id}` : null
}

const objectOf = (value: unknown): JsonObject => (isObject(value) ? value : {})
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
