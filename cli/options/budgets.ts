/** The budgets of a run, from the smallest to the largest. */
import type { Budget } from '../../harness/index.ts'

export const BUDGETS: readonly Budget[] = ['quick', 'standard', 'thorough']
