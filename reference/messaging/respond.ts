/** Turns a reply into an HTTP response; the wire's freedoms live here. */
import { gzipSync } from 'node:zlib'
import type { Answered } from '../wire.ts'
import type { Reply } from './call.ts'

const statuses: Readonly<Record<string, number>> = { UNAUTHORIZED: 401, UNAUTHORIZED_PRINCIPAL: 403, NOT_FOUND: 404 }

export function respond(reply: unknown, error: Reply | undefined, uses: (variant: string) => boolean): Answered {
  let body = reply
  if (uses('messaging.wire.extra-members')) body = withExtraMembers(body)
  if (uses('messaging.wire.members-reversed')) body = reversed(body)
  const status = error ? errorStatus(error, uses) : successStatus(uses)
  return { status, headers: headersOf(status, uses), body: framed(serialized(body, uses), uses) }
}

function errorStatus(error: Reply, uses: (variant: string) => boolean): number {
  if (error['code'] === 'RATE_LIMIT_HIT') return 429
  if (uses('messaging.wire.errors-with-200')) return 200
  if (uses('messaging.wire.errors-with-500')) return 500
  if (uses('messaging.wire.errors-with-302')) return 302
  return statuses[String(error['code'])] ?? 400
}

function successStatus(uses: (variant: string) => boolean): number {
  if (uses('messaging.wire.successes-with-404')) return 404
  return uses('messaging.wire.successes-with-201') ? 201 : 200
}

function headersOf(status: number, uses: (variant: string) => boolean): Record<string, string> {
  return {
    ...(!uses('messaging.wire.no-content-type') && { 'content-type': contentType(uses) }),
    ...(uses('messaging.wire.gzip') && { 'content-encoding': 'gzip' }),
    ...(uses('messaging.wire.connection-close') && { connection: 'close' }),
    ...(status === 302 && { location: '/login' }),
    ...(status === 429 && { 'retry-after': '60' }),
  }
}

function contentType(uses: (variant: string) => boolean): string {
  if (uses('messaging.wire.text-plain')) return 'text/plain'
  if (uses('messaging.wire.called-html')) return 'text/html'
  return uses('messaging.wire.no-charset') ? 'application/json' : 'application/json; charset=utf-8'
}

function serialized(body: unknown, uses: (variant: string) => boolean): string {
  const plain = JSON.stringify(body, null, uses('messaging.wire.indented') ? 2 : undefined)
  const text = uses('messaging.wire.integers-with-point') ? withPoints(plain) : plain
  if (!uses('messaging.wire.escaped-letters')) return text
  return text.replace(/[\u0080-\uffff]/g, letter => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`)
}

/** Integers written as 7.0, which JSON does not tell from 7; strings are left alone. */
const withPoints = (json: string): string =>
  json.replace(/"(?:[^"\\]|\\.)*"|-?\d+(?![\d.eE])(?<!\.\d*)/g, part => (part.startsWith('"') ? part : `${part}.0`))

function framed(text: string, uses: (variant: string) => boolean): Answered['body'] {
  if (uses('messaging.wire.gzip')) return gzipSync(text)
  if (!uses('messaging.wire.in-small-pieces')) return text
  const bytes = new TextEncoder().encode(text)
  return Array.from({ length: Math.ceil(bytes.length / 7) }, (_, at) => bytes.subarray(at * 7, at * 7 + 7))
}

/** Maps keyed by ids or emails get no extra member: there it would be an entry, not a member. */
function withExtraMembers(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map(one => withExtraMembers(one))
  if (typeof value !== 'object' || value === null) return value
  const members = Object.entries(value).map(([name, member]) => [name, withExtraMembers(member, name)])
  const keyed = key === 'presences' || key === 'messages'
  return Object.fromEntries(keyed ? members : [...members, ['x_vendor_note', { since: [1, 'two', null] }]])
}

function reversed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(reversed)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, reversed(member)]),
  )
}
