/** How a request reaches a deployment: over sockets by undici, or straight into a function of this process. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate } from 'node:zlib'
import { Agent, errors } from 'undici'

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

export interface Transport {
  send(request: WireRequest): Promise<WireResponse>
  close(): Promise<void>
}

/** No usable reply came; nothing follows from it about the target. */
export class NoReply extends Error {
  readonly kind: 'unreachable' | 'timeout' | 'too-large'
  constructor(kind: 'unreachable' | 'timeout' | 'too-large', message: string) {
    super(message)
    this.kind = kind
  }
}

export interface SocketOptions {
  readonly connectTimeoutMs?: number
  readonly headersTimeoutMs?: number
  readonly bodyTimeoutMs?: number
  readonly bodyLimit?: number
  readonly connections?: number
}

const IDLE_MS = 1000

const DECODERS = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
}

export function socketTransport(options: SocketOptions = {}): Transport {
  const bodyLimit = options.bodyLimit ?? BODY_LIMIT
  const agent = new Agent({
    connections: options.connections ?? 64,
    pipelining: 1,
    // Servers close idle sockets after some seconds, and a write cannot be repeated safely: leave them first. Up to
    // one second undici keeps real time; beyond, its clock counts ticks and runs slow on a busy machine.
    keepAliveTimeout: IDLE_MS,
    keepAliveMaxTimeout: IDLE_MS,
    connect: { timeout: options.connectTimeoutMs ?? 10_000 },
    headersTimeout: options.headersTimeoutMs ?? 30_000,
    bodyTimeout: options.bodyTimeoutMs ?? 30_000,
    maxResponseSize: bodyLimit,
  })

  const attempt = async (request: WireRequest): Promise<WireResponse> => {
    const url = new URL(request.url)
    const reply = await agent.request({
      origin: url.origin,
      path: request.url.slice(request.url.indexOf(url.host) + url.host.length) || '/',
      method: request.method as 'GET',
      headers: request.headers,
      body: request.body,
    })
    const headers: Record<string, string> = {}
    for (const [name, value] of Object.entries(reply.headers)) {
      if (value !== undefined) headers[name] = Array.isArray(value) ? value.join(', ') : value
    }
    const bytes = Buffer.from(await reply.body.arrayBuffer())
    return {
      status: reply.statusCode,
      headers,
      body: (await decode(bytes, headers['content-encoding'], bodyLimit)).toString('utf8'),
    }
  }

  return {
    async send(request) {
      try {
        return await attempt(request)
      } catch (error) {
        if (error instanceof errors.SocketError && (request.method === 'GET' || request.method === 'HEAD')) {
          return await attempt(request).catch(again => Promise.reject(noReply(again)))
        }
        throw noReply(error)
      }
    },
    close: () => agent.close(),
  }
}

/** A reply of a deployment in this process; a body in pieces is one body. */
interface Answered {
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | Uint8Array | readonly Uint8Array[]
}

const BODY_LIMIT = 32 * 1024 * 1024

/** Calls a function of this process: the embedded reference. */
export function inProcessTransport(answer: (request: WireRequest) => Promise<Answered>): Transport {
  return {
    async send(request) {
      const { status, headers, body } = await answer(request)
      if (typeof body === 'string') return { status, headers, body }
      const bytes = body instanceof Uint8Array ? Buffer.from(body) : Buffer.concat(body)
      const text = (await decode(bytes, headers['content-encoding'], BODY_LIMIT)).toString('utf8')
      return { status, headers, body: text }
    },
    close: () => Promise.resolve(),
  }
}

async function decode(bytes: Buffer, encodings: string | undefined, bodyLimit: number): Promise<Buffer> {
  let decoded = bytes
  for (const encoding of (encodings ?? '')
    .split(',')
    .map(word => word.trim().toLowerCase())
    .reverse()) {
    const decoder = DECODERS[encoding as keyof typeof DECODERS]
    if (encoding !== '' && encoding !== 'identity' && !decoder)
      throw new NoReply('unreachable', `the reply came in the content coding ${encoding}, which was not offered`)
    if (decoder && decoded.length > 0) decoded = await decoder(decoded, { maxOutputLength: bodyLimit })
  }
  return decoded
}

function noReply(error: unknown): NoReply {
  if (error instanceof NoReply) return error
  if (error instanceof errors.ResponseExceededMaxSizeError)
    return new NoReply('too-large', 'the reply is larger than this kit reads')
  const timeouts = [errors.HeadersTimeoutError, errors.BodyTimeoutError, errors.ConnectTimeoutError]
  if (timeouts.some(kind => error instanceof kind)) return new NoReply('timeout', 'no reply came in time')
  const cause = error as { code?: string; message?: string }
  return new NoReply(
    'unreachable',
    cause.code ? `${cause.code}: ${cause.message ?? ''}`.trim() : String(cause.message ?? error),
  )
}
