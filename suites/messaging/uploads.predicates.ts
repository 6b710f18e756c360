/** What replies to uploads show. */
import { bodyOf, broken, holds, isObject, predicate, shown } from '../../harness/index.ts'

export const uriEqualsUrl = predicate('messaging.uploads.uri-equals-url', ([exchange]) => {
  const { uri, url } = isObject(exchange?.json) ? exchange.json : {}
  return typeof uri === 'string' && uri === url ? holds : broken(`uri to be the url ${shown(url)}`, shown(uri))
})

export const withoutUrl = predicate('messaging.uploads.without-url', ([exchange]) =>
  isObject(exchange?.json) && Object.hasOwn(exchange.json, 'url')
    ? broken('no url, which is newer than the level claimed', bodyOf(exchange))
    : holds,
)

/** Statuses that say of a path that nothing is there, or that what is there cannot be reached. */
const NOTHING_THERE = [404, 410, 502, 504]

/** Any reply but one that says there is nothing; how the tus protocol is spoken is open. */
export const answers = predicate('messaging.uploads.something-answers', ([exchange]) => {
  const { status, headers } = exchange?.response ?? { status: 0, headers: {} }
  const speaksTus = Object.keys(headers).some(name => name.toLowerCase().startsWith('tus-'))
  return speaksTus || !NOTHING_THERE.includes(status)
    ? holds
    : broken('something to answer', `status ${status} with ${bodyOf(exchange)}`)
})
