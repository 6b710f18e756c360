/** Which trading replies are read as successes. */
import type { TradingOperationId } from '../../generated/operations.ts'
import { type Exchange, isObject, valueAt } from '../../harness/index.ts'
import { tradingOperations } from './operations.ts'

/**
 * Whether a trading reply is to be read as a success: it had to be one, it says so, or it carries what a success carries.
 * What answers another method, or a request without a required parameter, is open, whatever it calls itself.
 */
export function isTradingSuccess(exchange: Exchange): boolean {
  if (exchange.request.method !== 'GET' || lacksRequired(exchange)) return false
  return (
    exchange.expects === 'success' ||
    (isObject(exchange.json) && exchange.json['status'] === 'true') ||
    carriesPayload(exchange)
  )
}

/** A 2xx reply whose result is that of a success, however its other members are broken; one that denies success is not. */
function carriesPayload({ operation, response, json }: Exchange): boolean {
  const status = response?.status ?? 0
  if (status < 200 || status > 299) return false
  if (isBarePayload(operation, json)) return true
  if (!isObject(json) || String(json['status']).toLowerCase() === 'false') return false
  if (operation === 'getSwagger')
    return Object.hasOwn(json, 'openapi') || DOCUMENT.filter(member => Object.hasOwn(json, member)).length >= 2
  if (isEmptyList(json)) return true
  return isPayload(operation, json['result'])
}

const DOCUMENT = ['info', 'paths', 'components']

/** An envelope with nothing in its list whose status reads like that of a success, or is all that is missing. */
const isEmptyList = ({ status, serverTime, result }: Readonly<Record<string, unknown>>): boolean =>
  Array.isArray(result) &&
  result.length === 0 &&
  (status === undefined
    ? typeof serverTime === 'string'
    : serverTime !== undefined && String(status).toLowerCase() === 'true')

const listsSymbols = (result: unknown): boolean =>
  Array.isArray(result) && result.some(one => isObject(one) && Object.hasOwn(one, 'symbol'))

/** Something stands on a side of the book. */
const hasEntries = (book: object): boolean =>
  Object.values(book).some(side => typeof side === 'object' && side !== null && Object.keys(side).length > 0)

const payloads: Readonly<Record<string, (result: unknown) => boolean>> = {
  ping: result => result === 'pong',
  getTime: result => typeof result === 'string' && /^[0-9]{10,}$/.test(result),
  getExchangeInfo: listsSymbols,
  getCoinsInfo: listsSymbols,
  getOrderbook: result => isObject(result) && isObject(result['orderbook']) && hasEntries(result['orderbook']),
}

/** Whether this is what a success of the operation carries. */
export const isPayload = (operation: string | null, result: unknown): boolean =>
  payloads[operation ?? '']?.(result) ?? false

/** A list of errors may name symbols too: elements of a list that stands alone have more than that. */
const isBarePayload = (operation: string | null, json: unknown): boolean =>
  isPayload(operation, Array.isArray(json) ? json.filter(one => Object.keys(Object(one)).length > 2) : json)

/** A reply to a request for a book, which may have been of an inactive market, that has nothing like one in it. */
export const lacksBook = ({ operation, expects, json }: Exchange): boolean =>
  operation === 'getOrderbook' && expects !== 'success' && !isObject(valueAt(json, '/result'))

function lacksRequired({ operation, request }: Exchange): boolean {
  const { parameters = [] } = tradingOperations[operation as TradingOperationId] ?? {}
  const required = parameters.filter(parameter => parameter.required && parameter.in === 'query')
  return required.length > 0 && !required.every(({ name }) => new URL(request.url).searchParams.has(name))
}
