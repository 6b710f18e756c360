/** Faults that seldom show: while requests overlap, in records of one kind, on every third call, in other words for numbers. */
import type { Fault, Occasion } from '../behaviour.ts'
import { type WireRow, wireFault } from './wire-fault.ts'

const overlapping: readonly (readonly [
  id: string,
  describes: string,
  breaks: string,
  breaches: readonly string[],
  path: string,
])[] = [
  [
    'books',
    'of two books asked for at once each gets the other',
    'own-reply',
    ['orderbook.symbol-asked'],
    '/public/orderbook',
  ],
  [
    'run-together',
    'two books asked for at once run together',
    'one-reply-each',
    ['envelope.json'],
    '/public/orderbook',
  ],
  [
    'balances',
    'of two signed requests at once each gets the reply of the other',
    'own-reply',
    ['signing.plain'],
    '/account/balance',
  ],
]

const inactive = 'result/?isActive=false'
const memo = 'result/*/networks/?memoRequired=true'
const irt = 'result/?quote=irt'
const third: Occasion = { every: 3 }

const rows: readonly WireRow[] = [
  [
    'markets.is-active.text-where-false',
    'isActive is text where it is false',
    'markets.is-active',
    'getExchangeInfo',
    `${inactive}/isActive`,
    { as: 'string' },
  ],
  [
    'markets.is-active.digit',
    'isActive is a number',
    ['markets.is-active', 'numbers.strings'],
    'getExchangeInfo',
    'result/#first/isActive',
    { set: 1 },
  ],
  ...['deposit', 'withdraw'].flatMap((what): WireRow[] => [
    [
      `networks.${what}-status.flag`,
      `${what}Status is a flag`,
      `networks.${what}-status`,
      'getCoinsInfo',
      `result/*/networks/*/${what}Status`,
      { set: true },
    ],
    [
      `networks.${what}-status.missing-where-memo`,
      `${what}Status is missing where a memo is required`,
      `networks.${what}-status`,
      'getCoinsInfo',
      `${memo}/${what}Status`,
      { drop: true },
    ],
  ]),
  [
    'markets.quote.only-active',
    'inactive markets name no quote',
    'markets.quote',
    'getExchangeInfo',
    `${inactive}/quote`,
    { drop: true },
  ],
  [
    'markets.minimum-quote-size.separators',
    'minimumQuoteSize of irt markets has separators',
    'markets.minimum-quote-size',
    'getExchangeInfo',
    `${irt}/minimumQuoteSize`,
    { match: '^(\\d+)(\\d{3})', with: '$1,$2' },
  ],
  [
    'markets.max-market-order-bid.persian-digits',
    'maxMarketOrderBid of irt markets is in Persian digits',
    'markets.max-market-order-bid',
    'getExchangeInfo',
    `${irt}/maxMarketOrderBid`,
    { set: '۱۲۳' },
  ],
  [
    'networks.memo-regex.missing-where-required',
    'memoRegex is missing where a memo is required',
    'networks.memo-regex',
    'getCoinsInfo',
    `${memo}/memoRegex`,
    { drop: true },
  ],
  [
    'networks.withdraw-fee.number-where-memo',
    'withdrawFee is a number where a memo is required',
    ['networks.withdraw-fee', 'numbers.strings'],
    'getCoinsInfo',
    `${memo}/withdrawFee`,
    { as: 'number' },
  ],
  [
    'networks.token-decimal.hexadecimal',
    'tokenDecimal is hexadecimal',
    'networks.token-decimal',
    'getCoinsInfo',
    'result/#first/networks/#first/tokenDecimal',
    { set: '0x12' },
  ],
  [
    'networks.deposit-fee.spaces',
    'depositFee stands between spaces',
    'networks.deposit-fee',
    'getCoinsInfo',
    'result/#last/networks/#first/depositFee',
    { set: ' 0.1 ' },
  ],
  [
    'orderbook.bid-price.of-irt-books',
    'prices of irt books are numbers',
    ['orderbook.bid-price', 'numbers.strings'],
    'getOrderbook',
    'result/orderbook/bids/*/price',
    { as: 'number' },
    { facts: { quote: 'irt' } },
  ],
  [
    'orderbook.ask-volume.of-inactive-books',
    'volumes of inactive books are missing',
    'orderbook.ask-volume',
    'getOrderbook',
    'result/orderbook/asks/*/volume',
    { drop: true },
    { facts: { active: false } },
  ],
  [
    'orderbook.bids.null-third',
    'bids are null in every third book',
    'orderbook.bids',
    'getOrderbook',
    'result/orderbook/bids',
    { as: 'null' },
    third,
  ],
  [
    'ping.pong.third',
    'every third ping is answered in other words',
    'ping.pong',
    'ping',
    'result',
    { set: 'pong!' },
    third,
  ],
  [
    'envelope.server-time.late-calls',
    'from the fortieth reply on serverTime counts seconds',
    'envelope.server-time-milliseconds',
    ['ping', 'getTime', 'getExchangeInfo', 'getCoinsInfo', 'getOrderbook'],
    'serverTime',
    { match: '\\d{3}$', with: '' },
    { after: 39 },
  ],
  [
    'coins.symbol-given.keys',
    'coins_info with symbol keys networks in small letters',
    'networks.key',
    'getCoinsInfo',
    'result/*/networks/*/NetworkSymbol',
    { case: 'lower' },
    { facts: { given: true } },
  ],
]

export const rareFaults: readonly Fault[] = [
  ...overlapping.map(
    ([id, describes, breaks, breaches, path]): Fault => ({
      id: `trading.overlapping.${id}`,
      api: 'trading',
      describes,
      breaks: `overlap.${breaks}`,
      breaches: breaches.map(one => `trading.${one}`),
      mayAlso: ['trading.*'],
      when: { facts: { path } },
    }),
  ),
  ...rows.map(wireFault),
]
