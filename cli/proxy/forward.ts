/** Forwards requests to the deployment and its replies to the client, unchanged, and reports each exchange. */
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { type Captured, mayChange } from '../../harness/index.ts'
import { type Route, routeFor } from './routes.ts'
import { decoded, type Tee, tee } from './tee.ts'
import { upgrade, withoutOffer } from './upgrade.ts'
import { addressOf, joined, pairs } from './wire.ts'

export interface Passing {
  /** Called when a request has been answered, or cannot be answered any more. */
  readonly passed: (captured: Captured, api: string) => void
  /** If given, small replies are held back until this has returned what they violate. */
  readonly violations?: (captured: Captured, api: string) => Promise<readonly string[]>
}

const [MOST_REQUEST, MOST_REPLY, MOST_HELD] = [1024 * 1024, 16 * 1024 * 1024, 1024 * 1024]
const HOP_BY_HOP = new Set([
  'connection',
  'keep-alive',
  'proxy-connection',
  'proxy-authenticate',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
])

/** The requests under way: the function that reports each, and whether it may change something. */
type Open = Map<(unusable: string) => void, { readonly changes: boolean }>

/** The connection to the deployment for one connection of a client, so that both end together. */
interface Line {
  readonly agent: http.Agent
  busy: boolean
}

export interface Forwarder {
  readonly server: http.Server
  /** Begins to forward requests. Those that came before have waited for it. */
  begin(): void
  /** Reports the requests that are still under way as unanswered. */
  settle(): void
  /** Closes connections that were upgraded from HTTP, because closing the server waits for them. */
  endUpgraded(): void
}

export function forwarder(routes: readonly Route[], passing: Passing): Forwarder {
  const open: Open = new Map()
  const upgraded = new Set<Socket>()
  const lines = new WeakMap<Socket, Map<string, Line>>()
  const lineFor = (client: Socket, { origin }: Route): Line => {
    const known = lines.get(client) ?? new Map<string, Line>()
    lines.set(client, known)
    const found = known.get(origin)
    if (found) return found
    const { Agent } = origin.startsWith('https:') ? https : http
    const line = { agent: new Agent({ keepAlive: true, maxSockets: 1 }), busy: false }
    client.once('close', () => line.agent.destroy())
    known.set(origin, line)
    return line
  }
  let waiting: (() => void)[] | null = []
  /** Nothing is forwarded for a client that has gone away meanwhile. */
  const onceBegun = (client: Socket, action: () => void): void => {
    if (waiting) {
      client.on('error', () => {})
      waiting.push(() => client.destroyed || action())
    } else action()
  }
  let entry = 0
  const received = (request: IncomingMessage, reply: ServerResponse): void =>
    onceBegun(request.socket, () => {
      const route = routeFor(request.url ?? '/', routes)
      pass(request, reply, route, lineFor(request.socket, route), passing, ++entry, open)
    })
  const server = http.createServer({ requestTimeout: 0, headersTimeout: 60_000, keepAliveTimeout: 0 }, received)
  server.timeout = 0
  server.on('checkContinue', received)
  server.on('checkExpectation', received)
  server.on('upgrade', (request, client, head) => {
    if (/^h2c/i.test(request.headers.upgrade ?? ''))
      return void server.emit('connection', withoutOffer(request, client as Socket, head))
    const route = routeFor(request.url ?? '/', routes)
    const report = (made: Captured): void => passing.passed(made, route.api)
    upgraded.add(client as Socket)
    client.once('close', () => upgraded.delete(client as Socket))
    onceBegun(client as Socket, () => upgrade(request, client as Socket, head, { route, entry: ++entry, report }))
  })
  return {
    server,
    begin: () => {
      const due = waiting ?? []
      waiting = null
      for (const action of due) action()
    },
    endUpgraded: () => {
      for (const socket of upgraded) socket.destroy()
    },
    settle: () => {
      for (const report of [...open.keys()]) report('it was on its way when the proxy ended')
    },
  }
}

function pass(
  request: IncomingMessage,
  reply: ServerResponse,
  route: Route,
  line: Line,
  passing: Passing,
  entry: number,
  open: Open,
): void {
  const sentAt = Date.now()
  const sent = tee(MOST_REQUEST)
  const replyCopy = tee(MOST_REPLY)
  let answer: IncomingMessage | null = null
  let isReported = false
  const captured = (unusable: string | null): Captured => {
    const isOverlapped = [...open].some(([other, { changes }]) => changes && other !== report)
    return { ...capturedOf({ request, answer, route, sent, came: replyCopy, sentAt, entry, unusable }), isOverlapped }
  }
  const report = (unusable: string | null): void => {
    if (isReported) return
    isReported = true
    line.busy = false
    open.delete(report)
    passing.passed(captured(unusable), route.api)
  }
  line.busy = true
  open.set(report, { changes: mayChange(request.method ?? 'GET') })
  const upstream = (route.origin.startsWith('https:') ? https : http).request({
    ...addressOf(route),
    ...{ method: request.method, path: request.url, agent: line.agent },
    headers: passedHeaders(request.rawHeaders, new URL(route.origin).host, hasBody(request)),
  })
  upstream.setNoDelay(true)
  upstream.once('socket', socket => {
    if (socket.listenerCount('close') > 8) return
    socket.once('close', () => {
      if (!line.busy) request.socket.end()
    })
  })
  upstream.on('information', ({ statusCode, statusMessage, rawHeaders }) => {
    if (reply.headersSent) return
    const lines = pairs([...rawHeaders]).map(([name, value]) => `${name}: ${value}\r\n`)
    reply.socket?.write(`HTTP/1.1 ${statusCode} ${statusMessage}\r\n${lines.join('')}\r\n`, 'latin1')
  })
  upstream.once('response', response => {
    answer = response
    let isHeld = passing.violations !== undefined && isSmall(response)
    const held: Buffer[] = []
    const head = (extra: readonly string[] = []): void => {
      reply.writeHead(response.statusCode ?? 502, response.statusMessage, [
        ...passedReply(response.rawHeaders),
        ...extra,
      ])
    }
    if (!isHeld) head()
    const release = (): void => {
      isHeld = false
      head()
      for (const chunk of held.splice(0)) reply.write(chunk)
    }
    response.on('data', (chunk: Buffer) => {
      replyCopy.see(chunk)
      if (isHeld) {
        held.push(chunk)
        if (replyCopy.size > MOST_HELD) release()
      } else if (!reply.write(chunk)) {
        response.pause()
        reply.once('drain', () => response.resume())
      }
    })
    response.once('end', () => {
      if (!response.complete) return
      const finish = (): void => {
        if (response.rawTrailers.length > 0) reply.addTrailers(pairs(response.rawTrailers))
        reply.end()
        report(null)
      }
      if (!isHeld) return finish()
      isReported = true
      line.busy = false
      open.delete(report)
      const found = passing.violations?.(captured(null), route.api) ?? Promise.resolve([])
      // Without a judge the reply is passed on as it is.
      void found
        .catch((): readonly string[] => [])
        .then(list => {
          head(list.length > 0 ? ['x-assay-violation', list.slice(0, 10).join(', ')] : [])
          for (const chunk of held) reply.write(chunk)
          finish()
        })
    })
    response.once('close', () => {
      if (response.complete) return
      report('the reply was cut off')
      reply.destroy()
    })
  })
  upstream.once('error', error => {
    if (isReported || answer) return
    const code = (error as { code?: string }).code ?? error.message
    report(`the deployment gave no reply (${code})`)
    if (reply.headersSent) return void reply.destroy()
    reply.writeHead(502, { 'content-type': 'text/plain; charset=utf-8', connection: 'close' })
    reply.end(`assay proxy: ${route.origin} gave no reply (${code})\n`)
  })
  reply.once('close', () => {
    if (reply.writableFinished) return
    report('the client went away')
    upstream.destroy()
  })
  request.on('data', (chunk: Buffer) => {
    sent.see(chunk)
    if (!upstream.destroyed && !upstream.write(chunk)) {
      request.pause()
      upstream.once('drain', () => request.resume())
    }
  })
  upstream.once('close', () => request.resume())
  request.once('end', () => upstream.end())
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['content-length'] !== undefined || headers['transfer-encoding'] !== undefined

/** The headers as sent, except `host` and headers that are about one connection only. */
function passedHeaders(raw: readonly string[], host: string, body: boolean): string[] {
  const headers: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]]
    const lower = name.toLowerCase()
    if (lower === 'host') headers.push(name, host)
    else if (!HOP_BY_HOP.has(lower)) headers.push(name, value)
    else if (lower === 'transfer-encoding' && body) headers.push(name, value)
  }
  return headers
}

/** Without headers about the connection: a reply that came in chunks is framed again for the client. */
function passedReply(raw: readonly string[]): string[] {
  const headers: string[] = []
  for (let at = 0; at < raw.length; at += 2) {
    const [name = '', value = ''] = [raw[at], raw[at + 1]]
    const lower = name.toLowerCase()
    if (!HOP_BY_HOP.has(lower) || (lower === 'connection' && value.toLowerCase() === 'close')) headers.push(name, value)
  }
  return headers
}

/** A reply in chunks has no length: it is held until it turns out to be large. */
const isSmall = ({ headers }: IncomingMessage): boolean => Number(headers['content-length'] ?? 0) <= MOST_HELD

interface Parts {
  readonly request: IncomingMessage
  readonly answer: IncomingMessage | null
  readonly route: Route
  readonly sent: Tee
  readonly came: Tee
  readonly sentAt: number
  readonly entry: number
  readonly unusable: string | null
}

function capturedOf({ request, answer, route, sent, came, sentAt, entry, unusable }: Parts): Captured {
  const body = answer && decoded(came.bytes(), answer.headers['content-encoding'])
  const cut = came.whole ? null : 'the reply is too large to be judged'
  const odd = answer !== null && body === null ? 'its content coding cannot be undone' : null
  return {
    source: { file: 'proxy', entry },
    sentAt,
    receivedAt: Date.now(),
    request: {
      method: request.method ?? 'GET',
      url: route.origin + (request.url ?? '/'),
      headers: joined(request.headers),
      body: sent.size === 0 ? null : sent.bytes().toString('utf8'),
      whole: sent.whole && request.complete,
    },
    response: answer && { status: answer.statusCode ?? 0, headers: joined(answer.headers), body: body ?? '' },
    unusable: unusable ?? cut ?? odd,
  }
}
