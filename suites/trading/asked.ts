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

const asClient = (turn: number): PublicOptions => (turn % 2 === 1 ? { headers: CLIENT } : {})

/** Two of each, since a fault may show in one reply of several; the check of the limit asks all again. */
export const pings = shared((world): Promise<Reply[]> => twice(options => world.venue.ping({}, options)))

/** The first of these, for what cannot begin before the server's time is known. */
export const clockReading = shared((world): Promise<Reply> => world.venue.getTime())

export const clockReadings = shared(
  async (world): Promise<Reply[]> => [await clockReading(world), await world.venue.getTime({}, asClient(1))],
)

export const swaggers = shared((world): Promise<Reply[]> => twice(options => world.venue.getSwagger({}, options)))

export const markets = shared(async (world): Promise<Listing> => listing(await world.venue.getExchangeInfo()))

export const coins = shared(async (world): Promise<Listing> => listing(await world.venue.getCoinsInfo()))

/** The whole lists once more; what is filtered by symbol comes first. */
export const marketLists = shared(async (world): Promise<Reply[]> => {
  const { reply } = await markets(world)
  return [reply, await world.venue.getExchangeInfo({}, asClient(1))]
})

export const coinLists = shared(async (world): Promise<Reply[]> => {
  const { reply } = await coins(world)
  return [reply, await world.venue.getCoinsInfo({}, asClient(1))]
})

/** Whether these succeed is for one requirement to say; where they do, all sentences about successes are judged on them. */
export const marketsBySymbol = shared(async (world): Promise<Reply[]> => {
  const { all } = await markets(world)
  const open = all.filter(isActive)
  return firstThenRest(varied(open.length > 0 ? open : all, 3, world), (symbol, options) =>
    world.venue.getExchangeInfo({ symbol }, { ...options, mayFail: true }),
  )
})

/** An inactive market among active ones: whether it can be asked for is open, what a success holds is not. */
export const inactiveBySymbol = shared(async (world): Promise<Reply | null> => {
  const { all } = await markets(world)
  const asleep = all.findLast(market => !isActive(market))
  if (!asleep || !all.some(isActive)) return null
  return world.venue.getExchangeInfo({ symbol: asleep.symbol }, { mayFail: true })
})

export const coinsBySymbol = shared(
  async (world): Promise<Reply[]> =>
    firstThenRest(varied((await coins(world)).all, 3, world), (symbol, options) =>
      world.venue.getCoinsInfo({ symbol }, { ...options, mayFail: true }),
    ),
)

/** The books of several active markets; none where no market is active. */
export const books = shared(async (world): Promise<Reply[]> => {
  const { all } = await markets(world)
  return firstThenRest(varied(all.filter(isActive), 4, world), (symbol, options) =>
    world.venue.getOrderbook({ symbol }, options),
  )
})

/** The order book, asked for without saying of which market. */
export const booksWithoutSymbol = shared(
  (world): Promise<Reply[]> =>
    twice(options => world.venue.visits('getOrderbook', '/public/orderbook', { ...options, mayFail: true })),
)

/** A market is taken as inactive only where it says so, in whatever type it says it. */
export const isActive = ({ isActive: flag }: Listed): boolean => String(flag).toLowerCase() !== 'false'

async function twice<T>(ask: (options: PublicOptions) => Promise<T>): Promise<T[]> {
  return [await ask(asClient(0)), await ask(asClient(1))]
}

/** The first alone, so that every endpoint is seen early; the rest at once. */
async function firstThenRest<T>(
  symbols: readonly string[],
  ask: (symbol: string, options: PublicOptions) => Promise<T>,
): Promise<T[]> {
  const [first, ...rest] = symbols
  if (first === undefined) return []
  const head = await ask(first, asClient(0))
  return [head, ...(await Promise.all(rest.map((symbol, index) => ask(symbol, asClient(index + 1)))))]
}

function listing(reply: Reply): Listing {
  const all = select(reply.exchange.json, '/result/*')
    .map(({ value }) => value)
    .filter(
      (value): value is Listed => isObject(value) && typeof value['symbol'] === 'string' && value['symbol'] !== '',
    )
  return { reply, all }
}

const WIDER = { quick: 1, standard: 2, thorough: 6 }

/** Symbols unlike each other: the first, the last, with digits, one for each quote, the longest and shortest, any. */
function varied(listed: readonly Listed[], atQuick: number, world: World): string[] {
  const count = atQuick * WIDER[world.budget]
  const byLength = listed.toSorted((one, other) => one.symbol.length - other.symbol.length)
  const quotes = new Map(listed.map(one => [String(one['quote'] ?? ''), one]))
  const candidates = [
    listed[0],
    listed.at(-1),
    listed.find(({ symbol }) => /[0-9]/.test(symbol)),
    byLength.at(-1),
    ...quotes.values(),
    byLength[0],
    ...world.random.sample(listed, count),
  ]
  return [...new Set(candidates.flatMap(one => (one ? [one.symbol] : [])))].slice(0, count)
}
