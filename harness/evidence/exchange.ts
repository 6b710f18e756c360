/** One request with its response as predicates see it: secrets replaced, the body parsed at most once. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import { parseExactly } from '../exact-integers.ts'
import { documentAsJson, isDocument } from './documents.ts'
import { heldText, LONG_TEXT } from './held-text.ts'
import { outOfBounds } from './within-bounds.ts'

export interface Exchange extends Readonly<ExchangeRecord> {
  /** The reply's body as JSON; undefined where there is none or it is not JSON. Some operations may answer in YAML. */
  readonly json: unknown
}

const UNPARSED = Symbol('unparsed')

class Recorded {
  #json: unknown = UNPARSED
  constructor(record: ExchangeRecord) {
    const { response } = record
    const isLong = response !== undefined && response.body.length >= LONG_TEXT
    Object.assign(this, record, isLong && { response: withHeldBody(response) })
  }
  get json(): unknown {
    const known = this.#json instanceof WeakRef ? (this.#json.deref() ?? UNPARSED) : this.#json
    if (known !== UNPARSED) return known
    const { operation, response } = this as unknown as ExchangeRecord
    const body = response?.body
    const json = parseJson(body) ?? (isDocument(operation) ? parseYaml(body) : undefined)
    // What a long text stands for takes several times as much memory: it is made again for who comes later.
    const isLong = typeof json === 'object' && json !== null && (body?.length ?? 0) >= LONG_TEXT
    this.#json = isLong ? new WeakRef(json) : json
    return json
  }
}

type Response = NonNullable<ExchangeRecord['response']>

function withHeldBody(response: Response): Response {
  const held = heldText(response.body)
  return Object.defineProperty({ ...response }, 'body', { enumerable: true, get: () => held.text })
}

export function exchange(record: ExchangeRecord): Exchange {
  return new Recorded(record) as unknown as Exchange
}

/** What parses as JSON is JSON; a byte order mark in front, which parsers may pass over, is passed over. */
export function parseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined
  return text.length < LONG_TEXT ? parsed(text) : parsedOnce(text)
}

function parsed(text: string): unknown {
  try {
    return parseExactly(text.startsWith('\uFEFF') ? text.slice(1) : text)
  } catch {
    return undefined
  }
}

/** Several ask about one long reply, each on its own: what was parsed last is still there, as long as anybody has it. */
let last: { readonly text: WeakRef<{ text: string }>; readonly json: WeakRef<object> } | null = null

function parsedOnce(text: string): unknown {
  const known = last?.text.deref()?.text === text ? last.json.deref() : undefined
  if (known) return known
  const json = parsed(text)
  if (typeof json === 'object' && json !== null) last = { text: new WeakRef({ text }), json: new WeakRef(json) }
  return json
}

/** YAML as the JSON it stands for; what has no JSON form, such as a loop of aliases, counts as unreadable. */
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
