/** Writes the report of a run and prints the result. */
import { join } from 'node:path'
import { printable, summary } from '../../reports/index.ts'
import { type Format, isFormat } from '../finished/formats.ts'
import type { Written } from '../finished/write-formats.ts'
import { type Gated, printGate } from '../gate/gated.ts'
import { findExchanges } from '../out/find-exchanges.ts'
import { writeReport } from '../out/write-report.ts'
import type { Io } from '../process/io.ts'
import { shardText } from '../shards/shard-name.ts'
import { DEFAULT_OUT, defaultOut, type RunFlags } from './run-flags.ts'

interface RunCircumstances {
  /** A sentence if no request of the run got a reply; else null. */
  readonly silence: string | null
  /** Absent where no run was made: shards are merged. */
  readonly seconds?: number
  /** The command line that repeats the run; absent for a certification. */
  readonly again?: string
}

/** Where the report is written, and what is printed. */
interface OutputFlags extends Pick<RunFlags, 'out' | 'target' | 'reporter' | 'json' | 'verbose' | 'page' | 'shard'> {
  /** Further files that the command writes to the folder. */
  readonly also?: readonly string[]
}

export async function writeAndPrint(
  report: Gated,
  result: RunCircumstances,
  flags: OutputFlags,
  io: Io,
): Promise<void> {
  const reporters = flags.reporter ?? ['terminal']
  const file = (name: string): string => join(flags.out, name)
  writeReport(flags.out, report)
  const say = flags.json ? io.err : io.out
  const { names: forms, failure } = await writeOtherFormats(formatsFor(reporters, flags), flags.out, say)
  const names = ['report.json', 'exchanges.ndjson', 'claims.ndjson', ...forms, ...(flags.also ?? [])]
  if (result.silence !== null && !report.run.interrupted) {
    io.err(`assay: ${result.silence}\n`)
    if (reporters.includes('terminal')) say(`Reports: ${printable(flags.out)}: ${names.join(', ')}\n`)
  } else if (reporters.includes('terminal')) {
    const broken = report.requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
    const found = await findExchanges(
      file('exchanges.ndjson'),
      new Set(broken.flatMap(({ exchanges, meanwhile = [] }) => [...exchanges, ...meanwhile])),
    )
    const { again, seconds } = result
    const layout = { columns: io.columns(), colour: io.colour, verbose: flags.verbose ?? false }
    const clean = flags.target === undefined ? undefined : cleanAfter(report.run.id, flags.target, flags.out)
    const where = { folder: flags.out, files: names, ...(again && { again }), ...(clean && { clean }) }
    say(summary(report, { ...layout, ...(seconds !== undefined && { seconds }), find: n => found.get(n), ...where }))
  } else printGate(report, io)
  if (flags.json) io.out(`${JSON.stringify(report.summary)}\n`)
  if (failure !== null) throw failure
}

/** Includes the page, unless it was switched off. The results of a single shard are shown when the shards are merged. */
function formatsFor(reporters: readonly string[], { page, shard }: OutputFlags): readonly Format[] {
  const wanted = reporters.filter(isFormat)
  const also = page !== false && !shard && !reporters.includes('none')
  return also && !wanted.includes('html') ? ['html', ...wanted] : wanted
}

/** Writes the other formats from the files just written. */
async function writeOtherFormats(formats: readonly Format[], folder: string, say: Io['out']): Promise<Written> {
  if (formats.length === 0) return { names: [], failure: null }
  const { readRun } = await import('../finished/read-run.ts')
  const { printed, writeFormats } = await import('../finished/write-formats.ts')
  const run = await readRun(folder)
  const text = printed(run, formats)
  if (text !== '') say(text)
  return writeFormats(run, formats, folder)
}

/** The command line that removes what a run left behind. */
export const cleanAfter = (run: string, target: string, out?: string): string =>
  `npx --no-install assay clean --target ${quoted(target)} --run ${run}${out === undefined ? '' : ` --out ${quoted(out)}`}`

/** The command line that repeats the run. */
export function rerunCommand(flags: RunFlags): string {
  const words = ['npx --no-install assay run']
  if (flags.target !== undefined) words.push(`--target ${quoted(flags.target)}`)
  if (flags.featureLevel !== undefined) words.push(`--feature-level ${flags.featureLevel}`)
  if (flags.profile !== 'everything') words.push(`--profile ${flags.profile}`)
  if (flags.rerunFailed !== undefined) words.push(`--rerun-failed ${quoted(flags.rerunFailed)}`)
  else for (const pattern of flags.only ?? []) words.push(`--only ${quoted(pattern)}`)
  for (const id of flags.check ?? []) words.push(`--check ${quoted(id)}`)
  if (flags.allow && flags.allow.length > 0) words.push(`--allow ${flags.allow.join(',')}`)
  if (flags.budget !== 'standard') words.push(`--budget ${flags.budget}`)
  if (flags.requests !== undefined) words.push(`--requests ${flags.requests}`)
  if (flags.maxRequests !== undefined) words.push(`--max-requests ${flags.maxRequests}`)
  if (flags.path !== undefined) words.push(`--path ${quoted(flags.path)}`)
  if (flags.contract !== undefined) words.push(`--contract ${quoted(flags.contract)}`)
  if (flags.suites !== undefined) words.push(`--suites ${quoted(flags.suites)}`)
  if (flags.shard) words.push(`--shard ${shardText(flags.shard)}`)
  words.push(`--seed ${flags.seed}`)
  if (flags.baseline !== undefined) words.push(`--baseline ${quoted(flags.baseline)}`)
  if (flags.bail) words.push('--bail')
  if (flags.retryUnreachable) words.push('--retry-unreachable')
  if (flags.requireComplete) words.push('--require-complete')
  if (flags.out !== defaultOut(flags)) words.push(`--out ${quoted(flags.out)}`)
  return words.join(' ')
}

/** The options of judge and proxy that decide what is judged, and what the gate says about it. */
export function sharedWords({
  profile,
  only,
  baseline,
  requireComplete,
  out,
}: Pick<RunFlags, 'profile' | 'only' | 'baseline' | 'requireComplete' | 'out'>): string[] {
  return [
    ...(profile === 'everything' ? [] : [`--profile ${quoted(profile)}`]),
    ...(only ?? []).map(pattern => `--only ${quoted(pattern)}`),
    ...(baseline === undefined ? [] : [`--baseline ${quoted(baseline)}`]),
    ...(requireComplete ? ['--require-complete'] : []),
    ...(out === DEFAULT_OUT ? [] : [`--out ${quoted(out)}`]),
  ]
}

export const quoted = (word: string): string =>
  /^[\w./:@=-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`
