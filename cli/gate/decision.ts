/** The decision of the gate about a run, with its reasons: the exit status in words. */
import type { Report } from '../../generated/formats.ts'
import { exitStatus, isIdleShard } from '../exit-status.ts'

export type Decision = NonNullable<Report['gate']>

export interface Terms {
  readonly requireComplete: boolean
  readonly stale: readonly string[]
  /** The file of the baseline. */
  readonly baseline?: string | undefined
  /** Shards that are missing. */
  readonly missing?: readonly string[]
}

export function decisionOf(report: Report, terms: Terms): Decision {
  const { requireComplete, stale, baseline, missing = [] } = terms
  const own = exitStatus(report, requireComplete, stale.length > 0)
  const status = own === 0 && missing.length > 0 ? 3 : own
  const reasons = status === 0 ? tolerated(report) : objections(report, terms)
  return {
    passes: status === 0,
    exitStatus: status,
    why: reasons,
    ...(baseline !== undefined && { baseline }),
    stale: [...stale],
  }
}

function objections(report: Report, { requireComplete, stale, baseline, missing = [] }: Terms): string[] {
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail')
  const fresh = failed.filter(entry => !entry.baseline).length
  const unjudged = report.requirements.filter(({ verdict }) => verdict === 'unverified')
  const planned = unjudged.filter(entry => entry.planned && !entry.baseline)
  return [
    ...(report.run.interrupted ? ['the run was interrupted'] : []),
    ...(fresh > 0 ? [newFailures(fresh, failed.length, baseline)] : []),
    ...(stale.length > 0 ? [`${counted(stale.length, 'entry', 'entries')} of ${baseline} must be changed`] : []),
    ...(report.summary.outcome === 'invalid' && !isIdleShard(report) ? ['nothing could be judged'] : []),
    ...(planned.length > 0 ? [`${counted(planned.length)} could not be judged (${reasonsOf(planned)})`] : []),
    ...(requireComplete && unjudged.length > planned.length
      ? [`${counted(unjudged.length - planned.length)} not tried, and --require-complete asks for all`]
      : []),
    ...missing.map(part => `shard ${part} is missing`),
  ]
}

function tolerated(report: Report): string[] {
  const known = report.requirements.filter(({ verdict, baseline }) => verdict === 'fail' && baseline)
  const first = known.flatMap(entry => entry.known?.expires ?? []).sort()[0]
  const unjudged = report.requirements.filter(({ verdict }) => verdict === 'unverified')
  const behind = unjudged.filter(({ planned, baseline }) => planned && baseline).length
  const untried = unjudged.length - behind
  if (report.run.shard !== null && isIdleShard(report)) {
    const judged = report.requirements.some(({ verdict }) => ['pass', 'warn', 'fail'].includes(verdict))
    if (!judged) return [`no check in scope belongs to shard ${report.run.shard}`]
  }
  return [
    ...(known.length > 0
      ? [`${counted(known.length, 'known failure', 'known failures')}, tolerated until ${first ?? 'their last day'}`]
      : []),
    ...(behind > 0 ? [`${counted(behind)} that the baseline lists could not be judged`] : []),
    ...(untried > 0 && report.run.shard === null ? [`${counted(untried)} not tried, which is allowed`] : []),
  ]
}

function newFailures(fresh: number, all: number, baseline: string | undefined): string {
  if (baseline === undefined) return `${counted(fresh)} failed`
  return fresh === all
    ? `${counted(fresh)} failed, not in ${baseline}`
    : `${fresh} of ${all} failures ${fresh === 1 ? 'is' : 'are'} not in ${baseline}`
}

function reasonsOf(entries: readonly { readonly reason: string | null }[]): string {
  const counts = new Map<string, number>()
  for (const { reason } of entries) counts.set(reason ?? 'unknown', (counts.get(reason ?? 'unknown') ?? 0) + 1)
  return [...counts].map(([reason, count]) => (counts.size === 1 ? reason : `${reason} ${count}`)).join(', ')
}

const counted = (count: number, one = 'requirement', many = 'requirements'): string =>
  `${count} ${count === 1 ? one : many}`
