/** Judges a target: loads it, runs the suites, writes the report, tells what came out. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../generated/formats.ts'
import {
  type Budget,
  ConfigurationError,
  type EvidenceSink,
  fileSink,
  run as judge,
  loadTarget,
  planRun,
  type RunOptions,
  type RunResult,
} from '../harness/index.ts'
import { junit, printable, progressLine, summary, tally } from '../reports/index.ts'
import { suites } from '../suites/index.ts'
import { dryRun } from './dry-run.ts'
import { embeddedReference, type Subject } from './embedded-reference.ts'
import { exitStatus } from './exit-status.ts'
import { findExchanges } from './find-exchanges.ts'
import type { Io } from './io.ts'
import { UsageError } from './usage-error.ts'

export interface RunFlags {
  readonly target?: string
  readonly out: string
  readonly only?: readonly string[]
  readonly profile: string
  readonly allow?: readonly ('write' | 'destructive')[]
  readonly featureLevel?: number
  readonly seed: number
  readonly budget: Budget
  readonly reporter?: readonly string[]
  readonly dryRun?: boolean
  readonly requireComplete?: boolean
  readonly json?: boolean
}

export async function run(flags: RunFlags, io: Io): Promise<number> {
  try {
    const subject = subjectOf(flags)
    const scope = scopeOf(flags, subject)
    planRun(scope)
    if (flags.dryRun) return await dryRun(scope, flags.json ?? false, io)
    const { report, mistakes } = await judged(flags, scope, subject, io)
    for (const { check, error } of mistakes) {
      io.err(`assay: internal error of the kit in check ${check}: ${printable(error.stack ?? error.message)}\n`)
    }
    await told(report, flags, io)
    return exitStatus(report, flags.requireComplete ?? false)
  } catch (error) {
    if (error instanceof ConfigurationError) throw new UsageError(error.message)
    throw error
  }
}

function subjectOf({ target: file, featureLevel }: RunFlags): Subject {
  if (file === undefined) return embeddedReference(featureLevel)
  const target = loadTarget(file)
  if (featureLevel === undefined) return { target }
  if (!target.messaging) throw new ConfigurationError(`${file} has no messaging API that could have a feature level`)
  return { target: { ...target, messaging: { ...target.messaging, featureLevel } } }
}

export type RunScope = Pick<RunOptions, 'target' | 'areas'> &
  Required<Pick<RunOptions, 'only' | 'profile' | 'allow' | 'budget' | 'seed'>>

/** The embedded reference is ours: everything is allowed there unless the user says otherwise. */
function scopeOf(flags: RunFlags, { target }: Subject): RunScope {
  const { profile, budget, seed } = flags
  const allow = flags.allow ?? (target.file === null ? (['write', 'destructive'] as const) : [])
  return { target, areas: suites, only: flags.only ?? [], profile, allow, budget, seed }
}

async function judged(flags: RunFlags, scope: RunScope, subject: Subject, io: Io): Promise<RunResult> {
  const stop = new AbortController()
  const standing = tally()
  const quiet = flags.reporter?.includes('none') ?? false
  const progress = progressLine({
    live: io.live,
    columns: io.columns,
    write: quiet ? () => {} : io.err,
    now: () => performance.now(),
    counts: standing.counts,
  })
  const stopListening = io.onInterrupt(() => {
    progress.stop()
    if (stop.signal.aborted) return io.exit(130)
    io.err('assay: interrupted; finishing what is in flight. Ctrl-C again stops at once.\n')
    stop.abort()
  })
  const files = evidenceIn(flags.out)
  const sink: EvidenceSink = {
    ...files,
    claim: record => {
      standing.add(record)
      files.claim(record)
    },
  }
  try {
    return await judge({
      ...scope,
      sink,
      signal: stop.signal,
      onProgress: state => progress.update(state),
      ...(subject.transport && { transport: subject.transport }),
    })
  } finally {
    progress.stop()
    stopListening()
  }
}

function evidenceIn(folder: string): EvidenceSink {
  try {
    mkdirSync(folder, { recursive: true })
    for (const name of ['report.json', 'junit.xml']) rmSync(join(folder, name), { force: true })
    return fileSink(folder)
  } catch (error) {
    throw new UsageError(`${folder} cannot be written (${(error as { code?: string }).code ?? 'unknown error'})`)
  }
}

async function told(report: Report, flags: RunFlags, io: Io): Promise<void> {
  const reporters = flags.reporter ?? ['terminal']
  const file = (name: string): string => join(flags.out, name)
  writeFileSync(file('report.json'), `${JSON.stringify(report, null, 2)}\n`)
  if (reporters.includes('junit')) writeFileSync(file('junit.xml'), junit(report))
  const say = flags.json ? io.err : io.out
  const silence = unreachable(report)
  if (silence !== null) io.err(`assay: ${silence}\n`)
  else if (reporters.includes('terminal')) {
    const broken = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    const found = await findExchanges(file('exchanges.ndjson'), new Set(broken.flatMap(({ exchanges }) => exchanges)))
    const names = [
      'report.json',
      'exchanges.ndjson',
      'claims.ndjson',
      ...(reporters.includes('junit') ? ['junit.xml'] : []),
    ]
    const layout = { columns: io.columns(), colour: io.colour }
    say(summary(report, { ...layout, find: n => found.get(n), folder: flags.out, files: names, again: again(flags) }))
  }
  if (flags.json) io.out(`${JSON.stringify(report.summary)}\n`)
}

/** One sentence where no request of the run got a reply; null otherwise. */
function unreachable(report: Report): string | null {
  const tried = report.requirements.filter(({ verdict, planned }) => verdict === 'unverified' && planned)
  const dead = tried.length > 0 && tried.every(({ reason }) => reason === 'unreachable')
  if (report.summary.outcome !== 'invalid' || report.run.interrupted || !dead) return null
  const whys = new Set(tried.flatMap(({ message }) => (message === null ? [] : [message])))
  return `${printable([...whys].join('; '))}; nothing was judged`
}

function again(flags: RunFlags): string {
  const words = ['npx assay run']
  if (flags.target !== undefined) words.push(`--target ${quoted(flags.target)}`)
  if (flags.featureLevel !== undefined) words.push(`--feature-level ${flags.featureLevel}`)
  if (flags.profile !== 'everything') words.push(`--profile ${flags.profile}`)
  for (const pattern of flags.only ?? []) words.push(`--only ${quoted(pattern)}`)
  if (flags.allow && flags.allow.length > 0) words.push(`--allow ${flags.allow.join(',')}`)
  if (flags.budget !== 'standard') words.push(`--budget ${flags.budget}`)
  return `${words.join(' ')} --seed ${flags.seed}`
}

const quoted = (word: string): string => (/^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)
