/** The venue's own OpenAPI 3.1 description, as it serves it. */

export const text = { type: 'string' }
const flag = { type: 'boolean' }
export const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
export const listOf = (items: object) => ({ type: 'array', items })
export const record = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const texts = (...names: string[]) => Object.fromEntries(names.map(name => [name, text]))
export const query = (name: string, required = false) => ({ name, in: 'query', required, schema: text })

const replies = (result: object) => ({
  '200': {
    description: 'Success',
    content: { 'application/json': { schema: record({ status: { const: 'true' }, serverTime: text, result }) } },
  },
  default: { description: 'Refusal', content: { 'application/json': { schema: ref('Refusal') } } },
})

export const publicGet = (operationId: string, summary: string, result: object, parameters: object[] = []) => ({
  get: { operationId, summary, tags: ['public'], security: [], parameters, responses: replies(result) },
})

export const signed = (operationId: string, summary: string, result: object, parameters: object[]) => ({
  operationId,
  summary,
  tags: ['private'],
  security: [{ key: [], signature: [] }],
  parameters: [...parameters, query('timestamp', true)],
  responses: replies(result),
})

const schemas = {
  Refusal: record({ error: record({ code: { type: 'integer' }, name: text, message: text }) }),
  Market: record({
    ...texts('symbol', 'base', 'quote', 'basePrecision', 'quotePrecision'),
    ...texts('minimumQuoteSize', 'maxMarketOrderAsk', 'maxMarketOrderBid'),
    isActive: flag,
  }),
  Coin: record({
    ...texts('symbol', 'nameEn', 'nameFa'),
    networks: { type: 'object', additionalProperties: ref('Network') },
  }),
  Network: record({
    ...texts('NetworkSymbol', 'NetworkNameEn', 'NetworkNameFa'),
    isDefault: flag,
    ...texts('tokenNameOnNetwork', 'tokenSymbolOnNetwork', 'addressUrl', 'contractAddressUrl', 'transactionUrl'),
    contractAddress: text,
    memoRequired: flag,
    ...texts('memoRegex', 'addressRegex', 'tokenDecimal', 'depositFee', 'withdrawFee'),
    ...texts('depositStatus', 'withdrawStatus', 'minimumDeposit', 'minimumWithdraw'),
    ...texts('DepositConfirmationCount', 'withdrawPrecision'),
  }),
  BookEntry: record(texts('price', 'volume')),
  OrderBook: record({
    symbol: text,
    orderbook: record({ bids: listOf(ref('BookEntry')), asks: listOf(ref('BookEntry')) }),
  }),
  Balance: record(texts('asset', 'free', 'locked')),
  Order: record(texts('orderId', 'symbol', 'side', 'price', 'quantity', 'state', 'createdAt')),
}

const placing = ['symbol', 'side', 'price', 'quantity'].map(name => query(name, true))

export const publicPaths = {
  '/public/swagger': {
    get: {
      operationId: 'swagger',
      summary: 'This document',
      tags: ['public'],
      security: [],
      responses: { '200': { description: 'An OpenAPI document', content: { 'application/json': { schema: {} } } } },
    },
  },
  '/public/ping': publicGet('ping', 'Says pong', { const: 'pong' }),
  '/public/time': publicGet('time', 'The time here', text),
  '/public/exchange_info': publicGet('exchangeInfo', 'Markets', listOf(ref('Market')), [query('symbol')]),
  '/public/coins_info': publicGet('coinsInfo', 'Coins and their networks', listOf(ref('Coin')), [query('symbol')]),
  '/public/orderbook': publicGet('orderbook', 'The book of one market', ref('OrderBook'), [query('symbol', true)]),
}

const privatePaths = {
  '/account/balance': { get: signed('balance', 'What the account holds', listOf(ref('Balance')), [query('asset')]) },
  '/order': {
    post: signed('placeOrder', 'Places a limit order', ref('Order'), placing),
    delete: signed('cancelOrder', 'Cancels an open order', ref('Order'), [query('orderId', true)]),
  },
  '/order/open': { get: signed('openOrders', 'Orders still open', listOf(ref('Order')), [query('symbol')]) },
}

const securitySchemes = {
  key: { type: 'apiKey', in: 'header', name: 'X-SVC-APIKEY' },
  signature: { type: 'apiKey', in: 'header', name: 'X-SVC-SIGNATURE' },
}

export const document = {
  openapi: '3.1.0',
  info: { title: 'Reference venue', version: '1.0.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
  servers: [{ url: '/trading/v1' }],
  tags: [{ name: 'public' }, { name: 'private' }],
  paths: { ...publicPaths, ...privatePaths },
  components: { schemas, securitySchemes },
}
