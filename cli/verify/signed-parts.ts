/** Checks signature, digests, times and revocation of a bundle. */

import { printable } from '../../reports/index.ts'
import { evidenceDigest, SUBJECTS, sha256 } from '../certify/bundle.ts'
import { isSignedBy } from '../certify/dsse.ts'
import { keyId } from '../certify/keys.ts'
import { type Findings, need, needSigned, Refused } from './context.ts'

export function checkSignature(found: Findings): string {
  const attestation = need(found.attestation)
  const { key } = found.options
  const named = attestation.signatures.map(({ keyid }) => keyid)
  if (!isSignedBy(attestation, key))
    throw new Refused(
      named.includes(keyId(key))
        ? `the signature of key ${keyId(key)} is not over this attestation`
        : `the attestation is signed by key ${named.join(', ')}, not by the given key ${keyId(key)}`,
    )
  found.signer = keyId(key)
  return `signed by key ${found.signer}`
}

export function checkDigests(found: Findings): string {
  const { subject, predicate } = needSigned(found)
  const digests = new Map(subject.map(({ name, digest }) => [name, digest.sha256]))
  if (subject.length !== SUBJECTS.length || SUBJECTS.some(name => !digests.has(name)))
    throw new Refused(
      `the attestation is about ${printable([...digests.keys()].join(', '))}; it has to be about ${SUBJECTS.join(', ')}`,
    )
  const changed = SUBJECTS.filter(name => sha256(need(found.files.get(name))) !== digests.get(name))
  if (changed.length > 0)
    throw new Refused(
      `${changed.join(', ')} ${changed.length > 1 ? 'are' : 'is'} not what was signed: the sha256 differs`,
    )
  if (predicate.evidence !== evidenceDigest(name => digests.get(name) ?? ''))
    throw new Refused('the evidence digest in the attestation is not that of the evidence')
  return `${SUBJECTS.length} files are those that were signed`
}

const SKEW = 5 * 60_000

export function checkTimes(found: Findings): string {
  const { issuedAt, expiresAt, run } = needSigned(found).predicate
  const now = found.options.now ?? Date.now()
  const [issued, expires] = [Date.parse(issuedAt), Date.parse(expiresAt)]
  if (!(issued < expires)) throw new Refused('the certificate expires before it is issued')
  if (issued < Date.parse(run.finishedAt)) throw new Refused('the certificate was issued before its run finished')
  if (issued > now + SKEW) throw new Refused(`the certificate is issued in the future: ${issuedAt}`)
  if (expires <= now) throw new Refused(`the certificate expired on ${expiresAt.slice(0, 10)}`)
  return `issued ${issuedAt.slice(0, 10)}, good until ${expiresAt.slice(0, 10)}`
}

export function checkRevocation(found: Findings): string {
  const { revocations, key } = found.options
  const { evidence } = needSigned(found).predicate
  if (!revocations) return 'no revocation list was given'
  const hit = revocations.revoked.find(one => one.evidence === evidence || one.key === keyId(key))
  if (hit)
    throw new Refused(
      `${hit.key === undefined ? 'the certificate' : `the key ${hit.key}`} was revoked on ${hit.revokedAt.slice(0, 10)}: ${printable(hit.reason)}`,
    )
  return `not on the revocation list of ${revocations.issuedAt.slice(0, 10)}`
}

/** A second signature counts only if the verifier knows whose it is. */
export function checkWitnesses(found: Findings): string {
  needSigned(found)
  const attestation = need(found.attestation)
  const { key, witnesses = [] } = found.options
  const others = attestation.signatures.filter(({ keyid }) => keyid !== keyId(key))
  const twice = new Set(attestation.signatures.map(({ keyid }) => keyid)).size < attestation.signatures.length
  if (twice) throw new Refused('one key signed the attestation twice')
  const valid = witnesses
    .filter(witness => keyId(witness) !== keyId(key) && isSignedBy(attestation, witness))
    .map(keyId)
  for (const witness of witnesses)
    if (!valid.includes(keyId(witness)))
      throw new Refused(
        keyId(witness) === keyId(key)
          ? 'the witness has the key of the vendor: that is not a second party'
          : `the witness ${keyId(witness)} did not sign this attestation`,
      )
  const unknown = others.map(({ keyid }) => keyid).filter(id => !valid.includes(id))
  found.witnessed = valid
  if (valid.length > 0) return `witnessed by key ${valid.join(', ')}`
  return unknown.length > 0
    ? `also signed by key ${unknown.join(', ')}, which is not one that you trust (--witness PUB)`
    : 'no witness'
}
