/** Reads the replies of an API whose outcome is their HTTP status, with an optional `code` in the body. */
import type { Outcome, ReplyReading } from '../api.ts'
import { type Exchange, isObject } from '../evidence/exchange.ts'
import { bodyOf, broken, holds, predicate, shown } from '../judging/predicate.ts'
import { shapeOf } from '../replies.ts'

function outcomeByStatus({ response }: Pick<Exchange, 'response'>): Outcome {
  const status = response?.status ?? 0
  return status >= 200 && status < 300 ? 'success' : status >= 400 && status < 500 ? 'error' : 'neither'
}

const describe = (exchange: Exchange): string => `${exchange.response?.status ?? 'no reply'} ${bodyOf(exchange)}`

const succeeds = predicate('http.succeeds', exchanges => {
  const wrong = exchanges.find(exchange => outcomeByStatus(exchange) !== 'success')
  return wrong ? broken('a 2xx reply', describe(wrong)) : holds
})

/** Refused with one of these statuses, or with one of these as the `code` of the body; any 4xx if none is given. */
const isRefused = predicate('http.refused', (exchanges, { codes }: { codes?: readonly string[] }) => {
  const wanted = codes ? `a refusal with ${codes.map(code => shown(code)).join(' or ')}` : 'a 4xx reply'
  for (const exchange of exchanges) {
    const { json, response } = exchange
    const said = [String(response?.status), isObject(json) ? json['code'] : undefined]
    const right = outcomeByStatus(exchange) === 'error' && (!codes || codes.some(code => said.includes(code)))
    if (!right) return broken(wanted, describe(exchange))
  }
  return holds
})

const isNotOffered = predicate('http.not-offered', exchanges => {
  const offered = exchanges.find(exchange => outcomeByStatus(exchange) === 'success')
  return offered ? broken('anything but a 2xx reply', describe(offered)) : holds
})

export const plainReplies: ReplyReading = {
  outcome: outcomeByStatus,
  carries: (exchange, rule) =>
    outcomeByStatus(exchange) === rule.on &&
    (rule.code === undefined || (isObject(exchange.json) && exchange.json['code'] === rule.code)),
  succeeds,
  isRefused,
  isNotOffered,
  refusal: ({ status, body }) => (status < 400 ? null : `${status} ${shapeOf(body)}`),
  garbled: () => null,
}
