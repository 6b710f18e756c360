/** Makes a self-signed certificate for localhost when a test needs one: a few lines of DER around keys from Node. */
import { generateKeyPairSync, sign } from 'node:crypto'

const SEQUENCE = 0x30
const SET = 0x31
const INTEGER = 0x02
const BIT_STRING = 0x03
const OCTET_STRING = 0x04
const OBJECT_ID = 0x06
const UTF8 = 0x0c
const UTC_TIME = 0x17

function der(tag: number, ...parts: readonly (Buffer | string)[]): Buffer {
  const body = Buffer.concat(parts.map(part => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part)))
  const size = body.length
  const length = size < 128 ? [size] : size < 256 ? [0x81, size] : [0x82, size >> 8, size & 255]
  return Buffer.concat([Buffer.from([tag, ...length]), body])
}

const oid = (hex: string): Buffer => der(OBJECT_ID, Buffer.from(hex, 'hex'))
const ECDSA_WITH_SHA256 = der(SEQUENCE, oid('2a8648ce3d040302'))
const COMMON_NAME = oid('550403')
const SUBJECT_ALT_NAME = oid('551d11')

const time = (at: Date): Buffer => der(UTC_TIME, `${at.toISOString().slice(2, 19).replaceAll(/[-T:]/g, '')}Z`)

export interface SelfSigned {
  readonly cert: string
  readonly key: string
}

export function selfSigned(days: number, host = 'localhost'): SelfSigned {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8, `assay test ${host} ${days}`))))
  const [from, until] = [-1, days].map(offset => new Date(Date.now() + offset * 86_400_000)) as [Date, Date]
  const names = der(OCTET_STRING, der(SEQUENCE, der(0x82, host)))
  const body = der(
    SEQUENCE,
    der(0xa0, der(INTEGER, Buffer.from([2]))),
    der(INTEGER, Buffer.from([1])),
    ECDSA_WITH_SHA256,
    name,
    der(SEQUENCE, time(from), time(until)),
    name,
    publicKey.export({ type: 'spki', format: 'der' }),
    der(0xa3, der(SEQUENCE, der(SEQUENCE, SUBJECT_ALT_NAME, names))),
  )
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', body, privateKey))
  const whole = der(SEQUENCE, body, ECDSA_WITH_SHA256, signature).toString('base64')
  return {
    cert: `-----BEGIN CERTIFICATE-----\n${whole.replaceAll(/.{64}(?!$)/g, '$&\n')}\n-----END CERTIFICATE-----\n`,
    key: String(privateKey.export({ type: 'pkcs8', format: 'pem' })),
  }
}
