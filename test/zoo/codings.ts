/** Content codings: offered, unknown, truncated, and far larger when decoded. */
import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { body, ofGroup, onceAsked } from './reply-bytes.ts'

const bomb = onceAsked(() => gzipSync(Buffer.alloc(64 * 1024 * 1024)))

export const codings = ofGroup('codings', [
  ['legal', 'gzip', 'gzip', body(text => gzipSync(text), { 'Content-Encoding': 'gzip' })],
  ['legal', 'deflate', 'deflate', body(text => deflateSync(text), { 'Content-Encoding': 'deflate' })],
  [
    'legal',
    'raw-deflate',
    'deflate without its header',
    body(text => deflateRawSync(text), { 'Content-Encoding': 'deflate' }),
  ],
  ['legal', 'brotli', 'brotli', body(text => brotliCompressSync(text), { 'Content-Encoding': 'br' })],
  ['legal', 'gzip-twice', 'gzip in gzip', body(text => gzipSync(gzipSync(text)), { 'Content-Encoding': 'gzip, gzip' })],
  ['legal', 'identity', 'identity', body(text => text, { 'Content-Encoding': 'identity' })],
  [
    'unverified',
    'unknown-coding',
    'a coding that nobody asked for',
    body(text => text, { 'Content-Encoding': 'zstd' }),
  ],
  ['unverified', 'not-gzip', 'says gzip and is not', body(text => text, { 'Content-Encoding': 'gzip' })],
  [
    'unverified',
    'torn-gzip',
    'gzip that is cut off',
    body(text => gzipSync(text).subarray(0, 20), { 'Content-Encoding': 'gzip' }),
  ],
  ['unverified', 'gzip-bomb', '64 MB in 64 KB of gzip', body(bomb, { 'Content-Encoding': 'gzip' })],
  [
    'unverified',
    'ten-codings',
    'ten codings, one over the other',
    body(text => text, { 'Content-Encoding': Array(10).fill('gzip').join(', ') }),
  ],
])
