/** The last complete measurement of the interaction faults: `specs/proof/interactions.json`. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Budget, packageFolder } from '../../harness/index.ts'

/** Why a fault was not caught. */
export type Cause = 'no request met the pair' | 'met, and nothing failed'

export interface Missed {
  readonly fault: string
  readonly operation: string
  readonly factors: readonly string[]
  readonly cause: Cause
}

export interface OperationShare {
  readonly operation: string
  readonly faults: number
  /** How many of the faults are caught at each budget. */
  readonly caught: Readonly<Record<Budget, number>>
}

export interface InteractionRecord {
  readonly seed: number
  readonly faults: number
  readonly caught: Readonly<Record<Budget, number>>
  readonly operations: readonly OperationShare[]
  /** Faults that the quick budget does not catch, by the budget that catches them. */
  readonly caughtLater: Readonly<Record<'standard' | 'thorough', readonly string[]>>
  readonly missed: readonly Missed[]
}

const file = join(packageFolder, 'specs', 'proof', 'interactions.json')

export const readInteractions = (): InteractionRecord | undefined =>
  existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as InteractionRecord) : undefined

export const writeInteractions = (record: InteractionRecord): void =>
  writeFileSync(file, `${JSON.stringify(record, null, 2)}\n`)

/** The smallest budget that caught a fault according to the record; null if it was missed, undefined without a record. */
export function recordedBudget(record: InteractionRecord | undefined, fault: string): Budget | null | undefined {
  if (!record) return undefined
  if (record.missed.some(one => one.fault === fault)) return null
  if (record.caughtLater.standard.includes(fault)) return 'standard'
  return record.caughtLater.thorough.includes(fault) ? 'thorough' : 'quick'
}

export const percent = (some: number, all: number): string => (all === 0 ? '-' : `${((100 * some) / all).toFixed(1)} %`)
