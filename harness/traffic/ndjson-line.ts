/** A line of exchanges.ndjson as a captured exchange; what the run knew beyond the wire is left out. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import { isObject } from '../evidence/exchange.ts'
import type { Captured, Source } from './captured.ts'

/** Null for a line that is not an exchange. */
export function fromRecord(line: unknown, source: Source): Captured | null {
  if (!isObject(line) || !isRequest(line['request']) || !isTime(line['sentAt'])) return null
  if (line['receivedAt'] != null && !isTime(line['receivedAt'])) return null
  if (line['response'] != null && !isResponse(line['response'])) return null
  const { via, sentAt, receivedAt, request, response, error } = line as unknown as ExchangeRecord
  return {
    source,
    sentAt: Date.parse(sentAt),
    receivedAt: receivedAt ? Date.parse(receivedAt) : null,
    request: {
      method: request.method.toUpperCase(),
      url: request.url,
      headers: lowerCased(request.headers),
      body: request.body ?? null,
      whole: request.cut === undefined && !/… \(\d+ bytes\)$/.test(request.body ?? ''),
      ...(request.sent && { names: request.sent }),
    },
    response: response ? { status: response.status, headers: lowerCased(response.headers), body: response.body } : null,
    unusable: response ? whatIsMissing(response) : String(error?.message ?? 'no reply was recorded'),
    ...(via === 'provisioner' && { isAside: true }),
  }
}

const isTime = (value: unknown): boolean => typeof value === 'string' && Number.isFinite(Date.parse(value))

function isRequest(value: unknown): boolean {
  if (!isObject(value)) return false
  const { method, url, body, sent } = value
  if (typeof method !== 'string' || typeof url !== 'string' || !URL.canParse(url)) return false
  if (sent !== undefined && !(Array.isArray(sent) && sent.every(name => typeof name === 'string'))) return false
  return body == null || typeof body === 'string'
}

const isResponse = (value: unknown): boolean =>
  isObject(value) && Number.isInteger(value['status']) && typeof value['body'] === 'string'

/** The run judged the whole body, but keeps only the beginning of a very long one. */
const whatIsMissing = ({ cut }: NonNullable<ExchangeRecord['response']>): string | null =>
  cut === undefined ? null : 'the evidence keeps only the beginning of its body'

const lowerCased = (headers: Readonly<Record<string, string>> | undefined): Record<string, string> =>
  Object.fromEntries(Object.entries(headers ?? {}).map(([name, value]) => [name.toLowerCase(), String(value)]))
