/** Linkifiers. */
import { type Call, type Reply, succeed } from './call.ts'
import type { Route } from './route.ts'

export const linkifierRoutes: readonly Route[] = [
  { operation: 'getLinkifiers', method: 'GET', path: '/realm/linkifiers', parameters: [], handle: getLinkifiers },
]

function getLinkifiers(call: Call): Reply {
  const linkifiers = [...call.org.linkifiers.values()]
  if (!call.keeps('linkifiers.same-order')) linkifiers.reverse()
  return succeed({ linkifiers: call.keeps('linkifiers.all-listed') ? linkifiers : linkifiers.slice(0, -1) })
}
