/** How a request reaches a deployment: over sockets, or straight into a function of this process. */
import { Agent, type IncomingMessage, request as plain } from 'node:http'
import { Agent as SecureAgent, request as secure } from 'node:https'
import { decoded } from './content-coding.ts'
import { lostConnection, NoReply, noReply } from './no-reply.ts'
import { readBody } from './read-body.ts'

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
  /** Ends the request where it stands. */
  readonly signal?: AbortSignal | undefined
  /** Resolves when a large body may be read: not too many at a time. */
  readonly largeBody?: (() => Promise<void>) | undefined
}

export interface Transport {
  /** Whether somebody else's process is at the other end. */
  readonly remote?: boolean
  send(request: WireRequest, bounds?: SendBounds): Promise<WireResponse>
  close(): Promise<void>
}

export interface SocketOptions {
  readonly connectTimeoutMs?: number
  /** From the request to the first byte of the reply. */
  readonly firstByteMs?: number
  /** From the request to the last byte of the reply, however it drips. */
  readonly totalMs?: number
  readonly connections?: number
}

const IDLE_MS = 1000
const CONNECT_MS = 10_000
const FIRST_BYTE_MS = 30_000
const TOTAL_MS = 60_000
export const BODY_LIMIT = 8 * 1024 * 1024

/** No redirect is followed, nothing is sent twice, and 1xx replies are passed over. */
export function socketTransport(options: SocketOptions = {}): Transport {
  // Servers close idle sockets after some seconds, and a write cannot be repeated safely: leave them first.
  const agentOptions = { keepAlive: true, timeout: IDLE_MS, maxSockets: options.connections ?? 64, maxFreeSockets: 64 }
  const agents = { 'http:': new Agent(agentOptions), 'https:': new SecureAgent(agentOptions) }

  const once = (request: WireRequest, bounds: SendBounds): Promise<WireResponse> =>
    new Promise((resolve, reject) => {
      const url = new URL(request.url)
      const isSecure = url.protocol === 'https:'
      const body = request.body === null ? null : Buffer.from(request.body)
      const outgoing = (isSecure ? secure : plain)({
        agent: agents[isSecure ? 'https:' : 'http:'],
        protocol: url.protocol,
        hostname: url.hostname.replace(/^\[(.*)\]$/, '$1'),
        port: url.port,
        path: request.url.slice(request.url.indexOf(url.host) + url.host.length) || '/',
        method: request.method,
        headers: { ...request.headers, ...lengthOf(request.method, body) },
        maxHeaderSize: 64 * 1024,
      })
      const timers: NodeJS.Timeout[] = []
      const finish = (): void => {
        for (const timer of timers) clearTimeout(timer)
        bounds.signal?.removeEventListener('abort', interrupted)
      }
      const fail = (error: unknown): void => {
        finish()
        outgoing.destroy()
        reject(error instanceof NoReply ? error : noReply(error))
      }
      const late = (ms: number, message: string): NodeJS.Timeout =>
        setTimeout(() => fail(new NoReply('timeout', message)), ms)
      const interrupted = (): void => fail(new NoReply('timeout', 'the run was interrupted'))
      const firstByte = late(options.firstByteMs ?? FIRST_BYTE_MS, 'no reply came in time')
      const whole = (): NodeJS.Timeout => late(options.totalMs ?? TOTAL_MS, 'the reply did not end in time')
      timers.push(whole(), firstByte)
      /** Waiting for others to be done with theirs is no delay of the target's. */
      const largeBody = async (): Promise<void> => {
        clearTimeout(timers[0])
        await bounds.largeBody?.()
        timers[0] = whole()
      }
      if (bounds.signal?.aborted) return interrupted()
      bounds.signal?.addEventListener('abort', interrupted, { once: true })

      outgoing.on('socket', socket => {
        if (!socket.connecting) return
        const connecting = late(options.connectTimeoutMs ?? CONNECT_MS, 'no connection came about in time')
        timers.push(connecting)
        socket.once(isSecure ? 'secureConnect' : 'connect', () => clearTimeout(connecting))
      })
      outgoing.on('error', fail)
      outgoing.on('upgrade', (_reply, socket) => {
        socket.destroy()
        fail(new NoReply('unreachable', 'the reply switches protocols'))
      })
      outgoing.on('response', reply => {
        clearTimeout(firstByte)
        reply.on('error', fail)
        reply.on('aborted', () => fail(lostConnection()))
        answered(reply, bounds.bodyLimit ?? BODY_LIMIT, largeBody).then(answer => {
          finish()
          resolve(answer)
        }, fail)
      })
      outgoing.end(body ?? undefined)
    })

  return {
    remote: true,
    send: (request, bounds = {}) => once(request, bounds),
    async close() {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}

function lengthOf(method: string, body: Buffer | null): Readonly<Record<string, string>> {
  if (body !== null) return { 'content-length': String(body.length) }
  return method === 'GET' || method === 'HEAD' || method === 'DELETE' ? {} : { 'content-length': '0' }
}

async function answered(reply: IncomingMessage, limit: number, largeBody: () => Promise<void>): Promise<WireResponse> {
  const headers: Record<string, string> = {}
  for (const [name, value] of Object.entries(reply.headers))
    if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
  const bytes = await readBody(reply, limit, largeBody)
  const body = await decoded(bytes, headers['content-encoding'], limit)
  return { status: reply.statusCode ?? 0, headers, body: body.toString('utf8') }
}

/** A reply of a deployment in this process; a body in pieces is one body. */
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
