/** Keeps a copy of the data that passes, up to a limit, without changing it. */
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync } from 'node:zlib'

export interface Tee {
  see(chunk: Buffer): void
  readonly size: number
  /** Whether the copy is complete. */
  readonly whole: boolean
  bytes(): Buffer
}

export function tee(limit: number): Tee {
  const parts: Buffer[] = []
  let size = 0
  let kept = 0
  return {
    see(chunk) {
      size += chunk.length
      if (kept < limit) {
        const part = chunk.subarray(0, limit - kept)
        parts.push(part)
        kept += part.length
      }
    },
    get size() {
      return size
    },
    get whole() {
      return kept === size
    },
    bytes: () => Buffer.concat(parts),
  }
}

const LARGEST = 64 * 1024 * 1024

/** The body without its content coding; null if it cannot be decoded. */
export function decoded(bytes: Buffer, coding: string | undefined): string | null {
  try {
    let plain = bytes
    for (const name of (coding ?? '')
      .split(',')
      .map(word => word.trim().toLowerCase())
      .reverse()) {
      const options = { maxOutputLength: LARGEST }
      if (name === '' || name === 'identity') continue
      else if (name === 'gzip' || name === 'x-gzip') plain = gunzipSync(plain, options)
      else if (name === 'br') plain = brotliDecompressSync(plain, options)
      else if (name === 'deflate') plain = inflated(plain, options)
      else return null
    }
    return plain.toString('utf8')
  } catch {
    return null
  }
}

/** With or without the header of zlib: both are called deflate. */
function inflated(bytes: Buffer, options: { maxOutputLength: number }): Buffer {
  try {
    return inflateSync(bytes, options)
  } catch {
    return inflateRawSync(bytes, options)
  }
}
