/** Runs the checks that send an operation against one interaction fault, at growing budgets until a requirement fails. */
import type { Area, Budget } from '../../harness/index.ts'
import { type InteractionFault, interactionFault } from '../../reference/index.ts'
import { proofRun } from './proof-run.ts'

export interface InteractionTrial {
  readonly fault: string
  /** The smallest budget at which a requirement failed; null if none did. */
  readonly caughtAt: Budget | null
  readonly failed: readonly string[]
  /** Whether a request contained the pair, at the largest budget that was tried. */
  readonly exercised: boolean
  readonly exchanges: number
  readonly ms: number
}

/** A budget, and the requirements whose checks send the operation. */
export interface Step {
  readonly budget: Budget
  readonly only: readonly string[]
}

export async function judgeInteraction(
  id: string,
  steps: readonly Step[],
  areas: readonly Area[],
): Promise<InteractionTrial> {
  const fault = interactionFault(id)
  if (!fault) throw new Error(`no interaction fault ${id}`)
  const started = performance.now()
  let trial: InteractionTrial = { fault: id, caughtAt: null, failed: [], exercised: false, exchanges: 0, ms: 0 }
  // First only the requirements that the fault violates: they catch most faults, with a fraction of the requests.
  const tries = steps.flatMap(({ budget, only }) => [
    { budget, only: fault.breaches },
    { budget, only: [...only, ...fault.breaches] },
  ])
  for (const { budget, only } of tries) {
    const { failed, exercised, exchanges } = await judged(fault, budget, only, areas)
    trial = {
      fault: id,
      caughtAt: failed.length > 0 ? budget : null,
      failed,
      exercised,
      exchanges: trial.exchanges + exchanges,
      ms: performance.now() - started,
    }
    if (failed.length > 0) break
  }
  return trial
}

async function judged(fault: InteractionFault, budget: Budget, only: readonly string[], areas: readonly Area[]) {
  let departures = 0
  const { report, mistakes } = await proofRun(
    { faults: [fault.id], onDeparture: () => departures++ },
    // One failure is enough.
    { areas, only, budget, bail: () => true },
  )
  const [mistake] = mistakes
  if (mistake) throw new Error(`${mistake.check}: ${mistake.error.message}`)
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  return { failed, exercised: departures > 0, exchanges: report.run.exchanges }
}
