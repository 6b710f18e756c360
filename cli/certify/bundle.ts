/** The files of a bundle, and the digests by which they are named. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is signed; the attestation stands beside them. */
export const SUBJECTS = [
  'statement.json',
  'report.json',
  'claims.ndjson',
  'exchanges.ndjson',
  'report.html',
  'certificate.svg',
] as const
export const ATTESTATION = 'attestation.json'

/** What the verdicts rest on; the certificate and the page are made from these. */
export const EVIDENCE = ['statement.json', 'report.json', 'claims.ndjson', 'exchanges.ndjson'] as const

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** One digest for all of the evidence: of the lines `sha256  name`, as `sha256sum` prints them. */
export function evidenceDigest(digestOf: (name: (typeof EVIDENCE)[number]) => string): string {
  return `sha256:${sha256(EVIDENCE.map(name => `${digestOf(name)}  ${name}\n`).join(''))}`
}

export const digestIn =
  (folder: string) =>
  (name: string): string =>
    sha256(readFileSync(join(folder, name)))
