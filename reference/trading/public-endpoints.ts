/** The public endpoints: trading contract, "Endpoints". */
import type { Behaviour } from '../behaviour.ts'
import { type Answer, refuse, succeed } from './answer.ts'
import { amountWith } from './listing.ts'
import { prices } from './markets.ts'
import { bookAt } from './order-book.ts'
import type { BookEntry, Market, OrderBook } from './records.ts'
import { swaggerDocument } from './swagger.ts'
import type { Venue } from './venue.ts'

export type Handler = (venue: Venue, query: URLSearchParams) => Answer

export const getSwagger: Handler = ({ behaviour }) => ({ kind: 'document', ...swaggerDocument(behaviour) })

export const ping: Handler = () => succeed('pong', undefined, '"pong"')

export const getTime: Handler = ({ behaviour }) => succeed(String(toldTime(behaviour)))

/** The time that replies tell: that of the clock, an hour ahead of it, or the last full minute. */
export function toldTime({ uses, clock }: Behaviour): number {
  const now = clock.now() + (uses('trading.envelope.clock-an-hour-ahead') ? 3_600_000 : 0)
  return uses('trading.envelope.cached-for-a-minute') ? now - (now % 60_000) : now
}

export const getExchangeInfo: Handler = (venue, query) => {
  const { markets, marketsText } = venue.listing()
  const { keeps, uses } = venue.behaviour
  const symbol = query.get('symbol')
  if (symbol === null && !keeps('markets.symbol-optional')) return refuse('symbol-missing')
  if (symbol === null || uses('trading.markets.symbol-ignored')) return succeed(markets, asked(symbol), marketsText)
  if (uses('trading.markets.symbol-is-base')) {
    const base = markets.find(market => same(market.symbol, symbol))?.base ?? symbol
    return succeed(
      markets.filter(market => same(market.base, base)),
      asked(symbol),
    )
  }
  const found = markets.filter(market => same(market.symbol, symbol))
  const facts = { ...asked(symbol), unlisted: found.length === 0, asleep: found[0]?.isActive === false }
  if (!keeps('markets.symbol-accepted', asked(symbol))) return refuse('symbol-unknown')
  if (found.length === 0 && uses('trading.markets.unknown-refused')) return refuse('symbol-unknown')
  if (found.length === 0 && uses('trading.markets.unknown-lists-all')) return succeed(markets, facts, marketsText)
  return succeed(found, facts)
}

export const getCoinsInfo: Handler = (venue, query) => {
  const { coins, coinsText } = venue.listing()
  const { keeps, uses } = venue.behaviour
  const symbol = query.get('symbol')
  if (symbol === null && !keeps('coins.symbol-optional')) return refuse('symbol-missing')
  if (symbol === null || uses('trading.coins.symbol-ignored')) return succeed(coins, asked(symbol), coinsText)
  const found = coins.filter(coin => same(coin.symbol, symbol))
  const facts = { ...asked(symbol), unlisted: found.length === 0 }
  if (!keeps('coins.symbol-accepted', asked(symbol))) return refuse('symbol-unknown')
  if (found.length === 0 && uses('trading.coins.unknown-refused')) return refuse('symbol-unknown')
  if (found.length === 0 && uses('trading.coins.unknown-lists-all')) return succeed(coins, facts, coinsText)
  return succeed(found, facts)
}

export const getOrderbook: Handler = (venue, query) => {
  const { keeps, uses, clock } = venue.behaviour
  const { markets, marketBySymbol } = venue.listing()
  const symbol = query.get('symbol')
  if (!symbol) {
    const [first] = markets
    if (first && !keeps('orderbook.symbol-required', { empty: symbol === '' })) return succeed(bookOf(venue, first, 0))
    return uses('trading.orderbook.no-symbol-answered-in-text')
      ? succeed('symbol is required')
      : refuse('symbol-missing')
  }
  const market = marketBySymbol.get(symbol.toLowerCase())
  if (!market) {
    if (uses('trading.orderbook.unknown-is-empty')) return succeed({ symbol, orderbook: { bids: [], asks: [] } })
    return refuse('symbol-unknown')
  }
  const facts = { ...asked(symbol), active: market.isActive, quote: market.quote }
  if (!keeps('orderbook.listed-is-served', facts)) return refuse('symbol-unknown')
  if (!market.isActive && isShut(venue, market)) {
    return uses('trading.orderbook.inactive-refused')
      ? refuse('market-inactive')
      : succeed({ symbol: market.symbol, orderbook: { bids: [], asks: [] } }, facts)
  }
  return succeed(bookOf(venue, market, clock.now()), facts)
}

const same = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

const asked = (symbol: string | null) => ({ given: symbol !== null, symbol, digits: /[0-9]/.test(symbol ?? '') })

/** Whether a variant treats this inactive market apart; one that turns with time is never treated so. */
function isShut({ behaviour: { uses } }: Venue, market: Market): boolean {
  const apart = uses('trading.orderbook.inactive-refused') || uses('trading.orderbook.inactive-is-empty')
  return apart && !(uses('trading.markets.turning') && market.base === 'eth')
}

function bookOf(venue: Venue, market: Market, at: number): OrderBook {
  const { uses } = venue.behaviour
  const price = prices.get(market.symbol.toLowerCase()) ?? 1
  const depth = uses('trading.orderbook.deep') ? 1_000 : uses('trading.orderbook.shallow') ? 1 : 20
  const book = bookAt(market, price, at, venue.seed, depth)
  const index = venue.listing().markets.findIndex(other => other.symbol === market.symbol)
  const { bids, asks } = sidesWith(uses, book.orderbook, index)
  return { symbol: symbolWith(uses, market.symbol), orderbook: { bids, asks } }
}

const symbolWith = (uses: (variant: string) => boolean, symbol: string) =>
  uses('trading.orderbook.upper-case-symbol') ? symbol.toUpperCase() : symbol

type Sides = { bids: readonly BookEntry[]; asks: readonly BookEntry[] }

function sidesWith(uses: (variant: string) => boolean, { bids, asks }: Sides, index: number): Sides {
  if (uses('trading.orderbook.empty')) return { bids: [], asks: [] }
  if (uses('trading.orderbook.one-sided')) return { bids, asks: [] }
  if (uses('trading.orderbook.asks-only')) return { bids: [], asks }
  if (uses('trading.orderbook.bids-only-in-one') && index === 0) return { bids, asks: [] }
  if (uses('trading.orderbook.seldom-two-sided') && index % 5 !== 4) return { bids, asks: [] }
  if (uses('trading.orderbook.one-side-long-gone')) return index === 8 ? { bids, asks } : { bids: [], asks }
  if (uses('trading.orderbook.sides-in-turn')) return index % 2 === 0 ? { bids, asks: [] } : { bids: [], asks }
  const shaped = (entries: readonly BookEntry[]) => {
    const written = entries.map(({ price, volume }) => ({
      price: amountWith(uses, price),
      volume: amountWith(uses, volume),
    }))
    const doubled = uses('trading.orderbook.duplicates') ? written.flatMap(entry => [entry, entry]) : written
    return uses('trading.orderbook.unsorted')
      ? [...doubled.filter(even), ...doubled.filter((_, at) => at % 2 === 1)]
      : doubled
  }
  if (uses('trading.orderbook.crossed')) return { bids: shaped(asks), asks: shaped(bids) }
  return { bids: shaped(bids), asks: shaped(asks) }
}

const even = (_: unknown, at: number) => at % 2 === 0
