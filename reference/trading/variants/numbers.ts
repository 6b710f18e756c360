/** Legal variations of how numbers are written. */
import type { Variant } from '../../behaviour.ts'
import { alter, type Change } from '../../operations/change.ts'
import { listing } from '../listing.ts'
import { getOrderbook } from '../public-operations.ts'
import type { Network } from '../records.ts'
import { networksOf } from './networks.ts'
import { variant } from './variant.ts'

type Writing = (number: string) => string

const fees = ['depositFee', 'withdrawFee', 'minimumDeposit', 'minimumWithdraw'] as const
const digits = ['tokenDecimal', 'withdrawPrecision', 'DepositConfirmationCount'] as const

const fieldsOf = (network: Network, names: readonly (keyof Network)[], write: Writing): Partial<Network> =>
  Object.fromEntries(names.map(name => [name, write(String(network[name]))]))

/** Writes prices, sizes and fees differently. */
const amounts = (write: Writing): Change[] => [
  alter(listing, 'markets', markets =>
    markets.map(market => ({
      ...market,
      minimumQuoteSize: write(market.minimumQuoteSize),
      maxMarketOrderAsk: write(market.maxMarketOrderAsk),
      maxMarketOrderBid: write(market.maxMarketOrderBid),
    })),
  ),
  networksOf(network => fieldsOf(network, fees, write)),
  alter(getOrderbook, 'book', ({ symbol, orderbook: { bids, asks } }) => {
    const [written, others] = [bids, asks].map(side =>
      side.map(({ price, volume }) => ({ price: write(price), volume: write(volume) })),
    )
    return { symbol, orderbook: { bids: written ?? [], asks: others ?? [] } }
  }),
]

/** Writes precisions and counts differently. */
const counts = (write: Writing): Change[] => [
  alter(listing, 'markets', markets =>
    markets.map(market => ({
      ...market,
      basePrecision: write(market.basePrecision),
      quotePrecision: write(market.quotePrecision),
    })),
  ),
  networksOf(network => fieldsOf(network, digits, write)),
]

const anyDecimal = 'principle 1: a finite decimal in any spelling'

/** Changes only numbers that no other variant has rewritten. */
const plain =
  (write: Writing): Writing =>
  number =>
    /^\d+(\.\d+)?$/.test(number) ? write(number) : number

export const numberVariants: readonly Variant[] = [
  variant(
    'numbers.exponents',
    'numbers.notation',
    'Amounts are written with exponents, such as 1e-8',
    amounts(plain(amount => Number(amount).toExponential())),
  ),
  variant(
    'numbers.bare-points',
    anyDecimal,
    'Amounts begin or end with a point',
    amounts(plain(amount => (amount.includes('.') ? amount.replace(/^0(?=\.)/, '') : `${amount}.`))),
  ),
  variant(
    'numbers.signed',
    anyDecimal,
    'Amounts carry a sign, zero among them',
    amounts(plain(amount => `${Number(amount) === 0 ? '-' : '+'}${amount}`)),
  ),
  variant(
    'numbers.trailing-zeros',
    'numbers.notation',
    'Amounts are written with more zeros than they need',
    amounts(plain(amount => (amount.includes('.') ? `${amount}000` : `${amount}.0000`))),
  ),
  variant(
    'numbers.very-long',
    anyDecimal,
    'Amounts have a hundred digits behind their point, most of them zeros',
    amounts(plain(amount => `${amount.includes('.') ? amount : `${amount}.`}`.padEnd(100, '0').concat('1'))),
  ),
  variant(
    'numbers.counts-padded',
    'principle 1: a non-negative integer in any spelling',
    'Counts begin with a zero',
    counts(count => `0${count}`),
  ),
  variant(
    'numbers.counts-with-point',
    'numbers.notation',
    'Precisions and counts are written like amounts, such as 8.0',
    counts(count => `${count}.0`),
  ),
]
