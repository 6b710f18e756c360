/** What counts as accepted and as refused where requests are signed. */

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
  vacuous,
  valueAt,
} from '../../harness/index.ts'

/** How an accepted reply is told: as the target file says, by the success envelope of the control, or by its status. */
export type Reading =
  | { readonly by: 'pointer'; readonly pointer: string; readonly equals: unknown }
  | { readonly by: 'envelope' }
  /** With the names that the control has at its top, and those with something in them; null where it is no object. */
  | { readonly by: 'status'; readonly members?: readonly string[] | null; readonly filled?: readonly string[] }

export interface SignedArgs extends Readonly<Record<string, unknown>> {
  /** What was sent, in words: that a signature was right or wrong no exchange shows. */
  readonly sent: string
  readonly reading: Reading
}

export function isAccepted(exchange: Exchange, reading: Reading): boolean {
  const status = exchange.response?.status ?? 0
  if (reading.by === 'pointer') return isDeepStrictEqual(valueAt(exchange.json, reading.pointer), reading.equals)
  if (status < 200 || status > 299) return false
  return reading.by === 'status' ? !deniesSuccess(exchange) : isSuccessEnvelope(exchange)
}

/** A body that refuses in so many words, whatever its status. */
export const deniesSuccess = ({ json }: Pick<Exchange, 'json'>): boolean =>
  isObject(json) && String(json['status']).toLowerCase() === 'false'

export const isSuccessEnvelope = (exchange: Exchange): boolean =>
  isObject(exchange.json) && (exchange.json['status'] === 'true' || exchange.json['status'] === true)

export const accepted = predicate('trading.accepted', (exchanges, { sent, reading }: SignedArgs) => {
  const wrong = exchanges.find(exchange => !isAccepted(exchange, reading))
  return wrong ? broken(`${sent} to be accepted`, `refused: ${wrong.response?.status} ${bodyOf(wrong)}`) : holds
})

export const refused = predicate('trading.refused', (exchanges, { sent, reading }: SignedArgs) => {
  const wrong = exchanges.find(exchange => isAccepted(exchange, reading))
  if (wrong && isUnlikeControl(wrong, reading))
    return vacuous(
      `whether ${sent} was refused cannot be told: signedProbe.accepted in the target file has to say what accepted looks like`,
    )
  return wrong ? broken(`${sent} to be refused`, `accepted: ${wrong.response?.status} ${bodyOf(wrong)}`) : holds
})

/** A 2xx reply that lacks what the control has at its top, or has nothing in it, may be a refusal in a form of its own. */
function isUnlikeControl(exchange: Exchange, reading: Reading): boolean {
  if (reading.by !== 'status' || reading.members === undefined) return false
  const { members, filled = [] } = reading
  const { json } = exchange
  if (!isObject(json)) return members !== null
  const given = new Set(contentsOf(exchange).map(([name]) => name))
  return members?.every(name => Object.hasOwn(json, name)) !== true || !filled.every(name => given.has(name))
}

/**
 * A refusal holds nothing of what the accepted request got: no list and no object, unless it is empty, at its top, by
 * whatever name. What public replies carry as well (`everywhere`, by name) belongs to nobody.
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

/** What a reply holds at its top beside flags, codes and words. */
export const contentsOf = (exchange: Exchange | undefined): (readonly [name: string, value: object])[] =>
  Object.entries(isObject(exchange?.json) ? exchange.json : {}).flatMap(([name, value]) =>
    typeof value === 'object' && value !== null && Object.keys(value).length > 0 ? [[name, value] as const] : [],
  )
