/** `assay run`: loads the target, runs the suites, writes the report and prints the result. */
import { resolve } from 'node:path'
import type { Report } from '../../generated/formats.ts'
import {
  apisIn,
  ConfigurationError,
  type EvidenceSink,
  run as judge,
  loadTarget,
  planRun,
  type RunResult,
  requireProvisioner,
  targetNames,
  unknownNames,
  unmatched,
} from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { forecastOf, noForecast } from '../forecast/forecast.ts'
import { type Baseline, readBaseline } from '../gate/baseline-file.ts'
import { gated } from '../gate/gated.ts'
import type { LiveRun } from '../live-page/live-run.ts'
import { evidenceIn, stoppingOnFailure } from '../out/evidence-in.ts'
import { keepKilledRun } from '../out/killed-run.ts'
import { writeReport } from '../out/write-report.ts'
import { withOwnSuites } from '../own/own-suites.ts'
import type { Io } from '../process/io.ts'
import type { Subject } from '../reference/embedded-reference.ts'
import { affordable } from './affordable.ts'
import type { RunFlags, RunScope } from './run-flags.ts'
import { silenceOf } from './silence.ts'
import { watchRun } from './watch-run.ts'
import { cleanAfter, quoted, rerunCommand, writeAndPrint } from './write-and-print.ts'

export async function run(given: RunFlags, io: Io): Promise<number> {
  const names = given.target === undefined ? null : targetNames(given.target)
  if (names) return await (await import('./run-several.ts')).runSeveral(names, given, io, run)
  const subject = await subjectOf(given)
  const flags =
    given.rerunFailed === undefined ? given : await (await import('./rerun.ts')).rerunFlags(given, subject, io)
  if (flags === null) return 0
  const baseline = flags.baseline === undefined ? null : readBaseline(flags.baseline)
  const scope = await scopeOf(flags, subject, baseline)
  for (const sentence of unmatched(planRun(scope), scope.only, scope.areas))
    io.err(`assay: --only ${printable(sentence)}\n`)
  if (scope.budget !== flags.budget)
    io.err(
      `assay: at most ${flags.maxRequests} requests: they are those of the ${scope.budget} budget, which tell most\n`,
    )
  for (const sentence of unknownNames(scope.target, apisIn(scope.areas))) io.err(`assay: ${printable(sentence)}\n`)
  await requireProvisioner(scope.target, apisIn(scope.areas))
  const quoted = await quoter(flags, subject, scope.own)
  if (flags.dryRun) return await (await import('./dry-run.ts')).dryRun(scope, flags.json ?? false, io)
  const startedAt = performance.now()
  const live = flags.open ? await openLive(io) : null
  const { report: seen, mistakes, silence } = await judgeTarget(flags, scope, subject, io, live)
  const requireComplete = flags.requireComplete ?? false
  const report = gated(quoted(seen), { baseline, own: scope.own, requireComplete, target: flags.target })
  printMistakes(mistakes, io)
  const seconds = (performance.now() - startedAt) / 1000
  await writeAndPrint(report, { silence, seconds, again: rerunCommand(flags) }, flags, io)
  await live?.end(flags.out)
  return report.gate.exitStatus
}

/** Adds quotes from the contract to a report, if there is a copy of it. A wrong folder is reported before the run. */
async function quoter(
  { contract: said }: RunFlags,
  { target }: Subject,
  own: RunScope['own'],
): Promise<(report: Report) => Report> {
  const folder = said ?? (target.contract === undefined ? undefined : resolve(target.folder, target.contract))
  if (folder === undefined) return report => report
  const { citedIn, readContract } = await import('../contract/read-contract.ts')
  const contract = readContract(folder, own)
  return report => ({ ...report, contract: citedIn(contract, report.requirements) })
}

export async function subjectOf({ target: file, featureLevel }: RunFlags): Promise<Subject> {
  if (file === undefined) return (await import('../reference/embedded-reference.ts')).embeddedReference(featureLevel)
  const target = loadTarget(file)
  if (featureLevel === undefined) return { target }
  if (!target.messaging) throw new ConfigurationError(`${file} has no messaging API that could have a feature level`)
  return { target: { ...target, claims: featureLevel, messaging: { ...target.messaging, featureLevel } } }
}

/** The embedded reference is our own: everything is allowed there, unless the user restricts it. */
export async function scopeOf(flags: RunFlags, { target }: Subject, baseline: Baseline | null): Promise<RunScope> {
  const { profile, budget, seed } = flags
  const allow = flags.allow ?? (target.file === null ? (['write', 'destructive'] as const) : [])
  const { areas, requirements: own } = await withOwnSuites(flags.suites)
  if (flags.path !== undefined && flags.only?.length !== 1)
    throw new ConfigurationError('--path is about one requirement: name it with --only')
  const known = new Set(baseline?.entries.map(({ requirement }) => requirement))
  const asked: RunScope = {
    ...{ target, areas, only: flags.only ?? [], profile, allow, budget, seed, own },
    ...{ checks: flags.check, requests: flags.requests, maxRequests: flags.maxRequests, path: flags.path },
    ...(flags.bail && { bail: (requirement: string) => !known.has(requirement) }),
    ...(flags.retryUnreachable && { retryUnreachable: true }),
  }
  if (flags.path !== undefined) (await import('./one-counterexample.ts')).requireOneGenerated(asked)
  const scope = { ...asked, budget: affordable(asked, budget, flags.maxRequests) }
  if (!flags.shard) return scope
  const { shareOf, underRateLimitOf } = await import('../shards/cut.ts')
  return { ...scope, target: underRateLimitOf(target, flags.shard), share: await shareOf(scope, flags.shard) }
}

interface Judged extends RunResult {
  /** A sentence if no request of the run got a reply; else null. */
  readonly silence: string | null
}

const openLive = async (io: Io): Promise<LiveRun> => (await import('../live-page/live-run.ts')).liveRun(io)

export async function judgeTarget(
  flags: RunFlags,
  scope: RunScope,
  subject: Subject,
  io: Io,
  live: LiveRun | null = null,
): Promise<Judged> {
  let run: string | null = null
  const stop = new AbortController()
  const quiet = flags.reporter?.includes('none') ?? false
  const watch = watchRun(io, quiet, () => (isLong(flags) ? forecastOf(flags) : noForecast()))
  const stopListening = io.onInterrupt(() => {
    if (stop.signal.aborted) {
      watch.stop()
      io.err(`assay: stopped. The evidence so far is in ${printable(flags.out)}.${cleaning(run, flags)}\n`)
      return io.exit(130)
    }
    watch.interrupted('assay: interrupted; finishing what is in flight. Ctrl-C again stops at once.\n')
    stop.abort()
  })
  keepKilledRun(flags, scope.target, io)
  const files = stoppingOnFailure(evidenceIn(flags.out), flags.out, stop)
  const silence = silenceOf()
  const sink: EvidenceSink = {
    ...files,
    exchange: record => {
      silence.add(record)
      watch.exchange(record)
      live?.exchange(record)
      files.exchange(record)
    },
    claim: record => {
      watch.claim(record)
      live?.claim(record)
      files.claim(record)
    },
  }
  try {
    const result = await judge({
      ...scope,
      sink,
      signal: stop.signal,
      onStart: report => {
        run = report.run.id
        writeReport(flags.out, report)
        watch.start(report)
        live?.start(report)
      },
      onProgress: watch.progress,
      ...(flags.target === undefined && { throwaway: 'interrupted' as const }),
      ...{ transport: subject.transport, clock: subject.clock },
    })
    const failure = files.failed()
    if (failure) throw failure
    const { wrongAddresses: wrong, report } = result
    const nothing = report.summary.outcome === 'invalid' && wrong.length > 0
    if (!nothing) for (const sentence of wrong) io.err(`assay: ${printable(sentence)}\n`)
    return {
      ...result,
      silence: withNext(
        silence.sentence() ?? (nothing ? printable(`${wrong.join('; ')}; nothing was judged`) : null),
        flags,
      ),
    }
  } finally {
    files.close()
    watch.stop()
    stopListening()
  }
}

/** How to remove what a run left in a target that stays. */
const cleaning = (run: string | null, { target, out }: Pick<RunFlags, 'target' | 'out'>): string =>
  target === undefined || run === null ? '' : `\nRemove what it left behind: ${cleanAfter(run, target, out)}`

/** After a run that judged nothing, names the command that finds the reason. */
function withNext(sentence: string | null, { target, suites }: Pick<RunFlags, 'target' | 'suites'>): string | null {
  if (sentence === null || target === undefined) return sentence
  const own = suites === undefined ? '' : ` --suites ${quoted(suites)}`
  return `${sentence}\nNext: npx --no-install assay doctor --target ${quoted(target)}${own}`
}

/**
 * No forecast for the embedded reference, which is done before it would be, nor for a shard, whose part of the run it
 * does not know.
 */
const isLong = ({ target, shard }: RunFlags): boolean => target !== undefined && shard === undefined

export function printMistakes(mistakes: RunResult['mistakes'], io: Io): void {
  for (const { check, error } of mistakes)
    io.err(`assay: internal error of the kit in check ${check}: ${inLines(error)}\n`)
}

/** The message of an error, and the two innermost lines of its stack. */
function inLines({ message, stack }: Error): string {
  const frames = (stack ?? '').split('\n').filter(line => /^\s+at /.test(line))
  return [message, ...frames.slice(0, 2).map(line => line.trim())].map(printable).join('\n    ')
}
