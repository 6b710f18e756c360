/**
 * Moves bytes out of memory, into a file without a name. It is encrypted with a key that only this process has, so that
 * nobody can read it afterwards. If there is no room for such a file, the bytes stay in memory.
 */
import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto'
import { openSync, readSync, unlinkSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Returns a function that reads them again. */
export function setAside(bytes: Buffer): () => Buffer {
  if (bytes.length >= SMALL)
    try {
      store ??= opened()
      return written(store, bytes)
    } catch {
      // Kept in memory.
    }
  return () => bytes
}

const SMALL = 64 * 1024

interface Store {
  readonly file: number
  readonly key: Buffer
  size: number
}

let store: Store | null = null

function opened(): Store {
  const path = join(tmpdir(), `assay-${process.pid}-${randomBytes(8).toString('hex')}`)
  const file = openSync(path, 'wx+', 0o600)
  unlinkSync(path)
  return { file, key: randomBytes(32), size: 0 }
}

function written(to: Store, bytes: Buffer): () => Buffer {
  const start = randomBytes(16)
  const hidden = createCipheriv(CIPHER, to.key, start).update(bytes)
  const at = to.size
  for (let done = 0; done < hidden.length; ) done += writeSync(to.file, hidden, done, hidden.length - done, at + done)
  to.size = at + hidden.length
  return reading(to, at, hidden.length, start)
}

/** A separate function, whose closure does not keep the bytes in memory. */
function reading({ file, key }: Store, at: number, size: number, start: Buffer): () => Buffer {
  return () => {
    const hidden = Buffer.allocUnsafe(size)
    for (let done = 0; done < size; ) {
      const count = readSync(file, hidden, done, size - done, at + done)
      if (count === 0) throw new Error('a reply that was set aside cannot be read again')
      done += count
    }
    return createDecipheriv(CIPHER, key, start).update(hidden)
  }
}

const CIPHER = 'aes-256-ctr'
