/** How a request reaches a deployment: over sockets by undici, or straight into a function of this process. */
import type { Dispatcher } from 'undici'
import { kitVersion } from '../kit-version.ts'
import { decoded } from './content-coding.ts'
import { type Crowd, crowd } from './crowd.ts'
import { passOverInterim } from './interim-replies.ts'
import type { Place } from './large-bodies.ts'
import { CutOff, NoReply, noReply } from './no-reply.ts'
import { readBody } from './read-body.ts'
import { tidyMemory } from './tidy-memory.ts'
import { Agent, buildConnector } from './undici-agent.ts'

export { NoReply } from './no-reply.ts'

export interface WireRequest {
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | null
}

export interface WireResponse {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

export interface SendBounds {
  /** The largest body that is read, in bytes. */
  readonly bodyLimit?: number
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined
  /** Resolves when a large body may be read: not too many at a time. */
  readonly largeBody?: (() => Promise<Place | undefined>) | undefined
}

export interface Transport {
  /** Whether another process is at the other end. */
  readonly remote?: boolean
  send(request: WireRequest, bounds?: SendBounds): Promise<WireResponse>
  close(): Promise<void>
}

export interface SocketOptions {
  readonly connectTimeoutMs?: number
  /** From the request to the first byte of the reply. */
  readonly firstByteMs?: number
  /** From the request to the last byte of the reply, however slowly it comes. */
  readonly totalMs?: number
  readonly connections?: number
  /** Certificates of the authorities that are trusted, in place of those that Node trusts. */
  readonly authorities?: readonly string[]
}

/** Some gateways refuse requests without a user agent. */
const USER_AGENT = `assay/${kitVersion}`
const CONNECTIONS = 64
/** How long a connection may be idle: shorter after each loss, for the target may have closed it; at last none is used twice. */
const IDLE_MS = [1000, 250, 60] as const
const CONNECT_MS = 10_000
const FIRST_BYTE_MS = 30_000
const TOTAL_MS = 60_000
export const BODY_LIMIT = 8 * 1024 * 1024

/** No redirect is followed, nothing is sent twice, and 1xx replies are passed over. */
export function socketTransport(options: SocketOptions = {}): Transport {
  const { authorities } = options
  const connect = buildConnector({
    timeout: options.connectTimeoutMs ?? CONNECT_MS,
    ...(authorities && { ca: [...authorities] }),
  })
  const agentWith = (connections: number, idleMs: number): Dispatcher =>
    new Agent({
      connections,
      pipelining: idleMs === 0 ? 0 : 1,
      // Servers close idle sockets after some seconds, and a write cannot be repeated safely: so close them first. Up to
      // one second undici keeps real time; beyond, its clock counts ticks and runs slow on a busy machine.
      ...(idleMs > 0 && { keepAliveTimeout: idleMs, keepAliveMaxTimeout: idleMs }),
      // This file has its own deadlines, for each request as a whole.
      headersTimeout: 0,
      bodyTimeout: 0,
      maxHeaderSize: 64 * 1024,
      connect: (wanted, came) =>
        connect(wanted, (...given) => (given[0] ? came(...given) : came(null, passOverInterim(given[1])))),
    })

  const hosts = new Map<string, Host>()
  /** How often connections to an origin were lost; several lost at once count once. */
  const lossesAt = new Map<string, number>()
  const hostAt = (origin: string): Host => {
    const known = hosts.get(origin)
    const losses = lossesAt.get(origin) ?? 0
    if (known && known.connections <= known.others.most && known.losses === losses) return known
    // Idle connections count for the target as well: they are closed, and no more are opened than it allows.
    void known?.agent.close()
    const others = known?.others ?? crowd(options.connections ?? CONNECTIONS)
    const host = { others, connections: others.most, losses, agent: agentWith(others.most, IDLE_MS[losses] ?? 0) }
    hosts.set(origin, host)
    return host
  }

  const once = async (request: WireRequest, bounds: SendBounds): Promise<WireResponse> => {
    const url = new URL(request.url)
    const { others } = hostAt(url.origin)
    await others.enter()
    const host = hostAt(url.origin)
    const deadline = deadlines(options, bounds.signal)
    try {
      const reply = await deadline.within(
        host.agent.request({
          origin: url.origin,
          path: pathOf(request.url),
          method: request.method as 'GET',
          headers: { 'user-agent': USER_AGENT, accept: '*/*', ...request.headers },
          body: request.body,
          signal: deadline.signal,
        }),
      )
      deadline.began()
      return await answered(reply, bounds.bodyLimit ?? BODY_LIMIT, () => deadline.apart(bounds.largeBody))
    } catch (error) {
      if (deadline.signal.aborted) throw deadline.signal.reason
      const failure = others.failed(noReply(error))
      if (failure.lost) lossesAt.set(url.origin, Math.max(lossesAt.get(url.origin) ?? 0, host.losses + 1))
      throw failure
    } finally {
      others.leave()
      deadline.over()
    }
  }

  return {
    remote: true,
    send: (request, bounds = {}) => once(request, bounds),
    close: async () => void (await Promise.all([...hosts.values()].map(({ agent }) => agent.destroy()))),
  }
}

/** The connections to one origin. */
interface Host {
  readonly others: Crowd
  readonly connections: number
  /** How often connections had been lost before. */
  readonly losses: number
  readonly agent: Dispatcher
}

interface Deadlines {
  readonly signal: AbortSignal
  /** The result of a promise unless the time is over: a request that waits for a connection ignores the signal. */
  within<T>(coming: Promise<T>): Promise<T>
  /** The reply has begun. */
  began(): void
  /** Waits for other requests without counting that time as a delay of the target. */
  apart<T>(wait: (() => Promise<T>) | undefined): Promise<T | undefined>
  over(): void
}

function deadlines(options: SocketOptions, interruption: AbortSignal | undefined): Deadlines {
  const control = new AbortController()
  const late = (ms: number, message: string): NodeJS.Timeout =>
    setTimeout(() => control.abort(new NoReply('timeout', message)), ms)
  const interrupted = (): void => control.abort(new CutOff())
  const whole = (): NodeJS.Timeout => late(options.totalMs ?? TOTAL_MS, 'the reply did not end in time')
  const first = late(options.firstByteMs ?? FIRST_BYTE_MS, 'no reply came in time')
  let total = whole()
  if (interruption?.aborted) interrupted()
  interruption?.addEventListener('abort', interrupted, { once: true })
  return {
    signal: control.signal,
    within: coming =>
      new Promise((resolve, reject) => {
        if (control.signal.aborted) reject(control.signal.reason)
        control.signal.addEventListener('abort', () => reject(control.signal.reason), { once: true })
        coming.then(resolve, reject)
      }),
    began: () => clearTimeout(first),
    async apart(wait) {
      clearTimeout(total)
      const came = await wait?.()
      total = whole()
      return came
    },
    over() {
      clearTimeout(first)
      clearTimeout(total)
      interruption?.removeEventListener('abort', interrupted)
    },
  }
}

async function answered(
  reply: Dispatcher.ResponseData,
  limit: number,
  largeBody: () => Promise<Place | undefined>,
): Promise<WireResponse> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  const bytes = await readBody(reply.body, limit, largeBody)
  const body = await decoded(bytes, headers['content-encoding'], limit, largeBody)
  tidyMemory(body.length)
  return { status: reply.statusCode, headers, body: body.toString('utf8') }
}

/** A reply of a deployment in this process; a list of pieces is one body. */
interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | readonly Uint8Array[]
}

/** Calls a function of this process: the embedded reference. */
export function inProcessTransport(answer: (request: WireRequest) => Promise<Answered>): Transport {
  return {
    async send(request, { bodyLimit = BODY_LIMIT } = {}) {
      const { status, headers, body } = await answer(request)
      if (typeof body === 'string') return { status, headers, body }
      const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.concat(body)
      const text = (await decoded(bytes, headers['content-encoding'], bodyLimit)).toString('utf8')
      return { status, headers, body: text }
    },
    close: () => Promise.resolve(),
  }
}

/** Path and query as the URL has them; letters beyond ASCII, which no request line can hold, are percent-encoded. */
const pathOf = (url: string): string =>
  url.replace(/^https?:\/\/[^/?#]*/i, '').replace(/[^\x21-\x7e]/gu, encodeURIComponent) || '/'
