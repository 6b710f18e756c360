/** What a finished run left to do: the requirements that failed or could not be judged. */
import type { Report } from '../generated/formats.ts'
import { printable } from '../reports/index.ts'
import { readRun, requireReport } from './finished/read-run.ts'
import { UsageError } from './usage-error.ts'

/** What was never tried, for want of credentials or permission, is left out: another run changes nothing about it. */
export const unsettled = ({ requirements }: Report): string[] =>
  requirements
    .filter(({ verdict, planned }) => verdict === 'fail' || (verdict === 'unverified' && planned))
    .map(({ id }) => id)

/** Null where nothing is left; the run has to be one of the same target. */
export async function unsettledIn(folder: string, target: { readonly name: string }): Promise<string[] | null> {
  const run = await readRun(folder)
  requireReport(folder, run)
  const { report } = run
  if (report.target.name !== target.name) {
    throw new UsageError(
      `${printable(folder)} is a run of ${printable(report.target.name)}, and this is ${printable(target.name)}: name its target file with --target`,
    )
  }
  const ids = unsettled(report)
  return ids.length === 0 ? null : ids
}
