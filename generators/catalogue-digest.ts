/** A digest of the catalogue that does not depend on the order of files or keys. */
import { createHash } from 'node:crypto'
import type { Catalogue } from './catalogue-entry.ts'
import { isJson } from './json.ts'

/** The digest of any data that is JSON. */
export const digestOf = (data: unknown): string =>
  `sha256:${createHash('sha256').update(canonical(data)).digest('hex')}`

export function catalogueDigest(catalogue: Pick<Catalogue, 'requirements' | 'openPoints' | 'notObservable'>): string {
  const sorted = {
    requirements: byId(catalogue.requirements),
    openPoints: byId(catalogue.openPoints),
    notObservable: byId(catalogue.notObservable),
  }
  return digestOf(sorted)
}

const byId = <T extends { id: string }>(entries: readonly T[]): T[] =>
  [...entries].sort((a, b) => (a.id < b.id ? -1 : 1))

function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    isJson(inner) ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1))) : inner,
  )
}
