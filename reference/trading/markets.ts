/** The markets that the venue lists, and the price around which each one's book moves. */
import type { Market } from './records.ts'

type Row = readonly [
  base: string,
  quote: string,
  precisions: readonly [base: number, quote: number],
  minimum: string,
  maxAsk: string,
  maxBid: string,
  price: number,
  active?: 'inactive',
]

const rows: readonly Row[] = [
  ['btc', 'usdt', [6, 2], '5', '8', '500000', 67_412.5],
  ['eth', 'usdt', [5, 2], '5', '120', '400000', 3_518.2],
  ['xrp', 'usdt', [1, 4], '5', '650000', '320000', 0.5214],
  ['doge', 'usdt', [0, 5], '5', '2400000', '300000', 0.14288],
  ['sol', 'usdt', [3, 2], '5', '2200', '300000', 146.31],
  ['1inch', 'usdt', [1, 4], '5', '500000', '180000', 0.3871],
  ['ton', 'usdt', [2, 3], '5', '40000', '240000', 7.285],
  ['shib', 'usdt', [0, 8], '5', '9000000000', '150000', 0.00001773],
  ['luna2', 'usdt', [2, 4], '5', '150000', '60000', 0.5533, 'inactive'],
  ['eth', 'btc', [4, 6], '0.0001', '90', '6.5', 0.052188],
  ['btc', 'irt', [6, 0], '500000', '4', '18000000000', 4_021_750_000],
  ['usdt', 'irt', [2, 0], '500000', '250000', '15000000000', 59_655],
  ['1inch', 'irt', [1, 0], '500000', '120000', '2500000000', 23_094],
  ['xlm', 'usdt', [1, 5], '5', '1200000', '110000', 0.09107],
]

export const markets: readonly Market[] = Object.freeze(rows.map(marketOf))

export const prices: ReadonlyMap<string, number> = new Map(rows.map(row => [row[0] + row[1], row[6]]))

function marketOf([base, quote, precisions, minimum, maxAsk, maxBid, , active]: Row): Market {
  return Object.freeze({
    symbol: base + quote,
    base,
    quote,
    basePrecision: String(precisions[0]),
    quotePrecision: String(precisions[1]),
    minimumQuoteSize: minimum,
    maxMarketOrderAsk: maxAsk,
    maxMarketOrderBid: maxBid,
    isActive: active !== 'inactive',
  })
}
