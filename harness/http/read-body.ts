/** Reads the bytes of a reply's body, up to a limit. */
import { LARGE_BODY, type Place } from './large-bodies.ts'
import { NoReply } from './no-reply.ts'

export async function readBody(
  reply: AsyncIterable<Buffer>,
  limit: number,
  largeBody: () => Promise<Place | undefined>,
): Promise<Buffer> {
  let bytes: Buffer = Buffer.alloc(0)
  let size = 0
  let large = false
  for await (const piece of reply) {
    const before = size
    size += piece.length
    if (size > limit) throw new NoReply('too-large', `the reply is larger than ${Math.round(limit / (1024 * 1024))} MB`)
    // There may be a million pieces of one byte each: they are copied, and none is kept.
    if (size > LARGE_BODY && !large) {
      large = true
      bytes = moved(bytes, before, (await largeBody())?.room(limit))
    }
    if (size > bytes.length) bytes = grown(bytes, before, Math.min(limit, Math.max(size, bytes.length * 2, SMALLEST)))
    piece.copy(bytes, before)
  }
  return bytes.subarray(0, size)
}

const SMALLEST = 4096

function moved(bytes: Buffer, used: number, room: Buffer | undefined): Buffer {
  if (room) bytes.copy(room, 0, 0, used)
  return room ?? bytes
}

function grown(bytes: Buffer, used: number, size: number): Buffer<ArrayBuffer> {
  const larger = Buffer.allocUnsafe(size)
  bytes.copy(larger, 0, 0, used)
  return larger
}
