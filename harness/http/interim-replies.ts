/**
 * Skips interim replies (1xx) that nobody requested, as HTTP demands: undici treats a 100 as the end of the connection.
 * A change of protocol (101) is not an interim reply.
 */
import type { Socket } from 'node:net'

const INTERIM = /^HTTP\/1\.\d 1(?!01)\d\d/
/** Any beginning of an interim reply's head. */
const BEGINNING = /^(H(T(T(P(\/(1(\.(\d( (1\d{0,2})?)?)?)?)?)?)?)?)?)?$/
const END = '\r\n\r\n'
const HEAD = 'HTTP/1.1 100'.length
/** A head that is longer is left to the parser, which refuses it. */
const LONGEST_HEAD = 64 * 1024

/** Hides such replies of a socket from now on. One request is under way at a time. */
export function passOverInterim(socket: Socket): Socket {
  const write = socket.write.bind(socket) as (...given: unknown[]) => boolean
  const push = socket.push.bind(socket)
  /** The bytes since the request left, as long as they may be the head of an interim reply; else null. */
  let held: Buffer | null = null
  socket.write = ((...given: unknown[]) => {
    held ??= Buffer.alloc(0)
    return write(...given)
  }) as Socket['write']
  socket.push = (chunk, encoding) => {
    if (held === null || chunk === null) return push(chunk, encoding)
    held = withoutInterim(Buffer.concat([held, chunk as Buffer]))
    if (isUndecided(held)) return true
    const rest = held
    held = null
    return push(rest, encoding)
  }
  return socket
}

const startOf = (bytes: Buffer): string => bytes.toString('latin1', 0, HEAD)

function withoutInterim(bytes: Buffer): Buffer {
  let rest = bytes
  while (INTERIM.test(startOf(rest))) {
    const end = rest.indexOf(END)
    if (end < 0) return rest
    rest = rest.subarray(end + END.length)
  }
  return rest
}

/** Whether more bytes are needed to recognise an interim reply. */
function isUndecided(bytes: Buffer): boolean {
  const start = startOf(bytes)
  if (bytes.length > LONGEST_HEAD) return false
  return INTERIM.test(start) || (start.length < HEAD && BEGINNING.test(start))
}
