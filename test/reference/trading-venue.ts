/** A trading venue for tests: a reference in process and in virtual time. */
import { createHmac } from 'node:crypto'
import { createReference, type Reference, type ReferenceOptions } from '../../reference/index.ts'
import type { Answered } from '../../reference/wire.ts'

export const origin = 'http://reference.test'

interface TradingTarget {
  readonly baseUrl: string
  readonly requestsPerSecond: number
  readonly credentials: { readonly apiKey: string; readonly secretKey: string }
  readonly signedProbe: { readonly path: string; readonly params: Readonly<Record<string, string>> }
}

export interface Reply {
  readonly status: number
  readonly text: string
  readonly json: unknown
}

export function virtualClock(now = 1_750_000_000_000) {
  const advance = (ms: number) => {
    now += ms
  }
  return { now: () => now, sleep: async (ms: number) => advance(ms), advance }
}

export function openVenue(options: ReferenceOptions = {}) {
  const clock = virtualClock()
  const reference = createReference({ clock, ...options })
  const target = tradingOf(reference)
  const get = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    ask(reference, target.baseUrl + path, method, headers)
  /** Sends a query string with its correct signature, unless `other` gives another one. */
  const signed = (
    query: string,
    other: { signature?: string; key?: string; path?: string; method?: string; headers?: Record<string, string> } = {},
  ) =>
    get(
      `${other.path ?? target.signedProbe.path}?${query}`,
      {
        ...other.headers,
        'x-svc-apikey': other.key ?? target.credentials.apiKey,
        'x-svc-signature': other.signature ?? sign(query, target.credentials.secretKey),
      },
      other.method,
    )
  return { clock, reference, target, get, signed }
}

export const sign = (text: string, secret: string | Buffer, digest = 'sha256') =>
  createHmac(digest, secret).update(text).digest('hex')

export const tradingOf = (reference: Reference) => reference.targetFile(origin)['trading'] as TradingTarget

/** Sends a request without Request and Response objects, which would be slow for this many requests. */
async function ask(reference: Reference, url: string, method: string, given: Record<string, string>): Promise<Reply> {
  const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name, value.trim()]))
  const { status, body } = await reference.answer({ method, url: new URL(url).href, headers, body: null })
  const text = new TextDecoder().decode(bytesOf(body))
  return { status, text, json: parsed(text) }
}

export const bytesOf = (body: Answered['body']): Buffer =>
  typeof body === 'string' ? Buffer.from(body) : Buffer.concat(body instanceof Uint8Array ? [body] : body)

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
