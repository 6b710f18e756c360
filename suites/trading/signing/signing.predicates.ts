/** Predicates for signed requests: what counts as accepted, and what as refused. */

import { isDeepStrictEqual } from 'node:util'
import {
  bodyOf,
  broken,
  brokenAt,
  type Exchange,
  holds,
  isObject,
  predicate,
  shown,
  unclear,
  vacuous,
  valueAt,
} from '../../../harness/index.ts'
import { deniesSuccess } from '../success.ts'

/** How an accepted reply is recognized: as the target file says, by the success envelope of the control, or by its status. */
export type Reading =
  | { readonly by: 'pointer'; readonly pointer: string; readonly equals: unknown }
  | { readonly by: 'envelope' }
  /**
   * With the control's top-level members, and those of them that are non-empty lists or objects; `members` is null if it is not
   * an object.
   */
  | { readonly by: 'status'; readonly members?: readonly string[] | null; readonly filled?: readonly string[] }

export interface SignedArgs extends Readonly<Record<string, unknown>> {
  /** What was sent, in words: an exchange does not show whether its signature is right. */
  readonly sent: string
  readonly reading: Reading
}

export function isAccepted(exchange: Exchange, reading: Reading): boolean {
  const status = exchange.response?.status ?? 0
  if (reading.by === 'pointer') return isDeepStrictEqual(valueAt(exchange.json, reading.pointer), reading.equals)
  if (status < 200 || status > 299) return false
  return reading.by === 'status' ? !deniesSuccess(exchange) : isSuccessEnvelope(exchange)
}

export const isSuccessEnvelope = (exchange: Exchange): boolean =>
  isObject(exchange.json) && (exchange.json['status'] === 'true' || exchange.json['status'] === true)

export const accepted = predicate('trading.accepted', (exchanges, { sent, reading }: SignedArgs) => {
  const wrong = exchanges.find(exchange => !isAccepted(exchange, reading))
  return wrong ? broken(`${sent} to be accepted`, notAccepted(wrong)) : holds
})

/** What came instead of an accepted reply: a success envelope is no refusal, even if it does not count as accepted. */
export function notAccepted(exchange: Exchange): string {
  const status = exchange.response?.status
  const what = isSuccessEnvelope(exchange)
    ? `a success envelope ${status !== undefined && status > 299 ? `with HTTP status ${status}` : 'with an unexpected result'}`
    : 'refused'
  return `${what}: ${status} ${bodyOf(exchange)}`
}

export const refused = predicate('trading.refused', (exchanges, { sent, reading }: SignedArgs) => {
  const wrong = exchanges.find(exchange => isAccepted(exchange, reading))
  if (wrong && isUnlikeControl(wrong, reading))
    return unclear(
      `whether ${sent} was refused cannot be told: signedProbe.accepted in the target file has to say what accepted looks like`,
    )
  return wrong ? broken(`${sent} to be refused`, `accepted: ${wrong.response?.status} ${bodyOf(wrong)}`) : holds
})

/** A 2xx reply without a top-level member of the control, or with it empty, may be a refusal in a form of the venue's own. */
function isUnlikeControl(exchange: Exchange, reading: Reading): boolean {
  if (reading.by !== 'status' || reading.members === undefined) return false
  const { members, filled = [] } = reading
  const { json } = exchange
  if (!isObject(json)) return members !== null
  const given = new Set(contentsOf(exchange).map(([name]) => name))
  return members?.every(name => Object.hasOwn(json, name)) !== true || !filled.every(name => given.has(name))
}

/**
 * No refusal has a non-empty top-level list or object that the accepted request got, under whatever name. Members that public
 * replies carry as well (`everywhere`) do not count.
 */
export const withheld = predicate(
  'trading.withheld',
  (exchanges, { everywhere }: { everywhere?: readonly string[] }) => {
    const [control, ...refusals] = exchanges
    const given = contentsOf(control).filter(([name]) => everywhere?.includes(name) !== true)
    if (given.length === 0) return vacuous('the accepted request got nothing that could be given away')
    for (const refusal of refusals)
      for (const [name, value] of contentsOf(refusal))
        if (given.some(([, content]) => isDeepStrictEqual(content, value)))
          return brokenAt(`/${name}`, 'not to be what the accepted request got', shown(value))
    return holds
  },
)

/** The non-empty lists and objects at the top level of a reply. */
export const contentsOf = (exchange: Exchange | undefined): (readonly [name: string, value: object])[] =>
  Object.entries(isObject(exchange?.json) ? exchange.json : {}).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? [[name, value] as const] : [],
  )
