/** One request with its response as predicates see it: secrets replaced, the body parsed at most once. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import { parseExactly } from '../exact-integers.ts'
import { tidyMemory } from '../http/tidy-memory.ts'
import { recentFew } from '../memory/recent-few.ts'
import { documentAsJson, isDocument } from './documents.ts'
import { type HeldText, heldAside, heldText, LONG_TEXT } from './held-text.ts'
import { outOfBounds } from './within-bounds.ts'

export interface Exchange extends Readonly<ExchangeRecord> {
  /** The reply's body as JSON; undefined if there is none or it is not JSON. Some operations may answer in YAML. */
  readonly json: unknown
}

const UNPARSED = Symbol('unparsed')

class Recorded {
  #json: unknown = UNPARSED
  readonly #isLong: boolean
  constructor(record: ExchangeRecord, held?: HeldText) {
    const { response } = record
    this.#isLong = response !== undefined && response.body.length >= LONG_TEXT
    const isHeld = response && this.#isLong
    Object.assign(this, record, isHeld && { response: withHeldBody(response, held ?? heldText(response.body)) })
  }
  get json(): unknown {
    if (this.#json !== UNPARSED) return this.#json
    // The parsed value of a long text takes several times as much memory: it is parsed again when it is needed.
    if (this.#isLong) return long.of(this, () => this.#parsed())
    this.#json = this.#parsed()
    return this.#json
  }
  #parsed(): unknown {
    const { operation, response } = this as unknown as ExchangeRecord
    const body = response?.body
    if (this.#isLong) tidyMemory(body?.length ?? 0)
    const json = body === undefined ? undefined : parsed(body)
    return json ?? (isDocument(operation) ? parseYaml(body) : undefined)
  }
}

/** The last long bodies that were parsed, by their exchange or text. */
const long = recentFew<object | string, unknown>(2)

type Response = NonNullable<ExchangeRecord['response']>

function withHeldBody(response: Response, held: HeldText): Response {
  return Object.defineProperty({ ...response }, 'body', { enumerable: true, get: () => held.text })
}

export function exchange(record: ExchangeRecord): Exchange {
  return new Recorded(record) as unknown as Exchange
}

/** The same, without blocking others. */
export async function exchangeAside(record: ExchangeRecord): Promise<Exchange> {
  return new Recorded(record, await heldAside(record.response?.body ?? '')) as unknown as Exchange
}

/** The text as JSON, undefined if it is not JSON. A byte order mark in front is skipped, as parsers may do. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  return text.length < LONG_TEXT ? parsed(text) : long.of(text, () => parsed(text))
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/** YAML as JSON; YAML that has no JSON form, such as a loop of aliases, counts as unreadable. */
function parseYaml(text: string | undefined): unknown {
  if (text === undefined) return undefined
  try {
    const json = documentAsJson(text)
    return json === null || outOfBounds(json) !== null ? undefined : parseJson(json)
  } catch {
    return undefined
  }
}

export type JsonObject = Readonly<Record<string, unknown>>

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
