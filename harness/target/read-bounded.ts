/** Reads a file that a person names: never more than a limit, and never waiting for ever on a pipe nobody writes to. */
import { isUtf8 } from 'node:buffer'
import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs'
import { ConfigurationError } from './configuration-error.ts'

const PATIENCE_MS = 5000
const NAP_MS = 20

/** The text of the file. `what` names the expected kind of file in error messages. */
export function readBounded(file: string, limit: number, what = 'file'): string {
  let descriptor: number
  try {
    descriptor = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK)
  } catch (error) {
    throw cannotRead(file, what, error)
  }
  try {
    if (fstatSync(descriptor).isDirectory()) throw new ConfigurationError(`${file}: is a folder, not a ${what}`)
    const bytes = bytesOf(descriptor, file, limit)
    if (!isUtf8(bytes)) throw new ConfigurationError(`${file}: is not text in UTF-8`)
    return bytes.toString('utf8')
  } catch (error) {
    throw error instanceof ConfigurationError ? error : cannotRead(file, what, error)
  } finally {
    closeSync(descriptor)
  }
}

function bytesOf(descriptor: number, file: string, limit: number): Buffer {
  const pieces: Buffer[] = []
  let size = 0
  let waited = 0
  for (;;) {
    const piece = Buffer.alloc(64 * 1024)
    let read: number
    try {
      read = readSync(descriptor, piece)
    } catch (error) {
      if ((error as { code?: string }).code !== 'EAGAIN') throw error
      if (waited > PATIENCE_MS) throw new ConfigurationError(`${file}: nothing was written to it`)
      waited += NAP_MS
      nap()
      continue
    }
    if (read === 0) return Buffer.concat(pieces)
    size += read
    if (size > limit) throw new ConfigurationError(`${file}: is larger than ${inWords(limit)}`)
    pieces.push(piece.subarray(0, read))
  }
}

const nap = (): void => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, NAP_MS)

const inWords = (bytes: number): string =>
  bytes >= 1 << 20 ? `${Math.round(bytes / (1 << 20))} MB` : `${Math.round(bytes / 1024)} KB`

function cannotRead(file: string, what: string, error: unknown): ConfigurationError {
  const { code } = error as { code?: string }
  const why = code === 'ENOENT' ? `there is no such ${what}` : `cannot be read (${code ?? 'unknown error'})`
  return new ConfigurationError(`${file}: ${why}`)
}
