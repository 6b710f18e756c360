/** All endpoints of the chat, and how a request finds its own. */
import { clientRoutes } from './client-endpoints.ts'
import { type AnyOperation, perform } from './operation.ts'
import { operations } from './operations.ts'
import { profileFieldRoutes } from './profile-fields.ts'
import type { Route } from './route.ts'
import { scheduledMessageRoutes } from './scheduled-messages.ts'

/** Operations that are values, as routes. */
const routeOf = (value: AnyOperation): Route => ({
  ...value,
  operation: value.id,
  value,
  handle: call => perform(value, call),
})

const routes: readonly Route[] = [
  ...operations.map(routeOf),
  ...scheduledMessageRoutes,
  ...profileFieldRoutes,
  ...clientRoutes,
]

const plain = new Map(routes.filter(one => !one.path.includes('{')).map(one => [`${one.method} ${one.path}`, one]))

const templated = routes
  .filter(one => one.path.includes('{'))
  .map(route => ({ route, pattern: new RegExp(`^${route.path.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`) }))

export function findRoute(method: string, path: string): { route: Route; inPath: [string, string][] } | undefined {
  const exact = plain.get(`${method} ${path}`)
  if (exact) return { route: exact, inPath: [] }
  for (const { route, pattern } of templated) {
    const match = route.method === method ? pattern.exec(path) : null
    if (match) return { route, inPath: Object.entries(match.groups ?? {}) }
  }
  return undefined
}
