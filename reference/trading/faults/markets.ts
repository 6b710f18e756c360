/** Faults of markets. */
import type { Fault } from '../../behaviour.ts'
import { refuseAlso } from '../../operations/change.ts'
import { getExchangeInfo } from '../public-operations.ts'
import { bySymbol, fault, namesLanguage, ofInactive, onReplies, unlisted, whole, withDigits } from './fault.ts'

const wire = onReplies('getExchangeInfo')
const joins = 'markets.symbol-joins-base-and-quote'
const dashed = { match: '(usdt|irt|btc)$', with: '-$1' }
const inactive = 'result/?isActive=false'
const irt = 'result/?quote=irt'

export const marketFaults: readonly Fault[] = [
  wire('markets.list.object', 'exchange_info answers with an object', 'result', { as: 'object' }, whole),
  wire('markets.list.strings', 'exchange_info lists names of markets', 'result/*', { set: 'btcusdt' }),
  wire(
    'occasion.unlisted.result.text',
    'the result for an unlisted market is a text',
    'result',
    { set: 'unknown symbol' },
    { ...unlisted, breaches: 'markets.list' },
  ),
  wire(
    'markets.symbol-given.null-inactive',
    'the result for an inactive market is null',
    'result',
    { as: 'null' },
    { where: call => bySymbol.where(call) && ofInactive.where(call) },
  ),
  fault(
    'markets.symbol-left-out.refused',
    'exchange_info wants a symbol',
    refuseAlso(getExchangeInfo, 'symbol-missing', whole),
  ),
  fault(
    'markets.symbol-given.refused',
    'exchange_info refuses any symbol',
    refuseAlso(getExchangeInfo, 'symbol-unknown', bySymbol),
  ),
  fault(
    'markets.symbol-given.digits',
    'exchange_info refuses symbols with digits',
    refuseAlso(getExchangeInfo, 'symbol-unknown', withDigits),
  ),
  wire(
    'markets.symbol-given.object',
    'exchange_info with symbol answers with one market in no array',
    'result',
    { as: 'object' },
    bySymbol,
  ),
  wire(
    'markets.joins.dashed',
    'the market in the middle has a dash between base and quote',
    'result/#middle/symbol',
    dashed,
    { breaches: joins },
  ),
  wire(
    'markets.joins.last',
    'the last market has the base of another',
    'result/#last/base',
    { set: 'trx' },
    { breaches: joins },
  ),
  wire(
    'markets.joins.swapped',
    'the market in the middle names its quote first',
    'result/#middle/symbol',
    {
      match: '^(.+)(usdt|irt|btc)$',
      with: '$2$1',
    },
    { breaches: joins },
  ),
  wire('occasion.filtered.joins.dashed', 'filtered markets have a dash in their symbol', 'result/*/symbol', dashed, {
    ...bySymbol,
    breaches: joins,
  }),
  wire(
    'markets.lower-case.all',
    'symbols of markets are in upper case',
    'result/*/symbol',
    { case: 'upper' },
    { breaches: 'markets.symbol-lower-case' },
  ),
  wire(
    'markets.lower-case.last',
    'the symbol of the last market begins with a capital',
    'result/#last/symbol',
    { match: '^xlm', with: 'Xlm' },
    { ...whole, breaches: 'markets.symbol-lower-case' },
  ),
  wire('markets.is-active.text-where-false', 'isActive is text where it is false', `${inactive}/isActive`, {
    as: 'string',
  }),
  wire(
    'markets.is-active.digit',
    'isActive is a number',
    'result/#first/isActive',
    { set: 1 },
    { breaches: ['markets.is-active', 'numbers.strings'] },
  ),
  wire(
    'occasion.asleep.is-active.text',
    'isActive is text where an inactive market is asked for',
    'result/*/isActive',
    { as: 'string' },
    { ...ofInactive, breaches: 'markets.is-active' },
  ),
  wire('markets.quote.only-active', 'inactive markets name no quote', `${inactive}/quote`, {
    drop: true,
  }),
  wire(
    'markets.minimum-quote-size.separators',
    'minimumQuoteSize of irt markets has separators',
    `${irt}/minimumQuoteSize`,
    { match: '^(\\d+)(\\d{3})', with: '$1,$2' },
  ),
  wire(
    'markets.max-market-order-bid.persian-digits',
    'maxMarketOrderBid of irt markets is in Persian digits',
    `${irt}/maxMarketOrderBid`,
    { set: '۱۲۳' },
  ),
  wire(
    'occasion.client.markets.precision',
    'precisions are words for clients that name a language',
    'result/#last/basePrecision',
    { set: 'six' },
    { ...namesLanguage, breaches: 'markets.base-precision' },
  ),
]
