/** The exit status of a run, from its report alone. */
import type { Report } from '../generated/formats.ts'

/** `stale`: an entry of the baseline is no longer true. */
export function exitStatus(report: Report, requireComplete: boolean, stale = false): number {
  if (report.run.interrupted) return 130
  if (stale || report.requirements.some(({ verdict, baseline }) => verdict === 'fail' && !baseline)) return 1
  if (report.summary.outcome === 'invalid' && !isIdleShard(report)) return 3
  const unjudged = report.requirements.filter(({ verdict }) => verdict === 'unverified')
  return unjudged.some(({ planned, baseline }) => (planned && !baseline) || requireComplete) ? 3 : 0
}

/** A shard that got none of the checks in scope. */
export const isIdleShard = ({ run, requirements }: Report): boolean =>
  run.shard !== null && !requirements.some(({ verdict, planned }) => verdict === 'unverified' && planned)
