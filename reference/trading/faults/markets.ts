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
  wire(
    'markets.list.object',
    'exchange_info answers with an object',
    'markets.list',
    'result',
    { as: 'object' },
    whole,
  ),
  wire('markets.list.strings', 'exchange_info lists names of markets', 'markets.list', 'result/*', { set: 'btcusdt' }),
  wire(
    'occasion.unlisted.result.null',
    'the result for an unlisted market is null',
    ['envelope.result', 'markets.list'],
    'result',
    { as: 'null' },
    unlisted,
  ),
  fault(
    'markets.symbol-left-out.refused',
    'exchange_info wants a symbol',
    'markets.symbol-left-out',
    refuseAlso(getExchangeInfo, 'symbol-missing', whole),
  ),
  fault(
    'markets.symbol-given.refused',
    'exchange_info refuses any symbol',
    'markets.symbol-given',
    refuseAlso(getExchangeInfo, 'symbol-unknown', bySymbol),
  ),
  fault(
    'markets.symbol-given.digits',
    'exchange_info refuses symbols with digits',
    'markets.symbol-given',
    refuseAlso(getExchangeInfo, 'symbol-unknown', withDigits),
  ),
  wire(
    'markets.symbol-given.object',
    'exchange_info with symbol answers with one market in no array',
    'markets.symbol-given',
    'result',
    { as: 'object' },
    bySymbol,
  ),
  wire(
    'markets.joins.dashed',
    'the market in the middle has a dash between base and quote',
    joins,
    'result/#middle/symbol',
    dashed,
  ),
  wire('markets.joins.last', 'the last market has the base of another', joins, 'result/#last/base', { set: 'trx' }),
  wire('markets.joins.swapped', 'the market in the middle names its quote first', joins, 'result/#middle/symbol', {
    match: '^(.+)(usdt|irt|btc)$',
    with: '$2$1',
  }),
  wire(
    'occasion.filtered.joins.dashed',
    'filtered markets have a dash in their symbol',
    joins,
    'result/*/symbol',
    dashed,
    bySymbol,
  ),
  wire(
    'markets.lower-case.all',
    'symbols of markets are in upper case',
    'markets.symbol-lower-case',
    'result/*/symbol',
    { case: 'upper' },
  ),
  wire(
    'markets.lower-case.last',
    'the symbol of the last market begins with a capital',
    'markets.symbol-lower-case',
    'result/#last/symbol',
    { match: '^xlm', with: 'Xlm' },
    whole,
  ),
  wire(
    'markets.is-active.text-where-false',
    'isActive is text where it is false',
    'markets.is-active',
    `${inactive}/isActive`,
    { as: 'string' },
  ),
  wire(
    'markets.is-active.digit',
    'isActive is a number',
    ['markets.is-active', 'numbers.strings'],
    'result/#first/isActive',
    { set: 1 },
  ),
  wire(
    'occasion.asleep.is-active.text',
    'isActive is text where an inactive market is asked for',
    'markets.is-active',
    'result/*/isActive',
    { as: 'string' },
    ofInactive,
  ),
  wire('markets.quote.only-active', 'inactive markets name no quote', 'markets.quote', `${inactive}/quote`, {
    drop: true,
  }),
  wire(
    'markets.minimum-quote-size.separators',
    'minimumQuoteSize of irt markets has separators',
    'markets.minimum-quote-size',
    `${irt}/minimumQuoteSize`,
    { match: '^(\\d+)(\\d{3})', with: '$1,$2' },
  ),
  wire(
    'markets.max-market-order-bid.persian-digits',
    'maxMarketOrderBid of irt markets is in Persian digits',
    'markets.max-market-order-bid',
    `${irt}/maxMarketOrderBid`,
    { set: '۱۲۳' },
  ),
  wire(
    'occasion.client.markets.precision',
    'precisions are words for clients that name a language',
    'markets.base-precision',
    'result/#last/basePrecision',
    { set: 'six' },
    namesLanguage,
  ),
]
