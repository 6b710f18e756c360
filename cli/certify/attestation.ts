/** What is signed: an in-toto Statement about the files of a bundle. */
import type { KeyObject } from 'node:crypto'
import type {
  Attestation,
  ConformancePredicate,
  ConformanceStatement,
  Report,
  VendorStatement,
} from '../../generated/formats.ts'
import { digestIn, EVIDENCE, evidenceDigest, SUBJECTS } from './bundle.ts'
import { envelope } from './dsse.ts'

export const PAYLOAD_TYPE = 'application/vnd.in-toto+json'
const STATEMENT_TYPE = 'https://in-toto.io/Statement/v1'
const PREDICATE_TYPE = 'urn:assay:conformance:v1'

export interface Issue {
  readonly issuedAt: string
  readonly expiresAt: string
  /** The digest of the frozen set of this kit version. */
  readonly frozen: string
}

/** All of it follows from the statement and the report, except the times. */
export function predicateOf(
  { vendor, product }: VendorStatement,
  { kit, run, summary, target, requirements }: Report,
  evidence: string,
  { issuedAt, expiresAt, frozen }: Issue,
): ConformancePredicate {
  const { id, seed, budget, startedAt, finishedAt } = run
  const covers = requirements.some(one => one.id.startsWith('messaging.'))
  return {
    kit: { version: kit.version, catalogue: kit.catalogue, frozen },
    vendor,
    product: { name: product.name, version: product.version },
    profile: run.profile,
    featureLevel: covers ? (target.messaging?.featureLevel ?? null) : null,
    outcome: summary.outcome as 'conformant',
    counts: summary.counts,
    run: { id, seed, budget: budget as 'standard' | 'thorough', startedAt, finishedAt },
    evidence,
    issuedAt,
    expiresAt,
  }
}

export function attest(folder: string, predicate: ConformancePredicate, key: KeyObject): Attestation {
  const digestOf = digestIn(folder)
  const statement: ConformanceStatement = {
    _type: STATEMENT_TYPE,
    subject: SUBJECTS.map(name => ({ name, digest: { sha256: digestOf(name) } })),
    predicateType: PREDICATE_TYPE,
    predicate,
  }
  return envelope(PAYLOAD_TYPE, Buffer.from(JSON.stringify(statement)), key)
}

/** The digest of the evidence in a folder. */
export function evidenceOf(folder: string): string {
  const digests = new Map(EVIDENCE.map(name => [name, digestIn(folder)(name)]))
  return evidenceDigest(name => digests.get(name) ?? '')
}
