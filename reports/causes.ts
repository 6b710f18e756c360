/** Failures and warnings by cause: the requirement about the cause itself, and those that fail along with it. */
import type { JudgedRequirement, Report } from '../generated/formats.ts'

export interface Caused {
  readonly entry: JudgedRequirement
  /** Requirements that fail for the same cause. */
  readonly others: readonly JudgedRequirement[]
}

/**
 * Causes whose first requirement has this verdict, in the report's order. A requirement without a listed cause is its
 * own cause.
 */
export function causesIn(report: Pick<Report, 'requirements' | 'causes'>, verdict: 'fail' | 'warn'): Caused[] {
  const broken = report.requirements.filter(entry => entry.verdict === 'fail' || entry.verdict === 'warn')
  const byId = new Map(broken.map(entry => [entry.id, entry]))
  const causes = (report.causes ?? []).flatMap(({ requirement, others }) => {
    const entry = byId.get(requirement)
    return entry ? [{ entry, others: others.flatMap(id => byId.get(id) ?? []) }] : []
  })
  const caused = new Set(causes.flatMap(({ entry, others }) => [entry, ...others]))
  const alone = broken.filter(entry => !caused.has(entry)).map(entry => ({ entry, others: [] }))
  const order = new Map(broken.map((entry, index) => [entry, index]))
  return [...causes, ...alone]
    .filter(({ entry }) => entry.verdict === verdict)
    .sort((a, b) => (order.get(a.entry) ?? 0) - (order.get(b.entry) ?? 0))
}

/** `21 failures, 13 causes`; without the causes if each failure has its own. */
export function causeCount(causes: readonly Caused[], verdict: 'fail' | 'warn'): string {
  const all = causes.reduce(
    (sum, { entry, others }) => sum + [entry, ...others].filter(one => one.verdict === verdict).length,
    0,
  )
  const [one, many] = verdict === 'fail' ? ['failure', 'failures'] : ['warning', 'warnings']
  const counted = `${all} ${all === 1 ? one : many}`
  return all === causes.length ? counted : `${counted}, ${causes.length} ${causes.length === 1 ? 'cause' : 'causes'}`
}

/** The requirement about the cause of each failure, by the failure's id. Causes themselves have no entry. */
export function causeOf(report: Pick<Report, 'causes'>): ReadonlyMap<string, string> {
  return new Map(
    (report.causes ?? []).flatMap(({ requirement, others }) => others.map(id => [id, requirement] as const)),
  )
}
