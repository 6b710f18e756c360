/** Makes a small bundle of the embedded reference in this process, and forged copies of it. */
import { createPrivateKey, type KeyObject } from 'node:crypto'
import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { attest, evidenceOf } from '../../cli/certify/attestation.ts'
import { currentSet, profileNamed } from '../../cli/certify/certifiable-set.ts'
import { certificateFacts } from '../../cli/certify/certificate-facts.ts'
import { certify } from '../../cli/certify/certify.ts'
import { payloadOf } from '../../cli/certify/dsse.ts'
import { keyId, publicOf, writeKeys } from '../../cli/certify/keys.ts'
import { operationEntries } from '../../cli/finished/operation-entries.ts'
import { pageAssets } from '../../cli/finished/write-formats.ts'
import { embeddedReference, type Subject } from '../../cli/reference/embedded-reference.ts'
import type {
  Attestation,
  ClaimRecord,
  ConformancePredicate,
  ConformanceStatement,
  ExchangeRecord,
  Report,
  VendorStatement,
} from '../../generated/formats.ts'
import { certificateSvg, reportPage } from '../../reports/index.ts'
import { fakeIo, freshFolder } from '../cli/fake-io.ts'

export interface Made {
  readonly folder: string
  readonly bundle: string
  readonly publicFile: string
  readonly privateFile: string
}

export const STATEMENT = `vendor: Acme
product: { name: Acme Chat, version: 4.2.1, url: "https://acme.example" }
contact: conformance@acme.example
profile: messaging-push
featureLevel: 500
`

export const subject = (level?: number): Subject => embeddedReference(level)

export async function aBundle(statement = STATEMENT, more: Record<string, unknown> = {}): Promise<Made> {
  const folder = freshFolder()
  const { privateFile, publicFile } = writeKeys(join(folder, 'keys'))
  const file = join(folder, 'statement.yaml')
  writeFileSync(file, statement)
  const bundle = join(folder, 'bundle')
  const io = fakeIo()
  const flags = {
    target: '',
    statement: file,
    key: privateFile,
    out: bundle,
    validDays: 365,
    budget: 'standard',
    seed: 1,
  }
  const status = await certify({ ...flags, ...more } as never, io, subject())
  if (status !== 0) throw new Error(`not certified (${status}): ${io.written.out}${io.written.err}`)
  return { folder, bundle, publicFile, privateFile }
}

/** A copy of a bundle that a test changes; unchanged files are links to the original. */
export interface Forgery {
  readonly folder: string
  text(name: string): string
  write(name: string, text: string): void
  json<T>(name: string, change: (data: T) => unknown): void
  report(change: (report: Report) => Report): void
  claims(change: (claims: ClaimRecord[]) => readonly unknown[]): void
  exchanges(change: (exchanges: ExchangeRecord[]) => readonly unknown[]): void
  /** What a forger with the vendor's key can do: makes page, certificate and digests again, and signs the bundle again. */
  sign(change?: (predicate: ConformancePredicate) => ConformancePredicate, drawn?: boolean): void
  /** What a forger without the key can do: computes all digests again and keeps the old signature. */
  redigest(): void
}

/** With `draws`, `sign` also makes page and certificate again; this is slow, and verification examines them last. */
export function forgeryOf({ bundle, privateFile }: Made, draws = true): Forgery {
  const folder = freshFolder()
  for (const name of readdirSync(bundle)) linkSync(join(bundle, name), join(folder, name))
  const key: KeyObject = createPrivateKey(readFileSync(privateFile))
  const file = (name: string): string => join(folder, name)
  const text = (name: string): string => readFileSync(file(name), 'utf8')
  const write = (name: string, content: string): void => {
    rmSync(file(name), { force: true })
    writeFileSync(file(name), content)
  }
  const predicate = (): ConformancePredicate => {
    const payload = payloadOf(JSON.parse(text('attestation.json')) as Attestation)
    return (JSON.parse(payload.toString('utf8')) as ConformanceStatement).predicate
  }
  const records =
    <T>(name: string) =>
    (change: (records: T[]) => readonly unknown[]): void => {
      const lines = text(name).trimEnd().split('\n')
      const changed = change(lines.map(line => JSON.parse(line) as T))
      write(name, changed.map(record => `${JSON.stringify(record)}\n`).join(''))
    }
  const json = <T>(name: string, change: (data: T) => unknown): void => {
    const data = JSON.parse(text(name)) as T
    write(name, `${JSON.stringify(change(data), null, 2)}\n`)
  }
  const sign: Forgery['sign'] = (change = same => same, drawn = true) => {
    const stated = change({ ...predicate(), evidence: evidenceOf(folder) })
    if (drawn && draws) draw(stated)
    write('attestation.json', JSON.stringify(attest(folder, stated, key)))
  }
  const parsed = <T>(name: string): T[] =>
    text(name)
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as T)
  const draw = (stated: ConformancePredicate): void => {
    const report = JSON.parse(text('report.json')) as Report
    const statement = JSON.parse(text('statement.json')) as VendorStatement
    const profile = profileNamed(currentSet(), statement.profile)
    const facts = certificateFacts(statement, report, profile, stated, keyId(publicOf(key)))
    const run = {
      report,
      exchanges: parsed<ExchangeRecord>('exchanges.ndjson'),
      claims: parsed<ClaimRecord>('claims.ndjson'),
    }
    write('certificate.svg', certificateSvg(facts))
    const page = reportPage({ ...run, damage: [] }, pageAssets, operationEntries(), certificateSvg(facts))
    write('report.html', page)
  }
  return {
    ...{ folder, text, write, json, sign },
    report: change => json<Report>('report.json', change),
    claims: records<ClaimRecord>('claims.ndjson'),
    exchanges: records<ExchangeRecord>('exchanges.ndjson'),
    redigest() {
      const before = JSON.parse(text('attestation.json')) as Attestation
      sign()
      const after = JSON.parse(text('attestation.json')) as Attestation
      write('attestation.json', JSON.stringify({ ...after, signatures: before.signatures }))
    },
  }
}

export const removed = (folder: string): void => rmSync(folder, { recursive: true, force: true })
