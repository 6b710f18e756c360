/** Judges all deployments of one target file concurrently: a report for each, one table, and the worst exit status. */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../generated/formats.ts'
import { ConfigurationError, loadTarget } from '../harness/index.ts'
import { printable } from '../reports/index.ts'
import type { Io } from './io.ts'
import type { RunFlags } from './run-flags.ts'
import { UsageError } from './usage-error.ts'

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
  if (!flags.reporter?.includes('none')) say(table(results))
  const status = worst(results.map(one => one.status))
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
  const quiet: Io = { ...io, out: () => {}, err: text => io.err(lines(text)), live: false, screen: undefined }
  const { json: _json, ...rest } = flags
  try {
    const reporter = (flags.reporter ?? []).filter(one => one !== 'terminal')
    const status = await runOne({ ...rest, target: `${flags.target}#${name}`, out, reporter }, quiet)
    return { name, out, status, report: reportIn(out) }
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

function reportIn(folder: string): Report | null {
  const file = join(folder, 'report.json')
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Report) : null
}

const worst = (statuses: readonly number[]): number =>
  STATUSES.find(status => statuses.includes(status)) ?? Math.max(...statuses)

const COUNTS = ['pass', 'fail', 'warn', 'unverified', 'not-applicable'] as const

/** The failures of all deployments, and a line for each deployment. */
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
  const failed = results.flatMap(({ name, report }) =>
    (report?.requirements ?? [])
      .filter(({ verdict, baseline }) => verdict === 'fail' && !baseline)
      .map(({ id, sentence }) => `FAIL ${name}: ${id}\n     ${printable(sentence)}`),
  )
  return `\n${[...failed, ...(failed.length > 0 ? [''] : []), ...aligned].join('\n')}\n`
}
