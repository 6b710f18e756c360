/** The budget for a limited number of requests: the quick checks find most faults, so they come first. */
import { type Budget, planRun } from '../../harness/index.ts'
import type { RunScope } from './run-flags.ts'

/**
 * `quick` if the limit is lower than the number of requests that the quick checks need at least; else the requested
 * budget.
 */
export function affordable(scope: Omit<RunScope, 'budget'>, budget: Budget, maxRequests: number | undefined): Budget {
  if (maxRequests === undefined || budget === 'quick') return budget
  const { checks, visits } = planRun({ ...scope, budget: 'quick' })
  const atQuick = [...checks, ...visits].reduce((sum, { places }) => sum + Math.max(1, places?.length ?? 0), 0)
  return maxRequests < atQuick ? 'quick' : budget
}
