/** The APIs that suites are about. */
import type { Api } from './api.ts'
import type { Area } from './check.ts'

const found = new WeakMap<readonly Area[], readonly Api[]>()

/** Each API once; computed once for each list of areas. */
export function apisIn(areas: readonly Area[]): readonly Api[] {
  const known = found.get(areas) ?? [...new Set(areas.map(({ api }) => api))]
  found.set(areas, known)
  return known
}
