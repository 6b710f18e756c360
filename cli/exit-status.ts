/** The exit status of a run, from its report alone. */
import type { Report } from '../generated/formats.ts'

export function exitStatus(report: Report, requireComplete: boolean): number {
  if (report.run.interrupted) return 130
  if (report.summary.counts.fail > 0) return 1
  if (report.summary.outcome === 'invalid') return 3
  const unjudged = report.requirements.filter(({ verdict }) => verdict === 'unverified')
  return unjudged.some(({ planned }) => planned || requireComplete) ? 3 : 0
}
