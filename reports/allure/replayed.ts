/** The data of a finished run for Allure: one record for each requirement, with a limited amount of evidence. */
import type { ClaimRecord, ExchangeRecord, JudgedRequirement, Report } from '../../generated/formats.ts'
import { type FinishedRun, titleOf } from '../finished-run.ts'

export interface Replayed {
  readonly entry: JudgedRequirement
  /** Title of the area. */
  readonly area: string
  readonly claims: readonly ClaimRecord[]
  readonly claimsLeftOut: number
  readonly exchanges: readonly ExchangeRecord[]
  readonly parameters: Readonly<Record<string, string>>
}

const MOST_CLAIMS = 25
const MOST_EXCHANGES = 6
const LONGEST_BODY = 100_000

const rank: Readonly<Record<ClaimRecord['outcome'], number>> = { broken: 0, undecided: 1, holds: 2 }

export function replayed({ report, claims, exchanges }: FinishedRun): Replayed[] {
  const byNumber = new Map(exchanges.map(exchange => [exchange.n, exchange]))
  const byRequirement = new Map<string, ClaimRecord[]>()
  for (const claim of claims) {
    const list = byRequirement.get(claim.requirement)
    if (list) list.push(claim)
    else byRequirement.set(claim.requirement, [claim])
  }
  return report.requirements.map(entry => {
    const own = byRequirement.get(entry.id) ?? []
    const control = entry.control ?? null
    const numbers = [...new Set([...entry.exchanges.slice(0, MOST_EXCHANGES), ...(control === null ? [] : [control])])]
    return {
      entry,
      area: titleOf(report, entry.area) ?? entry.area,
      claims: [...own].sort((a, b) => rank[a.outcome] - rank[b.outcome] || a.n - b.n).slice(0, MOST_CLAIMS),
      claimsLeftOut: Math.max(0, own.length - MOST_CLAIMS),
      exchanges: numbers.flatMap(n => byNumber.get(n) ?? []).map(shortened),
      parameters: parametersOf(report),
    }
  })
}

function parametersOf({ target, run }: Report): Record<string, string> {
  return {
    target: target.name,
    profile: run.profile,
    budget: run.budget,
    seed: String(run.seed),
    ...(target.messaging && { 'feature level': String(target.messaging.featureLevel) }),
  }
}

function shortened(exchange: ExchangeRecord): ExchangeRecord {
  const { request, response } = exchange
  return {
    ...exchange,
    request: { ...request, body: request.body?.slice(0, LONGEST_BODY) ?? null },
    ...(response && { response: { ...response, body: response.body.slice(0, LONGEST_BODY) } }),
  }
}
