/** Undoes content codings, up to a size. */
import { promisify } from 'node:util'
import { brotliDecompress, gunzip, inflate, inflateRaw } from 'node:zlib'
import { LARGE_BODY } from './large-bodies.ts'
import { NoReply } from './no-reply.ts'

type Decoder = (bytes: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>

const inflated = promisify(inflate) as Decoder
const inflatedRaw = promisify(inflateRaw) as Decoder

const DECODERS: Readonly<Record<string, Decoder>> = {
  gzip: promisify(gunzip) as Decoder,
  'x-gzip': promisify(gunzip) as Decoder,
  // Some servers mean the bare format, without the header of zlib.
  deflate: async (bytes, options) => inflated(bytes, options).catch(() => inflatedRaw(bytes, options)),
  br: promisify(brotliDecompress) as Decoder,
}
const MOST_CODINGS = 3

export async function decoded(
  bytes: Buffer,
  stated: string | undefined,
  limit: number,
  largeBody: () => Promise<unknown> = () => Promise.resolve(),
): Promise<Buffer> {
  const codings = (stated ?? '')
    .split(',')
    .map(word => word.trim().toLowerCase())
    .filter(word => word !== '' && word !== 'identity')
    .reverse()
  if (codings.length > MOST_CODINGS)
    throw new NoReply('unreachable', `the reply came in ${codings.length} content codings, one over the other`, {
      unreadable: true,
    })
  let body = bytes
  for (const coding of codings) {
    const decoder = Object.hasOwn(DECODERS, coding) ? DECODERS[coding] : undefined
    if (!decoder)
      throw new NoReply(
        'unreachable',
        `the reply came in the content coding ${coding.slice(0, 40)}, which was not offered`,
        { unreadable: true },
      )
    if (body.length === 0) continue
    // A body that becomes large has to wait for a place, like one that arrives large.
    const small = await undone(decoder, body, coding, Math.min(LARGE_BODY, limit), limit)
    if (!small) await largeBody()
    body = small ?? (await undone(decoder, body, coding, limit, limit)) ?? body
  }
  return body
}

/** Null if the body is larger than `most` but may still be within the limit. */
async function undone(
  decoder: Decoder,
  bytes: Buffer,
  coding: string,
  most: number,
  limit: number,
): Promise<Buffer | null> {
  try {
    return await decoder(bytes, { maxOutputLength: most })
  } catch (error) {
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE' && most < limit) return null
    if ((error as { code?: string }).code === 'ERR_BUFFER_TOO_LARGE')
      throw new NoReply(
        'too-large',
        `the reply is larger than ${Math.round(limit / (1024 * 1024))} MB when decompressed`,
      )
    throw new NoReply('unreachable', `the reply is not the ${coding} that its content-encoding says`, {
      unreadable: true,
    })
  }
}
