/** Groups failures that have the same cause, as far as exchanges and replies prove it. */
import type { ClaimRecord, JudgedRequirement, Report } from '../../generated/formats.ts'
import type { Api } from '../api.ts'
import { groupedBy, madeOnce } from '../memory/made-once.ts'
import type { Replies } from '../replies.ts'
import { isEnvelope, type Sight, sightOf, type WrongMember, wrongMemberIn } from './cause-sights.ts'

export type Cause = NonNullable<Report['causes']>[number]

type Entry = Pick<JudgedRequirement, 'id' | 'verdict'>
type ClaimsOf = (requirement: string) => readonly ClaimRecord[]

/** The lowest is named as the cause: a wrong member explains more than what follows from it; a refusal explains nothing. */
const WEIGHTS: Readonly<Record<Sight['on'], number>> = { member: -3, reply: -2, check: 0, refusal: 0 }

export function causesOf(entries: readonly Entry[], claimsOf: ClaimsOf, replies: Replies): Cause[] {
  const failed = entries.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  const brokenBy = new Map(
    failed.map(({ id }) => [id, claimsOf(id).filter(({ outcome }) => outcome === 'broken')] as const),
  )
  const wrongByExchange = wrongMembers([...brokenBy.values()].flat())
  const sights = new Map<string, readonly Sight[]>()
  const groups = unionFind()
  for (const [id, claims] of brokenBy) {
    const seen = claims.map(claim => sightOf(claim, replies, wrongByExchange.get(claim.exchanges.at(-1) ?? 0) ?? []))
    sights.set(id, seen)
    for (const key of seen.flatMap(({ keys }) => keys)) groups.join(id, key)
  }
  const isEverServed = (id: string): boolean =>
    (brokenBy.get(id) ?? []).some(({ exchanges }) => {
      const operation = replies.operation(exchanges.at(-1) ?? 0)
      return operation === null || replies.accepted(operation) > 0
    })
  return [...groupedBy(failed, ({ id }) => groups.of(id)).values()].map(group => {
    const [requirement = '', ...others] = ranked(group, sights, replies.apis, isEverServed)
    return { requirement, others }
  })
}

/** Finds the failure that a refused request belongs to, so that requirements that needed the request can name it. */
export function chargedWith(
  causes: readonly Cause[],
  claimsOf: ClaimsOf,
  replies: Replies,
): (exchange: number) => string | null {
  const keysOf = (n: number): string[] => {
    const refusal = replies.refusal(n)
    return refusal === null ? [`${n}`] : [`${n}`, `${replies.operation(n)} ${refusal}`]
  }
  const known = new Map<string, string>()
  for (const { requirement, others } of causes) {
    for (const claim of [requirement, ...others].flatMap(claimsOf)) {
      const n = claim.exchanges.at(-1)
      if (claim.outcome !== 'broken' || n === undefined) continue
      for (const key of keysOf(n)) if (!known.has(key)) known.set(key, requirement)
    }
  }
  return n =>
    keysOf(n)
      .map(key => known.get(key) ?? null)
      .find(id => id !== null) ?? null
}

/** By exchange: the members of its reply that violate a requirement about themselves. */
function wrongMembers(broken: readonly ClaimRecord[]): Map<number, WrongMember[]> {
  const byExchange = new Map<number, WrongMember[]>()
  for (const claim of broken) {
    const member = wrongMemberIn(claim)
    const n = claim.exchanges.at(-1)
    if (member && n !== undefined) madeOnce(byExchange, n, () => []).push(member)
  }
  return byExchange
}

/** A union-find structure: everything that was joined, directly or through others, is in one set. */
function unionFind(): { join(a: string, b: string): void; of(one: string): string } {
  const above = new Map<string, string>()
  const of = (one: string): string => {
    let top = one
    for (let next = above.get(top); next !== undefined; next = above.get(top)) top = next
    if (top !== one) above.set(one, top)
    return top
  }
  return {
    of,
    join(a, b) {
      const [first, second] = [of(a), of(b)]
      if (first !== second) above.set(second, first)
    },
  }
}

/** Sorts a group: the requirement that is about the wrong thing itself, the cause, comes first. */
function ranked(
  group: readonly Entry[],
  sights: ReadonlyMap<string, readonly Sight[]>,
  apis: readonly Api[],
  isEverServed: (id: string) => boolean,
): string[] {
  const weight = ({ id, verdict }: Entry): number => {
    const seen = sights.get(id) ?? []
    return (
      (verdict === 'warn' ? 16 : 0) +
      (isEnvelope(id, apis) ? -8 : 0) +
      apis.reduce((sum, { causes }) => sum + (causes?.plainness?.(id, isEverServed(id)) ?? 0), 0) +
      Math.min(0, ...seen.map(({ on }) => WEIGHTS[on])) +
      (seen.length > 0 && seen.every(({ on }) => on === 'refusal') ? 4 : 0) +
      (seen.some(({ plain }) => plain) ? -1 : 0)
    )
  }
  return [...group].sort((a, b) => weight(a) - weight(b)).map(({ id }) => id)
}
