/** Requests that checks share, each made once in a run: what the venue lists, and what it answers to plain requests. */
import { isObject, type Reply, select } from '../../harness/index.ts'
import { shared } from './shared.ts'
import type { PublicOptions } from './venue.ts'
import type { World } from './world.ts'

export type Listed = Readonly<Record<string, unknown>> & { readonly symbol: string }

export interface Listing {
  readonly reply: Reply
  readonly all: readonly Listed[]
}

/** A symbol that no venue lists. What is answered to it is open. */
export const UNLISTED = 'assayxnone'

/** Headers that any client may send with a plain request; every second one carries them. */
const CLIENT = {
  accept: 'application/json, text/plain, */*',
  'accept-encoding': 'gzip, deflate, br',
  'accept-language': 'fa-IR,fa;q=0.9,en;q=0.5',
  'cache-control': 'no-cache',
} as const

const asClient = (turn: number): PublicOptions => ({ after: turn, ...(turn % 2 === 1 && { headers: CLIENT }) })

const firstPing = shared((world): Promise<Reply> => world.venue.ping())

/** For what cannot begin before the server's time is known. */
export const clockReading = shared((world): Promise<Reply> => world.venue.getTime())

const firstSwagger = shared((world): Promise<Reply> => world.venue.getSwagger())

export const markets = shared(async (world): Promise<Listing> => listing(await world.venue.getExchangeInfo()))

export const coins = shared(async (world): Promise<Listing> => listing(await world.venue.getCoinsInfo()))

/** Whether these succeed is for one requirement to say; where they do, all sentences about successes are judged on them. */
const filteredMarkets = asksEach(openMarkets, 3, (world, symbol, options) =>
  world.venue.getExchangeInfo({ symbol }, { ...options, mayFail: true }),
)

const filteredCoins = asksEach(
  async world => (await coins(world)).all,
  3,
  (world, symbol, options) => world.venue.getCoinsInfo({ symbol }, { ...options, mayFail: true }),
)

/** Whether these succeed is told after a look at the list: markets turn. */
const activeBooks = asksEach(
  async world => (await markets(world)).all.filter(isActive),
  4,
  (world, symbol, options) => world.venue.getOrderbook({ symbol }, { ...options, mayFail: true }),
)

const bookWithoutSymbol = shared((world): Promise<Reply> => unnamedBook(world))

/**
 * Each endpoint once, with and without its filter, before anything is asked twice or signed: most of what can be wrong
 * shows there. What failed to come is for those to tell who need it.
 */
export const firstLook = shared(async (world): Promise<void> => {
  await Promise.allSettled([markets(world), coins(world), firstSwagger(world), firstPing(world), clockReading(world)])
  const first = [activeBooks.first, filteredMarkets.first, filteredCoins.first, bookWithoutSymbol]
  await Promise.allSettled(first.map(ask => ask(world)))
})

/** What is asked after the first look at everything. */
const afterwards = <T>(world: World, ask: () => Promise<T>): Promise<T> => firstLook(world).then(ask)

/** Two of each, since a fault may show in one reply of several; the check of the limit asks all again. */
const twice = (first: (world: World) => Promise<Reply>, second: (world: World) => Promise<Reply>) =>
  shared(async (world): Promise<Reply[]> => [await first(world), await afterwards(world, () => second(world))])

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

export const marketsBySymbol = filteredMarkets.all
export const coinsBySymbol = filteredCoins.all
/** The books of several active markets; none where no market is active. */
export const books = activeBooks.all
export const firstBook = activeBooks.first

/** An inactive market among active ones: whether it can be asked for is open, what a success holds is not. */
export const inactiveBySymbol = shared(async (world): Promise<Reply | null> => {
  const { all } = await markets(world)
  const asleep = all.findLast(market => !isActive(market))
  if (!asleep || !all.some(isActive)) return null
  return afterwards(world, () => world.venue.getExchangeInfo({ symbol: asleep.symbol }, { mayFail: true, after: 1 }))
})

async function openMarkets(world: World): Promise<readonly Listed[]> {
  const { all } = await markets(world)
  const open = all.filter(isActive)
  return open.length > 0 ? open : all
}

const unnamedBook = (world: World, options: PublicOptions = {}): Promise<Reply> =>
  world.venue.visits('getOrderbook', '/public/orderbook', { ...options, mayFail: true })

/** A market is taken as inactive only where it says so, in whatever type it says it. */
export const isActive = ({ isActive: flag }: Listed): boolean => String(flag).toLowerCase() !== 'false'

/** One request for each of several symbols: the first in the first look at everything, the rest after it, at once. */
function asksEach(
  listed: (world: World) => Promise<readonly Listed[]>,
  atQuick: number,
  ask: (world: World, symbol: string, options: PublicOptions) => Promise<Reply>,
): { readonly first: (world: World) => Promise<Reply | null>; readonly all: (world: World) => Promise<Reply[]> } {
  const symbols = shared(async (world): Promise<readonly string[]> => varied(await listed(world), atQuick, world))
  const first = shared(async (world): Promise<Reply | null> => {
    const [symbol] = await symbols(world)
    return symbol === undefined ? null : ask(world, symbol, asClient(0))
  })
  const all = shared(async (world): Promise<Reply[]> => {
    const head = await first(world)
    if (!head) return []
    const rest = (await symbols(world)).slice(1)
    return afterwards(world, async () => [
      head,
      ...(await Promise.all(rest.map((symbol, index) => ask(world, symbol, asClient(index + 1))))),
    ])
  })
  return { first, all }
}

export function listing(reply: Reply): Listing {
  const all = select(reply.exchange.json, '/result/*')
    .map(({ value }) => value)
    .filter(
      (value): value is Listed => isObject(value) && typeof value['symbol'] === 'string' && value['symbol'] !== '',
    )
  return { reply, all }
}

const WIDER = { quick: 1, standard: 2, thorough: 6 }

/** Symbols unlike each other: the first, the last, with digits, one for each other quote, the longest and shortest, any. */
function varied(listed: readonly Listed[], atQuick: number, world: World): string[] {
  const count = atQuick * WIDER[world.budget]
  const byLength = listed.toSorted((one, other) => one.symbol.length - other.symbol.length)
  const quoteOf = (one: Listed | undefined): string => String(one?.['quote'] ?? '')
  const told = [listed[0], listed.at(-1), listed.find(({ symbol }) => /[0-9]/.test(symbol))]
  const quotes = new Map(listed.map(one => [quoteOf(one), one]))
  for (const one of told) quotes.delete(quoteOf(one))
  const candidates = [...told, ...quotes.values(), byLength.at(-1), byLength[0], ...world.random.sample(listed, count)]
  return [...new Set(candidates.flatMap(one => (one ? [one.symbol] : [])))].slice(0, count)
}
