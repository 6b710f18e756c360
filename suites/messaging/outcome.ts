/** Classifies messaging replies as success, error or neither, and reads the codes of refusals. */
import { type Exchange, isObject, type Outcome, readOnce } from '../../harness/index.ts'

/** The outcome according to `result` alone; the HTTP status does not count. */
export const envelopeOf = readOnce(({ json }: Pick<Exchange, 'json'>): Outcome => {
  const result = isObject(json) ? json['result'] : undefined
  return result === 'success' ? 'success' : result === 'error' ? 'error' : 'neither'
})

/**
 * The outcome of a messaging reply. If `result` is broken or missing, but `msg` is empty as in a success and there is no
 * `code`, the reply is a success: the broken member violates its own requirement and does not excuse the others.
 */
export function outcomeOf(exchange: Pick<Exchange, 'json'>): Outcome {
  const said = envelopeOf(exchange)
  if (said !== 'neither') return said
  const { json } = exchange
  if (!isObject(json)) return said
  return json['msg'] === '' && !Object.hasOwn(json, 'code') ? 'success' : 'neither'
}

/** The code of a refusal, whatever it is. */
export const codeOf = ({ json }: Pick<Exchange, 'json'>): unknown => (isObject(json) ? json['code'] : undefined)

/** The outcome that was probably intended, even if `result` and `msg` are broken: an object with a code is an error. */
export function intentionOf(exchange: Pick<Exchange, 'json'>): Outcome {
  const said = outcomeOf(exchange)
  if (said !== 'neither' || !isObject(exchange.json)) return said
  return Object.hasOwn(exchange.json, 'code') ? 'error' : 'success'
}
