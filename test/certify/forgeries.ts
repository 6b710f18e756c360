/** Forgeries of a bundle: each changes something and has the message with which verification must refuse it. */
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Attestation, ClaimRecord, ExchangeRecord, JudgedRequirement, Report } from '../../generated/formats.ts'
import type { Forgery } from './a-bundle.ts'

export type Forge = (forgery: Forgery) => void
export type Forgeries = readonly (readonly [what: string, forge: Forge, refusal: RegExp])[]

const ALL = (): boolean => true
const changeOne = <T>(list: readonly T[], which: (one: T) => boolean, change: (one: T) => T): T[] => {
  const at = list.findIndex(which)
  if (at < 0) throw new Error('there is nothing to change')
  return list.map((one, index) => (index === at ? change(one) : one))
}
const entry =
  (change: Partial<JudgedRequirement>): Forge =>
  f =>
    f.report(report => ({
      ...report,
      requirements: changeOne(report.requirements, ALL, one => ({ ...one, ...change })),
    }))
const entries =
  (change: (all: JudgedRequirement[]) => JudgedRequirement[]): Forge =>
  f =>
    f.report(report => ({ ...report, requirements: change(report.requirements) }))
const run =
  (change: (run: Report['run']) => Partial<Report['run']>): Forge =>
  f =>
    f.report(report => ({ ...report, run: { ...report.run, ...change(report.run) } }))
const statement =
  (change: object): Forge =>
  f =>
    f.json('statement.json', (data: object) => ({ ...data, ...change }))
const attestation =
  (change: (data: Attestation) => Partial<Attestation>): Forge =>
  f =>
    f.json('attestation.json', (data: Attestation) => ({ ...data, ...change(data) }))
const exchange =
  (change: (one: ExchangeRecord) => Partial<ExchangeRecord>, which: (one: ExchangeRecord) => boolean = ALL): Forge =>
  f =>
    f.exchanges(all => changeOne(all, which, one => ({ ...one, ...change(one) })))
const claim =
  (change: (one: ClaimRecord) => Partial<ClaimRecord>, which: (one: ClaimRecord) => boolean = isOwn): Forge =>
  f =>
    f.claims(all => changeOne(all, which, one => ({ ...one, ...change(one) })))
const all =
  (...forgeries: readonly Forge[]): Forge =>
  f => {
    for (const forge of forgeries) forge(f)
  }
const emptied = ({ response }: ExchangeRecord, body = '{}'): Partial<ExchangeRecord> =>
  response ? { response: { ...response, body } } : {}
/** A claim of a check about its own requirement. */
const isOwn = ({ requirement, check, outcome }: ClaimRecord): boolean => requirement === check && outcome === 'holds'
const isField = ({ predicate }: ClaimRecord): boolean => predicate === 'field'
const isPush = ({ operation }: ExchangeRecord): boolean => operation === 'sendTestPush'
const later = (time: string, ms: number): string => new Date(Date.parse(time) + ms).toISOString()
const numberedAgain = <T extends { n: number }>(list: readonly T[]): T[] =>
  list.map((one, at) => ({ ...one, n: at + 1 }))
const counted: Forge = f => {
  const lines = (name: string): number => f.text(name).split('\n').length - 1
  run(() => ({ claims: lines('claims.ndjson'), exchanges: lines('exchanges.ndjson') }))(f)
}

/** Forgeries by anybody: files are changed, digests and signature are kept. */
export const careless: Forgeries = [
  ['a verdict', entry({ verdict: 'warn' }), /digests: report\.json is not what was signed/],
  ['a reply', exchange(one => emptied(one)), /exchanges\.ndjson is not what was signed/],
  ['an outcome', claim(() => ({ outcome: 'broken' })), /claims\.ndjson is not what was signed/],
  ['the page', f => f.write('report.html', '<!doctype html>'), /report\.html is not what was signed/],
  ['the certificate', f => f.write('certificate.svg', '<svg/>'), /certificate\.svg is not what was signed/],
  ['the statement', statement({ vendor: 'Other' }), /statement\.json is not what was signed/],
  ['an extra file', f => f.write('notes.txt', 'hello'), /does not belong to it: notes\.txt/],
  ['an extra folder', f => void mkdirSync(join(f.folder, 'more')), /does not belong to it: more/],
  ['a missing file', f => rmSync(join(f.folder, 'claims.ndjson')), /the bundle has no claims\.ndjson/],
  ['a link in place of a file', linked, /report\.html is not a regular file/],
  ['no signature', attestation(() => ({ signatures: [] })), /attestation\.json.*published form/],
  [
    'half a signature',
    attestation(({ signatures }) => ({
      signatures: signatures.map(one => ({ ...one, sig: `${one.sig.slice(0, 40)}==` })),
    })),
    /the signature of key [0-9a-f]{16} is not over this attestation/,
  ],
  [
    'the signature twice',
    attestation(({ signatures }) => ({ signatures: [...signatures, ...signatures] })),
    /one key signed the attestation twice/,
  ],
  ['a payload type', attestation(() => ({ payloadType: 'application/json' })), /payload of type application\/json/],
  ['an attestation that is not JSON', f => f.write('attestation.json', 'signed'), /attestation\.json is not JSON/],
]

function linked(f: Forgery): void {
  const elsewhere = join(tmpdir(), `assay-linked-${process.pid}.html`)
  writeFileSync(elsewhere, f.text('report.html'))
  rmSync(join(f.folder, 'report.html'))
  symlinkSync(elsewhere, join(f.folder, 'report.html'))
}

/** Forgeries without the key: all digests are computed again, the old signature is kept. */
export const keyless: Forgeries = [
  ['a verdict', entry({ verdict: 'warn' }), /signature of key [0-9a-f]{16} is not over this attestation/],
  ['a reply', exchange(one => emptied(one)), /signature of key/],
  ['the vendor', statement({ vendor: 'Other' }), /signature of key/],
]

/** Forgeries with the key: page, certificate and digests are made again, and the bundle is signed again. */
export const insiders: Forgeries = [
  ['a verdict', entry({ verdict: 'warn' }), /is reported as warn; its claims give pass/],
  ['not applicable', entry({ verdict: 'not-applicable' }), /neither the statement nor the level says so/],
  ['unverified', entry({ verdict: 'unverified', reason: 'budget' }), /is reported as unverified; its claims give pass/],
  [
    'a count',
    f =>
      f.report(({ summary, ...rest }) => ({
        ...rest,
        summary: { ...summary, counts: { ...summary.counts, pass: 99 } },
      })),
    /the report counts 99 pass, and there are \d+|attestation says something else/,
  ],
  [
    'the number of exchanges',
    run(({ exchanges }) => ({ exchanges: exchanges + 1 })),
    /the report counts \d+ exchanges/,
  ],
  ['the number of claims', run(({ claims }) => ({ claims: claims - 1 })), /the report counts \d+ claims/],
  [
    'the number of planned claims',
    entry({ claims: { planned: 2, made: 9 } }),
    /the claims of .* is not what its claims give/,
  ],
  ['the text of a requirement', entry({ sentence: 'Anything goes' }), /the report changes sentence/],
  ['the weight of a requirement', entry({ level: 'should' }), /the report changes level/],
  [
    'the exchanges of a requirement',
    entry({ exchanges: [1, 2, 3] }),
    /the exchanges of .* is not what its claims give/,
  ],
  ['a removed requirement', entries(([_, ...rest]) => rest), /the report leaves out messaging\./],
  ['a requirement twice', entries(list => [...list, ...list.slice(0, 1)]), /is in the report twice/],
  [
    'an added requirement',
    entries(list => [...list, ...list.slice(0, 1).map(one => ({ ...one, id: 'messaging.drafts.extra' }))]),
    /the report has messaging\.drafts\.extra/,
  ],
  ['a reply', exchange(one => emptied(one), isPush), /claim \d+ about .* is false/],
  [
    'a reply of success in place of a refusal',
    f =>
      f.exchanges(list =>
        list.map(one => (isPush(one) ? { ...one, ...emptied(one, '{"result":"success","msg":""}') } : one)),
      ),
    /claim \d+ about .* is false/,
  ],
  [
    'a reply cut short, which hides its contents',
    exchange(({ response }) =>
      response ? { response: { ...response, cut: { bytes: 2_000_000, sha256: '0'.repeat(64) } } } : {},
    ),
    /exchange \d+ is kept cut short, so that \d+ claims cannot be computed again/,
  ],
  ['an argument', claim(({ args }) => ({ args: { ...args, path: '/nowhere' } }), isField), /claims: /],
  ['an outcome', claim(() => ({ outcome: 'broken' })), /recorded as "broken"; its exchanges give "holds"/],
  ['a predicate', claim(() => ({ predicate: 'always.true' })), /this kit has no predicate always\.true/],
  ['the exchange of a claim', claim(() => ({ exchanges: [99_999] })), /cites exchange 99999, which does not exist/],
  ['the requirement of a claim', claim(() => ({ requirement: 'trading.ping.pong' })), /which the report does not have/],
  ['the check of a claim', claim(() => ({ check: 'messaging.drafts.one-id-each' })), /which does not show/],
  [
    'a removed claim of a check',
    all(
      f => f.claims(list => numberedAgain(list.filter(one => one.requirement !== list.find(isOwn)?.requirement))),
      counted,
    ),
    /is reported as pass; its claims give unverified|plans \d+ claims about/,
  ],
  [
    'removed claims about every exchange',
    all(f => f.claims(list => numberedAgain(list.filter((one, at) => !isField(one) || at > 20))), counted),
    /shows something about .*, and there is no such claim/,
  ],
  [
    'a pattern that takes extremely long',
    claim(({ args }) => ({ args: { ...args, schema: { pattern: '^(a+)+$' } } }), isField),
    /its schema is not one that a check of this kit writes/,
  ],
  ['claims in another order', f => f.claims(list => [...list].reverse()), /claims are not numbered consecutively/],
  [
    'a removed exchange',
    all(f => f.exchanges(list => list.filter(({ n }) => n !== 7)), counted),
    /exchange 7 is missing/,
  ],
  [
    'a removed exchange, the others renumbered',
    all(
      f =>
        f.exchanges(list => list.filter(({ n }) => n !== 7).map(one => ({ ...one, n: one.n > 7 ? one.n - 1 : one.n }))),
      counted,
    ),
    /claims: /,
  ],
  [
    'a duplicated exchange',
    all(f => f.exchanges(list => [...list, ...list.filter(({ n }) => n === 7)]), counted),
    /exchange 7 is there twice/,
  ],
  [
    'exchanges in another order',
    f => f.exchanges(list => [...list].reverse()),
    /there is no such claim|order of the replies/,
  ],
  [
    'the numbers of two exchanges',
    f => f.exchanges(list => list.map(one => ({ ...one, n: one.n === 3 ? 200 : one.n === 200 ? 3 : one.n }))),
    /claims: |was sent at/,
  ],
  [
    'a reply before its request',
    exchange(({ sentAt }) => ({ receivedAt: later(sentAt, -60_000) })),
    /exchange \d+ was answered before it was sent/,
  ],
  [
    'an exchange after the run',
    exchange(({ sentAt }) => ({ receivedAt: later(sentAt, 3_600_000) })),
    /is later than the end of the run/,
  ],
  [
    'things that another run created',
    exchange(({ request }) => ({ request: { ...request, body: 'name=assay+zzzzz+tag' } })),
    /under the id of another run, zzzzz/,
  ],
  [
    'the name of an operation',
    f => f.exchanges(list => list.map(one => (isPush(one) ? { ...one, operation: 'getLinkifiers' } : one))),
    /says that it is getLinkifiers/,
  ],
  ['a removed operation', exchange(() => ({ operation: null }), isPush), /names no operation/],
  [
    'the check that sent a request',
    exchange(() => ({ check: 'messaging.made.up' })),
    /which is not a check of this kit/,
  ],
  ['a vendor', statement({ vendor: 'Other' }), /says something else than statement and report: vendor/],
  [
    'an option that is not optional',
    statement({ unsupported: [{ requirement: 'messaging.push.*', reason: 'none' }] }),
    /the statement is not acceptable: messaging\.push\..* is not optional/,
  ],
  ['a level', statement({ featureLevel: 300 }), /at feature level 500; the statement claims 300/],
  [
    'a level everywhere',
    all(
      statement({ featureLevel: 160 }),
      f =>
        f.report(report => ({
          ...report,
          target: { ...report.target, messaging: { baseUrl: 'http://reference.invalid', featureLevel: 160 } },
        })),
      f => f.sign(stated => ({ ...stated, featureLevel: 160 })),
    ),
    /is judged, although it applies from/,
  ],
  ['a profile', statement({ profile: 'everything' }), /of profile messaging-push; the statement claims everything/],
  [
    'a profile everywhere',
    all(
      statement({ profile: 'messaging-admin' }),
      run(() => ({ profile: 'messaging-admin' })),
      f => f.sign(stated => ({ ...stated, profile: 'messaging-admin' })),
    ),
    /the report leaves out messaging\./,
  ],
  ['a filter', run(() => ({ only: ['messaging.push.*'] })), /the run was filtered/],
  ['a smaller budget', run(() => ({ budget: 'quick' })), /the budget quick/],
  ['an interruption', run(() => ({ interrupted: true })), /the run was interrupted/],
  [
    'another run id',
    all(
      run(() => ({ id: 'zzzzz' })),
      f => f.sign(stated => ({ ...stated, run: { ...stated.run, id: 'zzzzz' } })),
    ),
    /under the id of another run/,
  ],
  [
    'a catalogue',
    f => f.sign(stated => ({ ...stated, kit: { ...stated.kit, catalogue: `sha256:${'0'.repeat(64)}` } })),
    /the catalogue digest is not that of Assay/,
  ],
  [
    'a frozen set',
    f => f.sign(stated => ({ ...stated, kit: { ...stated.kit, frozen: `sha256:${'0'.repeat(64)}` } })),
    /frozen set/,
  ],
  [
    'a kit version',
    f => f.sign(stated => ({ ...stated, kit: { ...stated.kit, version: '9.9.9' } })),
    /verify it with Assay 9\.9\.9/,
  ],
  [
    'an expired date',
    f => f.sign(stated => ({ ...stated, expiresAt: later(stated.issuedAt, 1) })),
    /the certificate expired on 20\d\d/,
  ],
  [
    'an early date',
    f => f.sign(stated => ({ ...stated, issuedAt: '2020-01-01T00:00:00.000Z' })),
    /issued before its run finished/,
  ],
  [
    'a future date',
    f => f.sign(stated => ({ ...stated, issuedAt: later(stated.issuedAt, 86_400_000) })),
    /issued in the future/,
  ],
  [
    'an evidence digest',
    f => f.sign(stated => ({ ...stated, evidence: `sha256:${'0'.repeat(64)}` })),
    /the evidence digest/,
  ],
  [
    'a swapped page',
    all(
      f => f.write('report.html', f.text('report.html').replaceAll('Acme', 'Other')),
      f => f.sign(undefined, false),
    ),
    /report\.html is not the page of this report/,
  ],
  [
    'a swapped certificate',
    all(
      f => f.write('certificate.svg', f.text('certificate.svg').replaceAll('messaging-push', 'everything')),
      f => f.sign(undefined, false),
    ),
    /certificate\.svg is not the certificate/,
  ],
  ['a command that does harm', entry({ repeat: 'npx assay run; rm -rf ~' }), /is not one of Assay/],
  [
    'a made-up quotation of the contract',
    f => f.report(report => ({ ...report, contract: {} })),
    /the report has a member that certify does not write: contract/,
  ],
  [
    'made-up coverage',
    f =>
      f.report(report => ({
        ...report,
        coverage: { ...report.coverage, operations: { covered: 99, of: 99, missing: [] } },
      })),
    /the coverage of operations is not what the exchanges give/,
  ],
  [
    'a baseline',
    f =>
      f.report(report => ({
        ...report,
        gate: { passes: true, exitStatus: 0, why: [], stale: [], baseline: 'known.yaml' },
      })),
    /the gate of the report/,
  ],
]
