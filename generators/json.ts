/** Plain JSON, and references within a document. */
export interface Json {
  [key: string]: unknown
}

export const isJson = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export const asJson = (value: unknown): Json => (isJson(value) ? value : {})

export const asList = (value: unknown): unknown[] => (Array.isArray(value) ? value : [])

/** The value that a local reference such as `#/components/schemas/Draft` points to. */
export function resolveRef(document: Json, ref: string): Json {
  let value: unknown = document
  for (const segment of ref.replace(/^#\//, '').split('/')) {
    value = asJson(value)[segment.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  if (!isJson(value)) throw new Error(`unresolvable reference ${ref}`)
  return value
}

/** The object itself, or the one that its `$ref` points to. */
export function dereference(document: Json, value: unknown): Json {
  let target = asJson(value)
  while (typeof target['$ref'] === 'string') target = resolveRef(document, target['$ref'])
  return target
}
