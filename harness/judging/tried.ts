/** What a check has sent so far, so that a failure can say which of several things it tried. */

import { type Api, apiNamed } from '../api.ts'
import type { Exchange } from '../evidence/exchange.ts'
import { nearestTo, requestDifference, requestInWords } from './request-difference.ts'

export interface Tries {
  /** This exchange was made, or looked at, on behalf of the check. */
  note(exchange: Exchange): void
  /** How the claim's request differs from its control, or from the nearest accepted one of its kind. */
  inWords(claimed: readonly Exchange[], control: Exchange | null): string | null
}

export function tries(apis: readonly Api[] = []): Tries {
  const isAccepted = (exchange: Exchange): boolean =>
    (exchange.response?.status ?? 600) < 300 && apiNamed(apis, exchange.api)?.replies.outcome(exchange) !== 'error'
  const noted = new Map<number, Exchange>()
  const before = (exchange: Exchange): Exchange | null => {
    const alike = [...noted.values()].filter(
      one => one.n !== exchange.n && one.operation === exchange.operation && isAccepted(one),
    )
    return nearestTo(exchange, alike)
  }
  const difference = (exchange: Exchange, control: Exchange | null): string | null => {
    const from = control ?? before(exchange)
    return from && requestDifference(exchange, from)
  }
  return {
    note: exchange => void noted.set(exchange.n, exchange),
    inWords(claimed, control) {
      const last = claimed.at(-1)
      const told = last && difference(last, control)
      if (told) return told
      const write = [...claimed, ...noted.values()].filter(isWrite).sort((a, b) => a.n - b.n)
      const latest = write.filter(({ n }) => last === undefined || n < last.n).at(-1)
      if (!latest || (last && isWrite(last))) return null
      const how = difference(latest, null) ?? requestInWords(latest)
      return how === null ? null : `after ${latest.operation ?? latest.request.method} ${how}`
    },
  }
}

const isWrite = ({ via, request }: Exchange): boolean => via === 'target' && request.method !== 'GET'
