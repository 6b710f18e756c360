/** HAR 1.2 of all exchanges, for browsers' developer tools and proxies. */
import type { ExchangeRecord } from '../generated/formats.ts'
import type { FinishedRun } from './finished-run.ts'

/** Yields the text in pieces, an entry each: all of it may be longer than a string can be. */
export async function* har({ report, exchanges, everyExchange }: FinishedRun): AsyncGenerator<string> {
  const log = {
    version: '1.2',
    creator: { name: 'assay', version: report.kit.version },
    comment: `run ${report.run.id} against ${report.target.name}; secrets are replaced`,
  }
  yield `{"log":${JSON.stringify(log).slice(0, -1)},"entries":[`
  let separator = '\n'
  for await (const exchange of everyExchange?.() ?? exchanges) {
    yield `${separator}${JSON.stringify(entry(exchange))}`
    separator = ',\n'
  }
  yield '\n]}}\n'
}

interface Pair {
  readonly name: string
  readonly value: string
}

function entry(exchange: ExchangeRecord): Record<string, unknown> {
  const { n, via, api, operation, actor, sentAt, receivedAt, request, error } = exchange
  const time = receivedAt === null ? 0 : Math.max(0, Date.parse(receivedAt) - Date.parse(sentAt))
  return {
    startedDateTime: sentAt,
    time,
    request: {
      method: request.method,
      url: request.url,
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: pairs(request.headers),
      queryString: queryOf(request.url),
      ...(request.body !== null && {
        postData: { mimeType: header(request.headers, 'content-type'), text: request.body },
      }),
      headersSize: -1,
      bodySize: request.body === null ? 0 : Buffer.byteLength(request.body),
    },
    response: responseOf(exchange),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    comment: `exchange ${n}`,
    _assay: { n, via, api, operation, actor, check: exchange.check ?? null, ...(error && { error }) },
  }
}

function responseOf({ response, error }: ExchangeRecord): Record<string, unknown> {
  const size = response ? Buffer.byteLength(response.body) : 0
  return {
    status: response?.status ?? 0,
    statusText: '',
    httpVersion: 'HTTP/1.1',
    cookies: [],
    headers: pairs(response?.headers ?? {}),
    content: {
      size,
      mimeType: header(response?.headers ?? {}, 'content-type'),
      ...(response && { text: response.body }),
    },
    redirectURL: header(response?.headers ?? {}, 'location'),
    headersSize: -1,
    bodySize: response ? size : -1,
    ...(!response && { _error: error?.message ?? 'no reply' }),
  }
}

const pairs = (headers: Readonly<Record<string, string>>): Pair[] =>
  Object.entries(headers).map(([name, value]) => ({ name, value }))

function header(headers: Readonly<Record<string, string>>, wanted: string): string {
  return Object.entries(headers).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? ''
}

function queryOf(url: string): Pair[] {
  const start = url.indexOf('?')
  if (start < 0) return []
  return [...new URLSearchParams(url.slice(start + 1))].map(([name, value]) => ({ name, value }))
}
