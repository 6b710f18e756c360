/** Judges all deployments of one target file concurrently: a report for each, one table, and the worst exit status. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../generated/formats.ts'
import { ConfigurationError, loadTarget } from '../../harness/index.ts'
import { causesIn, failureBlock, isCutShort, printable } from '../../reports/index.ts'
import { readBaseline } from '../gate/baseline-file.ts'
import { neededByNone } from '../gate/gate.ts'
import { findExchanges } from '../out/find-exchanges.ts'
import type { Io } from '../process/io.ts'
import { UsageError } from '../usage-error.ts'
import type { RunFlags } from './run-flags.ts'
import { cleanAfter } from './write-and-print.ts'

interface Result {
  readonly name: string
  readonly out: string
  readonly status: number
  readonly report: Report | null
}

type RunOne = (flags: RunFlags, io: Io) => Promise<number>

/** Exit statuses, the worst first. */
const STATUSES = [130, 2, 1, 3, 0]

export async function runSeveral(names: readonly string[], flags: RunFlags, io: Io, runOne: RunOne): Promise<number> {
  for (const [flag, given] of Object.entries({
    open: flags.open,
    watch: flags.watch,
    'rerun-failed': flags.rerunFailed,
  }))
    if (given)
      throw new UsageError(`--${flag} is about one deployment: name it, such as --target ${flags.target}#${names[0]}`)
  // Mistakes in any of them are reported before a request is sent.
  for (const name of names) loadTarget(`${flags.target}#${name}`)
  if (flags.dryRun) return dryRuns(names, flags, io, runOne)
  const say = flags.json ? io.err : io.out
  if (!flags.reporter?.includes('none')) say(`Judging ${names.length} deployments side by side: ${names.join(', ')}\n`)
  const results = await Promise.all(names.map(name => judgeOne(name, flags, io, runOne)))
  if (!flags.reporter?.includes('none')) say(`\n${await failures(results, io)}${table(results)}`)
  const stale = staleIn(results, flags)
  for (const sentence of stale) io.err(`assay: stale baseline: ${printable(sentence)}\n`)
  const status = worst([...results.map(one => one.status), stale.length > 0 ? 1 : 0])
  if (flags.json)
    io.out(
      `${JSON.stringify({ exitStatus: status, targets: results.map(one => ({ name: one.name, out: one.out, exitStatus: one.status, summary: one.report?.summary ?? null })) })}\n`,
    )
  return status
}

async function judgeOne(name: string, flags: RunFlags, io: Io, runOne: RunOne): Promise<Result> {
  const out = join(flags.out, name)
  const lines = (text: string): string => text.replaceAll(/^(?=.)/gm, `${name}: `)
  // The output about each deployment is in its own report; only errors are printed while the runs are under way.
  const err = (text: string): void => io.err(lines(text))
  // The others print their message about Ctrl-C before the process ends.
  const exit = (status: number): void => void setImmediate(() => io.exit(status))
  const quiet: Io = { ...io, out: () => {}, err, exit, live: false, screen: undefined }
  const { json: _json, ...rest } = flags
  try {
    const reporter = (flags.reporter ?? []).filter(one => one !== 'terminal')
    const target = `${flags.target}#${name}`
    const status = await runOne({ ...rest, target, out, reporter }, quiet)
    const report = reportIn(out)
    if (report && isCutShort(report)) err(`Remove what it left behind: ${cleanAfter(report.run.id, target, out)}\n`)
    return { name, out, status, report }
  } catch (error) {
    if (!(error instanceof ConfigurationError)) throw error
    io.err(`${name}: ${printable(error.message)}\n`)
    return { name, out, status: 2, report: null }
  }
}

async function dryRuns(names: readonly string[], flags: RunFlags, io: Io, runOne: RunOne): Promise<number> {
  const statuses: number[] = []
  for (const name of names) {
    if (!flags.json) io.out(`${name}\n`)
    statuses.push(await runOne({ ...flags, target: `${flags.target}#${name}` }, io))
  }
  return worst(statuses)
}

/** Which entries of the baseline no deployment needs, if all of them were judged. */
function staleIn(results: readonly Result[], { baseline }: RunFlags): string[] {
  const reports = results.flatMap(({ report }) => report ?? [])
  const isWhole = reports.length === results.length && !reports.some(({ run }) => run.interrupted)
  return baseline === undefined || !isWhole ? [] : neededByNone(reports, readBaseline(baseline))
}

function reportIn(folder: string): Report | null {
  const file = join(folder, 'report.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
}

const worst = (statuses: readonly number[]): number =>
  STATUSES.find(status => statuses.includes(status)) ?? Math.max(...statuses)

const COUNTS = ['pass', 'fail', 'warn', 'unverified', 'not-applicable'] as const

/** The failures of all deployments, each as a run of that deployment alone prints it. */
async function failures(results: readonly Result[], { columns, colour }: Io): Promise<string> {
  const blocks: string[] = []
  for (const { name, out, report } of results) {
    if (!report) continue
    const causes = causesIn(report, 'fail').filter(({ entry }) => !entry.baseline)
    const shown = causes.flatMap(({ entry: { exchanges, meanwhile = [] } }) => [...exchanges, ...meanwhile])
    const found = await findExchanges(join(out, 'exchanges.ndjson'), new Set(shown))
    const layout = { columns: columns(), colour, contract: report.contract, deployment: name }
    for (const { entry, others } of causes)
      blocks.push(`${failureBlock(entry, report.target, n => found.get(n), layout, others)}\n\n`)
  }
  return blocks.join('')
}

/** A line for each deployment. */
function table(results: readonly Result[]): string {
  const rows = [
    ['deployment', 'outcome', ...COUNTS, 'requests', 'exit', 'report'],
    ...results.map(({ name, out, status, report }) => [
      ...[name, report?.summary.outcome ?? 'not run'],
      ...COUNTS.map(count => String(report?.summary.counts[count] ?? '-')),
      ...[String(report?.run.exchanges ?? '-'), String(status), out],
    ]),
  ]
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map(row => row[column]?.length ?? 0)))
  const aligned = rows.map(row =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  )
  return `${aligned.join('\n')}\n`
}
