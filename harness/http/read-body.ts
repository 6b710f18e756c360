/** The bytes of a reply's body, as many as are read at most. */
import { NoReply } from './no-reply.ts'

/** From here on a body waits until it may be read. */
const LARGE = 2 * 1024 * 1024

export async function readBody(
  reply: AsyncIterable<Buffer>,
  limit: number,
  largeBody: () => Promise<void>,
): Promise<Buffer> {
  const pieces: Buffer[] = []
  let size = 0
  let waited = false
  for await (const piece of reply) {
    size += piece.length
    if (size > limit) throw new NoReply('too-large', `the reply is larger than ${Math.round(limit / (1024 * 1024))} MB`)
    pieces.push(piece)
    if (size > LARGE && !waited) {
      waited = true
      await largeBody()
    }
  }
  return Buffer.concat(pieces)
}
