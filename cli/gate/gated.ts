/** A report with the decision of the gate, and the text about it if no summary is printed. */
import { requirements } from '../../generated/catalogue.ts'
import type { Report } from '../../generated/formats.ts'
import { fileAndName } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import type { Io } from '../process/io.ts'
import type { Baseline } from './baseline-file.ts'
import { type Decision, decisionOf } from './decision.ts'
import { throughGate } from './gate.ts'

export type Gated = Report & { readonly gate: Decision }

export interface Conditions {
  readonly baseline: Baseline | null
  readonly own: readonly { readonly id: string }[]
  readonly requireComplete: boolean
  readonly missing?: readonly string[]
  /** The target file and the name of a deployment in it, as the user gave them. */
  readonly target?: string | undefined
}

export function gated(report: Report, { baseline, own, requireComplete, missing = [], target }: Conditions): Gated {
  const ids = new Set<string>([...requirements, ...own].map(({ id }) => id))
  const today = new Date().toISOString().slice(0, 10)
  const isOneOfSeveral = target !== undefined && fileAndName(target).name !== null
  const seen = baseline ? throughGate(report, baseline, { ids, today, isOneOfSeveral }) : { report, stale: [] }
  const terms = { requireComplete, stale: seen.stale, missing, ...(baseline && { baseline: baseline.file }) }
  return { ...seen.report, gate: decisionOf(seen.report, terms) }
}

/** For a run without a printed summary. */
export function printGate({ gate }: Gated, io: Io): void {
  if (!gate.passes && gate.exitStatus !== 130)
    io.err(`assay: the gate fails with exit status ${gate.exitStatus}: ${printable(gate.why.join('; '))}\n`)
  for (const sentence of gate.stale) io.err(`assay: stale baseline: ${printable(sentence)}\n`)
}
