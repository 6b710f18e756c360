/** Order books that move: a deterministic function of market, seed and second. */
import { seeded } from '../make-behaviour.ts'
import { hashOf } from '../operations/circumstances.ts'
import type { BookEntry, Market, OrderBook } from './records.ts'

/** The book of one market at one moment. That of an inactive market does not change. */
export function bookAt(market: Market, price: number, at: number, seed: number, depth = 20): OrderBook {
  const second = market.isActive ? Math.floor(at / 1000) : 0
  const random = seeded(hashOf(`${market.symbol} ${seed} ${second}`))
  const middle = price * (1 + 0.01 * Math.sin(second / 97 + seed))
  const digits = Math.max(Number(market.quotePrecision), digitsFor(price))
  const side = (away: 1 | -1): BookEntry[] => {
    let offset = 0.0002
    return Array.from({ length: depth }, () => {
      offset += 0.0001 + random() * 0.0002
      return {
        price: (middle * (1 + away * offset)).toFixed(digits),
        volume: ((random() * 40_000) / price + 10 ** -Number(market.basePrecision)).toFixed(
          Number(market.basePrecision),
        ),
      }
    })
  }
  return { symbol: market.symbol, orderbook: { bids: side(-1), asks: side(1) } }
}

/** Enough decimals to distinguish neighbouring prices. */
function digitsFor(price: number): number {
  return Math.max(0, 4 - Math.floor(Math.log10(price)))
}
