/** Requests that checks share, each made once in a run: what the venue lists, and what it answers to plain requests. */
import { isObject, type Reply, select, type World } from '../../harness/index.ts'

export type Listed = Readonly<Record<string, unknown>> & { readonly symbol: string }

export interface Listing {
  readonly replies: readonly Reply[]
  readonly all: readonly Listed[]
}

/** More than one of each, since a fault may show in one reply of several; the check of the limit asks all again. */
export const pings = (world: World): Promise<Reply[]> =>
  world.once('trading: pings', () => several(2, () => world.venue.ping()))

export const clockReadings = (world: World): Promise<Reply[]> =>
  world.once('trading: times', () => several(2, () => world.venue.getTime()))

export const swaggers = (world: World): Promise<Reply[]> =>
  world.once('trading: swagger', () => several(2, () => world.venue.getSwagger()))

export const markets = (world: World): Promise<Listing> =>
  world.once('trading: markets', async () => listing(await several(2, () => world.venue.getExchangeInfo())))

export const coins = (world: World): Promise<Listing> =>
  world.once('trading: coins', async () => listing(await several(2, () => world.venue.getCoinsInfo())))

/** Whether these succeed is for one requirement to say; where they do, all sentences about successes are judged on them. */
export const marketsBySymbol = (world: World): Promise<Reply[]> =>
  world.once('trading: markets by symbol', async () => {
    const { all } = await markets(world)
    const open = all.filter(isActive)
    return forEach(varied(open.length > 0 ? open : all, 3, world), symbol =>
      world.venue.getExchangeInfo({ symbol }, { mayFail: true }),
    )
  })

export const coinsBySymbol = (world: World): Promise<Reply[]> =>
  world.once('trading: coins by symbol', async () =>
    forEach(varied((await coins(world)).all, 3, world), symbol =>
      world.venue.getCoinsInfo({ symbol }, { mayFail: true }),
    ),
  )

/** The books of several active markets; none where no market is active. */
export const books = (world: World): Promise<Reply[]> =>
  world.once('trading: books', async () => {
    const { all } = await markets(world)
    return forEach(varied(all.filter(isActive), 4, world), symbol => world.venue.getOrderbook({ symbol }))
  })

/** The order book, asked for without saying of which market. */
export const booksWithoutSymbol = (world: World): Promise<Reply[]> =>
  world.once('trading: books without symbol', () =>
    several(2, () => world.venue.visits('getOrderbook', '/public/orderbook', { mayFail: true })),
  )

/** A market is taken as inactive only where it says so, in whatever type it says it. */
export const isActive = ({ isActive: flag }: Listed): boolean => String(flag).toLowerCase() !== 'false'

function several<T>(count: number, deed: () => Promise<T>): Promise<T[]> {
  return Promise.all(Array.from({ length: count }, deed))
}

function forEach<From, To>(values: readonly From[], deed: (value: From) => Promise<To>): Promise<To[]> {
  return Promise.all(values.map(deed))
}

function listing(replies: readonly Reply[]): Listing {
  const all = select(replies[0]?.exchange.json, '/result/*')
    .map(({ value }) => value)
    .filter(
      (value): value is Listed => isObject(value) && typeof value['symbol'] === 'string' && value['symbol'] !== '',
    )
  return { replies, all }
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
