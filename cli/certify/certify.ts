/** `assay certify`: a complete run as a signed bundle. */
import type { KeyObject } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import type { Report } from '../../generated/formats.ts'
import { apisIn, type Budget, IN_FLIGHT, requireProvisioner } from '../../harness/index.ts'
import {
  certificateBadge,
  certificateSvg,
  difference,
  differenceSummary,
  printable,
  reportPage,
} from '../../reports/index.ts'
import { suites } from '../../suites/index.ts'
import { operationEntries } from '../finished/operation-entries.ts'
import { readRun } from '../finished/read-run.ts'
import { pageAssets } from '../finished/write-formats.ts'
import { frozenSet, setDigest } from '../freeze/frozen-set.ts'
import { gated } from '../gate/gated.ts'
import { keepKilledRun } from '../out/killed-run.ts'
import { LOCK, runningIn, writeWhole, writing } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import type { Subject } from '../reference/embedded-reference.ts'
import { judgeTarget, printMistakes, subjectOf } from '../run/run.ts'
import type { RunScope } from '../run/run-flags.ts'
import { quoted, writeAndPrint } from '../run/write-and-print.ts'
import { UsageError } from '../usage-error.ts'
import { refusalsOf, verifyBundle } from '../verify/verify-bundle.ts'
import { applicabilityOf } from './applicability.ts'
import { attest, evidenceOf, predicateOf } from './attestation.ts'
import { printMissing, requireFitting } from './before-the-run.ts'
import { ATTESTATION, SUBJECTS } from './bundle.ts'
import { currentSet, profileNamed } from './certifiable-set.ts'
import { certificateFacts } from './certificate-facts.ts'
import { keyId, publicFileOf, publicOf, readPrivateKey } from './keys.ts'
import { type LocatedStatement, readStatement, statementText } from './statement.ts'

export interface CertifyFlags {
  readonly target: string
  readonly statement?: string
  readonly renew?: string
  readonly key: string
  readonly out: string
  readonly validDays: number
  readonly budget: Exclude<Budget, 'quick'>
  readonly seed: number
  readonly allow?: readonly ('write' | 'destructive')[]
  readonly badge?: string
  readonly dryRun?: boolean
  readonly force?: boolean
  readonly verbose?: boolean
}

const DAY = 86_400_000

export async function certify(flags: CertifyFlags, io: Io, subject?: Subject): Promise<number> {
  const statement = readStatement(statementFile(flags))
  const key = readPrivateKey(flags.key, io.err)
  return await runAndSign(flags, statement, key, subject ?? (await subjectOf({ ...flags, profile: '' })), io)
}

function statementFile({ statement, renew }: CertifyFlags): string {
  if (statement !== undefined) return statement
  if (renew === undefined) throw new UsageError('certify needs --statement FILE, or --renew BUNDLE')
  return join(renew, STATEMENT)
}

async function runAndSign(
  flags: CertifyFlags,
  located: LocatedStatement,
  key: KeyObject,
  subject: Subject,
  io: Io,
): Promise<number> {
  const { statement } = located
  const { target } = subject
  requireFitting(located, target)
  requireFrozen()
  const allow = [...new Set([...(target.allow ?? []), ...(flags.allow ?? [])])]
  const scope: RunScope = {
    ...{ target, areas: suites, only: [], profile: statement.profile, allow, budget: flags.budget, seed: flags.seed },
    own: [],
    applicability: applicabilityOf(statement),
    wholeEvidence: true,
  }
  requireOwnFolder(flags.out, flags.force ?? false)
  await requireProvisioner(target, apisIn(suites))
  const missing = printMissing(located, scope, io)
  if (flags.dryRun) return missing > 0 ? 1 : 0
  const former = flags.renew === undefined ? null : (await readRun(flags.renew)).report
  keepKilledRun(flags, target, io, asideBeside)
  clearFolder(flags.out)
  writeWhole(join(flags.out, STATEMENT), statementText(statement))
  const startedAt = performance.now()
  const runFlags = { ...flags, profile: statement.profile, allow }
  const { report: seen, mistakes, silence } = await judgeTarget(runFlags, scope, subject, io)
  const report = gated(seen, { baseline: null, own: [], requireComplete: false })
  printMistakes(mistakes, io)
  const seconds = (performance.now() - startedAt) / 1000
  const { out, target: file, verbose = false } = flags
  const output = { out, target: file, verbose, page: false, also: ['report.html', STATEMENT] }
  await writeAndPrint(report, { silence, seconds }, output, io)
  if (former) printDifference(former, report, io)
  if (report.summary.outcome !== 'conformant' || mistakes.length > 0 || report.run.interrupted) {
    await writePage(flags.out, null)
    const why = report.run.interrupted ? 'the run was interrupted' : `the outcome is ${report.summary.outcome}`
    io.out(`\nNot certified: ${why}. ${printable(flags.out)} holds the run, unsigned.\n`)
    return report.run.interrupted ? 130 : 1
  }
  return signAndVerify(flags, located, report, key, io)
}

/** Writes certificate, page and attestation, then verifies the bundle as anybody else would. */
async function signAndVerify(
  { out, validDays, badge, key: keyFile }: CertifyFlags,
  { statement }: LocatedStatement,
  report: Report,
  key: KeyObject,
  io: Io,
): Promise<number> {
  const issued = Math.max(Date.now(), Date.parse(report.run.finishedAt))
  const set = currentSet()
  const predicate = predicateOf(statement, report, evidenceOf(out), {
    issuedAt: new Date(issued).toISOString(),
    expiresAt: new Date(issued + validDays * DAY).toISOString(),
    frozen: setDigest(set),
  })
  const id = keyId(publicOf(key))
  const facts = certificateFacts(statement, report, profileNamed(set, statement.profile), predicate, id)
  const certificate = certificateSvg(facts)
  writeWhole(join(out, 'certificate.svg'), certificate)
  await writePage(out, certificate)
  writeWhole(join(out, ATTESTATION), `${JSON.stringify(attest(out, predicate, key), null, 2)}\n`)
  if (badge !== undefined) writing(badge, () => writeFileSync(badge, certificateBadge(facts)))
  const verification = await verifyBundle(out, { key: publicOf(key), now: issued })
  if (!verification.verified) {
    rmSync(join(out, ATTESTATION))
    rmSync(join(out, 'certificate.svg'))
    io.err(`assay: the bundle does not verify, which is a defect of the kit:\n${refusalsOf(verification).join('\n')}\n`)
    return 1
  }
  io.out(
    [
      '',
      `Certified until ${predicate.expiresAt.slice(0, 10)} by key ${id}: ${printable(out)}`,
      `Evidence ${predicate.evidence}`,
      `Verify   npx --no-install assay verify ${printable(quoted(out))} --key ${printable(quoted(publicFileOf(keyFile, id)))}`,
      '',
    ].join('\n'),
  )
  return 0
}

async function writePage(folder: string, certificate: string | null): Promise<void> {
  const run = await readRun(folder)
  writeWhole(join(folder, 'report.html'), reportPage(run, pageAssets, operationEntries(), certificate))
}

const FILES: readonly string[] = [...SUBJECTS, ATTESTATION]
const STATEMENT = 'statement.json'

/** A bundle may not hold the evidence of a killed run: it is moved beside it. */
const asideBeside = (folder: string, run: string): string =>
  join(folder, '..', `${basename(resolve(folder))}-interrupted-${run}`)

/**
 * The folder of a bundle may hold only what an earlier certification or a killed run left there. A finished certification,
 * signed or not, is only overwritten with --force, and a finished run never.
 */
function requireOwnFolder(folder: string, isForced: boolean): void {
  const there = existsSync(folder) ? writing(folder, () => readdirSync(folder)) : []
  const wasKilled = there.includes(IN_FLIGHT)
  const known = wasKilled || there.includes(STATEMENT) ? FILES : []
  const isLeft = (name: string): boolean => name === IN_FLIGHT || (name === LOCK && runningIn(folder) === null)
  const unknown = there.find(name => !known.includes(name) && !isLeft(name))
  if (unknown !== undefined)
    throw new UsageError(`${printable(folder)} holds ${printable(unknown)}: a bundle needs a folder of its own`)
  if (isForced) return
  const isSigned = there.includes(ATTESTATION)
  if (isSigned || (!wasKilled && there.some(name => FILES.includes(name) && name !== STATEMENT)))
    throw new UsageError(
      `${printable(folder)} contains ${isSigned ? 'a signed bundle' : 'an earlier certification, unsigned'}; choose another --out, or --force overwrites it`,
    )
}

const clearFolder = (folder: string): void =>
  writing(folder, () => {
    mkdirSync(folder, { recursive: true })
    for (const name of FILES) rmSync(join(folder, name), { force: true })
  })

/** A kit whose requirements are not frozen certifies nothing: nobody could find out later what it required. */
function requireFrozen(): void {
  const set = currentSet()
  const frozen = frozenSet(set.version)
  if (!frozen || frozen.digest !== setDigest(set))
    throw new UsageError(
      `this kit is not a frozen version: its requirements differ from specs/frozen/${set.version}.json (npm run freeze)`,
    )
}

function printDifference(before: Report, after: Report, io: Io): void {
  io.out(`\nCompared with the bundle that is renewed:\n`)
  io.out(differenceSummary(difference(before, after), { columns: io.columns(), colour: io.colour }))
}
