/**
 * Projects a description onto a feature level: removes what does not exist there, uses the old names of what was
 * renamed later, and leaves no level extension.
 */
import { asJson, asList, isJson, type Json } from './json.ts'

const extensions = new Set(['x-since', 'x-until', 'x-renamed-from', 'x-values', 'x-below'])
const methods = new Set(['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'])

export function projectLevel(document: Json, level: number): Json {
  const projected = asJson(project(document, level))
  const paths = asJson(projected['paths'])
  for (const [path, item] of Object.entries(paths)) {
    if (!Object.keys(asJson(item)).some(key => methods.has(key))) delete paths[path]
  }
  return projected
}

function project(value: unknown, level: number): unknown {
  if (Array.isArray(value)) return value.filter(item => existsAt(item, level)).map(item => project(item, level))
  if (!isJson(value)) return value
  const source = { ...value, ...keywordsBelow(value, level) }
  const result: Json = {}
  for (const [key, child] of Object.entries(source)) {
    if (extensions.has(key) || child === null || !existsAt(child, level)) continue
    result[key] = project(child, level)
  }
  const older = asJson(value['x-renamed-from'])
  if (typeof older['at'] === 'number' && level < older['at']) result['name'] = older['name']
  keepRequiredToProperties(value, result)
  if (isJson(value['x-values']))
    result['enum'] = asList(value['enum']).filter(item => valueExistsAt(value, item, level))
  return result
}

function existsAt(value: unknown, level: number): boolean {
  const { 'x-since': since, 'x-until': until } = asJson(value)
  return !(typeof since === 'number' && level < since) && !(typeof until === 'number' && level > until)
}

function valueExistsAt(schema: Json, item: unknown, level: number): boolean {
  const { since, until } = asJson(asJson(schema['x-values'])[String(item)])
  return existsAt({ 'x-since': since, 'x-until': until }, level)
}

/** `x-below: { '334': { minLength: 1 } }` applies at levels below 334; null removes a keyword. */
function keywordsBelow(schema: Json, level: number): Json {
  const keywords: Json = {}
  for (const [bound, overlay] of Object.entries(asJson(schema['x-below']))) {
    if (level < Number(bound)) Object.assign(keywords, overlay)
  }
  return keywords
}

function keepRequiredToProperties(before: Json, after: Json): void {
  if (!isJson(before['properties']) || !Array.isArray(before['required'])) return
  const gone = new Set(
    Object.keys(before['properties']).filter(name => !Object.hasOwn(asJson(after['properties']), name)),
  )
  const required = before['required'].filter(name => !gone.has(name))
  if (required.length > 0) after['required'] = required
  else delete after['required']
}

/** The levels at which a description changes, in order. */
export function changeLevels(document: Json): number[] {
  const levels = new Set<number>()
  const visit = (value: unknown): void => {
    if (Array.isArray(value)) for (const item of value) visit(item)
    if (!isJson(value)) return
    for (const level of ownChanges(value)) levels.add(level)
    for (const child of Object.values(value)) visit(child)
  }
  visit(document)
  return [...levels].sort((a, b) => a - b)
}

function ownChanges(value: Json): number[] {
  const bounds = [value, ...Object.values(asJson(value['x-values'])).map(asJson)].flatMap(source => [
    source['x-since'] ?? (source === value ? undefined : source['since']),
    nextAfter(source['x-until'] ?? (source === value ? undefined : source['until'])),
  ])
  const below = Object.keys(asJson(value['x-below'])).map(Number)
  return [...bounds, asJson(value['x-renamed-from'])['at'], ...below].filter(level => typeof level === 'number')
}

const nextAfter = (level: unknown): number | undefined => (typeof level === 'number' ? level + 1 : undefined)
