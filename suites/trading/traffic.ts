/** How traffic of the trading API is judged. */
import {
  type Exchange,
  field,
  isObject,
  type Predicate,
  type Sequence,
  type Sight,
  select,
  type TrafficReading,
  valueAt,
} from '../../harness/index.ts'
import { meansSuccess, noBook } from './public.predicates.ts'
import { signatureFault } from './signing/signature-findings.ts'
import { deniesSuccess, isPayload } from './success.ts'

const MARKETS = 'markets'

/** A reply to a request without `symbol` carries no book, whoever sent the request. */
const symbolRequired: Sight = {
  requirement: 'trading.orderbook.symbol-required',
  operation: 'getOrderbook',
  predicate: noBook as unknown as Sight['predicate'],
  about: ({ texts }) => (texts.has('symbol') ? null : { args: {} }),
}

/**
 * The symbols in a list of markets, as written there, inactive ones included: their books may be refused, but the content of a
 * book is judged.
 */
const listedIn = (exchange: Exchange): string[] =>
  select(exchange.json, '/result/*').flatMap(({ value }) =>
    isObject(value) && typeof value['symbol'] === 'string' ? [value['symbol']] : [],
  )

/**
 * A listed market has no book, or its reply denies one: traffic may not show the reason, so this only keeps the requirements
 * from passing.
 */
const listedWithoutBook: Sequence = {
  requirements: ['trading.orderbook.result', 'trading.envelope.status'],
  start: () => {
    const markets = new Set<string>()
    return ({ exchange }) => {
      if (exchange.operation === 'getExchangeInfo' && meansSuccess(exchange))
        for (const symbol of listedIn(exchange)) markets.add(symbol)
      const asked = exchange.operation === 'getOrderbook' && new URL(exchange.request.url).searchParams.get('symbol')
      if (!asked || !exchange.response || meansSuccess(exchange) || !markets.has(asked)) return []
      const args = { path: '/result', schema: { type: 'object' }, required: true }
      const predicate = field as unknown as Predicate
      const absent = { requirement: 'trading.orderbook.result', predicate, args, exchanges: [exchange], isOpen: true }
      if (!isPayload('getOrderbook', valueAt(exchange.json, '/result'))) return [absent]
      const denied = { path: '/status', schema: { const: 'true' }, required: true }
      return [absent, { ...absent, requirement: 'trading.envelope.status', args: denied }]
    }
  },
}

/** The reply has a book with an entry, for the requested symbol. */
function isBookOf({ json }: Exchange, asked: string): boolean {
  const symbol = valueAt(json, '/result/symbol')
  const entries = select(json, '/result/orderbook/*/*')
  return entries.length > 0 && typeof symbol === 'string' && symbol.toLowerCase() === asked.toLowerCase()
}

export const traffic: TrafficReading = {
  speaks: json => {
    if (!isObject(json)) return 0
    const members = ['status', 'serverTime', 'result'].filter(name => Object.hasOwn(json, name)).length
    return members === 3 ? 2 : members === 2 ? 1 : 0
  },
  sights: [symbolRequired],
  sequences: [listedWithoutBook],
  eachTime: ['x-svc-signature'],
  /** A book for a symbol that no list has contained is open, unless it has entries and names that symbol. */
  isOpen: (exchange, sofar) => {
    if (exchange.operation !== 'getOrderbook') return false
    const asked = new URL(exchange.request.url).searchParams.get('symbol') ?? undefined
    const markets = sofar.get(MARKETS) as ReadonlySet<string> | undefined
    return asked !== undefined && !markets?.has(asked) && !isBookOf(exchange, asked)
  },
  /**
   * A 2xx reply to a plain request of a public endpoint that is JSON but not an object, or that begins like JSON or YAML but is
   * cut off.
   */
  hadToSucceed: ({ operation, request, response, json }) => {
    const status = response?.status ?? 0
    const isBook = operation === 'getOrderbook' && new URL(request.url).searchParams.has('symbol')
    const isPlain = operation !== null && request.method === 'GET' && (isBook || !request.url.includes('?'))
    const isCut = json === undefined && /^\s*(\{|\[|"|openapi\b)/.test(response?.body ?? '')
    const isOther = json !== undefined && !isObject(json)
    return isPlain && (isBook || operation !== 'getOrderbook') && status >= 200 && status <= 299 && (isCut || isOther)
  },
  remember: (exchange, sofar) => {
    if (exchange.operation !== 'getExchangeInfo' || !meansSuccess(exchange)) return
    const markets = (sofar.get(MARKETS) as Set<string> | undefined) ?? new Set<string>()
    for (const symbol of listedIn(exchange)) markets.add(symbol)
    sofar.set(MARKETS, markets)
  },
  isRefusal: deniesSuccess,
  signedWrongly: signatureFault,
}
