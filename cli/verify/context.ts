/** The contents of a bundle, read once. Nothing in it is trusted. */
import type { KeyObject } from 'node:crypto'
import { lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type {
  Attestation,
  ClaimRecord,
  ConformanceStatement,
  ExchangeRecord,
  Report,
  RevocationList,
  VendorStatement,
} from '../../generated/formats.ts'
import type { Evidence } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { ATTESTATION, SUBJECTS } from '../certify/bundle.ts'
import type { FrozenSet } from '../freeze/frozen-set.ts'

/** What is wrong with a bundle, as a sentence. */
export class Refused extends Error {}

export interface VerifyOptions {
  readonly key: KeyObject
  /** Keys of witnesses whom the verifier trusts. */
  readonly witnesses?: readonly KeyObject[]
  readonly now?: number
  /** The key is not that of the signer, whom the examiner does not know: everything but the signature is examined. */
  readonly anySigner?: boolean
  readonly revocations?: RevocationList
}

/** What the checks found, for the checks that follow. */
export interface Findings {
  readonly folder: string
  readonly options: VerifyOptions
  readonly files: Map<string, Buffer>
  attestation?: Attestation
  payload?: ConformanceStatement
  /** The id of the key that signed the attestation, if it is the given key. */
  signer?: string
  statement?: VendorStatement
  report?: Report
  exchanges?: readonly ExchangeRecord[]
  claims?: readonly ClaimRecord[]
  evidence?: Evidence
  frozen?: FrozenSet
  /** Key ids of trusted witnesses whose signature is valid. */
  witnessed?: readonly string[]
}

const NAMES: readonly string[] = [...SUBJECTS, ATTESTATION]
const LARGEST = 512 * 1024 * 1024

export function readFiles({ folder, files }: Findings): string {
  let names: string[]
  try {
    names = readdirSync(folder).sort()
  } catch {
    throw new Refused(`${printable(folder)} is not a folder that can be read`)
  }
  const missing = NAMES.filter(name => !names.includes(name))
  const extra = names.filter(name => !NAMES.includes(name))
  for (const name of names) {
    if (!NAMES.includes(name)) continue
    const { size, ...kind } = statOf(join(folder, name))
    if (!kind.isFile) throw new Refused(`${name} is not a regular file`)
    if (size > LARGEST) throw new Refused(`${name} is larger than ${LARGEST / 1024 / 1024} MB`)
    files.set(name, readFileSync(join(folder, name)))
  }
  if (missing.length > 0) throw new Refused(`the bundle has no ${missing.join(', no ')}`)
  if (extra.length > 0)
    throw new Refused(`the bundle holds a file that does not belong to it: ${printable(extra.join(', '))}`)
  return `${NAMES.length} files, no others`
}

function statOf(path: string): { isFile: boolean; size: number } {
  const stat = lstatSync(path)
  return { isFile: stat.isFile(), size: stat.size }
}

export const UNEXAMINED = 'it could not be examined: an earlier check failed'

export function need<T>(value: T | undefined): T {
  if (value === undefined) throw new Refused(UNEXAMINED)
  return value
}

/** What is signed, if the given key signed it: an attestation of somebody else establishes nothing. */
export function needSigned({ payload, signer, options }: Findings): ConformanceStatement {
  return need(signer !== undefined || options.anySigner ? payload : undefined)
}

export function textOf({ files }: Findings, name: string): string {
  const bytes = need(files.get(name))
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    throw new Refused(`${name} is not UTF-8`)
  }
}
