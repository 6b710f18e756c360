/** Predicates about replies to uploads and at `/tus`. */
import { bodyOf, broken, type Exchange, holds, isObject, predicate, shown } from '../../../harness/index.ts'
import { codeOf, envelopeOf } from '../outcome.ts'

export const uriEqualsUrl = predicate('messaging.uploads.uri-equals-url', ([exchange]) => {
  const { uri, url } = isObject(exchange?.json) ? exchange.json : {}
  return typeof uri === 'string' && uri === url ? holds : broken(`uri to be the url ${shown(url)}`, shown(uri))
})

/** No two of these uploads have the same path. */
export const pathsDiffer = predicate('messaging.uploads.paths-differ', exchanges => {
  const paths = exchanges.map(({ json }) => (isObject(json) ? (json['url'] ?? json['uri']) : undefined))
  return new Set(paths).size === paths.length ? holds : broken('a path of its own for each file', shown(paths))
})

export const withoutUrl = predicate('messaging.uploads.without-url', ([exchange]) =>
  isObject(exchange?.json) && Object.hasOwn(exchange.json, 'url')
    ? broken('no url, which is newer than the level claimed', bodyOf(exchange))
    : holds,
)

/** Statuses that mean that nothing exists at a path, or that it cannot be reached. */
const NOTHING_THERE = [404, 410, 502, 504]

/** At least one of the tried methods gets a reply other than "nothing here"; the details of tus are open. */
export const answers = predicate('messaging.uploads.something-answers', exchanges => {
  const [first] = exchanges
  return exchanges.some(isSomething)
    ? holds
    : broken('something to answer', `status ${first?.response?.status ?? 0} and the body ${shown(bodyOf(first))}`)
})

/**
 * Like `answers`, for deployments that refuse everything with such a status: an envelope counts if its code differs from that
 * of the last exchange, which asked for a path that does not exist.
 */
export const answersUnlikeNowhere = predicate('messaging.uploads.something-answers-unlike-nowhere', exchanges => {
  const tried = exchanges.slice(0, -1)
  const nowhere = codeOfError(exchanges.at(-1))
  const another = tried.map(codeOfError).some(code => code !== undefined && code !== nowhere)
  return another ? holds : answers.judge(tried, {})
})

const codeOfError = (exchange: Exchange | undefined): unknown =>
  exchange && envelopeOf(exchange) === 'error' ? codeOf(exchange) : undefined

function isSomething({ response }: Exchange): boolean {
  const { status, headers } = response ?? { status: 404, headers: {} }
  return Object.keys(headers).some(name => name.toLowerCase().startsWith('tus-')) || !NOTHING_THERE.includes(status)
}
