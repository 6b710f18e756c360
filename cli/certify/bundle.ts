/** The files of a bundle, and their digests. */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files that are signed; the attestation is stored beside them. */
export const SUBJECTS = [
  'statement.json',
  'report.json',
  'claims.ndjson',
  'exchanges.ndjson',
  'report.html',
  'certificate.svg',
] as const
export const ATTESTATION = 'attestation.json'

/** The verdicts follow from these files; certificate and page are made from them. */
export const EVIDENCE = ['statement.json', 'report.json', 'claims.ndjson', 'exchanges.ndjson'] as const

export const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex')

/** One digest for all of the evidence: the digest of the lines `sha256  name`, as `sha256sum` prints them. */
export function evidenceDigest(digestOf: (name: (typeof EVIDENCE)[number]) => string): string {
  return `sha256:${sha256(EVIDENCE.map(name => `${digestOf(name)}  ${name}\n`).join(''))}`
}

export const digestIn =
  (folder: string) =>
  (name: string): string =>
    sha256(readFileSync(join(folder, name)))
