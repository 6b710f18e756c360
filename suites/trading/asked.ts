/** Requests that checks share, each made once in a run, after the first look at everything. */
import { begun, type Reply } from '../../harness/index.ts'
import {
  activeBooks,
  asClient,
  type BySymbol,
  bookWithoutSymbol,
  clockReading,
  coins,
  filteredCoins,
  filteredMarkets,
  firstLook,
  firstPing,
  firstSwagger,
  markets,
  unnamedBook,
} from './first-look.ts'
import { isActive } from './listing.ts'
import { shared } from './shared.ts'
import { account } from './signing/account.ts'
import type { World } from './world.ts'

/** A symbol that no venue lists. The contract leaves the reply open. */
export const UNLISTED = 'assayxnone'

/** All replies of one kind; `each` yields them one by one as they arrive. */
export interface Asked {
  (world: World): Promise<Reply[]>
  readonly each: (world: World) => AsyncIterable<Reply>
}

/**
 * Rank (`after`) between the first request of each kind and the second of any: for requests that differ most from earlier ones.
 */
export const SOON = 0.6
/** Rank after those: requests with an unlisted symbol, which show whether a filter has any effect. */
const NEXT = 0.7
const LATER = 0.8

/** Without a rate limit, signed requests leave a millisecond apart; second requests wait this long, so that they leave later. */
const SECOND_LOOK_DELAY_MS = 30

/** Sends a request after the first look and the first signed requests: nothing is requested twice before those. */
export async function afterFirstLook<T>(world: World, ask: () => Promise<T>): Promise<T> {
  await secondLook(world)
  return ask()
}

/** Waits until second requests may leave. Returns at once with a rate limit: requests are then ordered by rank. */
export const secondLook = shared(async (world): Promise<void> => {
  if (world.venue.rateLimit > 0) return
  await firstLook(world)
  const signed = await begun(world, account)
  if (signed.length > 0) await world.clock.sleep(SECOND_LOOK_DELAY_MS)
})

/**
 * Two requests of each kind, since a fault may appear in one of several replies; the check of the limit sends all of them again.
 */
const twice = (first: (world: World) => Promise<Reply>, second: (world: World) => Promise<Reply>): Asked =>
  asked(first, async world => [afterFirstLook(world, () => second(world))])

export const pings = twice(firstPing, ({ venue }) => venue.ping({}, asClient(1)))
export const clockReadings = twice(clockReading, ({ venue }) => venue.getTime({}, asClient(1)))
export const swaggers = twice(firstSwagger, ({ venue }) => venue.getSwagger({}, asClient(1)))
export const marketLists = twice(
  async world => (await markets(world)).reply,
  ({ venue }) => venue.getExchangeInfo({}, asClient(1)),
)
export const coinLists = twice(
  async world => (await coins(world)).reply,
  ({ venue }) => venue.getCoinsInfo({}, asClient(1)),
)

/** Orderbook requests without the required symbol. */
export const booksWithoutSymbol = twice(bookWithoutSymbol, world => unnamedBook(world, asClient(1)))

export const marketsBySymbol = asksEach(filteredMarkets, LATER)
export const coinsBySymbol = asksEach(filteredCoins, LATER)
/** The books of several active markets; none if no market is active. */
export const books = asksEach(activeBooks, SOON)

/** exchange_info for an inactive market, if there are active ones too. A refusal is legal; the fields of a success are judged. */
export const inactiveBySymbol = shared(async (world): Promise<Reply | null> => {
  const { all } = await markets(world)
  const inactive = all.findLast(market => !isActive(market))
  if (!inactive || !all.some(isActive)) return null
  return afterFirstLook(world, () =>
    world.venue.getExchangeInfo({ symbol: inactive.symbol }, { mayFail: true, after: SOON }),
  )
})

/** Lists filtered by an unlisted symbol. Any reply is legal; the fields of a success are judged. */
export const unlistedMarket = shared(
  (world): Promise<Reply> =>
    afterFirstLook(world, () => world.venue.getExchangeInfo({ symbol: UNLISTED }, { mayFail: true, after: NEXT })),
)
export const unlistedCoin = shared(
  (world): Promise<Reply> =>
    afterFirstLook(world, () => world.venue.getCoinsInfo({ symbol: UNLISTED }, { mayFail: true, after: NEXT })),
)

/** One request for each of several symbols: the first belongs to the first look, the others follow it, all at once. */
function asksEach({ first, symbols, ask }: BySymbol, soon: number): Asked {
  return asked(first, async world => {
    const rest = (await symbols(world)).slice(1)
    return rest.map((symbol, index) =>
      afterFirstLook(world, () => ask(world, symbol, { ...asClient(index + 1), after: index + soon })),
    )
  })
}

/** The first reply and, if there is one, the replies to the other requests, which are all under way at once. */
function asked(
  first: (world: World) => Promise<Reply | null>,
  others: (world: World) => Promise<readonly Promise<Reply>[]>,
): Asked {
  const rest = shared(async (world): Promise<readonly Promise<Reply>[]> => {
    const sent = await others(world)
    for (const one of sent) one.catch(() => {})
    return sent
  })
  const each = async function* (world: World): AsyncIterable<Reply> {
    const head = await first(world)
    if (!head) return
    yield head
    yield* await rest(world)
  }
  const all = async (world: World): Promise<Reply[]> => {
    const head = await first(world)
    return head ? [head, ...(await Promise.all(await rest(world)))] : []
  }
  return Object.assign(all, { each })
}
