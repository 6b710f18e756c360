/**
 * Merges the shards of a run: reads them, checks that they belong together, then writes and reports the result of one
 * run.
 */
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Report } from '../../generated/formats.ts'
import { type EvidenceSink, lineOf } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { readBaseline } from '../gate/baseline-file.ts'
import { gated } from '../gate/gated.ts'
import { keepKilledRun } from '../out/killed-run.ts'
import { isSameFolder, lockFolder, writing } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import type { RunFlags } from '../run/run-flags.ts'
import { quoted, writeAndPrint } from '../run/write-and-print.ts'
import { UsageError } from '../usage-error.ts'
import { apisOf, unknownIn } from './apis-of.ts'
import { joinShards, type Shard } from './join-shards.ts'
import { type PartFile, partFile } from './part-file.ts'
import { claimsIn, exchangesIn, readRun, requireReport } from './read-run.ts'
import { printDamage } from './report.ts'

export type MergeFlags = Pick<RunFlags, 'out' | 'baseline' | 'requireComplete' | 'json' | 'verbose' | 'suites' | 'page'>

export async function merge(folders: readonly string[], flags: MergeFlags, io: Io): Promise<number> {
  refuseShardAsOut(folders, flags.out)
  const baseline = flags.baseline === undefined ? null : readBaseline(flags.baseline)
  const runs: Shard[] = []
  let contradictory = false
  for (const folder of folders) {
    const run = await readRun(folder, flags.suites, 'decisive')
    requireReport(folder, run, '; run that shard again')
    if (printDamage(folder, run, io)) contradictory = true
    const { report, claims: decisive } = run
    runs.push({ report, decisive, exchanges: () => exchangesIn(folder), claims: () => claimsIn(folder) })
  }
  if (contradictory) return 1
  const missing = belongTogether(runs, folders)
  for (const part of missing) io.err(`assay: shard ${part} is missing: ${remedy(part)}\n`)
  const known = await apisOf(flags.suites)
  const unknown = runs[0] && unknownIn(runs[0].report, known)
  if (unknown) throw new UsageError(unknown)
  keepKilledRun({ out: flags.out }, null, io)
  const unlock = lockFolder(flags.out)
  try {
    const joined = await joinedIn(flags.out, sink => joinShards(inOrder(runs), missing, sink, known))
    const requireComplete = flags.requireComplete ?? false
    const report = gated(joined, { baseline, own: joined.requirements, requireComplete, missing })
    await writeAndPrint(report, { silence: null, again: rerunCommandOf(folders, flags) }, flags, io)
    return report.gate.exitStatus
  } finally {
    unlock()
  }
}

function rerunCommandOf(folders: readonly string[], { out, suites, baseline }: MergeFlags): string {
  const words = ['npx --no-install assay merge', ...folders.map(quoted), `--out ${quoted(out)}`]
  if (suites !== undefined) words.push(`--suites ${quoted(suites)}`)
  if (baseline !== undefined) words.push(`--baseline ${quoted(baseline)}`)
  return words.join(' ')
}

function refuseShardAsOut(folders: readonly string[], out: string): void {
  if (folders.some(folder => isSameFolder(folder, out)))
    throw new UsageError(
      `--out ${printable(out)} is a shard to be merged, which it would overwrite; choose another folder`,
    )
}

function remedy(part: string): string {
  return part.startsWith('last/')
    ? `it holds what needs the target to itself; run it with --shard ${part} once the others are done, and merge again`
    : `run it with --shard ${part} and merge again`
}

/** Returns the names of missing shards that have something to judge. */
function belongTogether(runs: readonly Shard[], folders: readonly string[]): string[] {
  const seen = new Map<string, string>()
  const splits = runs.map(({ report: { run } }, index) => {
    const folder = printable(folders[index] ?? '')
    if (run.unfinished) throw new UsageError(`${folder} is a run that was killed; run that shard again`)
    if (run.shard === null || !run.split) throw new UsageError(`${folder} is not a shard of a run`)
    const other = seen.get(run.shard)
    if (other !== undefined) throw new UsageError(`${other} and ${folder} are both shard ${run.shard}`)
    seen.set(run.shard, folder)
    return run.split
  })
  const ofOtherRun = splits.findIndex(({ digest }) => digest !== splits[0]?.digest)
  if (ofOtherRun >= 0) {
    throw new UsageError(
      `${printable(folders[ofOtherRun] ?? '')} and ${printable(folders[0] ?? '')} are shards of different runs: ` +
        'kit, suites, target, scope, allowance, budget, seed and number of shards have to be the same',
    )
  }
  return splits[0]?.parts.filter(part => !seen.has(part)) ?? []
}

const inOrder = (runs: readonly Shard[]): Shard[] => [...runs].sort((a, b) => rank(a) - rank(b))

/** `last/4` comes after all others. */
const rank = ({ report }: Shard): number => Number.parseInt(report.run.shard ?? '', 10) || Number.MAX_SAFE_INTEGER

/**
 * Joins into files of this folder. They are written under other names until complete, because the folder may hold an
 * earlier merge; if joining fails, they are removed.
 */
async function joinedIn(
  folder: string,
  joining: (sink: Pick<EvidenceSink, 'exchange' | 'claim'>) => Promise<Report>,
): Promise<Report> {
  const open: PartFile[] = []
  const linesOf = (name: string): ((record: object) => void) => {
    const part = writing(folder, () => partFile(join(folder, name)))
    open.push(part)
    return record => writing(folder, () => part.write(`${lineOf(record)}\n`))
  }
  try {
    const joined = await joining({ exchange: linesOf('exchanges.ndjson'), claim: linesOf('claims.ndjson') })
    // The report is written last: a folder without a report is not taken for a finished run.
    for (const name of ['report.json', 'report.html']) rmSync(join(folder, name), { force: true })
    for (const part of open) part.finish()
    return joined
  } finally {
    for (const part of open) part.discard()
  }
}
