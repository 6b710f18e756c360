/** Linkifiers. */
import { type Call, type Reply, succeed } from './call.ts'
import type { Route } from './route.ts'

export const linkifierRoutes: readonly Route[] = [
  { operation: 'getLinkifiers', method: 'GET', path: '/realm/linkifiers', parameters: [], handle: getLinkifiers },
]

function getLinkifiers(call: Call): Reply {
  const linkifiers = [...call.org.linkifiers.values()]
  if (call.uses('messaging.linkifiers.newest-first')) linkifiers.reverse()
  if (!call.keeps('linkifiers.same-order')) linkifiers.reverse()
  if (!call.keeps('linkifiers.listed-once')) linkifiers.push(...linkifiers.slice(0, 1))
  if (!call.keeps('linkifiers.third-in-place')) linkifiers.push(...linkifiers.splice(2, 1))
  const listed = call.keeps('linkifiers.all-listed') ? linkifiers : linkifiers.slice(0, -1)
  return succeed({ linkifiers: call.keeps('linkifiers.known-variables') ? listed : listed.map(misnamed) })
}

function misnamed(linkifier: { readonly url_template: string }): object {
  return { ...linkifier, url_template: `${linkifier.url_template}/{unheard_of}` }
}
