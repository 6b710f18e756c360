/**
 * `assay self-check --interactions`: the share of interaction faults that each budget catches, and the faults that none
 * catches.
 */
import { type Budget, glob } from '../../harness/index.ts'
import { type InteractionFault, interactionFaults } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import { BUDGETS } from '../options/budgets.ts'
import type { Io } from '../process/io.ts'
import { countingLine } from '../process/status-line.ts'
import { UsageError } from '../usage-error.ts'
import {
  type InteractionRecord,
  type Missed,
  percent,
  readInteractions,
  recordedBudget,
  writeInteractions,
} from './interaction-record.ts'
import { scopesAt, tradingScope } from './interaction-scope.ts'
import { interactAll, subjectOf } from './judge-all.ts'
import type { InteractionTrial } from './judge-interaction.ts'

export interface InteractionFlags {
  readonly only?: readonly string[]
  readonly budget?: Budget
  readonly sample?: number
  readonly seed: number
  readonly accept?: boolean
  readonly json?: boolean
  readonly quiet?: boolean
}

export async function selfCheckInteractions(flags: InteractionFlags, io: Io): Promise<number> {
  const wanted = (flags.only ?? ['*']).map(glob)
  const matching = interactionFaults().filter(({ id, breaches, operation }) =>
    [id, operation, ...breaches].some(one => wanted.some(pattern => pattern.test(one))),
  )
  if (matching.length === 0) throw new UsageError(`no interaction fault matches ${(flags.only ?? []).join(', ')}`)
  if (flags.accept && (flags.only || flags.sample !== undefined || flags.budget))
    throw new UsageError('--accept records a whole measurement: leave out --only, --sample and --budget')
  const faults = sampled(matching, flags.sample, flags.seed)
  const budgets = BUDGETS.slice(0, BUDGETS.indexOf(flags.budget ?? 'thorough') + 1)
  const scopes = await scopesOf(faults, budgets)
  const line = countingLine(io, faults.length)
  const trials = await interactAll(
    faults.map(fault => ({
      fault: fault.id,
      steps: budgets.map((budget, at) => ({ budget, only: scopes(fault, at) })),
    })),
    task => line.done(`  ${subjectOf(task)}`),
  )
  line.clear()
  const record = recordOf(faults, trials, flags.seed)
  const lost = lostSince(readInteractions(), trials, budgets)
  if (flags.accept) writeInteractions(record)
  const good = flags.accept === true || lost.length === 0
  io.out(flags.json ? `${JSON.stringify({ good, ...record, lost })}\n` : resultText(record, budgets, lost, flags.quiet))
  return good ? 0 : 1
}

/** The requirements to run for a fault at each budget. */
async function scopesOf(faults: readonly InteractionFault[], budgets: readonly Budget[]) {
  const chat = faults.some(({ api }) => api === 'messaging')
  const scopes = chat ? await Promise.all(budgets.map(budget => scopesAt(budget, suites))) : []
  return ({ api, operation }: InteractionFault, at: number): readonly string[] =>
    api === 'trading' ? tradingScope(operation) : (scopes[at]?.(operation) ?? [])
}

/** A sample of this many faults; another seed gives other faults. */
function sampled(faults: readonly InteractionFault[], most: number | undefined, seed: number): InteractionFault[] {
  if (most === undefined) return [...faults]
  const step = Math.max(1, faults.length / most)
  return Array.from({ length: Math.min(most, faults.length) }, (_, at) => Math.floor(at * step + (seed % step)))
    .flatMap(at => faults[at % faults.length] ?? [])
    .filter((fault, at, all) => all.indexOf(fault) === at)
}

const upTo = (trial: InteractionTrial, budget: Budget): boolean =>
  trial.caughtAt !== null && BUDGETS.indexOf(trial.caughtAt) <= BUDGETS.indexOf(budget)

const caughtAtEach = (trials: readonly InteractionTrial[]) =>
  Object.fromEntries(BUDGETS.map(budget => [budget, trials.filter(trial => upTo(trial, budget)).length])) as Record<
    Budget,
    number
  >

function recordOf(
  faults: readonly InteractionFault[],
  trials: readonly InteractionTrial[],
  seed: number,
): InteractionRecord {
  const operations = [...new Set(faults.map(({ operation }) => operation))].map(operation => {
    const of = trials.filter((_, at) => faults[at]?.operation === operation)
    return { operation, faults: of.length, caught: caughtAtEach(of) }
  })
  const at = (budget: Budget): string[] => trials.filter(one => one.caughtAt === budget).map(one => one.fault)
  return {
    seed,
    faults: faults.length,
    caught: caughtAtEach(trials),
    operations,
    caughtLater: { standard: at('standard'), thorough: at('thorough') },
    missed: trials.flatMap((trial, index): Missed[] => {
      const fault = faults[index]
      if (trial.caughtAt !== null || !fault) return []
      const cause = trial.exercised ? 'met, and nothing failed' : 'no request met the pair'
      return [{ fault: fault.id, operation: fault.operation, factors: fault.factors, cause }]
    }),
  }
}

/** Faults that the record has as caught, at a budget that was tried now, but that were not caught now. */
function lostSince(
  record: InteractionRecord | undefined,
  trials: readonly InteractionTrial[],
  budgets: readonly Budget[],
): string[] {
  return trials
    .filter(trial => {
      const before = recordedBudget(record, trial.fault)
      return before !== null && before !== undefined && budgets.includes(before) && !upTo(trial, before)
    })
    .map(({ fault }) => fault)
}

function resultText(
  record: InteractionRecord,
  budgets: readonly Budget[],
  lost: readonly string[],
  quiet: boolean | undefined,
): string {
  const { missed, operations, faults, caught } = record
  const lines: string[] = []
  if (!quiet)
    for (const { operation, factors, cause, fault } of missed)
      lines.push(`MISSED  ${operation}: ${factors.join(' and ')} (${cause})`, `        ${fault}`)
  const width = Math.max(...operations.map(({ operation }) => operation.length), 9)
  lines.push('', `${'operation'.padEnd(width)}  faults  ${budgets.map(one => one.padStart(9)).join('')}`)
  for (const one of operations)
    lines.push(
      `${one.operation.padEnd(width)}  ${String(one.faults).padStart(6)}  ${budgets
        .map(budget => percent(one.caught[budget], one.faults).padStart(9))
        .join('')}`,
    )
  lines.push(
    `${'all'.padEnd(width)}  ${String(faults).padStart(6)}  ${budgets.map(one => percent(caught[one], faults).padStart(9)).join('')}`,
    '',
  )
  for (const id of lost) lines.push(`WRONG   ${id} was caught when the record was made`)
  return `${lines.join('\n')}\n`
}
