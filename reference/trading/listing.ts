/** What the venue lists: the plain listing, ready-serialized, or the one that active variants make of it. */
import type { Behaviour } from '../behaviour.ts'
import { coins as plainCoins } from './coins.ts'
import { markets as plainMarkets } from './markets.ts'
import type { Coin, Market, Network } from './records.ts'

export interface Listing {
  readonly markets: readonly Market[]
  readonly coins: readonly Coin[]
  readonly marketsText: string
  readonly coinsText: string
  /** By symbol in lower case. */
  readonly marketBySymbol: ReadonlyMap<string, Market>
}

const plain = listingOf(plainMarkets, plainCoins)

/** The listing at a moment; statuses that turn with time are turned by the tick, a count of seconds. */
export function listingAt(tick: number, behaviour: Behaviour): Listing {
  const { uses } = behaviour
  if (!listingVariants.some(uses)) return plain
  return listingOf(marketsWith(uses, tick), coinsWith(uses, tick))
}

/** Whether the listing changes from second to second. */
export const isTurning = ({ uses }: Behaviour) => turningVariants.some(uses)

type Uses = (variant: string) => boolean

const turningVariants = ['trading.markets.turning', 'trading.networks.statuses-turning']
const listingVariants = [
  ...turningVariants,
  'trading.markets.none',
  'trading.markets.five-hundred',
  'trading.markets.five-thousand',
  'trading.markets.one',
  'trading.markets.one-active',
  'trading.coins.one',
  'trading.markets.all-inactive',
  'trading.markets.upper-case-quotes',
  'trading.markets.upper-case-base-field',
  'trading.coins.none',
  'trading.coins.no-networks',
  'trading.coins.upper-case',
  'trading.numbers.exponents',
  'trading.numbers.trailing-zeros',
  'trading.numbers.counts-with-point',
  'trading.networks.placeholder-forms',
  'trading.networks.no-templates',
  'trading.networks.empty-regexes',
  'trading.networks.backtracking-regexes',
  'trading.networks.no-default',
  'trading.networks.all-default',
  'trading.networks.odd-statuses',
  'trading.networks.bare-strings',
]

function listingOf(markets: readonly Market[], coins: readonly Coin[]): Listing {
  return {
    markets,
    coins,
    marketsText: JSON.stringify(markets),
    coinsText: JSON.stringify(coins),
    marketBySymbol: new Map(markets.map(market => [market.symbol.toLowerCase(), market])),
  }
}

function marketsWith(uses: Uses, tick: number): Market[] {
  if (uses('trading.markets.none')) return []
  const more = uses('trading.markets.five-thousand') ? 4_986 : uses('trading.markets.five-hundred') ? 486 : 0
  const extra = Array.from({ length: more }, (_, at) => extraMarket(at))
  const again = uses('trading.markets.listed-twice') ? plainMarkets : []
  const own = uses('trading.markets.one') ? plainMarkets.slice(0, 1) : plainMarkets
  return [...own, ...extra, ...again].map((market, at) => {
    const base = uses('trading.markets.upper-case-base-field') ? market.base.toUpperCase() : market.base
    const quote = uses('trading.markets.upper-case-quotes') ? market.quote.toUpperCase() : market.quote
    const turned = uses('trading.markets.turning') && at === 1 ? tick % 2 === 0 : market.isActive
    return {
      ...market,
      symbol: market.base + quote,
      base,
      quote,
      basePrecision: countWith(uses, market.basePrecision),
      quotePrecision: countWith(uses, market.quotePrecision),
      minimumQuoteSize: amountWith(uses, market.minimumQuoteSize),
      maxMarketOrderAsk: amountWith(uses, market.maxMarketOrderAsk),
      maxMarketOrderBid: amountWith(uses, market.maxMarketOrderBid),
      isActive: turned && !uses('trading.markets.all-inactive') && (at === 0 || !uses('trading.markets.one-active')),
    }
  })
}

function extraMarket(at: number): Market {
  const [model] = plainMarkets
  if (!model) throw new Error('the venue lists no market')
  const base = `tok${at}`
  return { ...model, symbol: `${base}usdt`, base, isActive: at % 7 !== 3 }
}

function coinsWith(uses: Uses, tick: number): Coin[] {
  if (uses('trading.coins.none')) return []
  return (uses('trading.coins.one') ? plainCoins.slice(-1) : plainCoins).map(coin => ({
    ...coin,
    symbol: uses('trading.coins.upper-case') ? coin.symbol.toUpperCase() : coin.symbol,
    networks: uses('trading.coins.no-networks')
      ? {}
      : Object.fromEntries(
          Object.entries(coin.networks).map(([key, network], at) => [key, networkWith(uses, network, at, tick)]),
        ),
  }))
}

const placeholders = ['%s', ':id', '<id>', '$1', '{{id}}', 'ID_HERE', '']
const statuses = ['active', 'suspended', 'under maintenance', 'غیرفعال', '', '0', 'ACTIVE']

function networkWith(uses: Uses, network: Network, at: number, tick: number): Network {
  const changed: { -readonly [K in keyof Network]: Network[K] } = { ...network }
  const placeholder = placeholders[(at + network.tokenSymbolOnNetwork.length) % placeholders.length] ?? ''
  if (uses('trading.networks.placeholder-forms')) {
    changed.addressUrl = network.addressUrl.replace('{address}', placeholder)
    changed.transactionUrl = network.transactionUrl.replace('{txId}', placeholder)
  }
  if (uses('trading.networks.no-templates')) Object.assign(changed, { addressUrl: '', transactionUrl: '' })
  if (uses('trading.networks.backtracking-regexes')) changed.addressRegex = '^(([a-zA-Z0-9]+)+)+$'
  if (uses('trading.networks.empty-regexes')) Object.assign(changed, { addressRegex: '', memoRegex: '' })
  if (uses('trading.networks.no-default')) changed.isDefault = false
  if (uses('trading.networks.all-default')) changed.isDefault = true
  if (uses('trading.networks.odd-statuses')) {
    changed.depositStatus = statuses[at % statuses.length] ?? ''
    changed.withdrawStatus = statuses[(at + 3) % statuses.length] ?? ''
  }
  if (uses('trading.networks.statuses-turning') && tick % 2 === 1) changed.depositStatus = 'suspended'
  if (uses('trading.networks.bare-strings')) Object.assign(changed, bare)
  for (const field of amounts) changed[field] = amountWith(uses, changed[field])
  for (const field of counts) changed[field] = countWith(uses, changed[field])
  return changed
}

const bare = {
  tokenNameOnNetwork: '',
  tokenSymbolOnNetwork: '',
  contractAddress: '',
  contractAddressUrl: '',
  memoRegex: '',
  NetworkNameEn: '',
  NetworkNameFa: '',
}
const amounts = ['depositFee', 'withdrawFee', 'minimumDeposit', 'minimumWithdraw'] as const
const counts = ['tokenDecimal', 'withdrawPrecision', 'DepositConfirmationCount'] as const

const countWith = (uses: Uses, count: string): string =>
  uses('trading.numbers.counts-with-point') ? `${count}.0` : uses('trading.numbers.counts-padded') ? `0${count}` : count

/** The same amount, written otherwise. */
export function amountWith(uses: Uses, amount: string): string {
  if (uses('trading.numbers.bare-points'))
    return Number(amount) < 1 ? amount.replace(/^0(?=\.)/, '') : amount.includes('.') ? amount : `${amount}.`
  if (uses('trading.numbers.signed')) return `${Number(amount) === 0 ? '-' : '+'}${amount}`
  if (uses('trading.numbers.exponents')) return Number(amount).toExponential()
  if (uses('trading.numbers.trailing-zeros')) return amount.includes('.') ? `${amount}000` : `${amount}.0000`
  return amount
}
