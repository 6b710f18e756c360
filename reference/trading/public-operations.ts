/** The public endpoints: trading contract, "Endpoints". */
import { prices } from './markets.ts'
import { type Call, operation } from './operation.ts'
import { bookAt } from './order-book.ts'
import type { Market, OrderBook } from './records.ts'
import { document } from './swagger.ts'

export const getSwagger = operation({
  id: 'getSwagger',
  method: 'GET',
  path: '/public/swagger',
  access: 'public',
  bare: true,
  steps: { document: (_call: Call): Record<string, unknown> => document },
  effect: (call, steps) => steps.document(call),
})

export const ping = operation({
  id: 'ping',
  method: 'GET',
  path: '/public/ping',
  access: 'public',
  effect: () => 'pong',
})

export const getTime = operation({
  id: 'getTime',
  method: 'GET',
  path: '/public/time',
  access: 'public',
  effect: ({ now }) => String(now),
})

export const getExchangeInfo = operation({
  id: 'getExchangeInfo',
  method: 'GET',
  path: '/public/exchange_info',
  access: 'public',
  takes: ['symbol'],
  given: ({ listing, params }: Call) => ({ all: listing().markets, symbol: params.get('symbol') }),
  effect: ({ all, symbol }) => (symbol === null ? all : all.filter(market => same(market.symbol, symbol))),
})

export const getCoinsInfo = operation({
  id: 'getCoinsInfo',
  method: 'GET',
  path: '/public/coins_info',
  access: 'public',
  takes: ['symbol'],
  given: ({ listing, params }: Call) => ({ all: listing().coins, symbol: params.get('symbol') }),
  effect: ({ all, symbol }) => (symbol === null ? all : all.filter(coin => same(coin.symbol, symbol))),
})

export const getOrderbook = operation({
  id: 'getOrderbook',
  method: 'GET',
  path: '/public/orderbook',
  access: 'public',
  takes: ['symbol'],
  given: ({ listing, params }: Call) => {
    const symbol = params.get('symbol') ?? ''
    return { symbol, market: listing().markets.find(market => same(market.symbol, symbol)) }
  },
  rules: {
    'symbol-given': [({ symbol }) => symbol !== '', 'symbol-missing'],
    'symbol-listed': [({ symbol, market }) => symbol === '' || market !== undefined, 'symbol-unknown'],
  },
  steps: {
    depth: (_it: Call): number => 20,
    book: ({ venue }: Call, market: Market, depth: number): OrderBook =>
      bookAt(market, prices.get(market.symbol.toLowerCase()) ?? 1, venue.clock.now(), venue.seed, depth),
  },
  effect: (it, { book, depth }): unknown =>
    it.market ? book(it, it.market, depth(it)) : { symbol: it.symbol, orderbook: { bids: [], asks: [] } },
})

export const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase()
