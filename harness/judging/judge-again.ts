/** Computes every verdict of a run again from its evidence alone. */
import type { ClaimRecord } from '../../generated/formats.ts'
import type { Exchange } from '../evidence/exchange.ts'
import type { Evidence } from '../evidence/read-evidence.ts'
import { predicateNamed } from './predicate.ts'
import { type Judged, verdictOf } from './verdict.ts'

export interface JudgedAgain {
  readonly verdicts: ReadonlyMap<string, Judged>
  /** Claims that come out otherwise than written, or name what is not there. */
  readonly disagreements: readonly { readonly claim: ClaimRecord; readonly why: string }[]
}

export function judgeAgain({ exchanges, claims }: Evidence): JudgedAgain {
  const disagreements: { claim: ClaimRecord; why: string }[] = []
  const byRequirement = new Map<string, ClaimRecord[]>()
  for (const claim of claims) {
    const again = applied(claim, exchanges)
    if (typeof again === 'string') disagreements.push({ claim, why: again })
    const list = byRequirement.get(claim.requirement) ?? []
    list.push(typeof again === 'string' ? claim : again)
    byRequirement.set(claim.requirement, list)
  }
  const verdicts = new Map([...byRequirement].map(([id, list]) => [id, verdictOf(list)]))
  return { verdicts, disagreements }
}

/** The claim with its outcome computed anew, or why that is not what is written. */
function applied(claim: ClaimRecord, exchanges: ReadonlyMap<number, Exchange>): ClaimRecord | string {
  if (claim.outcome === 'undecided') return claim
  const predicate = predicateNamed(claim.predicate ?? '')
  if (!predicate) return `nobody knows the predicate ${claim.predicate}`
  const cited = claim.exchanges.map(n => exchanges.get(n))
  if (cited.some(one => one === undefined)) return 'it cites an exchange that is not there'
  const { outcome } = predicate.judge(cited as Exchange[], claim.args)
  return outcome === claim.outcome ? claim : `it says ${claim.outcome}, its exchanges say ${outcome}`
}
