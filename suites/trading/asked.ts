/** Requests that checks share, each made once in a run, after the first look at everything. */
import { begun, type Reply } from '../../harness/index.ts'
import { account } from './account.ts'
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
  isActive,
  markets,
  unnamedBook,
} from './first-look.ts'
import { shared } from './shared.ts'
import type { World } from './world.ts'

/** A symbol that no venue lists. What is answered to it is open. */
export const UNLISTED = 'assayxnone'

/** All replies of a kind; `each` has them one by one, as they come. */
export interface Asked {
  (world: World): Promise<Reply[]>
  readonly each: (world: World) => AsyncIterable<Reply>
}

/** After the first of each kind, and before the second of any: what differs most from what was asked before. */
export const SOON = 0.6
/** After these, a symbol that nothing has: it shows what a filter does. */
const NEXT = 0.7
const LATER = 0.8

/** Where there is no rate limit, what is signed leaves a millisecond apart, and before what is asked a second time. */
const A_MOMENT_MS = 30

/** What is asked after the first look at everything and the first signatures: nothing is asked twice before. */
export async function afterwards<T>(world: World, ask: () => Promise<T>): Promise<T> {
  await secondLook(world)
  return ask()
}

/** Where there is a rate limit, requests leave by rank, and no turn is left unused. */
export const secondLook = shared(async (world): Promise<void> => {
  if (world.venue.rateLimit > 0) return
  await firstLook(world)
  const signed = await begun(world, account)
  if (signed.length > 0) await world.clock.sleep(A_MOMENT_MS)
})

/** Two of each, since a fault may show in one reply of several; the check of the limit asks all again. */
const twice = (first: (world: World) => Promise<Reply>, second: (world: World) => Promise<Reply>): Asked =>
  asked(first, async world => [afterwards(world, () => second(world))])

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

/** The order book, asked for without saying of which market. */
export const booksWithoutSymbol = twice(bookWithoutSymbol, world => unnamedBook(world, asClient(1)))

export const marketsBySymbol = asksEach(filteredMarkets, LATER)
export const coinsBySymbol = asksEach(filteredCoins, LATER)
/** The books of several active markets; none where no market is active. */
export const books = asksEach(activeBooks, SOON)

/** An inactive market among active ones: whether it can be asked for is open, what a success holds is not. */
export const inactiveBySymbol = shared(async (world): Promise<Reply | null> => {
  const { all } = await markets(world)
  const asleep = all.findLast(market => !isActive(market))
  if (!asleep || !all.some(isActive)) return null
  return afterwards(world, () => world.venue.getExchangeInfo({ symbol: asleep.symbol }, { mayFail: true, after: SOON }))
})

/** A symbol that nothing has: what is answered is open, what a success holds is not. */
export const unlistedMarket = shared(
  (world): Promise<Reply> =>
    afterwards(world, () => world.venue.getExchangeInfo({ symbol: UNLISTED }, { mayFail: true, after: NEXT })),
)
export const unlistedCoin = shared(
  (world): Promise<Reply> =>
    afterwards(world, () => world.venue.getCoinsInfo({ symbol: UNLISTED }, { mayFail: true, after: NEXT })),
)

/** One request for each of several symbols: the first in the first look at everything, the rest after it, at once. */
function asksEach({ first, symbols, ask }: BySymbol, soon: number): Asked {
  return asked(first, async world => {
    const rest = (await symbols(world)).slice(1)
    return rest.map((symbol, index) =>
      afterwards(world, () => ask(world, symbol, { ...asClient(index + 1), after: index + soon })),
    )
  })
}

/** The first, and where it came those after it, all under way at once. */
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
