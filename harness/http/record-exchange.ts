/** Makes an exchange from a request and its reply or error: without secrets, and judged before long bodies are shortened. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import { cutShort } from '../evidence/cut-short.ts'
import { isDocument, readAhead } from '../evidence/documents.ts'
import { type Exchange, exchangeAside, exchange as exchangeOf, isObject } from '../evidence/exchange.ts'
import { LONG_TEXT } from '../evidence/held-text.ts'
import type { Departure } from '../evidence/recorder.ts'
import type { Redactor } from '../evidence/redactor.ts'
import { examineAhead } from '../openapi/openapi-fault.ts'
import type { Stamp } from '../stamps.ts'
import { breath, breathUnlessHurried, type Hurried, type LongReplies, unlessHurried } from './breath.ts'
import type { Sending } from './sending.ts'
import type { Transport, WireResponse } from './transport.ts'

export interface Recording {
  readonly transport: Transport
  /** Long bodies are kept whole, so that every verdict can be computed again. */
  readonly wholeEvidence?: boolean | undefined
  readonly stamp: Stamp
  readonly redactor: Redactor
  readonly onExchange: (exchange: Exchange, record: ExchangeRecord) => void
  /** The signal that aborts requests in flight. */
  readonly signal?: (() => AbortSignal | undefined) | undefined
  /** Whether somebody waits for the end of the run: then long replies are no longer read or judged. */
  readonly hurried?: Hurried | undefined
  /** Notified of each long reply. */
  readonly long?: Pick<LongReplies, 'came'> | undefined
}

export type Came =
  | { response: WireResponse; purpose?: 'throttled' | 'outside' }
  | { error: NonNullable<ExchangeRecord['error']> }

export function requestShown(sending: Sending, redactor: Redactor): ExchangeRecord['request'] {
  const { method, url, headers, sent = [] } = sending
  const body = bodyShown(sending.body, redactor)
  return redactor.request({ method, url, headers: { ...headers }, body, sent: [...sent] })
}

export function departure(
  { via = 'target', operation }: Sending,
  { method, url, body }: Departure['request'],
  n: number,
): Departure {
  return { n, via, operation, request: { method, url, body } }
}

export async function recorded(
  parts: Recording,
  sending: Sending,
  request: ExchangeRecord['request'],
  n: number,
  sentAt: number,
  came: Came,
): Promise<Exchange> {
  const { redactor } = parts
  const { via = 'target' } = sending
  const isLong = 'response' in came && came.response.body.length >= LONG_TEXT
  if (isLong) {
    parts.long?.came()
    await breathUnlessHurried(parts.hurried)
  }
  const record: ExchangeRecord = {
    n,
    via,
    api: sending.api,
    operation: sending.operation,
    actor: sending.actor,
    check: sending.check,
    attempt: sending.attempt ?? 1,
    purpose: ('response' in came && came.purpose) || sending.purpose || 'judged',
    expects: sending.expects ?? 'any',
    sentAt: inWords(sentAt),
    receivedAt: 'response' in came ? inWords(parts.stamp('arrival')) : null,
    request,
    ...('response' in came
      ? { response: redactor.reply({ ...came.response, headers: { ...came.response.headers } }, via) }
      : { error: { ...came.error, message: redactor.text(came.error.message) } }),
  }
  if (isLong) await breathUnlessHurried(parts.hurried)
  const seen = isLong ? await exchangeAside(record) : exchangeOf(record)
  if (isLong) unlessHurried(parts.hurried)
  if (parts.transport.remote && isDocument(sending.operation)) await lookAhead(seen, parts.signal?.())
  // A long reply is parsed before it is judged, and its value is kept until then.
  const json = isLong ? [seen.json] : []
  if (isLong) await breathUnlessHurried(parts.hurried)
  parts.onExchange(seen, parts.wholeEvidence ? record : cutShort(record))
  if (json.length > 0) await breath()
  return seen
}

let lastFormatted = { at: 0, words: new Date(0).toISOString() }
/** The time as text; the last one is remembered, because many requests leave and arrive in one millisecond. */
function inWords(at: number): string {
  if (at !== lastFormatted.at) lastFormatted = { at, words: new Date(at).toISOString() }
  return lastFormatted.words
}

/** Multipart bodies are kept as text up to a few kilobytes; of longer ones the beginning and the size are kept. */
function bodyShown(body: string | Uint8Array | null, redactor: Redactor): string | null {
  if (body === null || typeof body === 'string') return body
  const text = redactor.url(Buffer.from(body.subarray(0, 16 * MOST_SHOWN)).toString('utf8'))
  return body.length > MOST_SHOWN ? `${text.slice(0, MOST_SHOWN)}… (${body.length} bytes)` : text
}

const MOST_SHOWN = 4096

/** Examines a document before it is judged, while the run goes on, because that takes long. */
async function lookAhead(seen: Exchange, signal: AbortSignal | undefined): Promise<void> {
  if (!seen.response) return
  await readAhead(seen.response.body, signal)
  if (isObject(seen.json)) await examineAhead(seen.json, signal)
}
