/** Errors of requests that got no usable reply, and what the error codes of the system mean. */

interface Particulars {
  readonly lost?: boolean
  readonly crowded?: boolean
  readonly code?: string | null
  readonly unreadable?: boolean
}

/** No usable reply came, which proves nothing about the target. */
export class NoReply extends Error {
  readonly kind: 'unreachable' | 'timeout' | 'too-large'
  /** An open connection broke: a request that changes nothing may be sent again. */
  readonly lost: boolean
  /** The request was lost while others were under way, and perhaps because of them. */
  readonly crowded: boolean
  /** The error code of the system or of a library, if there was one. */
  readonly code: string | null
  /** A reply came, but it cannot be read. */
  readonly unreadable: boolean
  constructor(
    kind: 'unreachable' | 'timeout' | 'too-large',
    message: string,
    { lost = false, crowded = false, code = null, unreadable = kind === 'too-large' }: Particulars = {},
  ) {
    super(message)
    this.unreadable = unreadable
    this.code = code
    this.kind = kind
    this.lost = lost
    this.crowded = crowded
  }
}

/** The run was ended before the reply came or was read. */
export class CutOff extends NoReply {
  constructor() {
    super('timeout', 'the run was interrupted')
  }
}

const LOST = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED'])
const CONNECTION_LOST = 'the connection was lost'

/** What the codes of the system mean. */
const CAUSES: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'the connection was refused',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the host name could not be looked up',
  ETIMEDOUT: 'no reply came in time',
  EHOSTUNREACH: 'there is no way to the host',
  ENETUNREACH: 'there is no way to the network',
  ...Object.fromEntries([...LOST].map(code => [code, CONNECTION_LOST])),
}

export function noReply(error: unknown): NoReply {
  if (error instanceof NoReply) return error
  const { code, message, errors } = error as { code?: string; message?: string; errors?: readonly Error[] }
  if (errors?.[0]) return noReply(Object.assign(errors[0], code !== undefined && { code }))
  if (code === 'UND_ERR_CONNECT_TIMEOUT') return new NoReply('timeout', 'no connection came about in time', { code })
  if (code === 'UND_ERR_SOCKET') return new NoReply('unreachable', CONNECTION_LOST, { lost: true, code })
  if (code === 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH')
    return new NoReply('unreachable', 'it is not as long as its content-length says', { code, unreadable: true })
  if (code === 'ERR_BUFFER_TOO_LARGE') return new NoReply('too-large', 'the reply is larger than this kit reads')
  const said =
    code !== undefined && message?.includes(code) === false ? `${code}: ${message}` : (message ?? String(error))
  return new NoReply('unreachable', CAUSES[code ?? ''] ?? said, { lost: LOST.has(code ?? ''), code: code ?? null })
}
