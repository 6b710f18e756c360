/** Which failures the owner of the key could hide by removing every claim that does not hold, but no exchange. */
import { requirements } from '../../generated/catalogue.ts'
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import { apisIn, exchange, levelsOf, missingClaims, type Requirement } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { shortOf } from '../verify/verdicts.ts'
import type { FaultEvidence } from './judged-again.ts'

export interface HiddenFailures {
  /** How many requirements fail. */
  readonly failed: number
  /** Those that `verify` would then accept as passed. */
  readonly hidden: readonly string[]
}

/** `traffic`: the report about the same exchanges, judged as traffic. @public: bench/evidence.mjs takes it from dist. */
export function hiddenIn({ report, target, ...files }: FaultEvidence, traffic: Report): HiddenFailures {
  const claims = files.claims.map(line => JSON.parse(line) as ClaimRecord)
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail')
  const ids = new Set(failed.map(({ id }) => id))
  const judged = new Map<string, Requirement>(requirements.filter(({ id }) => ids.has(id)).map(one => [one.id, one]))
  const cited = new Set(
    claims.flatMap(one => (ids.has(one.requirement) && one.outcome === 'broken' ? one.exchanges : [])),
  )
  const records = files.exchanges.map(line => JSON.parse(line) as ExchangeRecord).filter(({ n }) => cited.has(n))
  const evidence = { exchanges: new Map(records.map(one => [one.n, exchange(one)] as const)), claims: [] }
  const due = missingClaims(evidence, { areas: suites, judged, levels: levelsOf(target, apisIn(suites)) })
  const noticed = new Set([
    ...due.flatMap(({ requirement, outcome }) => (outcome === 'broken' ? [requirement] : [])),
    ...traffic.requirements.flatMap(({ id, verdict }) => (verdict === 'fail' ? [id] : [])),
  ])
  const hidden = failed.filter(({ id }) => {
    const left = claims.filter(one => one.requirement === id && one.outcome === 'holds')
    return left.length > 0 && !noticed.has(id) && shortOf(id, left, report.run.budget).length === 0
  })
  return { failed: failed.length, hidden: hidden.map(({ id }) => id) }
}
