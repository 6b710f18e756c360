/** Sends requests to one API of a target: paced, patient with throttling, and with every exchange kept as evidence. */
import type { Clock } from '../clock.ts'
import { isDocument } from '../evidence/documents.ts'
import { type Exchange, parseJson } from '../evidence/exchange.ts'
import { heldAside, LONG_TEXT } from '../evidence/held-text.ts'
import type { Departure } from '../evidence/recorder.ts'
import { outOfBounds } from '../evidence/within-bounds.ts'
import { stopped } from '../reason.ts'
import type { Pacer } from '../run/pacing.ts'
import type { ApiEntry } from '../target/api-entry.ts'
import { Undecided } from '../undecided.ts'
import { unlessHurried } from './breath.ts'
import type { FirstRequests } from './first-requests.ts'
import type { Place } from './large-bodies.ts'
import { CutOff } from './no-reply.ts'
import { isOfTheNetwork, NetworkReply, retryAfter, saysSlowDown } from './outside-replies.ts'
import { type Came, departure, type Recording, recorded, requestShown } from './record-exchange.ts'
import { noteRepeated } from './repeated-writes.ts'
import { replySizes } from './reply-sizes.ts'
import type { Sending } from './sending.ts'
import { BODY_LIMIT, NoReply, type WireResponse } from './transport.ts'

/** What a check gets for a request: the evidence, and the reply as it came, secrets included. */
export interface Reply {
  readonly exchange: Exchange
  readonly status: number
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  readonly json: unknown
  readonly throttled: boolean
}

export interface ClientParts extends Recording {
  readonly pacer: Pacer
  readonly clock: Clock
  readonly throttled?: ApiEntry['throttled']
  readonly nextNumber: () => number
  readonly first?: FirstRequests | undefined
  readonly onDeparture?: ((departure: Departure) => void) | undefined
  readonly interrupted: () => boolean
  /** The largest body that is read, in bytes, if the target file states it. */
  readonly bodyLimit?: number | undefined
  /** Waits until one more large body may be read; its place is free again once the reply was judged. */
  readonly largeBody?: (() => Promise<Place>) | undefined
  /** Why no more requests are sent, if it was no interruption. */
  readonly whyStopped?: () => string | undefined
}

export interface Client {
  send(sending: Sending): Promise<Reply>
}

/** A client that gives up on a target which does not answer, until it is revived. */
export interface RevivableClient extends Client {
  revive(): void
  /** Resolves when no request is under way any more; null if none is. */
  idle(): Promise<void> | null
}

/** How often a throttled request is sent; less often after one was given up, until the target accepts requests again. */
const MOST_TRIES = 10
const FEWER_TRIES = 3
const FIRST_PAUSE = 500
/** How many waits in a row are just as long as the target asks for. */
const WAITS_AS_ASKED = 3
const LONGEST_PAUSE = 20_000
/** No wait is longer, even if the target asks for more. */
const LONGEST_WAIT = 120_000
/** More waits in a row, or more time in all, and the target is given up; by then, doubled waits exceed a minute. */
const MOST_WAITS = 8
const MOST_WAITING = 300_000
/** How long a request that was lost among concurrent ones waits before it is sent again. */
const AGAIN_MS = [100, 300, 1000]
/** How long a service that a gateway could not reach may take to come back. */
const RESTART_MS = 1000
/** A target that never answered counts as absent after this many requests. */
const MOST_UNANSWERED = 3
/** A target that did answer counts as gone after this many lost requests in a row, over at least this time. */
const LOST_COUNT = 20
const LOST_MS = 30_000
/** The size limit for a document of an API, such as its description. */
const DOCUMENT_LIMIT = 16 * 1024 * 1024

export function client(parts: ClientParts): RevivableClient {
  let reached = false
  let unanswered = { count: 0, since: 0 }
  let requestGivenUp = false
  let hasServed = false
  let hasServedSinceGateway = false
  let targetGivenUp: Undecided | null = null
  let throttle = { waits: 0, waited: 0, until: 0 }
  /** By operation and actor: until when nothing is sent, because the target keeps asking for more than the longest wait. */
  const closedUntil = new Map<string, number>()
  const sizes = replySizes(parts.bodyLimit ?? BODY_LIMIT)
  const limitFor = (operation: string | null): number => {
    const limit = sizes.limit()
    return isDocument(operation) && limit >= BODY_LIMIT ? Math.max(limit, DOCUMENT_LIMIT) : limit
  }

  const underWay = new Set<Promise<unknown>>()
  const sendOnce = (planned: Sending): Promise<Reply> => {
    const coming = sendInTurn(planned).finally(() => underWay.delete(coming))
    underWay.add(coming)
    return coming
  }

  const allEnded = async (): Promise<void> => {
    while (underWay.size > 0) await Promise.allSettled(underWay)
  }

  const sendInTurn = async (planned: Sending): Promise<Reply> => {
    if (targetGivenUp || parts.interrupted()) return depart(planned)
    const turn = turnOf(planned)
    await (planned.aside ? planned.aside(turn) : turn)
    let left = true
    const leftAt = parts.clock.now()
    const done = (): void => {
      if (left) parts.pacer.done(parts.clock.now() - leftAt)
      left = false
    }
    try {
      return await depart(planned, done)
    } finally {
      done()
    }
  }

  const turnOf = async ({ impatient, rank, check, wait = 0 }: Sending): Promise<void> => {
    const refusal = wait > 0 ? parts.pacer.count() : null
    if (refusal) throw refusal
    if (wait > 0) await parts.clock.sleep(wait)
    await parts.pacer.turn({ fullSpeed: impatient, rank, counted: wait > 0, of: check })
  }

  const ready = async (planned: Sending): Promise<Sending> => {
    if (!planned.departing) return planned
    try {
      return { ...planned, ...(await planned.departing()) }
    } catch (error) {
      parts.pacer.unused()
      throw error
    }
  }

  /** `done` is called when the request is over and others may leave, though its reply is not judged yet. */
  const depart = async (planned: Sending, done: () => void = () => {}): Promise<Reply> => {
    if (parts.interrupted()) throw new Undecided(stopped(parts.whyStopped?.()))
    if (targetGivenUp) throw targetGivenUp
    const sending = await ready(planned)
    const n = parts.nextNumber()
    const request = requestShown(sending, parts.redactor)
    if (parts.onDeparture && sending.method !== 'GET') parts.onDeparture(departure(sending, request, n))
    const sentAt = parts.stamp('departure')
    parts.first?.left({ n, operation: sending.operation, at: sentAt })
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
      unanswered = { count: 0, since: 0 }
      targetGivenUp = null
      const doubt = sending.saysNothing?.(response) ?? false
      if (doubt !== false) done()
      const isSlow = saysSlowDown(response, parts.throttled)
      if (isSlow && !sending.keepsThrottled?.()) parts.first?.throttled(n)
      const provesNothing = isSlow || (await doubt)
      const throttled = provesNothing !== false
      if (!throttled && isOfTheNetwork(response) && !sending.impatient)
        throw new NetworkReply({ status: response.status, exchange: await record({ response, purpose: 'outside' }) })
      const purpose = throttled ? 'throttled' : isOfTheNetwork(response) ? 'outside' : undefined
      const seen = await record(purpose ? { response, purpose } : { response })
      if (provesNothing instanceof Undecided) throw provesNothing
      if (response.body.length < LONG_TEXT) return replyFrom(seen, response, throttled)
      const unlessOver = (): void => {
        if (parts.hurried?.()) throw new Undecided(stopped(parts.whyStopped?.()))
      }
      unlessOver()
      return await longReplyFrom(seen, response, throttled, unlessOver)
    } catch (caught) {
      if (!(caught instanceof NoReply)) throw caught
      const error = sizes.refused(caught)
      await record({ error: { kind: error.kind, message: error.message } })
      if (caught instanceof CutOff) throw new Undecided(stopped(parts.whyStopped?.()))
      throw noReplyTo(sending, error, n)
    } finally {
      place?.leave()
    }
  }

  /** A missing reply proves nothing; but a target that stays silent is given up. */
  const noReplyTo = (sending: Sending, error: NoReply, exchange: number): Lost => {
    const undecided = new Lost(sending, error, exchange)
    if (error.kind === 'too-large' || error.crowded || parts.interrupted()) return undecided
    const now = parts.clock.now()
    unanswered = { count: unanswered.count + 1, since: unanswered.since || now }
    const { count, since } = unanswered
    if (reached ? count >= LOST_COUNT && now - since >= LOST_MS : count >= MOST_UNANSWERED) targetGivenUp = undecided
    return undecided
  }

  /** A gateway that serves some requests and not others may have a limit, as many answer with a page and 503 then. */
  const afterGateway = async ({ status }: NetworkReply): Promise<void> => {
    if (status === 503 && hasServedSinceGateway) parts.pacer.pause(RESTART_MS)
    hasServedSinceGateway = false
    await parts.clock.sleep(RESTART_MS)
  }

  /**
   * Repeats a request, if it may be repeated, when its connection was lost or a gateway answered for a service that may be
   * restarting. Each attempt is paced and an exchange of its own.
   */
  const sendWithRetry = async (sending: Sending): Promise<Reply> => {
    const { method, impatient, repeatable = method === 'GET' || method === 'HEAD' } = sending
    const mayRepeat = repeatable && !impatient
    for (const [tries, wait] of AGAIN_MS.entries()) {
      try {
        return await sendOnce(sending)
      } catch (error) {
        const isCrowded = error instanceof Lost && error.crowded
        const mayBeTemporary = (error instanceof Lost && error.lost) || error instanceof NetworkReply
        if (!mayBeTemporary || !mayRepeat || targetGivenUp || (tries > 0 && !isCrowded)) throw error
        if (isCrowded) await parts.clock.sleep(wait)
        else if (error instanceof NetworkReply) await afterGateway(error)
      }
    }
    return await sendOnce(sending)
  }

  /**
   * Pauses all requests because the target asks for it; several such replies at once cause one wait. If the target
   * accepted requests before and states no time or too short a one, each wait is twice as long as the last, whichever
   * request caused it: the limit may be per minute.
   */
  const pauseAll = (wanted: number | null, tries: number): void => {
    const now = parts.clock.now()
    const isNext = now >= throttle.until
    const waits = throttle.waits + (isNext ? 1 : 0)
    const doubled = Math.min(FIRST_PAUSE * 2 ** (Math.max(tries, hasServed ? waits : 0) - 1), LONGEST_PAUSE)
    const isBelieved = wanted !== null && (waits <= WAITS_AS_ASKED || !hasServed)
    const ms = isBelieved ? wanted : Math.max(wanted ?? 0, doubled)
    if (isNext) {
      throttle = { waits, waited: throttle.waited + ms, until: now + ms }
      if (waits > MOST_WAITS || throttle.waited > MOST_WAITING)
        targetGivenUp = new Undecided({ kind: 'throttled-throughout', waits: waits - 1 })
    }
    parts.pacer.pause(ms)
  }

  return {
    idle: () => (underWay.size > 0 ? allEnded() : null),
    revive: () => {
      targetGivenUp = null
      unanswered = { count: 0, since: 0 }
      throttle = { waits: 0, waited: 0, until: 0 }
      closedUntil.clear()
    },
    async send(sending) {
      const path = `${sending.method} ${new URL(sending.url).pathname}`
      const senderAndOperation = `${sending.operation ?? path} ${sending.actor}`
      const gaveUp = (): Undecided => new Undecided({ kind: 'throttled', what: path })
      for (let tries = 1; ; tries++) {
        if (parts.clock.now() < (closedUntil.get(senderAndOperation) ?? 0) && !sending.impatient) throw gaveUp()
        const reply = await sendWithRetry(sending)
        if (!reply.throttled) {
          hasServed = true
          hasServedSinceGateway = true
          requestGivenUp = false
          throttle = { waits: 0, waited: 0, until: 0 }
        }
        if (!reply.throttled && tries > 1) noteRepeated(sending, reply.exchange)
        if (!reply.throttled || sending.impatient || sending.keepsThrottled?.()) return reply
        if (tries >= (requestGivenUp ? FEWER_TRIES : MOST_TRIES)) {
          requestGivenUp = true
          throw gaveUp()
        }
        const wanted = retryAfter(reply, parts.clock)
        if (wanted !== null && wanted > LONGEST_WAIT && (tries > 1 || closedUntil.size > 0)) {
          closedUntil.set(senderAndOperation, parts.clock.now() + wanted)
          throw gaveUp()
        }
        pauseAll(wanted && Math.min(wanted, LONGEST_WAIT), tries)
      }
    },
  }
}

function replyFrom(exchange: Exchange, { status, headers, body }: WireResponse, throttled: boolean): Reply {
  const same = exchange.response?.body === body
  return { exchange, status, headers, body, json: same ? exchange.json : parseJson(body), throttled }
}

/**
 * Keeps the text of a long reply once and its parsed value not at all. After Ctrl-C reading it throws, because many
 * checks may be waiting for such a reply.
 */
async function longReplyFrom(
  exchange: Exchange,
  { status, headers, body }: WireResponse,
  throttled: boolean,
  unlessOver: () => void,
): Promise<Reply> {
  const same = exchange.response?.body === body
  const held = same ? null : await heldAside(body)
  const text = (): string => held?.text ?? exchange.response?.body ?? ''
  return {
    status,
    headers,
    throttled,
    get exchange() {
      unlessOver()
      return exchange
    },
    get body() {
      unlessOver()
      return text()
    },
    get json() {
      unlessOver()
      return same ? exchange.json : parseJson(text())
    },
  }
}

/** The request got no reply. */
class Lost extends Undecided {
  readonly lost: boolean
  readonly crowded: boolean
  constructor(
    { via = 'target', url }: Sending,
    { code, message, lost, crowded, unreadable }: NoReply,
    exchange: number,
  ) {
    super({ kind: 'no-reply', via, origin: new URL(url).origin, code, message, unreadable, exchange })
    this.lost = lost
    this.crowded = crowded
  }
}
