/** The venue's own OpenAPI 3.1 description, as it serves it, and what variants make of it. */
import { stringify } from 'yaml'
import type { Behaviour } from '../behaviour.ts'

const text = { type: 'string' }
const flag = { type: 'boolean' }
const ref = (name: string) => ({ $ref: `#/components/schemas/${name}` })
const listOf = (items: object) => ({ type: 'array', items })
const record = (properties: Record<string, object>) => ({
  type: 'object',
  properties,
  required: Object.keys(properties),
})
const texts = (...names: string[]) => Object.fromEntries(names.map(name => [name, text]))
const query = (name: string, required = false) => ({ name, in: 'query', required, schema: text })

const replies = (result: object) => ({
  '200': {
    description: 'Success',
    content: { 'application/json': { schema: record({ status: { const: 'true' }, serverTime: text, result }) } },
  },
  default: { description: 'Refusal', content: { 'application/json': { schema: ref('Refusal') } } },
})

const publicGet = (operationId: string, summary: string, result: object, parameters: object[] = []) => ({
  get: { operationId, summary, tags: ['public'], security: [], parameters, responses: replies(result) },
})

const signed = (operationId: string, summary: string, result: object, parameters: object[]) => ({
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

const publicPaths = {
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

const document = {
  openapi: '3.1.0',
  info: { title: 'Reference venue', version: '1.0.0', license: { name: 'Apache-2.0', identifier: 'Apache-2.0' } },
  servers: [{ url: '/trading/v1' }],
  tags: [{ name: 'public' }, { name: 'private' }],
  paths: { ...publicPaths, ...privatePaths },
  components: { schemas, securitySchemes },
}

const documentText = JSON.stringify(document)

const tick = record({ channel: text, book: ref('OrderBook') })
const bookMoved = {
  bookMoved: {
    post: {
      operationId: 'bookMoved',
      summary: 'Sent to subscribers when a book moves',
      requestBody: { content: { 'application/json': { schema: tick } } },
      responses: { '200': { description: 'Heard' } },
    },
  },
}

export function swaggerDocument({ uses }: Behaviour): { body: Record<string, unknown>; text?: string } {
  if (!swaggerVariants.some(uses)) return { body: document, text: documentText }
  if (uses('trading.swagger.bare-bones')) {
    const { openapi, info } = document
    return { body: { openapi, info, paths: {}, components: { schemas: {} } } }
  }
  const withdrawals = {
    get: signed('withdrawals', 'Past withdrawals', listOf({ type: 'object' }), [query('recvWindow')]),
  }
  const differing = publicGet('markets', 'Markets', ref('Market'), [query('symbol', true)])
  return {
    body: {
      ...document,
      servers: uses('trading.swagger.other-servers')
        ? [{ url: 'https://api.venue.example/v1' }, { url: 'https://api.venue.example/v2', description: 'next' }]
        : document.servers,
      paths: {
        ...publicPaths,
        ...(!uses('trading.swagger.public-only') && privatePaths),
        ...(uses('trading.swagger.more-endpoints') && { '/account/withdrawals': withdrawals }),
        ...(uses('trading.swagger.describes-otherwise') && { '/public/exchange_info': differing }),
      },
      ...(uses('trading.swagger.tells-of-events') && { webhooks: bookMoved }),
      ...(uses('trading.swagger.extensions') && { 'x-build': { number: 4711, status: 'true' }, externalDocs: docs }),
    },
  }
}

const docs = { url: 'https://venue.example/docs' }
const swaggerVariants = [
  'trading.swagger.other-servers',
  'trading.swagger.public-only',
  'trading.swagger.more-endpoints',
  'trading.swagger.describes-otherwise',
  'trading.swagger.tells-of-events',
  'trading.swagger.extensions',
  'trading.swagger.bare-bones',
]

export const asYaml = (body: unknown) => stringify(body, { aliasDuplicateObjects: false })
