/**
 * Connections that a client upgrades to another protocol, such as WebSocket. After the upgrade, data is forwarded
 * unchanged.
 */
import http, { type IncomingMessage } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import type { Captured } from '../../harness/index.ts'
import type { Route } from './routes.ts'
import { addressOf, joined, pairs } from './wire.ts'

export interface Upgrading {
  readonly route: Route
  readonly entry: number
  /** Called once, with the request and the reply. */
  readonly report: (captured: Captured) => void
}

export function upgrade(
  request: IncomingMessage,
  client: Socket,
  head: Buffer,
  { route, entry, report }: Upgrading,
): void {
  const sentAt = Date.now()
  let isReported = false
  const reportOnce = (answer: IncomingMessage | null, unusable: string): void => {
    if (isReported) return
    isReported = true
    report({
      source: { file: 'proxy', entry },
      ...{ sentAt, receivedAt: Date.now(), unusable },
      request: {
        ...{ method: request.method ?? 'GET', url: route.origin + (request.url ?? '/') },
        ...{ headers: joined(request.headers), body: null, whole: true },
      },
      response: answer && { status: answer.statusCode ?? 0, headers: joined(answer.headers), body: '' },
    })
  }
  const upstream = (route.origin.startsWith('https:') ? https : http).request({
    ...addressOf(route),
    ...{ method: request.method, path: request.url },
    headers: request.rawHeaders.map((text, at) =>
      at % 2 === 1 && request.rawHeaders[at - 1]?.toLowerCase() === 'host' ? new URL(route.origin).host : text,
    ),
  })
  client.setNoDelay(true)
  client.once('error', () => upstream.destroy())
  client.once('close', () => {
    reportOnce(null, 'the client went away')
    upstream.destroy()
  })
  upstream.once('error', error => {
    reportOnce(null, `the deployment gave no reply (${(error as { code?: string }).code ?? error.message})`)
    if (client.writable) client.end('HTTP/1.1 502 Bad Gateway\r\nconnection: close\r\ncontent-length: 0\r\n\r\n')
  })
  upstream.once('response', answer => {
    reportOnce(answer, 'the deployment did not upgrade the connection')
    client.write(statusOf(answer, true))
    answer.on('error', () => client.destroy())
    answer.pipe(client)
  })
  upstream.once('upgrade', (answer, server: Socket, first) => {
    reportOnce(answer, 'the connection was upgraded')
    server.setNoDelay(true)
    client.write(statusOf(answer, false))
    if (first.length > 0) client.write(first)
    if (head.length > 0) server.write(head)
    server.once('error', () => client.destroy())
    server.once('close', () => client.destroySoon())
    client.once('close', () => server.destroy())
    server.pipe(client)
    client.pipe(server)
  })
  upstream.end()
}

/**
 * A request that only offers to continue in HTTP/2 is an ordinary request, possibly with a body. The connection is read
 * again from its beginning, without the offer.
 */
export function withoutOffer(request: IncomingMessage, client: Socket, head: Buffer): Socket {
  const kept = pairs(request.rawHeaders).filter(([name]) => !/^(connection|upgrade|http2-settings)$/i.test(name))
  const lines = kept.map(([name, value]) => `${name}: ${value}\r\n`)
  const first = `${request.method} ${request.url} HTTP/${request.httpVersion}\r\n${lines.join('')}\r\n`
  client.unshift(Buffer.concat([Buffer.from(first, 'latin1'), head]))
  return client
}

/** The head of a reply. If it is not an upgrade, the connection ends after it, because its chunks were joined. */
function statusOf({ statusCode, statusMessage, rawHeaders }: IncomingMessage, closes: boolean): string {
  const kept = pairs(rawHeaders).filter(
    ([name]) => !closes || !/^(connection|keep-alive|transfer-encoding|trailer)$/i.test(name),
  )
  const lines = [...kept, ...(closes ? [['connection', 'close']] : [])].map(([name, value]) => `${name}: ${value}\r\n`)
  return `HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`
}
