/** `assay witness` and `assay revoke`: a second party signs a bundle, or a vendor withdraws it. */
import { join } from 'node:path'
import { printable } from '../../reports/index.ts'
import { readRun } from '../finished/read-run.ts'
import { requireFolder, writeWhole } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import { UsageError } from '../usage-error.ts'
import { refusalsOf, verifyBundle } from '../verify/verify-bundle.ts'
import { ATTESTATION } from './bundle.ts'
import { signedToo } from './dsse.ts'
import { keyId, publicOf, readPrivateKey, readPublicKey } from './keys.ts'
import { revoke } from './revocations.ts'

export interface WitnessFlags {
  readonly key: string
  /** The vendor's public key. */
  readonly vendorKey?: string
  /** The folder of the witness's own run. */
  readonly run?: string
}

/** For a witness who made the run too. Verifies everything that can be verified, and only then signs. */
export async function witness(folder: string, flags: WitnessFlags, io: Io): Promise<number> {
  const key = readPrivateKey(flags.key, io.err)
  const own = keyId(publicOf(key))
  requireFolder(folder, 'a bundle')
  const vendor = flags.vendorKey === undefined ? publicOf(key) : readPublicKey(flags.vendorKey)
  const examined = await verifyBundle(folder, { key: vendor, anySigner: flags.vendorKey === undefined })
  // Without the vendor's key, the signature cannot be checked, nor the certificate and the page, which show the key's id.
  const unknown = new Set(flags.vendorKey === undefined ? ['signature', 'certificate', 'page'] : [])
  const wrong = examined.checks.filter(({ ok, name }) => !ok && !unknown.has(name))
  const { attestation, report } = examined.found
  if (wrong.length > 0 || !attestation || !report) {
    io.err(
      `assay: the bundle does not verify, and was not signed:\n${refusalsOf({ ...examined, checks: wrong })
        .map(printable)
        .join('\n')}\n`,
    )
    return 1
  }
  if (attestation.signatures[0]?.keyid === own)
    throw new UsageError('a witness needs a key of their own: this one signed the bundle already')
  if (flags.run !== undefined) {
    const { report: theirs } = await readRun(flags.run)
    const differing = differenceOf(report.requirements, theirs.requirements)
    if (differing !== null) {
      io.err(`assay: your run differs from the bundle, which was not signed: ${printable(differing)}\n`)
      return 1
    }
  }
  writeWhole(join(folder, ATTESTATION), `${JSON.stringify(signedToo(attestation, key), null, 2)}\n`)
  const whose =
    flags.run === undefined ? 'You state by it that you made this run yourself.' : 'Your own run has the same verdicts.'
  io.out(`signed ${printable(folder)} as a witness with key ${own}\n${whose}\n`)
  return 0
}

type Entries = readonly { readonly id: string; readonly verdict: string }[]

function differenceOf(bundle: Entries, theirs: Entries): string | null {
  const own = new Map(theirs.map(({ id, verdict }) => [id, verdict]))
  for (const { id, verdict } of bundle) {
    const seen = own.get(id) ?? 'absent'
    if (seen !== verdict) return `${id} is ${verdict} in the bundle and ${seen} in your run`
  }
  return null
}

export interface RevokeFlags {
  readonly key: string
  readonly list: string
  readonly reason: string
  readonly revokedKey?: string
}

export async function revokeBundle(folder: string | undefined, flags: RevokeFlags, io: Io): Promise<number> {
  const key = readPrivateKey(flags.key, io.err)
  const when = { reason: flags.reason, revokedAt: new Date().toISOString() }
  if (folder !== undefined && flags.revokedKey !== undefined)
    throw new UsageError('give either a bundle or --revoked-key, not both')
  if (folder === undefined && flags.revokedKey === undefined)
    throw new UsageError('revoke needs a bundle, or --revoked-key PUB for everything that a key signed')
  if (flags.reason.trim() === '') throw new UsageError('--reason is empty')
  const named =
    folder === undefined
      ? { key: keyId(readPublicKey(flags.revokedKey ?? '')) }
      : { evidence: await evidenceIn(folder, flags, io) }
  const { revoked } = revoke(flags.list, { ...named, ...when }, key)
  io.out(
    `revoked ${'key' in named ? `key ${named.key}` : named.evidence}: ${printable(flags.list)} has ${revoked.length} ${revoked.length === 1 ? 'entry' : 'entries'}\n`,
  )
  return 0
}

async function evidenceIn(folder: string, { key }: RevokeFlags, io: Io): Promise<string> {
  requireFolder(folder, 'a bundle')
  const { found } = await verifyBundle(folder, { key: publicOf(readPrivateKey(key, io.err)) })
  const evidence = found.payload?.predicate.evidence
  if (evidence === undefined) throw new UsageError(`${printable(folder)} has no attestation that can be read`)
  return evidence
}
