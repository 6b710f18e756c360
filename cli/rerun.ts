/** The requirements of a finished run that failed or could not be judged. */
import type { Report } from '../generated/formats.ts'
import { printable } from '../reports/index.ts'
import { addressText, hasAddressesOf } from './base-addresses.ts'
import { readRun, requireReport } from './finished/read-run.ts'
import { UsageError } from './usage-error.ts'

/**
 * Leaves out requirements that were not tried because credentials or permission are missing: a rerun would not change
 * that.
 */
export const unsettled = ({ requirements }: Report): string[] =>
  requirements
    .filter(({ verdict, planned }) => verdict === 'fail' || (verdict === 'unverified' && planned))
    .map(({ id }) => id)

/** Null if there are none. Throws if the run is of another target. */
export async function unsettledIn(folder: string, target: { readonly name: string }): Promise<string[] | null> {
  const run = await readRun(folder)
  requireReport(folder, run)
  const { report } = run
  if (report.target.name !== target.name || !hasAddressesOf(report.target, target)) {
    throw new UsageError(
      `${printable(folder)} is a run of ${named(report.target)}, and this is ${named(target)}: name its target file with --target`,
    )
  }
  const ids = unsettled(report)
  return ids.length === 0 ? null : ids
}

const named = (target: { readonly name: string }): string => printable(`${target.name} at ${addressText(target)}`)
