/** The first look at a venue: each public endpoint once, with and without its filter. What comes later is in `asked.ts`. */
import { bodyOf, type Exchange, isObject, type Reply, select } from '../../harness/index.ts'
import { meansSuccess } from './public.predicates.ts'
import { shared } from './shared.ts'
import { CLIENT, type PublicOptions } from './venue.ts'
import type { World } from './world.ts'

export type Listed = Readonly<Record<string, unknown>> & { readonly symbol: string }

export interface Listing {
  readonly reply: Reply
  readonly all: readonly Listed[]
  /** That the list did not come, and what came instead; null where it came, empty or not. */
  readonly unserved: string | null
}

/** The first of each kind looks like an ordinary client's, every second one is bare. */
export const asClient = (turn: number): PublicOptions => ({ after: turn, ...(turn % 2 === 0 && { headers: CLIENT }) })

export const firstPing = shared((world): Promise<Reply> => world.venue.ping({}, asClient(0)))

/** For what cannot begin before the server's time is known. */
export const clockReading = shared((world): Promise<Reply> => world.venue.getTime({}, asClient(0)))

export const firstSwagger = shared((world): Promise<Reply> => world.venue.getSwagger({}, asClient(0)))

export const markets = shared(
  async (world): Promise<Listing> => listing(await world.venue.getExchangeInfo({}, asClient(0))),
)

export const coins = shared(async (world): Promise<Listing> => listing(await world.venue.getCoinsInfo({}, asClient(0))))

type Ask = (world: World, symbol: string, options: PublicOptions) => Promise<Reply>

/** What is asked for by symbol: the symbols to ask for, how, and the first of them. */
export interface BySymbol {
  readonly symbols: (world: World) => Promise<readonly string[]>
  readonly ask: Ask
  readonly first: (world: World) => Promise<Reply | null>
}

/** Whether these succeed is for one requirement to say; where they do, all sentences about successes are judged on them. */
export const filteredMarkets = bySymbol(openMarkets, 3, (world, symbol, options) =>
  world.venue.getExchangeInfo({ symbol }, { ...options, mayFail: true, due: true }),
)

export const filteredCoins = bySymbol(
  async world => (await coins(world)).all,
  3,
  (world, symbol, options) => world.venue.getCoinsInfo({ symbol }, { ...options, mayFail: true, due: true }),
)

/** Whether these succeed is told after a look at the list: markets turn. */
export const activeBooks = bySymbol(
  async world => (await markets(world)).all.filter(isActive),
  4,
  (world, symbol, options) => world.venue.getOrderbook({ symbol }, { ...options, mayFail: true, due: true }),
  'second',
)

export const bookWithoutSymbol = shared((world): Promise<Reply> => unnamedBook(world, asClient(0)))

/**
 * Each endpoint once, with and without its filter, before anything is asked twice or signed: most of what can be wrong
 * shows there. What failed to come is for those to tell who need it.
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

/** A market is taken as inactive only where it says so, in whatever type it says it. */
export const isActive = ({ isActive: flag }: Listed): boolean => String(flag).toLowerCase() !== 'false'

function bySymbol(
  listed: (world: World) => Promise<readonly Listed[]>,
  atQuick: number,
  ask: Ask,
  lead?: 'second',
): BySymbol {
  const symbols = shared(async (world): Promise<readonly string[]> => varied(await listed(world), atQuick, world, lead))
  const first = shared(async (world): Promise<Reply | null> => {
    const [symbol] = await symbols(world)
    return symbol === undefined ? null : ask(world, symbol, asClient(0))
  })
  return { symbols, ask, first }
}

export function listing(reply: Reply): Listing {
  const all = select(reply.exchange.json, '/result/*')
    .map(({ value }) => value)
    .filter(
      (value): value is Listed => isObject(value) && typeof value['symbol'] === 'string' && value['symbol'] !== '',
    )
  return { reply, all, unserved: meansSuccess(reply.exchange) ? null : unservedIn(reply.exchange) }
}

const unservedIn = (exchange: Exchange): string => {
  const { method, url } = exchange.request
  const answer = `${exchange.response?.status} ${bodyOf(exchange, 100)}`
  return `${method} ${new URL(url).pathname} was not served (exchange ${exchange.n}): ${answer}`
}

const WIDER = { quick: 1, standard: 2, thorough: 6 }

/**
 * Symbols unlike each other: one with digits, the first, the last, one for each other quote, the greatest numbers first, the
 * smallest numbers, the longest and shortest, any.
 * Of books the second comes first: the first is what a venue would answer that does not look at what it is asked for.
 */
function varied(listed: readonly Listed[], atQuick: number, world: World, lead?: 'second'): string[] {
  const count = atQuick * WIDER[world.budget]
  const byLength = listed.toSorted((one, other) => one.symbol.length - other.symbol.length)
  const byNumbers = listed.toSorted(
    (one, other) =>
      numberIn(one, 'quotePrecision') - numberIn(other, 'quotePrecision') ||
      numberIn(one, SIZE) - numberIn(other, SIZE),
  )
  const quoteOf = (one: Listed | undefined): string => String(one?.['quote'] ?? '')
  const digits = listed.find(({ symbol }) => /[0-9]/.test(symbol))
  const told = lead === 'second' ? [listed[1], digits, listed.at(-1)] : [digits, listed[0], listed.at(-1)]
  const quotes = new Map<string, Listed>()
  for (const one of byNumbers) if (!quotes.has(quoteOf(one))) quotes.set(quoteOf(one), one)
  for (const one of told) quotes.delete(quoteOf(one))
  const unlike = [...told, ...quotes.values(), byNumbers.at(-1), byLength.at(-1), byLength[0]]
  const candidates = [...unlike, ...world.random.sample(listed, count)]
  return [...new Set(candidates.flatMap(one => (one ? [one.symbol] : [])))].slice(0, count)
}

/** Prices are great where they have few decimals, and where little is sold at once. */
const SIZE = 'maxMarketOrderAsk'
const numberIn = (one: Listed, field: string): number => Number(one[field]) || 0
