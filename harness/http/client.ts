/** Sends requests to one API of a target: paced, patient with throttling, and with every exchange kept as evidence. */
import type { ExchangeRecord } from '../../generated/formats.ts'
import type { Clock } from '../clock.ts'
import { cutShort } from '../evidence/cut-short.ts'
import { isDocument, readAhead } from '../evidence/documents.ts'
import { type Exchange, exchange as exchangeOf, isObject, parseJson } from '../evidence/exchange.ts'
import { heldText, LONG_TEXT } from '../evidence/held-text.ts'
import type { Departure } from '../evidence/recorder.ts'
import type { Redactor } from '../evidence/redactor.ts'
import { outOfBounds } from '../evidence/within-bounds.ts'
import { valueAt } from '../judging/paths.ts'
import { examineAhead } from '../openapi/openapi-fault.ts'
import type { Pacer } from '../pacing.ts'
import { stopped } from '../reason.ts'
import type { Stamp } from '../stamps.ts'
import type { ApiEntry } from '../target/api-entry.ts'
import { Undecided } from '../undecided.ts'
import { breath, breathUnlessHurried, type Hurried, longReplyCame, unlessHurried } from './breath.ts'
import type { Place } from './large-bodies.ts'
import { replySizes } from './reply-sizes.ts'
import { BODY_LIMIT, NoReply, type Transport, type WireRequest, type WireResponse } from './transport.ts'

export interface Sending extends WireRequest {
  readonly api: string
  readonly operation: string | null
  readonly actor: string | null
  readonly check: string | null
  readonly attempt?: number
  readonly sent?: readonly string[]
  readonly via?: ExchangeRecord['via']
  readonly purpose?: ExchangeRecord['purpose']
  readonly expects?: 'success' | 'any'
  /** A request whose very refusal is to be seen: throttling is not waited out. */
  readonly impatient?: boolean
  /** Of requests that wait for their turn the lowest leaves first. Added to what its check has. */
  readonly rank?: number
  /** Waits for its turn, where others may begin meanwhile. */
  readonly aside?: (<T>(waiting: Promise<T>) => Promise<T>) | undefined
  /** Whether a reply shows nothing about the request, as if it said "slow down": asked before it is judged. */
  readonly saysNothing?: (came: Pick<WireResponse, 'status' | 'body'>) => false | Promise<boolean>
  /** Makes what has to be fresh when its turn has come, again for each repetition: a timestamp and its signature. */
  readonly departing?: () => Promise<Pick<WireRequest, 'url' | 'headers'>>
}

/** What a check gets back: the evidence, and the reply as it came, secrets included. */
export interface Reply {
  readonly exchange: Exchange
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly json: unknown
  readonly throttled: boolean
}

export interface ClientParts {
  readonly transport: Transport
  readonly pacer: Pacer
  readonly clock: Clock
  /** Long bodies are kept whole, so that every verdict can be computed again. */
  readonly wholeEvidence?: boolean | undefined
  readonly stamp: Stamp
  readonly redactor: Redactor
  readonly throttled?: ApiEntry['throttled']
  readonly nextNumber: () => number
  readonly onExchange: (exchange: Exchange, record: ExchangeRecord) => void
  readonly onDeparture?: ((departure: Departure) => void) | undefined
  readonly interrupted: () => boolean
  /** Ends what is in flight. */
  readonly signal?: (() => AbortSignal | undefined) | undefined
  /** Whether somebody waits for the end: long replies are no longer read or judged. */
  readonly hurried?: Hurried | undefined
  /** The largest body that is read, in bytes, where the target file says. */
  readonly bodyLimit?: number | undefined
  /** Waits until one more large body may be read; it is left once the reply was judged. */
  readonly largeBody?: (() => Promise<Place>) | undefined
  /** Why nothing more is sent, where it was no interruption. */
  readonly whyStopped?: () => string | undefined
}

export interface Client {
  send(sending: Sending): Promise<Reply>
}

/** One that gives up on a target which never answered, until told to try again. */
export interface RevivableClient extends Client {
  revive(): void
}

/** How often a throttled request is sent; once one was given up, less often, until the target serves again. */
const MOST_TRIES = 10
const FEWER_TRIES = 3
const LONGEST_PAUSE = 20_000
/** However long a target asks to wait, it is no longer; and so many waits in a row, or so long altogether, are enough. */
const LONGEST_WAIT = 120_000
const MOST_WAITS = 10
const MOST_WAITING = 300_000
/** So many requests without any reply, and a target that never answered counts as not there. */
const FRUITLESS = 3
/** One that did answer counts as gone after so many in a row, over so long a time. */
const LOST_COUNT = 20
const LOST_MS = 30_000
/** What a document of an API may have, such as its description. */
const DOCUMENT_LIMIT = 16 * 1024 * 1024

export function client(parts: ClientParts): RevivableClient {
  let reached = false
  let fruitless = { count: 0, since: 0 }
  let givenUp = false
  let dead: Undecided | null = null
  let throttle = { waits: 0, waited: 0, until: 0 }
  const sizes = replySizes(parts.bodyLimit ?? BODY_LIMIT)
  const limitFor = (operation: string | null): number => {
    const limit = sizes.limit()
    return isDocument(operation) && limit >= BODY_LIMIT ? Math.max(limit, DOCUMENT_LIMIT) : limit
  }

  const once = async (planned: Sending): Promise<Reply> => {
    if (dead || parts.interrupted()) return depart(planned)
    const turn = parts.pacer.turn({ fullSpeed: planned.impatient, rank: planned.rank })
    await (planned.aside ? planned.aside(turn) : turn)
    let left = true
    const done = (): void => {
      if (left) parts.pacer.done()
      left = false
    }
    try {
      return await depart(planned, done)
    } finally {
      done()
    }
  }

  /** `done`: it is over, and others may leave, though it is not judged yet. */
  const depart = async (planned: Sending, done: () => void = () => {}): Promise<Reply> => {
    if (parts.interrupted()) throw new Undecided(stopped(parts.whyStopped?.()))
    if (dead) throw dead
    const sending = planned.departing ? { ...planned, ...(await planned.departing()) } : planned
    const n = parts.nextNumber()
    const request = requestShown(sending, parts.redactor)
    if (parts.onDeparture && sending.method !== 'GET') parts.onDeparture(departure(sending, request, n))
    const sentAt = parts.stamp('departure')
    let place: Place | undefined
    const record = (came: Came): Promise<Exchange> => recorded(parts, sending, request, n, sentAt, came)
    try {
      const response = await parts.transport.send(sending, {
        bodyLimit: limitFor(sending.operation),
        signal: parts.signal?.(),
        largeBody: async () => {
          unlessHurried(parts.hurried)
          place ??= await parts.largeBody?.()
          unlessHurried(parts.hurried)
          return place
        },
      })
      if (response.body.length >= LONG_TEXT) unlessHurried(parts.hurried)
      sizes.came(response.body.length)
      const excess = outOfBounds(response.body)
      if (excess !== null) throw new NoReply('too-large', `the reply ${excess}`)
      reached = true
      fruitless = { count: 0, since: 0 }
      dead = null
      const doubt = sending.saysNothing?.(response) ?? false
      if (doubt !== false) done()
      const throttled = saysSlowDown(response, parts.throttled) || (await doubt)
      if (!throttled && isOfTheNetwork(response) && !sending.impatient)
        throw networkReply({ status: response.status, exchange: await record({ response, purpose: 'outside' }) })
      const purpose = throttled ? 'throttled' : isOfTheNetwork(response) ? 'outside' : undefined
      const seen = await record(purpose ? { response, purpose } : { response })
      if (response.body.length >= LONG_TEXT && parts.hurried?.()) throw new Undecided(stopped(parts.whyStopped?.()))
      return replyFrom(seen, response, throttled)
    } catch (caught) {
      if (!(caught instanceof NoReply)) throw caught
      const error = sizes.refused(caught)
      await record({ error: { kind: error.kind, message: error.message } })
      throw noReplyTo(sending, error)
    } finally {
      place?.leave()
    }
  }

  /** Nothing follows from it, but that a target which keeps silent is not asked for ever. */
  const noReplyTo = (sending: Sending, error: NoReply): Lost => {
    const undecided = new Lost(new URL(sending.url).origin, error)
    if (error.kind === 'too-large' || parts.interrupted()) return undecided
    const now = parts.clock.now()
    fruitless = { count: fruitless.count + 1, since: fruitless.since || now }
    const { count, since } = fruitless
    if (reached ? count >= LOST_COUNT && now - since >= LOST_MS : count >= FRUITLESS) dead = undecided
    return undecided
  }

  /** A request that changes nothing is sent again where its connection was lost: paced, and an exchange of its own. */
  const onceOrAgain = async (sending: Sending): Promise<Reply> => {
    try {
      return await once(sending)
    } catch (error) {
      const safe = sending.method === 'GET' || sending.method === 'HEAD'
      if (!(error instanceof Lost) || !error.lost || !safe || sending.impatient || dead) throw error
      return await once(sending)
    }
  }

  /** Lets nothing leave while the target wants its rest; what several requests are told at once is one wait. */
  const rest = (ms: number): void => {
    const now = parts.clock.now()
    if (now >= throttle.until) {
      throttle = { waits: throttle.waits + 1, waited: throttle.waited + ms, until: now + ms }
      if (throttle.waits > MOST_WAITS || throttle.waited > MOST_WAITING)
        dead = new Undecided({ kind: 'throttled-throughout', waits: throttle.waits - 1 })
    }
    parts.pacer.pause(ms)
  }

  return {
    revive: () => {
      dead = null
      fruitless = { count: 0, since: 0 }
      throttle = { waits: 0, waited: 0, until: 0 }
    },
    async send(sending) {
      for (let tries = 1; ; tries++) {
        const reply = await onceOrAgain(sending)
        if (!reply.throttled) {
          givenUp = false
          throttle = { waits: 0, waited: 0, until: 0 }
        }
        if (!reply.throttled || sending.impatient) return reply
        if (tries >= (givenUp ? FEWER_TRIES : MOST_TRIES)) {
          givenUp = true
          throw new Undecided({ kind: 'throttled', what: `${sending.method} ${new URL(sending.url).pathname}` })
        }
        rest(retryAfter(reply, parts.clock) ?? Math.min(250 * 2 ** tries, LONGEST_PAUSE))
      }
    },
  }
}

/** Of a long reply nothing is kept twice, nor what it stands for. */
function replyFrom(exchange: Exchange, { status, headers, body }: WireResponse, throttled: boolean): Reply {
  const same = exchange.response?.body === body
  if (body.length < LONG_TEXT)
    return { exchange, status, headers, body, json: same ? exchange.json : parseJson(body), throttled }
  const held = same ? null : heldText(body)
  const text = (): string => held?.text ?? exchange.response?.body ?? ''
  return {
    ...{ exchange, status, headers, throttled },
    get body() {
      return text()
    },
    get json() {
      return same ? exchange.json : parseJson(text())
    },
  }
}

/** No reply came. */
class Lost extends Undecided {
  readonly lost: boolean
  constructor(origin: string, { code, message, lost }: NoReply) {
    super({ kind: 'no-reply', origin, code, message })
    this.lost = lost
  }
}

type Came =
  | { response: WireResponse; purpose?: 'throttled' | 'outside' }
  | { error: NonNullable<ExchangeRecord['error']> }

export function saysSlowDown(response: WireResponse, described: ClientParts['throttled']): boolean {
  if (response.status === 429) return true
  if (response.status === 503 && response.headers['retry-after'] !== undefined) return true
  if (!described) return false
  if (described.status !== undefined && described.status !== response.status) return false
  return described.pointer === undefined || valueAt(parseJson(response.body), described.pointer) === described.equals
}

/** A gateway that has no service behind it speaks for itself: no deployment of the contract wrote such a reply. */
export function isOfTheNetwork({ status, body }: Pick<WireResponse, 'status' | 'body'>): boolean {
  return status >= 502 && status <= 504 && parseJson(body) === undefined
}

/** Nothing follows from such a reply. */
export function networkReply({ status, exchange }: Pick<Reply, 'status' | 'exchange'>): Undecided {
  const { origin } = new URL(exchange.request.url)
  return new Undecided({ kind: 'not-json', origin, status, exchange: exchange.n })
}

function retryAfter(reply: Reply, clock: Clock): number | null {
  const header = reply.headers['retry-after']
  if (header === undefined) return null
  const seconds = Number(header)
  const ms = Number.isFinite(seconds) ? seconds * 1000 : Date.parse(header) - clock.now()
  return Number.isFinite(ms) ? Math.min(Math.max(ms, 50), LONGEST_WAIT) : null
}

function requestShown(sending: Sending, redactor: Redactor): ExchangeRecord['request'] {
  const { method, url, headers, sent = [] } = sending
  const body = bodyShown(sending.body, redactor)
  return redactor.request({ method, url, headers: { ...headers }, body, sent: [...sent] })
}

function departure(
  { via = 'target', operation }: Sending,
  { method, url, body }: Departure['request'],
  n: number,
): Departure {
  return { n, via, operation, request: { method, url, body } }
}

async function recorded(
  parts: ClientParts,
  sending: Sending,
  request: ExchangeRecord['request'],
  n: number,
  sentAt: number,
  came: Came,
): Promise<Exchange> {
  const { redactor } = parts
  const { via = 'target' } = sending
  const isLong = 'response' in came && came.response.body.length >= LONG_TEXT
  if (isLong) {
    longReplyCame()
    await breathUnlessHurried(parts.hurried)
  }
  const record: ExchangeRecord = {
    n,
    via,
    api: sending.api,
    operation: sending.operation,
    actor: sending.actor,
    check: sending.check,
    attempt: sending.attempt ?? 1,
    purpose: ('response' in came && came.purpose) || sending.purpose || 'judged',
    expects: sending.expects ?? 'any',
    sentAt: new Date(sentAt).toISOString(),
    receivedAt: 'response' in came ? new Date(parts.stamp('arrival')).toISOString() : null,
    request,
    ...('response' in came
      ? { response: redactor.reply({ ...came.response, headers: { ...came.response.headers } }, via) }
      : { error: { ...came.error, message: redactor.text(came.error.message) } }),
  }
  if (isLong) await breathUnlessHurried(parts.hurried)
  const seen = exchangeOf(record)
  if (parts.transport.remote && isDocument(sending.operation)) await lookAhead(seen, parts.signal?.())
  // Parsed before it is judged, and there until it was.
  const json = isLong ? [seen.json] : []
  if (isLong) await breathUnlessHurried(parts.hurried)
  parts.onExchange(seen, parts.wholeEvidence ? record : cutShort(record))
  if (json.length > 0) await breath()
  return seen
}

/** Multipart bodies are kept as text up to a few kilobytes; what is longer is named by its size. */
function bodyShown(body: string | Uint8Array | null, redactor: Redactor): string | null {
  if (body === null || typeof body === 'string') return body
  const text = redactor.url(Buffer.from(body.subarray(0, 16 * SHOWN)).toString('utf8'))
  return body.length > SHOWN ? `${text.slice(0, SHOWN)}… (${body.length} bytes)` : text
}

const SHOWN = 4096

/** What takes long to examine is examined before it is judged, while the run goes on. */
async function lookAhead(seen: Exchange, signal: AbortSignal | undefined): Promise<void> {
  if (!seen.response) return
  await readAhead(seen.response.body, signal)
  if (isObject(seen.json)) await examineAhead(seen.json, signal)
}
