/** Assigns captured exchanges to operations, one after the other, and judges each by the predicates of a run. */
import type { Api } from '../api.ts'
import { apisIn } from '../apis-in.ts'
import type { Area } from '../check.ts'
import { coverageBook } from '../coverage/coverage.ts'
import { type Exchange, exchange as exchangeOf } from '../evidence/exchange.ts'
import { hidesEverywhere } from '../evidence/hide-everywhere.ts'
import type { EvidenceSink } from '../evidence/recorder.ts'
import { redactor } from '../evidence/redactor.ts'
import { everyExchange } from '../judging/every-exchange.ts'
import type { ReplyBook } from '../replies.ts'
import { entryOf } from '../target/api-entry.ts'
import { vocabularyOf } from '../text/vocabulary.ts'
import type { Captured } from './captured.ts'
import { type ClientBook, clientBook } from './client-findings.ts'
import { type Counts, counts, shapeOfUrl } from './counts.ts'
import type { FlatLedger } from './flat-ledger.ts'
import { pageJudge, stepJudge } from './judge-step.ts'
import { type Place, placer } from './place.ts'
import { type ReadRequest, readRequest } from './read-request.ts'
import { learnUnplaced, recorded } from './recorded.ts'
import { callerOf, mayChange } from './sender.ts'
import { trafficClaims } from './traffic-claims.ts'
import { planTraffic, type TrafficPlan, type TrafficScope } from './traffic-plan.ts'
import { unusableReply } from './unusable-reply.ts'

export interface TrafficOptions extends TrafficScope {
  readonly areas: readonly Area[]
  readonly sink: EvidenceSink
  /** Keep every exchange as evidence, and not only those that claims cite. */
  readonly keepAll?: boolean
}

export interface JudgedExchange {
  readonly n: number
  readonly place: Place | null
  /** Requirements that this exchange violates, alone or together with earlier ones. */
  readonly broken: readonly string[]
}

/** What is known about the traffic so far. */
export interface TrafficBook {
  readonly plan: TrafficPlan
  readonly ledger: FlatLedger
  readonly replies: ReplyBook
  readonly clients: ClientBook
  readonly coverage: ReturnType<typeof coverageBook>
  readonly unplaced: Counts
  readonly unusable: Counts
  readonly read: () => number
  readonly placed: () => number
  readonly span: () => { readonly first: number; readonly last: number }
}

export interface TrafficJudge {
  add(captured: Captured): JudgedExchange
  readonly book: TrafficBook
}

export function trafficJudge(options: TrafficOptions): TrafficJudge {
  const { areas, sink, target } = options
  const apis = apisIn(areas)
  const plan = planTraffic(areas, options)
  const hidden = redactor(
    apis.flatMap(({ secretNames }) => secretNames ?? []),
    vocabularyOf(apis),
  )
  hidesEverywhere(hidden)
  for (const value of apis.flatMap(api => api.secrets?.(target as never) ?? [])) hidden.learn(value)
  const place = placer(apis, plan.bases)
  const claims = trafficClaims(plan, apis, sink)
  const judgeEach = everyExchange(areas, plan.judged, plan.levels, claims.ledger)
  const judgeStep = stepJudge(apis, claims)
  const judgePage = pageJudge(areas, plan, claims)
  const coverage = coverageBook({ apis, levels: plan.levels })
  const clients = clientBook(({ api, operation }) => apis.find(one => one.name === api)?.operations[operation ?? ''])
  const [unplaced, unusable] = [counts(), counts()]
  const memory = new Map<string, Map<string, unknown>>(apis.map(({ name }) => [name, new Map()]))
  let [read, placed, disturbances] = [0, 0, 0]
  let [first, last] = [Number.POSITIVE_INFINITY, 0]

  const judgePlaced = (captured: Captured, n: number, found: Place): void => {
    const { api, operation, path } = found
    const signature = api.traffic?.signedWrongly?.(captured, target) ?? null
    const record = recorded(captured, n, found, hidden, api)
    const state = memory.get(api.name) ?? new Map<string, unknown>()
    const kept = record.response ? captured : { response: null, unusable: record.error?.message ?? null }
    const why = unusableReply(kept, entryOf(target, api.name)?.throttled)
    const seen = exchangeOf({ ...record, purpose: why?.purpose ?? 'judged' })
    const exchange = why ? seen : asItIsRead(seen, api, state)
    if (why && operation !== null) unusable.add(why.words)
    // Without a usable reply, the request may have been carried out all the same.
    if (why && mayChange(captured.request.method)) disturbances++
    claims.start(exchange)
    if (options.keepAll) claims.keep(exchange)
    const level = plan.levels.get(api.name) ?? 0
    const data = api.operations[operation ?? '']
    const { whole } = captured.request
    const request = data ? readRequest(exchange, data, level, whole) : null
    noteClient(exchange, request, signature, api, why === null)
    if (!why) coverage.exchange(exchange)
    if (why?.isPage) {
      const isFine = (captured.response?.status ?? 0) < 300
      const page = exchangeOf({ ...record, purpose: 'judged', ...(isFine && { expects: 'success' as const }) })
      judgePage(page, whole ? request : null, api)
    }
    const { sentAt, receivedAt } = captured
    const times = { sentAt, receivedAt: receivedAt ?? sentAt }
    const step = { exchange, request, path, caller: callerOf(exchange), level, disturbances, ...times }
    judgeEach(exchange)
    judgeStep(step, api, whole, captured.source.file)
    if (!why) api.traffic?.remember?.(exchange, state)
  }

  const noteClient = (
    exchange: Exchange,
    request: ReadRequest | null,
    signature: string | null,
    api: Api,
    isUsable: boolean,
  ): void => {
    if (!exchange.response || (!isUsable && signature === null)) return
    const isRefusal = api.traffic?.isRefusal?.(exchange) ?? false
    const outcome = !isUsable ? 'neither' : isRefusal ? 'error' : api.replies.outcome(exchange)
    if (clients.note(exchange, request, signature, outcome)) claims.keep(exchange)
  }

  return {
    book: {
      plan,
      ledger: claims.ledger,
      replies: claims.replies,
      clients,
      coverage,
      unplaced,
      unusable,
      read: () => read,
      placed: () => placed,
      span: () => ({ first: Number.isFinite(first) ? first : 0, last }),
    },
    add(captured) {
      if (captured.isAside || captured.isOverlapped) disturbances++
      if (captured.isAside) return { n: 0, place: null, broken: [] }
      const n = ++read
      const { method, url } = captured.request
      first = Math.min(first, captured.sentAt)
      last = Math.max(last, captured.receivedAt ?? captured.sentAt)
      const found = place(method, url)
      if (!found || found.operation === null) unplaced.add(`${method} ${shapeOfUrl(url)}`)
      if (!found) {
        learnUnplaced(captured, hidden)
        return { n, place: null, broken: [] }
      }
      if (found.operation !== null) placed++
      else if (mayChange(method)) disturbances++
      judgePlaced(captured, n, found)
      return { n, place: found, broken: claims.broken() }
    },
  }
}

/** If any reply is legal, the exchange is only observed; if the request had to succeed, success is expected. */
function asItIsRead(seen: Exchange, { traffic }: Api, state: ReadonlyMap<string, unknown>): Exchange {
  if (traffic?.isOpen?.(seen, state)) return exchangeOf({ ...seen, purpose: 'observed' })
  return traffic?.hadToSucceed?.(seen) ? exchangeOf({ ...seen, purpose: 'judged', expects: 'success' }) : seen
}
