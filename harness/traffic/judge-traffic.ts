/** Judges exchanges that somebody else made, one after the other, by the predicates of a run. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import { type Api, apiNamed, type Requirement } from '../api.ts'
import { apisIn } from '../apis-in.ts'
import type { Area } from '../check.ts'
import { coverageBook } from '../coverage.ts'
import { type Exchange, exchange as exchangeOf } from '../evidence/exchange.ts'
import type { EvidenceSink } from '../evidence/recorder.ts'
import { type Redactor, redactor } from '../evidence/redactor.ts'
import { isOfTheNetwork, saysSlowDown } from '../http/client.ts'
import { everyExchange, isDescribed } from '../judging/every-exchange.ts'
import type { Judgement, PlainArgs, Predicate } from '../judging/predicate.ts'
import { type ReplyBook, replyBook } from '../replies.ts'
import { entryOf } from '../target/api-entry.ts'
import { Undecided } from '../undecided.ts'
import type { Captured } from './captured.ts'
import { type ClientBook, clientBook } from './client-findings.ts'
import { type Counts, counts, shapeOfUrl } from './counts.ts'
import { type FlatLedger, flatLedger } from './flat-ledger.ts'
import { type Place, placer } from './place.ts'
import { readRequest, UNKNOWN } from './read-request.ts'
import type { Sequence, TrafficStep } from './reading.ts'
import { planTraffic, type TrafficPlan, type TrafficScope } from './traffic-plan.ts'

export interface TrafficOptions extends TrafficScope {
  readonly areas: readonly Area[]
  readonly sink: EvidenceSink
  /** Keep every exchange as evidence, and not only those that claims cite. */
  readonly keepAll?: boolean
}

export interface JudgedExchange {
  readonly n: number
  readonly place: Place | null
  /** Requirements that this exchange was seen to break, itself or with earlier ones. */
  readonly broken: readonly string[]
}

/** What was seen of the traffic so far. */
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

/** Stands for a header that is another one in each request: nobody has to tell its values apart. */
const EACH_TIME = '{{secret:0}}'
const CHECK = 'traffic'
const IN_ITS_PLACE = 'a page came in place of a reply: the deployment may have written it, or whoever stands before it'
const REFUSED = new Undecided('prerequisite-failed', 'a request that the contract describes was refused', true)
const MOST_CALLERS = 20_000

export function trafficJudge(options: TrafficOptions): TrafficJudge {
  const { areas, sink } = options
  const apis = apisIn(areas)
  const plan = planTraffic(areas, options)
  const hidden = redactor()
  for (const value of apis.flatMap(api => api.secrets?.(options.target as never) ?? [])) hidden.learn(value)
  const place = placer(apis, plan.bases)
  const written = new Set<number>()
  const pending = new Map<number, ExchangeRecord>()
  const write = (record: ExchangeRecord): void => {
    if (written.has(record.n)) return
    written.add(record.n)
    sink.exchange(record)
    replies.add(record)
  }
  let broken = new Set<string>()
  const ledger = flatLedger(claim => {
    for (const n of [...claim.exchanges, ...(claim.control === null ? [] : [claim.control])]) {
      const record = pending.get(n)
      if (record) write(record)
    }
    sink.claim(claim)
  })
  const noting: FlatLedger = {
    ...ledger,
    add: made => {
      if (made.outcome === 'broken') broken.add(made.requirement)
      ledger.add(made)
    },
  }
  const replies = replyBook(apis)
  const coverage = coverageBook({ apis, levels: plan.levels })
  const every = everyExchange(areas, plan.judged, plan.levels, noting)
  /** What the reply would break if the deployment wrote it: such a requirement is not seen to hold any more. */
  const doubt = (requirement: string, n: number, why?: Undecided): void => {
    const stated = plan.judged.get(requirement)
    const cause = why ?? new Undecided('unreachable', IN_ITS_PLACE, true, [n])
    if (stated) ledger.undecided(requirement, CHECK, 1, stated.level, cause)
  }
  const everyDoubt = everyExchange(areas, plan.judged, plan.levels, {
    ...ledger,
    add: ({ requirement, outcome, exchanges: [n = 0] }) => {
      if (outcome === 'broken') doubt(requirement, n)
    },
  })
  const doubtWhatFollows = (exchange: Exchange, request: TrafficStep['request'], api: Api): void => {
    everyDoubt(exchange)
    if (!request) return
    const context = { level: plan.levels.get(api.name) ?? 0, hadSuccess: false }
    for (const sight of sightsOf(api, exchange.operation)) {
      const seen = sight.about(request, exchange, context)
      if (seen && sight.predicate.judge([exchange], seen.args).outcome === 'broken')
        doubt(sight.requirement, exchange.n)
    }
  }
  const clients = clientBook(({ api, operation }) => apiNamed(apis, api)?.operations[operation ?? ''])
  const [unplaced, unusable] = [counts(), counts()]
  const memory = new Map<string, Map<string, unknown>>(apis.map(({ name }) => [name, new Map()]))
  /** Each file has a clock of its own, and may hold the same exchanges as another: sequences are sought within a file. */
  const runs = new Map<string, Running>()
  const runningIn = (file: string): Running => {
    const known = runs.get(file) ?? new Map(apis.map(api => [api.name, startedOf(api)]))
    runs.set(file, known)
    return known
  }
  const succeeded = new Set<string>()
  let read = 0
  let placed = 0
  let disturbances = 0
  let [first, last] = [Number.POSITIVE_INFINITY, 0]

  const claim = (
    requirement: string,
    predicate: Predicate,
    args: PlainArgs,
    exchanges: readonly Exchange[],
    judgement: Judgement,
    further: { readonly control?: Exchange | undefined; readonly weight?: 'must' | 'should' | undefined } = {},
  ): void => {
    const stated: Requirement | undefined = plan.judged.get(requirement)
    if (!stated || judgement.outcome === 'vacuous') return
    const { expected, actual, about } = judgement.outcome === 'broken' ? judgement : NOTHING
    for (const one of exchanges) pending.set(one.n, recordOf(one))
    if (further.control) pending.set(further.control.n, recordOf(further.control))
    noting.add({
      ...{ requirement, check: CHECK, predicate: predicate.name, args, exchanges: exchanges.map(({ n }) => n) },
      ...{ control: further.control?.n ?? null, attempt: 1, outcome: judgement.outcome },
      ...{ weight: further.weight ?? stated.level, expected, actual },
      ...(about && { about }),
    })
  }

  /** What speaks against a requirement without showing that it is violated keeps it from passing. */
  const leaveOpen = (requirement: string, { outcome }: Judgement, exchanges: readonly Exchange[]): void => {
    const stated = plan.judged.get(requirement)
    if (!stated || outcome !== 'broken') return
    for (const one of exchanges) pending.set(one.n, recordOf(one))
    const cited = exchanges.map(({ n }) => n)
    const why = 'a reply speaks against it, and traffic cannot tell whether it had to be otherwise'
    ledger.undecided(requirement, CHECK, 1, stated.level, new Undecided('prerequisite-failed', why, false, cited))
  }

  const judgeOne = (step: TrafficStep, api: Api, whole: boolean, file: string): void => {
    const { exchange, level } = step
    every(exchange)
    const key = step.caller === null ? null : `${step.caller} ${exchange.operation}`
    const context = { level, hadSuccess: key !== null && succeeded.has(key) }
    const isSound =
      exchange.purpose !== 'outside' && exchange.purpose !== 'throttled' && exchange.response !== undefined
    if (isSound && step.request && whole) {
      const isHere = isDescribed(exchange, api, level)
      for (const sight of sightsOf(api, exchange.operation)) {
        if (!isHere && !sight.isAhead) continue
        if (sight.leavesOpen?.(step.request, exchange)) doubt(sight.requirement, exchange.n, REFUSED)
        const seen = sight.about(step.request, exchange, context)
        if (!seen) continue
        const { args, weight } = seen
        const judgement = sight.predicate.judge([exchange], args)
        claim(sight.requirement, sight.predicate, args, [exchange], judgement, { weight })
      }
    }
    if (isSound && key !== null && succeeded.size < MOST_CALLERS && outcomeOf(api, exchange) === 'success')
      succeeded.add(key)
    if (isOld(exchange)) return
    for (const next of runningIn(file).get(api.name) ?? []) {
      for (const one of next(step)) {
        const { requirement, predicate, args, exchanges, control, weight, isOpen } = one
        if (isOpen) leaveOpen(requirement, predicate.judge(exchanges, args), exchanges)
        else claim(requirement, predicate, args, exchanges, predicate.judge(exchanges, args), { control, weight })
      }
    }
  }

  const book: TrafficBook = {
    ...{ plan, ledger, replies, clients, coverage, unplaced, unusable },
    read: () => read,
    placed: () => placed,
    span: () => ({ first: Number.isFinite(first) ? first : 0, last }),
  }

  return {
    book,
    add(captured) {
      if (captured.isAside) {
        disturbances++
        return { n: 0, place: null, broken: [] }
      }
      const n = ++read
      broken = new Set()
      first = Math.min(first, captured.sentAt)
      last = Math.max(last, captured.receivedAt ?? captured.sentAt)
      const found = place(captured.request.method, captured.request.url)
      if (!found) {
        unplaced.add(`${captured.request.method} ${shapeOfUrl(captured.request.url)}`)
        return { n, place: null, broken: [] }
      }
      const { api, operation } = found
      if (operation === null) {
        unplaced.add(`${captured.request.method} ${shapeOfUrl(captured.request.url)}`)
        if (!isReading(captured.request.method)) disturbances++
      } else placed++
      const entry = entryOf(options.target, api.name)
      const signature = api.traffic?.signedWrongly?.(captured, options.target) ?? null
      const record = recorded(captured, n, found, hidden, api)
      const state = memory.get(api.name) ?? new Map()
      const why = unusableReply(captured, entry?.throttled)
      const purpose = why?.purpose ?? null
      const seen = exchangeOf({ ...record, purpose: purpose ?? 'judged' })
      const isOpen = purpose === null && (api.traffic?.isOpen?.(seen, state) ?? false)
      const isGarbled = purpose === null && (api.traffic?.hadToSucceed?.(seen) ?? false)
      const exchange = isOpen
        ? exchangeOf({ ...record, purpose: 'observed' })
        : isGarbled
          ? exchangeOf({ ...record, purpose: 'judged', expects: 'success' })
          : seen
      if (why !== null && operation !== null) unusable.add(why.words)
      pending.clear()
      pending.set(n, recordOf(exchange))
      if (options.keepAll) write(recordOf(exchange))
      const level = plan.levels.get(api.name) ?? 0
      const data = api.operations[operation ?? '']
      const request = data ? readRequest(exchange, data, level, captured.request.whole) : null
      if (captured.response) {
        const isRefusal = api.traffic?.isRefusal?.(exchange) ?? false
        const outcome = purpose !== null ? 'neither' : isRefusal ? 'error' : outcomeOf(api, exchange)
        const isTold = purpose === null || signature !== null
        if (isTold && clients.note(exchange, request, signature, outcome)) write(recordOf(exchange))
      }
      if (purpose === null) coverage.exchange(exchange)
      const step: TrafficStep = {
        ...{ exchange, request, path: found.path, caller: callerOf(exchange), level, disturbances },
        ...{ sentAt: captured.sentAt, receivedAt: captured.receivedAt ?? captured.sentAt },
      }
      if (why?.isPage) {
        const isFine = (captured.response?.status ?? 0) < 300
        doubtWhatFollows(
          exchangeOf({ ...record, purpose: 'judged', ...(isFine && { expects: 'success' as const }) }),
          captured.request.whole ? request : null,
          api,
        )
      }
      judgeOne(step, api, captured.request.whole, captured.source.file)
      if (purpose === null) api.traffic?.remember?.(exchange, state)
      return { n, place: found, broken: [...broken] }
    },
  }
}

type Running = ReadonlyMap<string, readonly ReturnType<Sequence['start']>[]>
const startedOf = ({ traffic }: Api): ReturnType<Sequence['start']>[] =>
  (traffic?.sequences ?? []).map(one => one.start())

const isReading = (method: string): boolean => ['GET', 'HEAD', 'OPTIONS'].includes(method)

const recordOf = (exchange: Exchange): ExchangeRecord => exchange as unknown as ExchangeRecord

const outcomeOf = (api: Api, exchange: Exchange): 'success' | 'error' | 'neither' => api.replies.outcome(exchange)

const sights = new WeakMap<Api, Map<string, NonNullable<Api['traffic']>['sights']>>()

function sightsOf(api: Api, operation: string | null): NonNullable<Api['traffic']>['sights'] {
  const known = sights.get(api) ?? new Map<string, NonNullable<Api['traffic']>['sights']>()
  sights.set(api, known)
  const found = known.get(operation ?? '') ?? (api.traffic?.sights ?? []).filter(one => one.operation === operation)
  known.set(operation ?? '', found)
  return found
}

/** A reply that no deployment of the contract wrote, or that only says "slow down". */
function unusableReply(
  { response, unusable }: Captured,
  throttled: NonNullable<ReturnType<typeof entryOf>>['throttled'],
): { readonly words: string; readonly purpose: 'outside' | 'throttled'; readonly isPage?: boolean } | null {
  if (!response || unusable !== null) return { words: unusable ?? 'no reply was recorded', purpose: 'outside' }
  if (saysSlowDown(response, throttled)) return { words: 'told to slow down', purpose: 'throttled' }
  const { status } = response
  if (response.headers['content-encoding'] !== undefined && isBinary(response.body))
    return { words: 'the capture holds its body in a content coding', purpose: 'outside' }
  if (status < 200 || (status >= 300 && status < 400))
    return { words: `status ${status}: redirected, or continued elsewhere`, purpose: 'outside' }
  if (isOfTheNetwork(response) || status >= 520) return { words: `status ${status} from a gateway`, purpose: 'outside' }
  if (isPage(response.body)) return { words: 'a page, and not a reply of the API', purpose: 'outside', isPage: true }
  return null
}

/** Whoever stands before a deployment asks people to sign in, or says that something is wrong, with a page. */
const isPage = (body: string): boolean =>
  /^\s*<(!doctype\s+html|html|head|body|h1|center|script)\b/i.test(body.slice(0, 500))

/** What a shared cache answers may be older than what was written since. */
const isOld = ({ response }: Exchange): boolean => {
  const { age, 'x-cache': said, 'cf-cache-status': cloudflare } = response?.headers ?? {}
  return Number(age ?? 0) > 0 || /hit|stale|updating/i.test(`${said ?? ''} ${cloudflare ?? ''}`)
}

/** Bytes that were no text, read as text. */
const isBinary = (body: string): boolean => body.slice(0, 200).includes('\uFFFD')

/** Who called, as far as credentials tell; they are placeholders here. */
const callerOf = ({ request: { headers } }: Exchange): string | null =>
  headers['authorization'] ?? headers['cookie'] ?? null

function recorded(
  captured: Captured,
  n: number,
  { api, operation }: Place,
  hidden: Redactor,
  { traffic }: Api,
): ExchangeRecord {
  const { request, response, source } = captured
  learnFrom(request, hidden)
  const headers = { ...request.headers }
  for (const name of traffic?.eachTime ?? []) if (headers[name]) headers[name] = EACH_TIME
  return hidden.record({
    ...{ n, via: 'target', api: api.name, operation, actor: null, check: null },
    ...timesOf(captured),
    request: {
      method: request.method,
      url: withoutPassword(request.url),
      headers,
      body: request.body?.slice(0, LONGEST_BODY) ?? null,
      sent: [...(request.names ?? namesIn(captured))],
    },
    ...(response && { response: { ...response, headers: { ...response.headers } } }),
    ...(!response && { error: { kind: 'unreachable', message: captured.unusable ?? 'no reply was recorded' } }),
    source: { ...source },
  })
}

const HOUR = 3_600_000

/** Where the clock of the capture is far from that of the deployment, or tells nothing, the deployment's own counts. */
function timesOf({ sentAt, receivedAt, response }: Captured): Pick<ExchangeRecord, 'sentAt' | 'receivedAt'> {
  const said = Date.parse(response?.headers['date'] ?? '')
  const off = Math.abs(said - (receivedAt ?? sentAt)) > HOUR ? said - (receivedAt ?? sentAt) : 0
  return {
    sentAt: new Date(sentAt + off).toISOString(),
    receivedAt: receivedAt === null ? null : new Date(receivedAt + off).toISOString(),
  }
}

/** Longer bodies are uploads; what is judged of a request stands before. */
const LONGEST_BODY = 4 * 1024 * 1024

function namesIn({ request }: Captured): string[] {
  const names = [...new URL(request.url).searchParams.keys()]
  const type = request.headers['content-type'] ?? ''
  const isForm = /urlencoded/i.test(type)
  const isMultipart = /^multipart\//i.test(type)
  if (!request.whole || (request.body && !isForm && !isMultipart)) names.push(UNKNOWN)
  if (isForm) names.push(...new URLSearchParams(request.body ?? '').keys())
  if (isMultipart) names.push(...[...(request.body ?? '').matchAll(/\bname="([^"]*)"/g)].map(([, name]) => name ?? ''))
  return [...new Set(names)]
}

/** A key that shows in a header shows nowhere else afterwards. */
function learnFrom({ headers, url }: Captured['request'], hidden: Redactor): void {
  const basic = /^Basic\s+([A-Za-z0-9+/=]+)$/i.exec(headers['authorization'] ?? '')?.[1]
  const [owner = '', ...key] = basic ? Buffer.from(basic, 'base64').toString('utf8').split(':') : []
  if (key.length > 0 && !owner.includes('\uFFFD')) hidden.learnKey(owner, key.join(':'))
  const bearer = /^Bearer\s+(\S+)$/i.exec(headers['authorization'] ?? '')?.[1]
  if (bearer) hidden.learn(bearer)
  const { password } = new URL(url)
  if (password !== '') hidden.learn(password)
}

function withoutPassword(url: string): string {
  const parsed = new URL(url)
  if (parsed.password === '') return url
  parsed.password = ''
  return parsed.href
}

const NOTHING = { expected: null, actual: null, about: undefined } as const
