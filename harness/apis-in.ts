/** The APIs that suites are about. */
import type { Api } from './api.ts'
import type { Area } from './check.ts'
import { madeOnce } from './memory/made-once.ts'

const found = new WeakMap<readonly Area[], readonly Api[]>()

/** Each API once; computed once for each list of areas. */
export const apisIn = (areas: readonly Area[]): readonly Api[] =>
  madeOnce(found, areas, () => [...new Set(areas.map(({ api }) => api))])
