/** What a check has sent so far, so that a failure can say which of several things it tried. */

import { type Api, apiNamed } from '../api.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { nearestTo, requestDifference, requestInWords } from './request-difference.ts'

export interface Tries {
  /** Notes an exchange that the check sent or claimed something about. */
  note(exchange: Exchange): void
  /** How the claim's request differs from its control, or from the nearest accepted one of its kind. */
  inWords(claimed: readonly Exchange[], control: Exchange | null): string | null
}

/** A request, and whether it was accepted; its reply is not kept, because replies may be large and many. */
interface Noted extends Pick<Exchange, 'n' | 'via' | 'operation' | 'actor' | 'request'> {
  readonly accepted: boolean
}

/** The first word of a text about a change before a read. */
export const AFTER = 'after '

const MOST_NOTED = 200

export function tries(apis: readonly Api[] = []): Tries {
  const isAccepted = (exchange: Exchange): boolean =>
    (exchange.response?.status ?? 600) < 300 && apiNamed(apis, exchange.api)?.replies.outcome(exchange) !== 'error'
  const noted = new Map<number, Noted>()
  const before = (exchange: Unjudged): Noted | null => {
    const alike = [...noted.values()].filter(
      one => one.n !== exchange.n && one.operation === exchange.operation && one.accepted,
    )
    return nearestTo(exchange, alike)
  }
  const difference = (exchange: Unjudged, control: Exchange | null): string | null => {
    const from = control ?? before(exchange)
    return from && requestDifference(exchange, from)
  }
  return {
    note(exchange) {
      if (noted.has(exchange.n)) return
      const { n, via, operation, actor, request } = exchange
      noted.set(n, { n, via, operation, actor, request, accepted: isAccepted(exchange) })
      if (noted.size > MOST_NOTED) noted.delete(noted.keys().next().value ?? 0)
    },
    inWords(claimed, control) {
      const last = claimed.at(-1)
      const ownDifference = last && difference(last, control)
      if (ownDifference) return ownDifference
      const write = [...claimed, ...noted.values()].filter(isWrite).sort((a, b) => a.n - b.n)
      const latest = write.filter(({ n }) => last === undefined || n < last.n).at(-1)
      if (!latest || (last && isWrite(last))) return null
      const how = difference(latest, null) ?? requestInWords(latest)
      return how === null ? null : `${AFTER}${latest.operation ?? latest.request.method} ${how}`
    },
  }
}

type Unjudged = Omit<Noted, 'accepted'>

const isWrite = ({ via, request }: Unjudged): boolean => via === 'target' && request.method !== 'GET'
