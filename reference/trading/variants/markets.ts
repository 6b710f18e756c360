/** Legal variations of markets. */
import type { Variant } from '../../behaviour.ts'
import { alter, refuseAlso } from '../../operations/change.ts'
import { envelope } from '../envelope.ts'
import { asJson } from '../framing.ts'
import { listing } from '../listing.ts'
import { getExchangeInfo, same } from '../public-operations.ts'
import type { Market } from '../records.ts'
import { refusing } from '../refusals.ts'
import { variant } from './variant.ts'

/** Changes the list of markets; `second` is the time in seconds. */
const listed = (change: (markets: readonly Market[], second: number) => readonly Market[]) =>
  alter(listing, 'markets', (markets, { at }) => change(markets, Math.floor(at / 1000)))

const each = (change: (market: Market, at: number) => Partial<Market>) =>
  listed(markets => markets.map((market, at) => ({ ...market, ...change(market, at) })))

/** Adds markets, whose base has letters and digits, until there are `count`; or removes some. */
const filledUpTo = (count: number) =>
  listed(markets => {
    const [model] = markets
    if (!model || count <= markets.length) return markets.slice(0, count)
    const more = Array.from({ length: count - markets.length }, (_, at): Market => {
      const base = `tok${at}`
      return { ...model, symbol: `${base}usdt`, base, quote: 'usdt', isActive: model.isActive && at % 7 !== 3 }
    })
    return [...markets, ...more]
  })

const isUnlisted = ({ all, symbol }: { readonly all: readonly Market[]; readonly symbol: string | null }): boolean =>
  symbol !== null && !all.some(market => same(market.symbol, symbol))

const howMany = 'principle 1: how many markets there are is not written'
const howManyAtAll = 'principle 1: how many there are is not written'

/** A variant with `count` markets, to measure how a run grows with them. */
export const marketsListed = (count: number): Variant =>
  variant('markets.listed', howMany, `${count} markets are listed`, filledUpTo(count))

export const marketVariants: readonly Variant[] = [
  variant(
    'markets.none',
    howMany,
    'No market is listed',
    listed(() => []),
    { leaves: 'untried' },
  ),
  variant(
    'markets.one',
    howManyAtAll,
    'One market is listed',
    listed(markets => markets.slice(0, 1)),
  ),
  variant('markets.five-hundred', howMany, 'Five hundred markets are listed', filledUpTo(500)),
  variant('markets.five-thousand', howManyAtAll, 'Five thousand markets are listed', filledUpTo(5_000)),
  variant(
    'markets.listed-twice',
    'principle 1: nothing says that a market is listed once',
    'Each market is listed twice',
    listed(markets => [...markets, ...markets]),
  ),
  variant(
    'markets.all-inactive',
    'principle 1: how many markets are active is not written',
    'Every market is inactive',
    each(() => ({ isActive: false })),
    { leaves: 'untried' },
  ),
  variant(
    'markets.all-closed',
    'errors.status-flag',
    'Every market is inactive, and refused with a word for its status where it is asked for',
    [
      each(() => ({ isActive: false })),
      refuseAlso(getExchangeInfo, 'market-inactive', { where: ({ symbol }) => symbol !== null }),
      alter(refusing, 'said', (said, { venue }, { message }) => ({
        ...said,
        ...asJson({ status: 'error', serverTime: String(venue.clock.now()), result: message }),
      })),
    ],
    { leaves: 'untried' },
  ),
  variant(
    'markets.one-active',
    howManyAtAll,
    'All markets but the first are inactive',
    each(({ isActive }, at) => ({ isActive: isActive && at === 0 })),
  ),
  variant(
    'markets.turning',
    'markets.transitions',
    'A market turns active and inactive from second to second',
    listed((markets, second) =>
      markets.map((market, at) => (at === 1 && second % 2 === 1 ? { ...market, isActive: false } : market)),
    ),
  ),
  variant(
    'markets.upper-case-quotes',
    'markets.letter-case',
    'Quotes are in upper case, in the symbol too',
    each(({ symbol, quote }) => ({
      symbol: symbol.slice(0, -quote.length) + quote.toUpperCase(),
      quote: quote.toUpperCase(),
    })),
  ),
  variant(
    'markets.upper-case-base-field',
    'markets.letter-case',
    'The base field is in upper case, though the symbol has it in lower case',
    each(({ base }) => ({ base: base.toUpperCase() })),
  ),
  variant(
    'markets.final-sigma',
    'markets.letter-case',
    'Greek bases are in upper case, and a sigma at their end is written in either form in the symbol',
    listed(markets => {
      const [model] = markets
      const names = [
        ['ΣΑΣ', 'σασusdt'],
        ['ΔΑΣ', 'δαςusdt'],
      ] as const
      return [
        ...markets,
        ...names.flatMap(([base, symbol]) => (model ? [{ ...model, base, quote: 'usdt', symbol }] : [])),
      ]
    }),
  ),
  variant(
    'markets.symbol-ignored',
    'markets.symbol-effect',
    'exchange_info lists all markets whatever symbol it is given',
    alter(getExchangeInfo, 'effect', (_found, { all }) => all),
  ),
  variant(
    'markets.symbol-is-base',
    'markets.symbol-effect',
    'exchange_info lists all markets with the base of the market named',
    alter(
      getExchangeInfo,
      'effect',
      (_found, { all, symbol }) => {
        const base = all.find(market => same(market.symbol, symbol ?? ''))?.base
        return all.filter(market => market.base === base)
      },
      { where: ({ symbol }) => symbol !== null },
    ),
  ),
  variant(
    'markets.inactive-refused',
    'markets.symbol-effect',
    'exchange_info refuses the symbol of an inactive market',
    refuseAlso(getExchangeInfo, 'symbol-unknown', {
      where: ({ all, symbol }) => all.some(market => same(market.symbol, symbol ?? '') && !market.isActive),
    }),
  ),
  variant(
    'markets.unknown-is-null',
    'markets.unknown-symbol',
    'A list filtered by a symbol that is not listed has null as its result',
    alter(envelope, 'body', body => ({ ...(body as object), result: null }), {
      where: ({ params }, result) => params.has('symbol') && Array.isArray(result) && result.length === 0,
    }),
  ),
  variant(
    'markets.unknown-refused',
    'markets.unknown-symbol',
    'exchange_info refuses a symbol that it does not list',
    refuseAlso(getExchangeInfo, 'symbol-unknown', { where: isUnlisted }),
  ),
  variant(
    'markets.unknown-lists-all',
    'markets.unknown-symbol',
    'exchange_info lists all markets for a symbol that it does not list',
    alter(getExchangeInfo, 'effect', (_found, { all }) => all, { where: isUnlisted }),
  ),
]
