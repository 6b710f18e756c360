/** Chooses the deployment for a request to the proxy, by the path of its base address. */
import { ConfigurationError, entryOf, type Target } from '../../harness/index.ts'

export interface Route {
  readonly api: string
  readonly origin: string
  /** The path of the base address, without a slash at the end. */
  readonly path: string
}

export function routesOf(target: Target, apis: readonly string[]): readonly Route[] {
  const routes = apis.flatMap(api => {
    const base = entryOf(target, api)?.baseUrl
    if (base === undefined) return []
    const { origin, pathname } = new URL(base)
    return [{ api, origin, path: pathname.replace(/\/+$/, '') }]
  })
  const twice = routes.find((one, at) =>
    routes.some((other, n) => n > at && other.path === one.path && other.origin !== one.origin),
  )
  if (twice)
    throw new ConfigurationError(
      `two APIs of the target file have the path ${twice.path || '/'} on different hosts: leave one of them out (--api)`,
    )
  return [...routes].sort((one, other) => other.path.length - one.path.length)
}

/** The route whose base path contains the path of the request; else the one that has most of it in common. */
export function routeFor(path: string, routes: readonly Route[]): Route {
  const within = routes.find(
    route => path === route.path || path.startsWith(`${route.path}/`) || path.startsWith(`${route.path}?`),
  )
  const nearest = within ?? [...routes].sort((one, other) => inCommon(path, other.path) - inCommon(path, one.path))[0]
  if (!nearest) throw new ConfigurationError('the target file describes no API')
  return nearest
}

function inCommon(one: string, other: string): number {
  let length = 0
  while (length < one.length && one[length] === other[length]) length++
  return length
}
