/** Faults of fields, from a table: each field dropped, of another type, of a senseless value, or wrong in one element only. */
import type { Alteration, Fault } from '../behaviour.ts'

type Kind = 'text' | 'name' | 'flag' | 'amount' | 'count'
type Field = readonly [requirement: string, field: string, kind: Kind]

interface Records {
  readonly operation: string
  /** Where every record is, and where one that is easily overlooked is. */
  readonly all: string
  readonly one: string
  readonly mayAlso: readonly string[]
  readonly fields: readonly Field[]
}

const records: readonly Records[] = [
  {
    operation: 'getExchangeInfo',
    all: 'result/*',
    one: 'result/#last',
    mayAlso: ['trading.markets.list', 'trading.markets.symbol-given', 'trading.markets.symbol-left-out'],
    fields: [
      ['trading.markets.symbol', 'symbol', 'name'],
      ['trading.markets.base', 'base', 'name'],
      ['trading.markets.quote', 'quote', 'name'],
      ['trading.markets.base-precision', 'basePrecision', 'count'],
      ['trading.markets.quote-precision', 'quotePrecision', 'count'],
      ['trading.markets.minimum-quote-size', 'minimumQuoteSize', 'amount'],
      ['trading.markets.max-market-order-ask', 'maxMarketOrderAsk', 'amount'],
      ['trading.markets.max-market-order-bid', 'maxMarketOrderBid', 'amount'],
      ['trading.markets.is-active', 'isActive', 'flag'],
    ],
  },
  {
    operation: 'getCoinsInfo',
    all: 'result/*',
    one: 'result/#middle',
    mayAlso: ['trading.coins.list', 'trading.coins.symbol-given', 'trading.coins.symbol-left-out'],
    fields: [
      ['trading.coins.symbol', 'symbol', 'name'],
      ['trading.coins.name-en', 'nameEn', 'text'],
      ['trading.coins.name-fa', 'nameFa', 'text'],
    ],
  },
  {
    operation: 'getCoinsInfo',
    all: 'result/*/networks/*',
    one: 'result/#last/networks/#last',
    mayAlso: [
      'trading.coins.list',
      'trading.coins.networks',
      'trading.coins.symbol-given',
      'trading.coins.symbol-left-out',
    ],
    fields: [
      ['trading.networks.network-symbol', 'NetworkSymbol', 'name'],
      ['trading.networks.network-name-en', 'NetworkNameEn', 'text'],
      ['trading.networks.network-name-fa', 'NetworkNameFa', 'text'],
      ['trading.networks.is-default', 'isDefault', 'flag'],
      ['trading.networks.token-name', 'tokenNameOnNetwork', 'text'],
      ['trading.networks.token-symbol', 'tokenSymbolOnNetwork', 'text'],
      ['trading.networks.address-url', 'addressUrl', 'text'],
      ['trading.networks.contract-address-url', 'contractAddressUrl', 'text'],
      ['trading.networks.transaction-url', 'transactionUrl', 'text'],
      ['trading.networks.contract-address', 'contractAddress', 'text'],
      ['trading.networks.memo-required', 'memoRequired', 'flag'],
      ['trading.networks.memo-regex', 'memoRegex', 'text'],
      ['trading.networks.address-regex', 'addressRegex', 'text'],
      ['trading.networks.token-decimal', 'tokenDecimal', 'count'],
      ['trading.networks.deposit-fee', 'depositFee', 'amount'],
      ['trading.networks.withdraw-fee', 'withdrawFee', 'amount'],
      ['trading.networks.deposit-status', 'depositStatus', 'text'],
      ['trading.networks.withdraw-status', 'withdrawStatus', 'text'],
      ['trading.networks.minimum-deposit', 'minimumDeposit', 'amount'],
      ['trading.networks.minimum-withdraw', 'minimumWithdraw', 'amount'],
      ['trading.networks.deposit-confirmation-count', 'DepositConfirmationCount', 'count'],
      ['trading.networks.withdraw-precision', 'withdrawPrecision', 'count'],
    ],
  },
  {
    operation: 'getOrderbook',
    all: 'result/orderbook/bids/*',
    one: 'result/orderbook/bids/#last',
    mayAlso: ['trading.orderbook.result', 'trading.orderbook.sides', 'trading.orderbook.bids'],
    fields: [
      ['trading.orderbook.bid-price', 'price', 'amount'],
      ['trading.orderbook.bid-volume', 'volume', 'amount'],
    ],
  },
  {
    operation: 'getOrderbook',
    all: 'result/orderbook/asks/*',
    one: 'result/orderbook/asks/#middle',
    mayAlso: ['trading.orderbook.result', 'trading.orderbook.sides', 'trading.orderbook.asks'],
    fields: [
      ['trading.orderbook.ask-price', 'price', 'amount'],
      ['trading.orderbook.ask-volume', 'volume', 'amount'],
    ],
  },
]

interface Mistake {
  readonly name: string
  readonly says: string
  readonly does: Alteration
  readonly where: 'all' | 'one'
  /** Whether the reply then holds a JSON number. */
  readonly numbers?: true
}

const dropped: readonly Mistake[] = [
  { name: 'dropped', says: 'is missing', does: { drop: true }, where: 'all' },
  { name: 'dropped-once', says: 'is missing in one element', does: { drop: true }, where: 'one' },
]
const asNull: Mistake = { name: 'null', says: 'is null in one element', does: { as: 'null' }, where: 'one' }
const asList: Mistake = { name: 'list', says: 'is a list', does: { as: 'array' }, where: 'all' }
const empty: Mistake = { name: 'empty', says: 'is empty in one element', does: { set: '' }, where: 'one' }
const asNumber: readonly Mistake[] = [
  { name: 'number', says: 'is a JSON number', does: { as: 'number' }, where: 'all', numbers: true },
  { name: 'number-once', says: 'is a JSON number in one element', does: { as: 'number' }, where: 'one', numbers: true },
]

const mistakes: Readonly<Record<Kind, readonly Mistake[]>> = {
  text: [...dropped, asNull],
  name: [...dropped, asList, empty],
  flag: [
    ...dropped,
    { name: 'text', says: 'is a string', does: { as: 'string' }, where: 'all' },
    { name: 'digit', says: 'is the number 1 in one element', does: { set: 1 }, where: 'one', numbers: true },
  ],
  amount: [
    ...dropped,
    ...asNumber,
    { name: 'words', says: 'is no number in one element', does: { set: 'n/a' }, where: 'one' },
    { name: 'infinite', says: 'is infinite', does: { set: 'Infinity' }, where: 'all' },
    empty,
  ],
  count: [
    ...dropped,
    ...asNumber,
    { name: 'fraction', says: 'is a fraction in one element', does: { set: '2.5' }, where: 'one' },
    { name: 'negative', says: 'is negative', does: { set: '-1' }, where: 'all' },
  ],
}

/** What else cannot be seen, or cannot hold, once this field is wrong. */
const along: Readonly<Record<string, readonly string[]>> = {
  'trading.markets.symbol': [
    'trading.markets.symbol-joins-base-and-quote',
    'trading.markets.symbol-lower-case',
    'trading.orderbook.result',
    'trading.orderbook.symbol-asked',
  ],
  'trading.markets.base': ['trading.markets.symbol-joins-base-and-quote', 'trading.markets.symbol-lower-case'],
  'trading.markets.quote': ['trading.markets.symbol-joins-base-and-quote', 'trading.markets.symbol-lower-case'],
  'trading.networks.network-symbol': ['trading.networks.key'],
  'trading.networks.memo-regex': ['trading.networks.memo-regex-compiles'],
  'trading.networks.address-regex': ['trading.networks.address-regex-compiles'],
}

export const fieldFaults: readonly Fault[] = records.flatMap(({ operation, all, one, mayAlso, fields }) =>
  fields.flatMap(([requirement, field, kind]) =>
    mistakes[kind].map(
      ({ name, says, does, where, numbers }): Fault => ({
        id: `${requirement}.${name}`,
        api: 'trading',
        describes: `${field} ${says}`,
        breaches: numbers ? [requirement, 'trading.numbers.strings'] : [requirement],
        mayAlso: [...mayAlso, ...(along[requirement] ?? [])],
        mutates: [{ operation, on: 'success', path: `${where === 'all' ? all : one}/${field}`, does }],
      }),
    ),
  ),
)
