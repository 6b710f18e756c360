/** What each fault was measured to fail: `specs/proof/faults.ndjson`, one line for each fault, sorted by id. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { type Budget, packageFolder } from '../../harness/index.ts'
import type { Fault } from '../../reference/index.ts'

/** Budget and seed of the run with one fault. The line of a fault may name a larger budget. */
export const PROOF = { budget: 'quick', seed: 1 } as const

/** One line of the file: all failures and warnings in a run of the API that has the fault. */
export interface Measured {
  readonly fault: string
  /** The smallest budget at which every violated requirement fails; `quick` if absent. */
  readonly budget?: Exclude<Budget, 'quick'>
  readonly fails: readonly string[]
  readonly warns: readonly string[]
}

/** A fault with its measured facts, as `list` and `explain` print it. */
export interface ProvedFault extends Omit<Fault, 'budget'> {
  /** Requirements that fail along with those that the fault violates. */
  readonly fallout: readonly string[]
  /**
   * Requirements that warn along with them. Those that a fault of weight `should` violates warn too, but are not listed
   * here.
   */
  readonly warns: readonly string[]
  readonly budget?: Exclude<Budget, 'quick'>
  readonly featureLevel?: number
}

const file = join(packageFolder, 'specs', 'proof', 'faults.ndjson')

export function readMeasured(): ReadonlyMap<string, Measured> {
  if (!existsSync(file)) return new Map()
  const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean)
  return new Map(lines.map(line => JSON.parse(line) as Measured).map(entry => [entry.fault, entry]))
}

export function writeMeasured(entries: Iterable<Measured>): void {
  const lines = [...entries].sort((one, other) => (one.fault < other.fault ? -1 : 1)).map(lineOf)
  writeFileSync(file, `${lines.join('\n')}\n`)
}

const lineOf = ({ fault, budget, fails, warns }: Measured): string =>
  JSON.stringify({ fault, ...(budget && { budget }), fails: [...fails].sort(), warns: [...warns].sort() })

/** The level at which a fault has an effect, if it has none at the newest. */
export const levelOf = ({ levels }: Pick<Fault, 'levels'>): number | undefined => levels?.until

export function proved(faults: readonly Fault[]): readonly ProvedFault[] {
  const known = provedBefore.get(faults) ?? measuredOf(faults)
  provedBefore.set(faults, known)
  return known
}

const provedBefore = new WeakMap<readonly Fault[], readonly ProvedFault[]>()

function measuredOf(faults: readonly Fault[]): ProvedFault[] {
  const measured = readMeasured()
  return faults.map(fault => {
    const { fails = [], warns = [], budget } = measured.get(fault.id) ?? {}
    const others = (ids: readonly string[]): string[] => ids.filter(id => !fault.breaches.includes(id))
    const featureLevel = levelOf(fault)
    const { budget: _hint, ...known } = fault
    return {
      ...known,
      fallout: others(fails),
      warns: others(warns),
      ...(budget && { budget }),
      ...(featureLevel !== undefined && { featureLevel }),
    }
  })
}
