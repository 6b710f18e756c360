/** The folder that a run writes to: one run at a time, ordinary files only, and one sentence if it cannot be written. */
import { randomUUID } from 'node:crypto'
import {
  existsSync,
  linkSync,
  lstatSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { hostname } from 'node:os'
import { join, resolve } from 'node:path'
import { makeFolder } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { ATTESTATION } from '../certify/bundle.ts'
import { UsageError } from '../usage-error.ts'

export const LOCK = 'assay.lock'

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  EFBIG: 'a file may not become that large for this user',
  EIO: 'the disk reports an error',
  EROFS: 'the file system is read-only',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  ENOENT: 'the folder is gone, or cannot be made there',
  ENOTDIR: 'something in its path is not a folder',
  EEXIST: 'there is a file of that name',
  EISDIR: 'there is a folder of that name',
  ELOOP: 'a link in its path leads nowhere',
  ENAMETOOLONG: 'its name is too long',
}

export function unwritable(path: string, error: unknown): UsageError {
  if (error instanceof UsageError) return error
  const code = (error as { code?: string }).code ?? 'unknown error'
  const reason = REASONS[code]
  return new UsageError(`${path} cannot be written (${reason === undefined ? code : `${code}: ${reason}`})`)
}

/** Any error of the action is reported as one sentence. */
export function writing<T>(path: string, action: () => T): T {
  try {
    return action()
  } catch (error) {
    throw unwritable(path, error)
  }
}

/** Writes the whole file or nothing. Does not write to a link or a device of that name. */
export function writeWhole(file: string, text: string): void {
  writing(file, () => {
    refuseOddFile(file)
    const part = `${file}.part`
    refuseOddFile(part)
    try {
      writeFileSync(part, text)
      renameSync(part, file)
    } catch (error) {
      rmSync(part, { force: true })
      throw error
    }
  })
}

/** Links, pipes and devices in place of a run's files are reported, not followed. */
export function refuseOddFile(file: string): void {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found && !found.isFile())
    throw new UsageError(
      `${file} is ${found.isSymbolicLink() ? 'a link' : 'not an ordinary file'}: remove it, or choose another --out`,
    )
}

/** A file that is changed or added invalidates the signature of a bundle. */
export function refuseSignedBundle(folder: string): void {
  if (isSignedBundle(folder))
    throw new UsageError(
      `${printable(folder)} contains a signed bundle, which would no longer verify; choose another --out`,
    )
}

export const isSignedBundle = (folder: string): boolean => existsSync(join(folder, ATTESTATION))

/**
 * Locks the folder for this process; returns a function that unlocks it. If another run has the lock, the error names it.
 * The folder of a signed bundle is refused.
 */
export function lockFolder(folder: string): () => void {
  refuseSignedBundle(folder)
  const file = join(folder, LOCK)
  const id = randomUUID()
  const text = JSON.stringify({ pid: process.pid, host: hostname(), since: new Date().toISOString(), id })
  writing(folder, () => {
    makeFolder(folder)
    refuseOddFile(file)
    for (let tries = 0; ; tries++) {
      try {
        return createWhole(file, text, `${file}.${id}`)
      } catch (error) {
        if ((error as { code?: string }).code !== 'EEXIST' || tries > 2) throw error
        const found = textOf(file)
        const holder = holderOf(file)
        if (holder !== null)
          throw new UsageError(`${folder} is in use by another run (${holder}); choose another --out`)
        removeIfStill(file, found, `${file}.${id}`)
      }
    }
  })
  return () => removeIfStill(file, text, `${file}.${id}`)
}

/** Creates the file with its content in one step, unless it exists: it is written under another name and linked. */
function createWhole(file: string, text: string, part: string): void {
  try {
    writeFileSync(part, text, { flag: 'wx' })
    linkSync(part, file)
  } catch (error) {
    if (!NO_LINKS.has((error as { code?: string }).code ?? '')) throw error
    writeFileSync(file, text, { flag: 'wx' })
  } finally {
    rmSync(part, { force: true })
  }
}

/** What file systems without hard links answer. */
const NO_LINKS = new Set(['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'])

const textOf = (file: string): string | null => {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return null
  }
}

/** Removes the file if it still has this content. What another run has put there meanwhile is put back. */
function removeIfStill(file: string, text: string | null, aside: string): void {
  if (text === null || textOf(file) !== text) return
  try {
    renameSync(file, aside)
  } catch {
    return
  }
  try {
    if (textOf(aside) !== text) linkSync(aside, file)
  } finally {
    rmSync(aside, { force: true })
  }
}

/** The run that is writing to this folder now, in words; null if there is none. */
export const runningIn = (folder: string): string | null => holderOf(join(folder, LOCK))

/** The process that has the lock, in words; null if it has ended. */
function holderOf(file: string): string | null {
  let said: { pid?: unknown; host?: unknown; since?: unknown }
  try {
    said = JSON.parse(readFileSync(file, 'utf8').slice(0, 4096)) as typeof said
  } catch {
    return null
  }
  const { pid, host, since } = said
  if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return null
  const words = printable(`process ${pid} on ${String(host).slice(0, 100)}, since ${String(since).slice(0, 40)}`)
  if (host !== hostname()) return `${words}; if it is over, remove ${file}`
  if (pid === process.pid) return words
  try {
    process.kill(pid, 0)
    return words
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM' ? words : null
  }
}

/** Where the evidence of a killed run is after the next run in the same folder. */
export const asideIn = (folder: string, run: string): string => join(folder, `interrupted-${run}`)

/** `what` is kept in a folder of its own, such as a run. */
export function requireFolder(folder: string, what: string): void {
  const found = statSync(folder, { throwIfNoEntry: false })
  if (!found) throw new UsageError(`${printable(folder)}: there is no such folder`)
  if (!found.isDirectory()) throw new UsageError(`${printable(folder)} is not a folder: ${what} is one`)
}

/** Compares real paths: a folder can have several names. */
export const isSameFolder = (one: string, other: string): boolean => placeOf(one) === placeOf(other)

function placeOf(folder: string): string {
  try {
    return realpathSync(folder)
  } catch {
    return resolve(folder)
  }
}
