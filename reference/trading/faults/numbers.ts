/** Faults of numbers: JSON numbers in a success. */
import type { Fault } from '../../behaviour.ts'
import { bySymbol, namesLanguage, onReplies, whole } from './fault.ts'

const strings = 'numbers.strings'
const inMarkets = onReplies('getExchangeInfo')
const inCoins = onReplies('getCoinsInfo')

export const numberFaults: readonly Fault[] = [
  inMarkets(
    'numbers.strings.extra',
    'exchange_info has a member more, and it is a JSON number',
    'count',
    {
      set: 14,
    },
    { breaches: strings },
  ),
  inCoins(
    'numbers.strings.deep',
    'the last network of the last coin has a member more, and it is a JSON number',
    'result/#last/networks/#last/limits',
    { set: { daily: [5] } },
    { breaches: strings },
  ),
  onReplies('getOrderbook')(
    'numbers.strings.entry',
    'bids carry a count of orders as a JSON number',
    'result/orderbook/bids/*/orders',
    { set: 2 },
    { breaches: strings },
  ),
  inMarkets(
    'occasion.filtered.numbers.total',
    'filtered markets are counted in a JSON number',
    'total',
    { set: 1 },
    { ...bySymbol, breaches: strings },
  ),
  inCoins(
    'occasion.client.numbers.latency',
    'coins carry a JSON number for clients that name a language',
    'meta',
    { set: { took: 3 } },
    { ...namesLanguage, breaches: strings },
  ),
  inMarkets(
    'occasion.late.numbers.queue',
    'from the second list of markets on it tells its place in a queue',
    'queue',
    { set: 7 },
    { breaches: strings, ...whole, from: 2 },
  ),
]
