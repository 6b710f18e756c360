/**
 * Active markets that were not served. A market may turn inactive, or go, between the list and the request; what it is
 * answered then is open. So the list is read again, at moments that no turning to and fro keeps pace with.
 */
import { claimEach, type Reply, valueAt } from '../../harness/index.ts'
import { isActive, type Listed, type Listing, listing } from './first-look.ts'
import { carriesBook, jsonObject, meansSuccess, noBook, resultKind, served } from './public.predicates.ts'
import { askedSymbol } from './public-reply.ts'
import { isPayload, isTradingSuccess, lacksBook } from './success.ts'
import type { World } from './world.ts'

const MOMENTS_MS = [0, 700, 1600]

/** Those of these refused requests whose market is listed as active all the while; nothing is asked where there are none. */
export const ofActive = (world: World, refused: readonly Reply[]): Promise<Reply[]> =>
  ofListed(refused, async wait => listing(await world.venue.getExchangeInfo({}, { wait })), isActive)

/** Those of these refused requests whose coin is listed all the while: one may go after it was listed. */
export const ofListedCoin = (world: World, refused: readonly Reply[]): Promise<Reply[]> =>
  ofListed(
    refused,
    async wait => listing(await world.venue.getCoinsInfo({}, { wait })),
    () => true,
  )

async function ofListed(
  refused: readonly Reply[],
  list: (wait: number) => Promise<Listing>,
  counts: (one: Listed) => boolean,
): Promise<Reply[]> {
  if (refused.length === 0) return []
  const lists = await Promise.all(MOMENTS_MS.map(list))
  return refused.filter(({ exchange }) =>
    lists.every(({ all }) => {
      const listed = all.filter(one => one.symbol === askedSymbol(exchange))
      return listed.length > 0 && listed.every(counts)
    }),
  )
}

/** What a book that did not come may break. */
export const BOOK_REFUSED = [
  'trading.orderbook.result',
  'trading.envelope.json',
  'trading.envelope.status',
  'trading.envelope.result',
] as const satisfies readonly string[]

/** A book that came. What an inactive market is answered is open, a refusal in an envelope included. */
export const isBook = (reply: Reply): boolean =>
  isServed(reply) && isTradingSuccess(reply.exchange) && !lacksBook(reply.exchange)

export const isServed = ({ exchange }: Reply): boolean => served.judge([exchange], {}).outcome === 'holds'

/** Claims what a book of an active market breaks by not being one: its form, its status, or that it comes at all. */
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

/** A book that comes without symbol is a breach by itself; that none comes says something only where one does with it. */
export function claimNoBook(world: World, reply: Reply, control: Reply | null | undefined): void {
  const claim = world.claimFor('trading.orderbook.symbol-required', reply)
  if (control) claim.against(control)
  if (control || carriesBook(reply.exchange)) claim.keeps(noBook, {})
}
