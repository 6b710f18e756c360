/** The budget that a limited number of requests is spent on: what the quick one sends tells most, and comes before all else. */
import { type Budget, planRun } from '../harness/index.ts'
import type { RunScope } from './run-flags.ts'

/** Quick where there may be fewer requests than its checks send when each sends at least one of its own; else what was asked for. */
export function affordable(scope: Omit<RunScope, 'budget'>, budget: Budget, maxRequests: number | undefined): Budget {
  if (maxRequests === undefined || budget === 'quick') return budget
  const { checks, visits } = planRun({ ...scope, budget: 'quick' })
  const atQuick = [...checks, ...visits].reduce((sum, { places }) => sum + Math.max(1, places?.length ?? 0), 0)
  return maxRequests < atQuick ? 'quick' : budget
}
