/** Approximately the fewest requests that decide every requirement once, in any order and with shared controls. */
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'

/** At most this many ways to decide a requirement are compared. */
const MOST_WAYS = 8

type Claims = readonly Pick<ClaimRecord, 'requirement' | 'outcome' | 'exchanges' | 'control'>[]

/** Counts, for each API, exchanges that decide all requirements. Greedy: next comes the claim that needs the fewest more. */
export function fewestRequests(
  exchanges: readonly Pick<ExchangeRecord, 'n' | 'via' | 'api'>[],
  claims: Claims,
): Record<string, number> {
  const apiOf = new Map(exchanges.flatMap(({ n, via, api }) => (via === 'target' ? [[n, api] as const] : [])))
  const sent = new Set<number>()
  let left = [...waysOf(claims, apiOf).values()]
  for (let size = 0; left.length > 0; size++) {
    // Takes the requirements that need at most `size` more exchanges; the exchanges taken make others cheaper.
    for (let taken = true; taken; ) {
      taken = false
      const rest: (readonly number[])[][] = []
      for (const ways of left) {
        const way = ways.find(needed => needed.filter(n => !sent.has(n)).length <= (taken ? 0 : size))
        if (!way) {
          rest.push(ways)
          continue
        }
        if (way.some(n => !sent.has(n))) taken = true
        for (const n of way) sent.add(n)
      }
      left = rest
    }
  }
  const counts: Record<string, number> = {}
  for (const n of sent) counts[apiOf.get(n) ?? ''] = (counts[apiOf.get(n) ?? ''] ?? 0) + 1
  return counts
}

function waysOf(claims: Claims, apiOf: ReadonlyMap<number, string>): Map<string, (readonly number[])[]> {
  const ways = new Map<string, Map<string, readonly number[]>>()
  for (const { requirement, outcome, exchanges, control } of claims) {
    if (outcome === 'undecided') continue
    const needed = [...new Set([...exchanges, control])].filter((n): n is number => n !== null && apiOf.has(n))
    if (needed.length === 0) continue
    const known = ways.get(requirement) ?? new Map<string, readonly number[]>()
    ways.set(requirement, known.set(needed.join(), needed))
  }
  const shortest = (known: ReadonlyMap<string, readonly number[]>): (readonly number[])[] =>
    [...known.values()].sort((one, other) => one.length - other.length).slice(0, MOST_WAYS)
  return new Map([...ways].map(([id, known]) => [id, shortest(known)]))
}
