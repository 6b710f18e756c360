/** What a messaging reply says it is. */
import { type Exchange, isObject, type Outcome, readOnce } from '../../harness/index.ts'

/** What the `result` of a messaging reply says it is; the HTTP status does not count. */
export const envelopeOf = readOnce(({ json }: Pick<Exchange, 'json'>): Outcome => {
  const result = isObject(json) ? json['result'] : undefined
  return result === 'success' ? 'success' : result === 'error' ? 'error' : 'neither'
})

/**
 * What a messaging reply is. One whose `result` is broken or missing, but which has the empty `msg` of a success and no
 * `code`, is a success: the broken member fails by itself and does not excuse the rest.
 */
export function outcomeOf(exchange: Pick<Exchange, 'json'>): Outcome {
  const said = envelopeOf(exchange)
  if (said !== 'neither') return said
  const { json } = exchange
  if (!isObject(json)) return said
  return json['msg'] === '' && !Object.hasOwn(json, 'code') ? 'success' : 'neither'
}

/** What a reply was meant to be even where neither `result` nor `msg` says: an object with a code is an error. */
export function intentionOf(exchange: Pick<Exchange, 'json'>): Outcome {
  const said = outcomeOf(exchange)
  if (said !== 'neither' || !isObject(exchange.json)) return said
  return Object.hasOwn(exchange.json, 'code') ? 'error' : 'success'
}
