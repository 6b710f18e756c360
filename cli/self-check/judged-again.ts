/** Whether the evidence of a run against a faulty reference, as stored in files, gives the same verdicts again. */
import { requirements } from '../../generated/catalogue.ts'
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import {
  apisIn,
  type Budget,
  exchange,
  judgeAgain,
  levelsOf,
  memorySink,
  missingClaims,
  type Requirement,
  type Target,
} from '../../harness/index.ts'
import type { Fault, Variant } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import { PROOF } from './measured-faults.ts'
import { proofRun } from './proof-run.ts'
import { faultSubject, NEWEST_LEVEL } from './subject.ts'

export interface FaultEvidence {
  readonly report: Report
  readonly target: Target
  /** Each entry is one line of a file. */
  readonly exchanges: readonly string[]
  readonly claims: readonly string[]
}

/** Evidence of a run of the fault's whole API, as in the proof. */
export function evidenceOf(fault: Fault, budget: Budget = PROOF.budget): Promise<FaultEvidence> {
  return evidenceAbout(fault.api, faultSubject(fault).level, { faults: [fault.id] }, budget)
}

/** The same for a variant. @public: bench/evidence.mjs takes it from dist. */
export function variantEvidenceOf(variant: Variant): Promise<FaultEvidence> {
  const level = variant.levels?.until ?? NEWEST_LEVEL
  return evidenceAbout(variant.api, level, { variants: [variant.id] }, PROOF.budget)
}

async function evidenceAbout(
  api: string,
  featureLevel: number,
  changes: { readonly faults?: readonly string[]; readonly variants?: readonly string[] },
  budget: Budget,
): Promise<FaultEvidence> {
  const sink = memorySink()
  const scope = { areas: suites, only: [`${api}.*`], budget, sink, once: false }
  const { report, target } = await proofRun({ featureLevel, ...changes }, scope)
  const lines = (records: readonly object[]): string[] => records.map(record => JSON.stringify(record))
  return { report, target, exchanges: lines(sink.exchanges), claims: lines(sink.claims) }
}

/** The differences, as sentences; empty if the evidence gives the same verdicts. */
export function differencesOf({ report, target, ...files }: FaultEvidence): string[] {
  const records = files.exchanges.map(line => exchange(JSON.parse(line) as ExchangeRecord))
  const evidence = {
    exchanges: new Map(records.map(record => [record.n, record] as const)),
    claims: files.claims.map(line => JSON.parse(line) as ClaimRecord),
  }
  const { verdicts, disagreements } = judgeAgain(evidence)
  const planned = report.requirements.filter(({ claims }) => claims.planned > 0)
  const ids = new Set(planned.map(({ id }) => id))
  const judged = new Map<string, Requirement>(requirements.filter(({ id }) => ids.has(id)).map(one => [one.id, one]))
  const missing = missingClaims(evidence, { areas: suites, judged, levels: levelsOf(target, apisIn(suites)) })
  return [
    ...disagreements.map(({ claim, why }) => `claim ${claim.n} (${claim.requirement}, ${claim.predicate}): ${why}`),
    ...missing.map(claim => `${claim.requirement}: no claim about exchange ${claim.exchanges[0]}`),
    ...planned.flatMap(({ id, verdict, reason, claims }) => {
      const again = verdicts.get(id)
      const now = `${again?.verdict ?? 'unverified'} ${again?.reason ?? ''} ${again?.made ?? 0}`
      const before = `${verdict} ${again ? (reason ?? '') : ''} ${claims.made}`
      return now === before ? [] : [`${id}: ${now}, not ${before}`]
    }),
  ]
}
