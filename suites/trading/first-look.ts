/** The first look at a venue: each public endpoint once, with and without its filter. Later requests are in `asked.ts`. */
import type { Reply } from '../../harness/index.ts'
import { isActive, type Listed, type Listing, listing } from './listing.ts'
import { shared } from './shared.ts'
import { CLIENT, type PublicOptions } from './venue.ts'
import type { World } from './world.ts'

/** The first, third, … request of each kind has the headers of an ordinary client; the others have none. */
export const asClient = (turn: number): PublicOptions => ({ after: turn, ...(turn % 2 === 0 && { headers: CLIENT }) })

export const firstPing = shared((world): Promise<Reply> => world.venue.ping({}, asClient(0)))

/** The first reading of the server's clock, for requests that depend on it. */
export const clockReading = shared((world): Promise<Reply> => world.venue.getTime({}, asClient(0)))

export const firstSwagger = shared((world): Promise<Reply> => world.venue.getSwagger({}, asClient(0)))

export const markets = shared(
  async (world): Promise<Listing> => listing(await world.venue.getExchangeInfo({}, asClient(0))),
)

export const coins = shared(async (world): Promise<Listing> => listing(await world.venue.getCoinsInfo({}, asClient(0))))

type Ask = (world: World, symbol: string, options: PublicOptions) => Promise<Reply>

/** Requests filtered by symbol: the symbols, how to request one, and the reply for the first of them. */
export interface BySymbol {
  readonly symbols: (world: World) => Promise<readonly string[]>
  readonly ask: Ask
  readonly first: (world: World) => Promise<Reply | null>
}

/** One requirement judges whether these requests succeed; if they do, all requirements about successes are judged on them. */
export const filteredMarkets = bySymbol(openMarkets, 3, (world, symbol, options) =>
  world.venue.getExchangeInfo({ symbol }, { ...options, mayFail: true, due: true }),
)

export const filteredCoins = bySymbol(
  async world => (await coins(world)).all,
  3,
  (world, symbol, options) => world.venue.getCoinsInfo({ symbol }, { ...options, mayFail: true, due: true }),
)

/** Whether these requests have to succeed is decided after reading the list again: a market may become inactive. */
export const activeBooks = bySymbol(
  async world => (await markets(world)).all.filter(isActive),
  4,
  (world, symbol, options) => world.venue.getOrderbook({ symbol }, { ...options, mayFail: true, due: true }),
  'second',
)

export const bookWithoutSymbol = shared((world): Promise<Reply> => unnamedBook(world, asClient(0)))

/**
 * Requests each endpoint once, with and without its filter, before anything is requested twice or signed: most faults appear
 * here. A failed request is ignored; the checks that need its reply report it.
 */
export const firstLook = shared(async (world): Promise<void> => {
  await Promise.allSettled([markets(world), coins(world), firstSwagger(world), firstPing(world), clockReading(world)])
  const first = [activeBooks.first, filteredMarkets.first, filteredCoins.first, bookWithoutSymbol]
  await Promise.allSettled(first.map(ask => ask(world)))
})

async function openMarkets(world: World): Promise<readonly Listed[]> {
  const { all } = await markets(world)
  const open = all.filter(isActive)
  return open.length > 0 ? open : all
}

export const unnamedBook = (world: World, options: PublicOptions): Promise<Reply> =>
  world.venue.visits('getOrderbook', '/public/orderbook', { ...options, mayFail: true })

function bySymbol(
  listed: (world: World) => Promise<readonly Listed[]>,
  atQuick: number,
  ask: Ask,
  lead?: 'second',
): BySymbol {
  const symbols = shared(
    async (world): Promise<readonly string[]> => variedSymbols(await listed(world), atQuick, world, lead),
  )
  const first = shared(async (world): Promise<Reply | null> => {
    const [symbol] = await symbols(world)
    return symbol === undefined ? null : ask(world, symbol, asClient(0))
  })
  return { symbols, ask, first }
}

const WIDER = { quick: 1, standard: 2, thorough: 6 }

/**
 * Symbols that differ from each other: one with digits, the first, the last, one for each further quote (highest prices first),
 * the lowest prices, the longest, the shortest, then random ones. For order books the second symbol comes first: a venue that
 * ignores the symbol would answer with the first market.
 */
function variedSymbols(listed: readonly Listed[], atQuick: number, world: World, lead?: 'second'): string[] {
  const count = atQuick * WIDER[world.budget]
  const byLength = listed.toSorted((one, other) => one.symbol.length - other.symbol.length)
  const byNumbers = listed.toSorted(
    (one, other) =>
      numberIn(one, 'quotePrecision') - numberIn(other, 'quotePrecision') ||
      numberIn(one, SIZE) - numberIn(other, SIZE),
  )
  const quoteOf = (one: Listed | undefined): string => String(one?.['quote'] ?? '')
  const digits = listed.find(({ symbol }) => /[0-9]/.test(symbol))
  const leading = lead === 'second' ? [listed[1], digits, listed.at(-1)] : [digits, listed[0], listed.at(-1)]
  const quotes = new Map<string, Listed>()
  for (const one of byNumbers) if (!quotes.has(quoteOf(one))) quotes.set(quoteOf(one), one)
  for (const one of leading) quotes.delete(quoteOf(one))
  const distinctive = [...leading, ...quotes.values(), byNumbers.at(-1), byLength.at(-1), byLength[0]]
  const candidates = [...distinctive, ...world.random.sample(listed, count)]
  return [...new Set(candidates.flatMap(one => (one ? [one.symbol] : [])))].slice(0, count)
}

/** Prices are high if they have few decimals and if the maximum order size is small. */
const SIZE = 'maxMarketOrderAsk'
const numberIn = (one: Listed, field: string): number => Number(one[field]) || 0
