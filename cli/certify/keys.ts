/** Ed25519 keys as files. A private key is never printed. */
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, type KeyObject } from 'node:crypto'
import { chmodSync, closeSync, existsSync, openSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, readBounded } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { refuseSignedBundle, writing } from '../out/out-folder.ts'
import { UsageError } from '../usage-error.ts'

export interface KeyFiles {
  readonly privateFile: string
  readonly publicFile: string
  readonly id: string
}

/** Writes both keys or none. Never overwrites a key: what it signed could no longer be renewed. */
export function writeKeys(folder: string): KeyFiles {
  refuseSignedBundle(folder)
  const privateFile = join(folder, 'assay.key')
  const publicFile = join(folder, 'assay.pub')
  for (const file of [privateFile, publicFile])
    if (existsSync(file)) throw new UsageError(`${printable(file)} already exists: choose another folder`)
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const created: string[] = []
  const create = (file: string, content: string | Buffer, mode?: number): void => {
    closeSync(openSync(file, 'wx', mode))
    created.push(file)
    if (mode !== undefined) chmodSync(file, mode)
    writeFileSync(file, content)
  }
  writing(folder, () => {
    try {
      makeFolder(folder)
      create(privateFile, privateKey.export({ type: 'pkcs8', format: 'pem' }), 0o600)
      create(publicFile, publicKey.export({ type: 'spki', format: 'pem' }))
    } catch (error) {
      for (const file of created) rmSync(file, { force: true })
      throw error
    }
  })
  return { privateFile, publicFile, id: keyId(publicKey) }
}

/** The first 16 hex digits of the SHA-256 of the public key in DER. */
export const keyId = (key: KeyObject): string =>
  createHash('sha256')
    .update(key.export({ type: 'spki', format: 'der' }))
    .digest('hex')
    .slice(0, 16)

export function readPrivateKey(file: string, warn: (text: string) => void = () => {}): KeyObject {
  const text = readBounded(file, LARGEST)
  if (/BEGIN PUBLIC KEY/.test(text))
    throw new UsageError(`${printable(file)} is a public key; signing needs the private one`)
  const key = parsed(file, text, createPrivateKey, 'a private key in PEM')
  if (process.platform !== 'win32' && (statSync(file).mode & 0o077) !== 0)
    warn(`assay: others can read the private key ${printable(file)}: chmod 600 ${printable(file)}\n`)
  return key
}

export function readPublicKey(file: string): KeyObject {
  const text = readBounded(file, LARGEST)
  if (/PRIVATE KEY/.test(text))
    throw new UsageError(
      `${printable(file)} is a private key; verifying needs the public one, and the private one must not be given to anybody`,
    )
  return parsed(file, text, createPublicKey, 'a public key in PEM')
}

/** The file with the public key that keygen wrote beside the private one, if it is still there; else a placeholder. */
export function publicFileOf(privateFile: string, id: string): string {
  const file = privateFile.replace(/\.key$/, '.pub')
  try {
    return file !== privateFile && keyId(readPublicKey(file)) === id ? file : 'PUBLIC_KEY'
  } catch {
    return 'PUBLIC_KEY'
  }
}

export const publicOf = (key: KeyObject): KeyObject => createPublicKey(key)

function parsed(file: string, text: string, parse: (text: string) => KeyObject, what: string): KeyObject {
  let key: KeyObject
  try {
    key = parse(text)
  } catch {
    throw new UsageError(`${printable(file)} is not ${what}`)
  }
  if (key.asymmetricKeyType !== 'ed25519')
    throw new UsageError(
      `${printable(file)} is a key of type ${key.asymmetricKeyType ?? 'unknown'}; Assay uses ed25519`,
    )
  return key
}

/** A key takes a few hundred bytes. */
const LARGEST = 64 * 1024
