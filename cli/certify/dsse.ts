/** DSSE envelopes: what is signed is the payload with its type, as the Dead Simple Signing Envelope defines it. */
import { type KeyObject, sign, verify } from 'node:crypto'
import type { Attestation } from '../../generated/formats.ts'
import { keyId, publicOf } from './keys.ts'

/** The pre-authentication encoding: lengths keep type and payload apart. */
function encoded(type: string, payload: Buffer): Buffer {
  const bytes = Buffer.byteLength(type)
  return Buffer.concat([Buffer.from(`DSSEv1 ${bytes} ${type} ${payload.length} `), payload])
}

export function envelope(type: string, payload: Buffer, key: KeyObject): Attestation {
  const made: Attestation = { payloadType: type, payload: payload.toString('base64'), signatures: [] }
  return signedToo(made, key)
}

/** The same payload with one more signature; one of the same key is replaced. */
export function signedToo(made: Attestation, key: KeyObject): Attestation {
  const keyid = keyId(publicOf(key))
  const sig = sign(null, encoded(made.payloadType, payloadOf(made)), key).toString('base64')
  return { ...made, signatures: [...made.signatures.filter(one => one.keyid !== keyid), { keyid, sig }] }
}

export const payloadOf = ({ payload }: Pick<Attestation, 'payload'>): Buffer => Buffer.from(payload, 'base64')

/** Whether one of the signatures is by this key and over this payload. A key id alone says nothing. */
export function isSignedBy(made: Attestation, key: KeyObject): boolean {
  const data = encoded(made.payloadType, payloadOf(made))
  return made.signatures.some(({ sig }) => verify(null, data, key, Buffer.from(sig, 'base64')))
}
