/** One request with its response as predicates see it: secrets replaced, the body parsed at most once. */
import type { ExchangeRecord } from '../../generated/formats.ts'

export interface Exchange extends Readonly<ExchangeRecord> {
  /** The reply's body as JSON; undefined where there is none or it is not JSON. */
  readonly json: unknown
}

const UNPARSED = Symbol('unparsed')

class Recorded {
  #json: unknown = UNPARSED
  constructor(record: ExchangeRecord) {
    Object.assign(this, record)
  }
  get json(): unknown {
    if (this.#json === UNPARSED) this.#json = parseJson((this as unknown as ExchangeRecord).response?.body)
    return this.#json
  }
}

export function exchange(record: ExchangeRecord): Exchange {
  return new Recorded(record) as unknown as Exchange
}

export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** What a messaging reply says it is: the body decides, not the HTTP status. */
export function outcomeOf(exchange: Pick<Exchange, 'json'>): 'success' | 'error' | 'neither' {
  const result = isObject(exchange.json) ? exchange.json['result'] : undefined
  return result === 'success' ? 'success' : result === 'error' ? 'error' : 'neither'
}

/** Whether a trading reply is to be read as a success: it says so, or it had to be one. */
export function isTradingSuccess(exchange: Exchange): boolean {
  return exchange.expects === 'success' || (isObject(exchange.json) && exchange.json['status'] === 'true')
}
