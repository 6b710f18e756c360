/** Finds the checks that send an operation: only they can notice a fault of it, so nothing else has to run. */
import type { Area, Budget, EvidenceSink } from '../../harness/index.ts'
import { proofRun } from './proof-run.ts'

/** The requirements of the checks that send an operation, taken from a run of the plain reference. */
export type Scopes = (operation: string) => readonly string[]

export async function scopesAt(budget: Budget, areas: readonly Area[]): Promise<Scopes> {
  const asking = new Map<string, Set<string>>()
  const claimed = new Map<string, Set<string>>()
  const note = (map: Map<string, Set<string>>, key: string, value: string): void => {
    map.set(key, (map.get(key) ?? new Set()).add(value))
  }
  const sink: Partial<EvidenceSink> = {
    exchange: ({ operation, check }) => operation && check && note(asking, operation, check),
    claim: ({ check, requirement }) => note(claimed, check, requirement),
  }
  await proofRun({}, { areas, only: ['messaging.*'], budget, sink })
  return operation => [...new Set([...(asking.get(operation) ?? [])].flatMap(check => [...(claimed.get(check) ?? [])]))]
}

/** The trading API has few checks, so all of them run; for signed requests, those about signing. */
export const tradingScope = (operation: string): readonly string[] =>
  operation === 'signed' ? ['trading.signing.*'] : ['trading.*']
