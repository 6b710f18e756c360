/** Which trading replies are read as successes. */
import type { TradingOperationId } from '../../generated/operations.ts'
import { type Exchange, isObject, valueAt } from '../../harness/index.ts'
import { tradingOperations } from './operations.ts'

/**
 * Whether a trading reply counts as a success: it had to be one, it says so, or it carries the payload of one. Replies to
 * another method, or to a request without a required parameter, are open, whatever their status says.
 */
export function isTradingSuccess(exchange: Exchange): boolean {
  if (exchange.request.method !== 'GET' || lacksRequired(exchange)) return false
  return (
    exchange.expects === 'success' ||
    (isObject(exchange.json) && exchange.json['status'] === 'true') ||
    carriesPayload(exchange)
  )
}

/** The body itself says that the request was refused, whatever the HTTP status. */
export const deniesSuccess = ({ json }: Pick<Exchange, 'json'>): boolean =>
  isObject(json) && String(json['status']).toLowerCase() === 'false'

/**
 * A 2xx reply whose result is that of a success, even if its other members are wrong. A reply that denies success may be about
 * the parameters, if there are any.
 */
function carriesPayload({ operation, request, response, json }: Exchange): boolean {
  const status = response?.status ?? 0
  if (status < 200 || status > 299) return false
  if (isBarePayload(operation, json)) return true
  if (!isObject(json)) return false
  if (deniesSuccess({ json })) return !request.url.includes('?') && isPayload(operation, json['result'])
  if (operation === 'getSwagger')
    return Object.hasOwn(json, 'openapi') || DOCUMENT.filter(member => Object.hasOwn(json, member)).length >= 2
  if (isEmptyList(json)) return true
  return isPayload(operation, json['result'])
}

const DOCUMENT = ['info', 'paths', 'components']

/** An envelope with an empty list, whose status is true in whatever type or case, or is the only missing member. */
const isEmptyList = ({ status, serverTime, result }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(result) &&
  result.length === 0 &&
  (status === undefined
    ? typeof serverTime === 'string'
    : serverTime !== undefined && String(status).toLowerCase() === 'true')

const listsSymbols = (result: unknown): boolean =>
  Array.isArray(result) && result.some(one => isObject(one) && Object.hasOwn(one, 'symbol'))

/** At least one side of the book has an entry. */
const hasEntries = (book: object): boolean =>
  Object.values(book).some(side => typeof side === 'object' && side !== null && Object.keys(side).length > 0)

const payloads: Readonly<Record<string, (result: unknown) => boolean>> = {
  ping: result => result === 'pong',
  getTime: result => typeof result === 'string' && /^[0-9]{10,}$/.test(result),
  getExchangeInfo: listsSymbols,
  getCoinsInfo: listsSymbols,
  getOrderbook: result => isObject(result) && isObject(result['orderbook']) && hasEntries(result['orderbook']),
}

/** Whether this is the payload of a success of the operation. */
export const isPayload = (operation: string | null, result: unknown): boolean =>
  payloads[operation ?? '']?.(result) ?? false

/** A payload without an envelope. Elements of a list need more than two members, since a list of errors may have symbols too. */
const isBarePayload = (operation: string | null, json: unknown): boolean =>
  isPayload(operation, Array.isArray(json) ? json.filter(one => Object.keys(Object(one)).length > 2) : json)

/** A reply to an orderbook request that may fail, for example for an inactive market, with no object as its result. */
export const lacksBook = ({ operation, expects, json }: Exchange): boolean =>
  operation === 'getOrderbook' && expects !== 'success' && !isObject(valueAt(json, '/result'))

/** A reply about a symbol that may not be listed or active: with null as its result, or without one. */
export const servesNothing = ({ request, expects, json }: Exchange): boolean =>
  expects !== 'success' &&
  new URL(request.url).searchParams.has('symbol') &&
  (valueAt(json, '/result') ?? null) === null

function lacksRequired({ operation, request }: Exchange): boolean {
  const { parameters = [] } = tradingOperations[operation as TradingOperationId] ?? {}
  const required = parameters.filter(parameter => parameter.required && parameter.in === 'query')
  return required.length > 0 && !required.every(({ name }) => new URL(request.url).searchParams.has(name))
}
