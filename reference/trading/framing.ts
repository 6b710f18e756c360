/** Freedoms of HTTP: codings, pieces, media types, headers. */
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Behaviour } from '../behaviour.ts'
import type { Answered, Asked } from '../wire.ts'

export interface Said {
  readonly status: number
  /** The media type; none where empty. */
  readonly type: string
  readonly text: string
  readonly headers?: Readonly<Record<string, string>>
}

export function framed(said: Said, request: Asked, behaviour: Behaviour): Answered {
  const { uses } = behaviour
  const headers: Record<string, string> = { ...said.headers, ...headersWith(uses) }
  const type = typeWith(uses, said.type)
  if (type) headers['content-type'] = type
  const coding = codingFor(request.header('accept-encoding'), uses)
  const { status } = said
  if (coding === '' && !uses('trading.access.chunked')) return { status, headers, body: said.text }
  if (coding) headers['content-encoding'] = coding
  const bytes =
    coding === 'gzip'
      ? gzipSync(said.text)
      : coding === 'br'
        ? brotliCompressSync(said.text, quickly)
        : Buffer.from(said.text)
  return { status, headers, body: uses('trading.access.chunked') ? inPieces(bytes) : bytes }
}

const quickly = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }

type Uses = (variant: string) => boolean

function headersWith(uses: Uses): Record<string, string> {
  return {
    ...(uses('trading.access.cached') && { 'cache-control': 'public, max-age=30', etag: '"7f"', age: '3', vary: '*' }),
    ...(uses('trading.access.cookies') && { 'set-cookie': 'edge=a1; Path=/; HttpOnly' }),
    ...(uses('trading.access.connection-close') && { connection: 'close' }),
  }
}

function typeWith(uses: Uses, type: string): string {
  if (uses('trading.access.no-content-type')) return ''
  if (uses('trading.access.text-content-type') && type) return 'text/plain'
  if (uses('trading.access.charset-in-content-type') && type) return `${type};charset=UTF-8`
  return type
}

/** Any coding is acceptable to a client that names none. */
function codingFor(accepted: string | undefined, uses: Uses): '' | 'gzip' | 'br' {
  const names = accepted
    ?.split(',')
    .filter(one => !/;\s*q=0(\.0*)?\s*$/.test(one))
    .map(one => one.split(';')[0]?.trim())
  if (uses('trading.access.brotli') && names?.includes('br')) return 'br'
  if (uses('trading.access.gzip') && (!names || names.includes('gzip') || names.includes('*'))) return 'gzip'
  return ''
}

function inPieces(bytes: Buffer): Uint8Array[] {
  const size = Math.max(1, Math.ceil(bytes.length / 5))
  return Array.from({ length: 5 }, (_, at) => bytes.subarray(at * size, (at + 1) * size)).filter(
    piece => piece.length > 0,
  )
}
