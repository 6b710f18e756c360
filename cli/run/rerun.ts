/** `run --rerun-failed`: what failed or could not be judged in a finished run. */
import type { Report } from '../../generated/formats.ts'
import { ConfigurationError } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { readRun, requireReport } from '../finished/read-run.ts'
import { isSameFolder } from '../out/out-folder.ts'
import type { Io } from '../process/io.ts'
import type { Subject } from '../reference/embedded-reference.ts'
import { UsageError } from '../usage-error.ts'
import { addressText, hasAddressesOf } from './base-addresses.ts'
import type { RunFlags } from './run-flags.ts'

/** The scope is what is unsettled in that run; null, and a sentence, if that is nothing. */
export async function rerunFlags(flags: RunFlags, { target }: Subject, io: Io): Promise<RunFlags | null> {
  const { rerunFailed: folder = '', out } = flags
  if (flags.only || flags.check)
    throw new ConfigurationError('--rerun-failed names the requirements: leave out --only and --check')
  if (isSameFolder(out, folder))
    throw new UsageError(
      `--out ${printable(out)} is the run whose failures are rerun, which it would overwrite; choose another folder`,
    )
  const report = await reportToRerun(folder, target)
  const only = unsettled(report)
  if (only.length > 0) return { ...flags, only }
  const say = flags.json ? io.err : io.out
  say(`Nothing in ${printable(folder)} failed or could not be judged.\n`)
  if (flags.json) io.out(`${JSON.stringify(report.summary)}\n`)
  return null
}

/**
 * Leaves out requirements that were not tried because credentials or permission are missing: a rerun would not change
 * that.
 */
export const unsettled = ({ requirements }: Report): string[] =>
  requirements
    .filter(({ verdict, planned }) => verdict === 'fail' || (verdict === 'unverified' && planned))
    .map(({ id }) => id)

/** Throws if the run is of another target. */
async function reportToRerun(folder: string, target: { readonly name: string }): Promise<Report> {
  const run = await readRun(folder)
  requireReport(folder, run)
  const { report } = run
  if (report.target.name !== target.name || !hasAddressesOf(report.target, target)) {
    throw new UsageError(
      `${printable(folder)} is a run of ${named(report.target)}, and this is ${named(target)}: name its target file with --target`,
    )
  }
  return report
}

const named = (target: { readonly name: string }): string => printable(`${target.name} at ${addressText(target)}`)
