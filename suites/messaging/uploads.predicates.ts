/** What replies to uploads show. */
import { bodyOf, broken, type Exchange, holds, isObject, predicate, shown } from '../../harness/index.ts'

export const uriEqualsUrl = predicate('messaging.uploads.uri-equals-url', ([exchange]) => {
  const { uri, url } = isObject(exchange?.json) ? exchange.json : {}
  return typeof uri === 'string' && uri === url ? holds : broken(`uri to be the url ${shown(url)}`, shown(uri))
})

/** No two of these uploads have one path. */
export const pathsDiffer = predicate('messaging.uploads.paths-differ', exchanges => {
  const paths = exchanges.map(({ json }) => (isObject(json) ? (json['url'] ?? json['uri']) : undefined))
  return new Set(paths).size === paths.length ? holds : broken('a path of its own for each file', shown(paths))
})

export const withoutUrl = predicate('messaging.uploads.without-url', ([exchange]) =>
  isObject(exchange?.json) && Object.hasOwn(exchange.json, 'url')
    ? broken('no url, which is newer than the level claimed', bodyOf(exchange))
    : holds,
)

/** Statuses that say of a path that nothing is there, or that what is there cannot be reached. */
const NOTHING_THERE = [404, 410, 502, 504]

/** Any reply, to any of the methods tried, but one that says there is nothing; how tus is spoken is open. */
export const answers = predicate('messaging.uploads.something-answers', exchanges => {
  const [first] = exchanges
  return exchanges.some(isSomething)
    ? holds
    : broken('something to answer', `status ${first?.response?.status ?? 0} and the body ${shown(bodyOf(first))}`)
})

/** The same where every refusal may have such a status: one in an envelope with another code than `nowhere`, the last, has. */
export const answersUnlikeNowhere = predicate('messaging.uploads.something-answers-unlike-nowhere', exchanges => {
  const tried = exchanges.slice(0, -1)
  const nowhere = codeOf(exchanges.at(-1))
  const another = tried.map(codeOf).some(code => code !== undefined && code !== nowhere)
  return another ? holds : answers.judge(tried, {})
})

const codeOf = (exchange: Exchange | undefined): unknown =>
  isObject(exchange?.json) && exchange.json['result'] === 'error' ? exchange.json['code'] : undefined

function isSomething({ response }: Exchange): boolean {
  const { status, headers } = response ?? { status: 404, headers: {} }
  return Object.keys(headers).some(name => name.toLowerCase().startsWith('tus-')) || !NOTHING_THERE.includes(status)
}
