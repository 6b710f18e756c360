/**
 * Active markets whose requests were refused. A market may become inactive or disappear between the list and the request; the
 * contract does not say how it is answered then. So the list is read again, at irregular intervals: a market that changes back
 * and forth does not happen to be active each time.
 */
import { claimEach, type Reply, valueAt } from '../../harness/index.ts'
import { isActive, type Listed, type Listing, listing } from './listing.ts'
import { carriesBook, jsonObject, meansSuccess, noBook, resultKind, served } from './public.predicates.ts'
import { askedSymbol } from './public-reply.ts'
import { isPayload, isTradingSuccess, lacksBook } from './success.ts'
import type { World } from './world.ts'

const WAITS_MS = [0, 700, 1600]
/** Rank (`after`) before every request that waits: a market that is halted now may be active again soon. */
const AT_ONCE = -1

/**
 * The refused requests whose market is active in each of several new lists, and in every list of the run before. Sends nothing
 * if no request was refused.
 */
export const withActiveMarket = (world: World, refused: readonly Reply[]): Promise<Reply[]> =>
  withListed(
    refused,
    async wait => listing(await world.venue.getExchangeInfo({}, { wait, after: AT_ONCE })),
    market => isActive(market) && !world.venue.everInactive.has(market.symbol),
  )

/** The refused requests whose coin is in each of several new lists: a coin may be removed after it was listed. */
export const withListedCoin = (world: World, refused: readonly Reply[]): Promise<Reply[]> =>
  withListed(
    refused,
    async wait => listing(await world.venue.getCoinsInfo({}, { wait, after: AT_ONCE })),
    () => true,
  )

async function withListed(
  refused: readonly Reply[],
  list: (wait: number) => Promise<Listing>,
  counts: (one: Listed) => boolean,
): Promise<Reply[]> {
  if (refused.length === 0) return []
  const lists = await Promise.all(WAITS_MS.map(list))
  return refused.filter(({ exchange }) =>
    lists.every(({ all }) => {
      const listed = all.filter(one => one.symbol === askedSymbol(exchange))
      return listed.length > 0 && listed.every(counts)
    }),
  )
}

/** The requirements that a missing order book may violate. */
export const BOOK_REFUSED = [
  'trading.orderbook.result',
  'trading.envelope.json',
  'trading.envelope.status',
  'trading.envelope.result',
] as const satisfies readonly string[]

/** Whether the reply is served and has an order book. For an inactive market both are open, a refusal in an envelope included. */
export const isBook = (reply: Reply): boolean =>
  isServed(reply) && isTradingSuccess(reply.exchange) && !lacksBook(reply.exchange)

export const isServed = ({ exchange }: Reply): boolean => served.judge([exchange], {}).outcome === 'holds'

/**
 * Claims the requirements that a refused book of an active market violates: its form, its status, or that there is a book at
 * all.
 */
export function claimRefusedBook(world: World, reply: Reply): void {
  const { exchange, status } = reply
  const isMeant = isPayload('getOrderbook', valueAt(exchange.json, '/result')) || meansSuccess(exchange)
  claimEach([
    () => isMeant && world.claimFor('trading.envelope.result', reply).keeps(resultKind, {}),
    () => isMeant && world.claimFor('trading.envelope.status', reply).has('/status', { const: 'true' }),
    () => status >= 200 && status <= 299 && world.claimFor('trading.envelope.json', reply).keeps(jsonObject, {}),
    () => world.claimFor('trading.orderbook.result', reply).has('/result', { type: 'object' }),
  ])
}

/**
 * A book served without symbol is a violation by itself. If there is none, that counts only if a request with symbol got one
 * (`control`).
 */
export function claimNoBook(world: World, reply: Reply, control: Reply | null | undefined): void {
  const claim = world.claimFor('trading.orderbook.symbol-required', reply)
  if (control) claim.against(control)
  if (control || carriesBook(reply.exchange)) claim.keeps(noBook, {})
}
