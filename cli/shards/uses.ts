/** Which exchanges a check needs: those it sends, those it judges, and those that made what it names. */
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import type { SharedValue } from './shared-values.ts'

/** Numbers of exchanges, by the id of a check or visit. */
export type Uses = ReadonlyMap<string, ReadonlySet<number>>

/** An id that a reply gave out: long enough not to be met by chance. */
const IDS = /\d{4,}/g
/** The check under which people are vouched for. */
const VOUCHING = 'credentials'
const CLEANING = 'cleaning up'

export function usesIn(
  exchanges: readonly ExchangeRecord[],
  claims: readonly ClaimRecord[],
  shared: readonly SharedValue[] = [],
): Uses {
  const known = new Map(exchanges.flatMap(one => (one.via === 'target' ? [[one.n, one] as const] : [])))
  const behind = setUps([...known.values()])
  const found = new Map<string, Set<number>>()
  const add = (id: string, n: number | null): void => {
    const exchange = n === null ? undefined : known.get(n)
    const own = found.get(id) ?? new Set()
    if (!exchange || own.has(exchange.n)) return
    found.set(id, own.add(exchange.n))
    for (const earlier of behind(exchange)) add(id, earlier)
  }
  for (const { check, n } of exchanges) if (check) add(check, n)
  // What a check made is removed where it was made.
  for (const exchange of known.values())
    if (exchange.check === CLEANING)
      for (const maker of behind(exchange)) add(known.get(maker)?.check ?? '', exchange.n)
  for (const { check, exchanges: shown, control } of claims) for (const n of [...shown, control]) add(check, n)
  const sentFor = madeBy(exchanges)
  for (const value of shared) for (const n of sentFor(value)) for (const user of value.users) add(user, n)
  return found
}

/** What was sent to make a shared value, and what that builds on. */
function madeBy(exchanges: readonly ExchangeRecord[]): (value: SharedValue) => ReadonlySet<number> {
  const known = new Map<SharedValue, Set<number>>()
  const sentFor = (value: SharedValue): Set<number> => {
    const before = known.get(value)
    if (before) return before
    const { maker, from, to, inner } = value
    const own = exchanges
      .slice(from, to)
      .flatMap(({ check, via, n }) => (check === maker && via === 'target' ? [n] : []))
    const sent = new Set(own)
    known.set(value, sent)
    for (const one of inner) for (const n of sentFor(one)) sent.add(n)
    return sent
  }
  return sentFor
}

/** The exchanges that an exchange builds on: who sent it was vouched for, and what it names was made. */
function setUps(exchanges: readonly ExchangeRecord[]): (exchange: ExchangeRecord) => number[] {
  const vouched = new Map<string | null, number>()
  const made = new Map<string, number>()
  for (const { n, check, actor, request, response } of exchanges) {
    if (check === VOUCHING && !vouched.has(actor)) vouched.set(actor, n)
    if (request.method === 'POST' && response && response.status < 300)
      for (const [id] of response.body.matchAll(IDS)) if (!made.has(id)) made.set(id, n)
  }
  return ({ n, actor, request }) => {
    const named = `${request.url} ${request.body ?? ''}`
    const makers = [...named.matchAll(IDS)].flatMap(([id]) => made.get(id) ?? [])
    return [...makers, vouched.get(actor) ?? n].filter(earlier => earlier < n)
  }
}
