/**
 * Writes a baseline with the failures of finished runs, one of each deployment, and with what could not be judged because of
 * them; keeps older entries about both and about what was not judged.
 */
import { existsSync } from 'node:fs'
import { requirements } from '../../generated/catalogue.ts'
import type { JudgedRequirement, Report } from '../../generated/formats.ts'
import { printable } from '../../reports/index.ts'
import { baselineText, type KnownFailure, readBaseline } from '../gate/baseline-file.ts'
import { writeWhole } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import { UsageError } from '../usage-error.ts'
import { readRun, runFoldersIn } from './read-run.ts'
import { printDamage } from './report.ts'

export interface BaselineFlags {
  readonly out?: string
  readonly reason?: string
  readonly ticket?: string
  readonly expires?: string
}

const DAYS = 30

export async function baseline(folders: readonly string[], flags: BaselineFlags, io: Io): Promise<number> {
  const reports: Report[] = []
  for (const folder of folders.flatMap(runFoldersIn)) {
    const run = await readRun(folder)
    if (printDamage(folder, run, io)) return 1
    if (run.report.run.shard !== null) {
      throw new UsageError(`${printable(folder)} is shard ${run.report.run.shard}; merge the shards first`)
    }
    reports.push(run.report)
  }
  const before = flags.out !== undefined && existsSync(flags.out) ? readBaseline(flags.out).entries : []
  const failed = new Map<string, KnownFailure>()
  for (const report of reports)
    for (const entry of report.requirements.filter(isKnownFrom(report)))
      if (!failed.has(entry.id)) failed.set(entry.id, known(entry, report, before, flags))
  const untouched = before.filter(
    entry => !failed.has(entry.requirement) && !reports.every(report => isJudged(entry, report)),
  )
  const text = baselineText([...failed.values(), ...untouched])
  if (flags.out === undefined) {
    io.out(text)
    return 0
  }
  writeWhole(flags.out, text)
  const old = before.filter(({ requirement }) => failed.has(requirement)).length
  const kept = old + untouched.length
  io.out(`${printable(flags.out)}: ${failed.size - old} added, ${kept} kept, ${before.length - kept} removed\n`)
  return 0
}

/** A failure, or what could not be judged because the target did not do what other requirements ask for. */
const isKnownFrom = ({ requirements: all }: Report) => {
  const someFailed = all.some(({ verdict }) => verdict === 'fail')
  return ({ verdict, planned, reason }: JudgedRequirement): boolean =>
    verdict === 'fail' ||
    (someFailed && verdict === 'unverified' && planned === true && reason === 'prerequisite-failed')
}

/** A run that left the requirement out, or could not judge it, does not show that it no longer fails. */
function isJudged({ requirement }: KnownFailure, { requirements: judged }: Report): boolean {
  const entry = judged.find(({ id }) => id === requirement)
  if (!entry) return !requirements.some(({ id }) => id === requirement)
  return entry.verdict !== 'unverified'
}

function known(
  { id, verdict }: JudgedRequirement,
  { run }: Report,
  before: readonly KnownFailure[],
  flags: BaselineFlags,
): KnownFailure {
  const old = before.find(({ requirement }) => requirement === id)
  return {
    requirement: id,
    reason:
      flags.reason ??
      old?.reason ??
      `${verdict === 'fail' ? 'failed' : 'could not be judged'} in run ${run.id} of ${run.startedAt.slice(0, 10)}; say why it is tolerated`,
    ticket: flags.ticket ?? old?.ticket ?? 'none yet',
    expires: flags.expires ?? old?.expires ?? new Date(Date.now() + DAYS * 86_400_000).toISOString().slice(0, 10),
  }
}
