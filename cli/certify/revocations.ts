/** Revocation lists: signed files with the certificates and keys that are no longer valid. */
import type { KeyObject } from 'node:crypto'
import { existsSync, realpathSync } from 'node:fs'
import attestationSchema from '../../generated/attestation-schema.ts'
import type { Attestation, Revocation, RevocationList } from '../../generated/formats.ts'
import revocationsSchema from '../../generated/revocations-schema.ts'
import { readBounded, validatorOf } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { writeWhole } from '../out/out-folder.ts'
import { UsageError } from '../usage-error.ts'
import { envelope, isSignedBy, payloadOf } from './dsse.ts'
import { keyId, publicOf } from './keys.ts'

const PAYLOAD_TYPE = 'application/vnd.assay.revocations+json'

/** Refuses a list that this key did not sign: else anybody who can write the file could revoke, or hide a revocation. */
export function readRevocations(file: string, key: KeyObject): RevocationList {
  const name = printable(file)
  const made = parsed<Attestation>(readBounded(file, LARGEST), attestationSchema, `${name} is not a revocation list`)
  if (made.payloadType !== PAYLOAD_TYPE) throw new UsageError(`${name} is not a revocation list`)
  if (!isSignedBy(made, key)) throw new UsageError(`${name} is not signed by key ${keyId(key)}`)
  const text = payloadOf(made).toString('utf8')
  return parsed<RevocationList>(text, revocationsSchema, `the list in ${name} does not have the published form`)
}

/** Adds an entry to the list and signs it again. */
export function revoke(file: string, entry: Revocation, key: KeyObject): RevocationList {
  const before = existsSync(file) ? readRevocations(file, publicOf(key)).revoked : null
  const list: RevocationList = {
    schema: 'assay-revocations/1',
    issuedAt: new Date().toISOString(),
    revoked: [...(before ?? []), entry],
  }
  const signed = envelope(PAYLOAD_TYPE, Buffer.from(JSON.stringify(list)), key)
  writeWhole(before === null ? file : realpathSync(file), `${JSON.stringify(signed, null, 2)}\n`)
  return list
}

function parsed<T>(text: string, schema: object, complaint: string): T {
  let data: unknown
  try {
    data = JSON.parse(text)
  } catch {
    throw new UsageError(complaint)
  }
  if (!validatorOf(schema)(data)) throw new UsageError(complaint)
  return data as T
}

const LARGEST = 16 * 1024 * 1024
