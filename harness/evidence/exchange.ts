/** One request with its response as predicates see it: secrets replaced, the body parsed at most once. */
import { parse } from 'yaml'
import type { ExchangeRecord } from '../../generated/formats.ts'
import { operations, type ParameterData } from '../../generated/operations.ts'
import { parseExactly } from '../exact-integers.ts'

export interface Exchange extends Readonly<ExchangeRecord> {
  /** The reply's body as JSON; undefined where there is none or it is not JSON. Only swagger may come as YAML. */
  readonly json: unknown
}

const UNPARSED = Symbol('unparsed')

class Recorded {
  #json: unknown = UNPARSED
  constructor(record: ExchangeRecord) {
    Object.assign(this, record)
  }
  get json(): unknown {
    if (this.#json === UNPARSED) {
      const { operation, response } = this as unknown as ExchangeRecord
      this.#json = parseJson(response?.body) ?? (operation === 'getSwagger' ? parseYaml(response?.body) : undefined)
    }
    return this.#json
  }
}

export function exchange(record: ExchangeRecord): Exchange {
  return new Recorded(record) as unknown as Exchange
}

/** What parses as JSON is JSON; a byte order mark in front, which parsers may pass over, is passed over. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return parseExactly(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/** YAML as the JSON it stands for; what has no JSON form, such as a loop of aliases, counts as unreadable. */
function parseYaml(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return parseJson(JSON.stringify(parse(text, { logLevel: 'error', merge: true, maxAliasCount: 10_000 })))
  } catch {
    return undefined
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

type Outcome = 'success' | 'error' | 'neither'

/** What the `result` of a messaging reply says it is; the HTTP status does not count. */
export function envelopeOf({ json }: Pick<Exchange, 'json'>): Outcome {
  const result = isObject(json) ? json['result'] : undefined
  return result === 'success' ? 'success' : result === 'error' ? 'error' : 'neither'
}

/**
 * What a messaging reply is. One whose `result` is broken or missing, but which has the empty `msg` of a success and no
 * `code`, is a success: the broken member fails by itself and does not excuse the rest.
 */
export function outcomeOf(exchange: Pick<Exchange, 'json'>): Outcome {
  const said = envelopeOf(exchange)
  const { json } = exchange
  if (said !== 'neither' || !isObject(json)) return said
  return json['msg'] === '' && !Object.hasOwn(json, 'code') ? 'success' : 'neither'
}

/** What a reply was meant to be even where neither `result` nor `msg` says: an object with a code is an error. */
export function intentionOf(exchange: Pick<Exchange, 'json'>): Outcome {
  const said = outcomeOf(exchange)
  if (said !== 'neither' || !isObject(exchange.json)) return said
  return Object.hasOwn(exchange.json, 'code') ? 'error' : 'success'
}

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
  if (status < 200 || status > 299 || !isObject(json) || String(json['status']).toLowerCase() === 'false') return false
  if (operation === 'getSwagger') return Object.hasOwn(json, 'openapi')
  return payloads[operation ?? '']?.(json['result']) ?? false
}

const listsSymbols = (result: unknown): boolean =>
  Array.isArray(result) && result.some(one => isObject(one) && Object.hasOwn(one, 'symbol'))

const payloads: Readonly<Record<string, (result: unknown) => boolean>> = {
  ping: result => result === 'pong',
  getTime: result => typeof result === 'string' && /^[0-9]{10,}$/.test(result),
  getExchangeInfo: listsSymbols,
  getCoinsInfo: listsSymbols,
  getOrderbook: result => isObject(result) && isObject(result['orderbook']),
}

function lacksRequired({ operation, request }: Exchange): boolean {
  const stated: readonly ParameterData[] = operations[operation as keyof typeof operations]?.parameters ?? []
  const required = stated.filter(parameter => parameter.required && parameter.in === 'query')
  return required.length > 0 && !required.every(({ name }) => new URL(request.url).searchParams.has(name))
}
