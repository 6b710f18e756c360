/** Which requests to one address were under way at the same time. */
import { textByNumber } from '../text/text-by-number.ts'

export interface UnderWay {
  add(exchange: Timed): void
  /** The other exchanges with the same address that were under way at the same time. */
  beside(n: number): readonly number[]
  isOneAddress(a: number, b: number): boolean
  /** Whether both have the same address and query, times aside: other values may not show a failure that some show. */
  isOneQuery(a: number, b: number): boolean
}

export interface Timed {
  readonly n: number
  readonly sentAt: string
  readonly receivedAt: string | null
  readonly request: { readonly method: string; readonly url: string }
}

/** Requests that overlap have numbers that differ by no more than this. */
const MOST_APART = 50
const MOST_LISTED = 2
const TIME = /\d{10,}/g

export function underWay(): UnderWay {
  const addresses = textByNumber()
  const queries = textByNumber()
  let times = new Float64Array(2048)
  const sent = (n: number): number => times[2 * n] ?? 0
  const received = (n: number): number => times[2 * n + 1] ?? 0
  const isOneAddress = (a: number, b: number): boolean =>
    addresses.get(a) !== null && addresses.get(a) === addresses.get(b)
  const isOneQuery = (a: number, b: number): boolean => isOneAddress(a, b) && queries.get(a) === queries.get(b)
  return {
    add({ n, sentAt, receivedAt, request }) {
      if (2 * n + 1 >= times.length) {
        const larger = new Float64Array(Math.max(2 * n + 2, times.length * 2))
        larger.set(times)
        times = larger
      }
      times[2 * n] = Date.parse(sentAt)
      times[2 * n + 1] = receivedAt === null ? Number.NaN : Date.parse(receivedAt)
      const [address = '', query = ''] = request.url.split('?', 2)
      addresses.set(n, `${request.method} ${address}`)
      queries.set(n, query.replaceAll(TIME, ''))
    },
    isOneAddress,
    isOneQuery,
    beside(n) {
      const others = Array.from({ length: 2 * MOST_APART + 1 }, (_, index) => n - MOST_APART + index)
      return others
        .filter(
          other =>
            other > 0 &&
            other !== n &&
            isOneAddress(n, other) &&
            sent(other) < received(n) &&
            sent(n) < received(other),
        )
        .sort((a, b) => Math.abs(a - n) - Math.abs(b - n))
        .slice(0, MOST_LISTED)
    },
  }
}
