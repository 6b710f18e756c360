/** DSSE envelopes (Dead Simple Signing Envelope): the signature covers the payload and its type. */
import { type KeyObject, sign, verify } from 'node:crypto'
import type { Attestation } from '../../generated/formats.ts'
import { keyId, publicOf } from './keys.ts'

/** The pre-authentication encoding: the lengths separate type and payload. */
function encoded(type: string, payload: Buffer): Buffer {
  const bytes = Buffer.byteLength(type)
  return Buffer.concat([Buffer.from(`DSSEv1 ${bytes} ${type} ${payload.length} `), payload])
}

export function envelope(type: string, payload: Buffer, key: KeyObject): Attestation {
  const made: Attestation = { payloadType: type, payload: payload.toString('base64'), signatures: [] }
  return signedToo(made, key)
}

/** Adds a signature over the same payload; it replaces an earlier one by the same key. */
export function signedToo(made: Attestation, key: KeyObject): Attestation {
  const keyid = keyId(publicOf(key))
  const sig = sign(null, encoded(made.payloadType, payloadOf(made)), key).toString('base64')
  return { ...made, signatures: [...made.signatures.filter(one => one.keyid !== keyid), { keyid, sig }] }
}

export const payloadOf = ({ payload }: Pick<Attestation, 'payload'>): Buffer => Buffer.from(payload, 'base64')

/** Whether one of the signatures is by this key and over this payload. A matching key id proves nothing. */
export function isSignedBy(made: Attestation, key: KeyObject): boolean {
  const data = encoded(made.payloadType, payloadOf(made))
  return made.signatures.some(({ sig }) => verify(null, data, key, Buffer.from(sig, 'base64')))
}
