/** How a request finds its operation. */
import { clientOperations } from './client-endpoints.ts'
import type { AnyOperation } from './operation.ts'
import { operations } from './operations.ts'

const routes: readonly AnyOperation[] = [...operations, ...clientOperations]

const plain = new Map(routes.filter(one => !one.path.includes('{')).map(one => [`${one.method} ${one.path}`, one]))

const templated = routes
  .filter(one => one.path.includes('{'))
  .map(route => ({ route, pattern: new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }))

export function findRoute(
  method: string,
  path: string,
): { route: AnyOperation; inPath: [string, string][] } | undefined {
  const exact = plain.get(`${method} ${path}`)
  if (exact) return { route: exact, inPath: [] }
  for (const { route, pattern } of templated) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match) return { route, inPath: Object.entries(match.groups ?? {}) }
  }
  return undefined
}
