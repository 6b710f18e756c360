/** Runs the checks of an operation's areas against one interaction fault, at growing budgets until something fails. */
import { requirements } from '../../generated/catalogue.ts'
import { type Area, type Budget, inProcessTransport, run, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference, type InteractionFault, interactionFault } from '../../reference/index.ts'
import { PROOF } from '../measured-faults.ts'

export interface InteractionTrial {
  readonly fault: string
  /** The smallest budget at which something failed; null where nothing did. */
  readonly caughtAt: Budget | null
  readonly failed: readonly string[]
  /** Whether a request met the pair, at the largest budget that was tried. */
  readonly exercised: boolean
  readonly exchanges: number
  readonly ms: number
}

const ORIGIN = 'http://reference.invalid'

export async function judgeInteraction(
  id: string,
  budgets: readonly Budget[],
  areas: readonly Area[],
): Promise<InteractionTrial> {
  const fault = interactionFault(id)
  if (!fault) throw new Error(`no interaction fault ${id}`)
  const started = performance.now()
  let trial: InteractionTrial = { fault: id, caughtAt: null, failed: [], exercised: false, exchanges: 0, ms: 0 }
  for (const budget of budgets) {
    const { failed, exercised, exchanges } = await judged(fault, budget, areas)
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

async function judged(fault: InteractionFault, budget: Budget, areas: readonly Area[]) {
  const clock = virtualClock()
  let departures = 0
  const reference = createReference({ clock, faults: [fault.id], onDeparture: () => departures++ })
  const { report, mistakes } = await run({
    target: { ...validTarget(reference.targetFile(ORIGIN)), folder: '.', file: null, requestsPerSecond: 0 },
    areas,
    sink: { exchange: () => {}, claim: () => {}, close: () => {} },
    clock,
    transport: inProcessTransport(reference.answer),
    only: scopeOf(fault),
    allow: ['write', 'destructive'],
    seed: PROOF.seed,
    budget,
    once: true,
    throwaway: true,
    runId: 'proof',
  })
  const [mistake] = mistakes
  if (mistake) throw new Error(`${mistake.check}: ${mistake.error.message}`)
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  return { failed, exercised: departures > 0, exchanges: report.run.exchanges }
}

/** The areas whose requirements are about its operation, and what it violates. */
function scopeOf({ api, operation, breaches }: InteractionFault): string[] {
  const own = requirements.filter(({ parameter = '', fields = [], code = '' }) =>
    [parameter, code, ...fields].some(link => link.startsWith(`${operation}/`)),
  )
  const areas = [...new Set(own.map(({ area }) => area))].filter(area => !wide.has(area))
  if (api === 'trading') return [operation === 'signed' ? 'trading.signing.*' : 'trading.*']
  return [...areas.map(area => `${area}.*`), ...breaches]
}

/** Areas of what holds for all operations: only what is violated of them is looked at. */
const wide = new Set<string>(['messaging.properties', 'messaging.sequences', 'messaging.credentials'])
