/** The exchanges that a check needs: those it sends, those it judges, and those that made the things it names. */
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import { idsIn } from './ids-in.ts'
import type { Provided, SharedValue } from './shared-values.ts'

/** Numbers of exchanges, by the id of a check or visit. */
export type Uses = ReadonlyMap<string, ReadonlySet<number>>

/** The check under which the credentials of actors are verified. */
const CREDENTIALS = 'credentials'

/** Whether a request removes what the run created. */
export const isCleanup = ({ check }: ExchangeRecord): boolean => check === 'cleaning up'

export function usesIn(
  exchanges: readonly ExchangeRecord[],
  claims: readonly ClaimRecord[],
  shared: readonly SharedValue[] = [],
  provided: ReadonlyMap<string, Provided> = new Map(),
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
  for (const { check, exchanges: shown, control } of claims) for (const n of [...shown, control]) add(check, n)
  const sentFor = madeBy(exchanges)
  for (const value of shared) for (const n of sentFor(value)) for (const user of value.users) add(user, n)
  // A thing is removed in the share that made it.
  for (const exchange of known.values()) {
    if (!isCleanup(exchange)) continue
    const makers = behind(exchange).filter(n => known.get(n)?.check !== CREDENTIALS)
    for (const [id, own] of found) if (makers.some(n => own.has(n))) add(id, exchange.n)
    for (const { check, of } of namedIn(exchange).flatMap(id => provided.get(id) ?? []))
      for (const id of [check, ...of.flatMap(({ users }) => [...users])]) add(id, exchange.n)
  }
  return found
}

/** The exchanges that made a shared value, including those for the values it builds on. */
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

/**
 * The exchanges that an exchange depends on: those that verified its actor's credentials, and that made the things it
 * names.
 */
function setUps(exchanges: readonly ExchangeRecord[]): (exchange: ExchangeRecord) => number[] {
  const verified = new Map<string | null, number>()
  const made = new Map<string, number>()
  for (const { n, check, actor, request, response } of exchanges) {
    if (check === CREDENTIALS && !verified.has(actor)) verified.set(actor, n)
    if (request.method === 'POST' && response && response.status < 300)
      for (const id of idsIn(response.body)) if (!made.has(id)) made.set(id, n)
  }
  return exchange => {
    const { n, actor } = exchange
    const makers = namedIn(exchange).flatMap(id => made.get(id) ?? [])
    return [...makers, verified.get(actor) ?? n].filter(earlier => earlier < n)
  }
}

const namedIn = ({ request: { url, body } }: ExchangeRecord): string[] => idsIn(`${url} ${body ?? ''}`)
