/** A report as the gate sees it, and what the gate says. */
import { requirements } from '../../generated/catalogue.ts'
import type { Report } from '../../generated/formats.ts'
import { printable } from '../../reports/index.ts'
import type { Io } from '../io.ts'
import type { Baseline } from './baseline-file.ts'
import { type Gate, throughGate } from './gate.ts'

export function gated(report: Report, baseline: Baseline | null, own: readonly { readonly id: string }[]): Gate {
  if (!baseline) return { report, stale: [] }
  const ids = new Set<string>([...requirements, ...own].map(({ id }) => id))
  return throughGate(report, baseline, { ids, today: new Date().toISOString().slice(0, 10) })
}

export function tellGate({ report, stale }: Gate, baseline: Baseline | null, io: Io): void {
  if (!baseline) return
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail')
  const known = failed.filter(entry => entry.baseline).length
  if (failed.length > 0) io.err(`assay: ${printable(baseline.file)} knows ${known} of ${failed.length} failures\n`)
  for (const sentence of stale) io.err(`assay: stale baseline: ${printable(sentence)}\n`)
}
