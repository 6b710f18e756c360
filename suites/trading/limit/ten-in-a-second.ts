/**
 * Ten evenly spaced requests in one second; if one is refused, finds out whether something other than the global limit refused
 * it.
 */
import { isOfTheNetwork, type Reply, Undecided } from '../../../harness/index.ts'
import { isServed, withActiveMarket } from '../active.ts'
import { shared } from '../shared.ts'
import type { Venue } from '../venue.ts'
import type { World } from '../world.ts'
import { nextSecond, quietSecond, type Request, SPACING_MS, spaced } from './bursts.ts'
import { isServedFurtherApart, isUneven, longBefore } from './uneven-network.ts'

export interface Timed {
  readonly send: Request
  /** Another of the ten requests to its endpoint comes before it. */
  readonly again: boolean
}

export interface AnsweredRequest extends Timed {
  readonly reply: Reply
  /** Which of the ten it is, from 0. */
  readonly place: number
}

interface Round {
  readonly came: readonly AnsweredRequest[]
  readonly ofGateway: Reply | undefined
  /** The requests left at least LEAST_GAP_MS apart. */
  readonly even: boolean
  /** All of them left within IN_TIME_MS, and within one second of the server's clock. */
  readonly inTime: boolean
}

/** The result of the round that counts: the replies that are judged against the global limit. */
export interface Counted {
  readonly judged: readonly AnsweredRequest[]
  readonly ofGateway: Reply | undefined
  readonly weight: { readonly weight?: 'should' }
}

/** Refusals by endpoints that served before and are refused long after, though others are served. */
export const refusedEverAfter = shared(async (): Promise<Reply[]> => [])

const MOST_ROUNDS = 3
const LEAST_GAP_MS = 100
/** In time, all ten leave within this; a limit by clock seconds counts all of them if they leave in one second of its clock. */
const IN_TIME_MS = 985
const IN_ITS_SECOND_MS = 996
/** How long before the ten requests their connection is opened. */
const OPENED_AHEAD_MS = 500
const QUIET_AFTER_MS = 400
/** In the rounds, no endpoint is requested again this soon, repeats aside. */
const REPEAT_AFTER_MS = 850
/** Pause after a refusal: for a while, everything may be refused. */
const PAUSE_MS = 4000
const PAUSES_MS = [1000, 3000, 10_000, 20_000, 40_000]
/** A limit of an endpoint's own is assumed to be over after this time without requests to it. */
const LONGEST_OWN_LIMIT_MS = 60_000

/**
 * One round is enough if all are served in time. A refusal counts only if the requests left evenly. It counts as a must only if
 * the same request is refused in another round or was throttled in the first second of the run, and not because of the network:
 * a busy one may bring requests closer together, and a strict limit then refuses any one of them.
 */
export async function roundThatCounts(world: World, requests: readonly Timed[]): Promise<Counted> {
  const hasOwnReason = ownReasons(world)
  const seen = new Set(refusedAtFirst(world.venue))
  let ten = requests
  let firstRefusal: Counted | null = null
  for (let left = MOST_ROUNDS; left > 0; left--) {
    const round = await roundOf(world, ten, left < MOST_ROUNDS)
    const { came, ofGateway, even, inTime } = round
    const refused = came.filter(one => !one.again && !isServed(one.reply))
    const served = came.filter(one => !refused.includes(one))
    const [first] = refused
    if (!first && (inTime || left === 1)) return firstRefusal ?? { judged: served, ofGateway, weight: {} }
    if (!first || !even) continue
    const refusedAgain = refused.find(({ place }) => seen.has(place))
    const suspect = refusedAgain ?? first
    if (await hasOwnReason(suspect, round)) {
      // Requests after it may have been refused because of it: there is one more round, without it.
      ten = ten.map(one => (one.send === suspect.send ? { send: ten[0]?.send ?? one.send, again: true } : one))
      seen.clear()
      left = Math.max(left, 2)
    } else if (refusedAgain) {
      const isOfNetwork = await networkMayBeWhy(world, ten, suspect, served)
      const counted: Counted = {
        judged: [...served, suspect],
        ofGateway,
        weight: isOfNetwork ? { weight: 'should' } : {},
      }
      return (isOfNetwork && firstRefusal) || counted
    } else {
      // A book that is refused once may be that of a market which was halted for a moment.
      if (!isBookRequest(suspect))
        firstRefusal ??= { judged: [...served, suspect], ofGateway, weight: { weight: 'should' } }
      for (const { place } of refused) seen.add(place)
    }
  }
  if (firstRefusal) return firstRefusal
  throw new Undecided(
    'prerequisite-failed',
    'this machine was too busy to send ten requests evenly spaced over a second',
  )
}

/**
 * The index of the first throttled request of the run, if all until then left evenly within one second, its endpoint only once.
 */
function refusedAtFirst({ firstRequests }: Venue): readonly number[] {
  const all = firstRequests()
  const place = all.findIndex(({ throttled }) => throttled)
  const before = all.slice(0, place + 1)
  const asked = before.map(({ operation }) => operation)
  const times = before.map(({ at }) => at)
  const counts = isEven(times) && isInTime(times) && asked.indexOf(asked[place] ?? null) === place
  return place >= 0 && counts ? [place] : []
}

/**
 * Nothing is sent for about a second before the ten. In a repeated round, a quiet second precedes the opening of their
 * connection too.
 */
async function roundOf(
  world: World,
  requests: readonly Timed[],
  isRepeated: boolean,
  spacing: number | readonly number[] = SPACING_MS,
): Promise<Round> {
  await quietSecond(world, isRepeated ? 0 : OPENED_AHEAD_MS + 200)
  await openConnection(world, requests)
  const begun = await nextSecond(world)
  // Enough: a refusal after all repeats. Later requests would show nothing more.
  const late = requests.findLastIndex(({ again }) => again) + 1
  const isEnough = (reply: Reply, place: number): boolean => place >= late && !isServed(reply)
  const replies = await spaced(
    world,
    requests.map(({ send }) => send),
    spacing,
    isEnough,
  )
  const came = requests.flatMap((request, place) => {
    const reply = replies[place]
    return reply && !isOfGateway(reply) ? [{ ...request, reply, place }] : []
  })
  const times = replies.map(({ exchange }) => Date.parse(exchange.sentAt))
  const inTime = isInTime(times) && Math.max(...times) - begun <= IN_ITS_SECOND_MS
  return { came, ofGateway: replies.find(isOfGateway), even: isEven(times), inTime }
}

/**
 * Opens the connection half a second before the ten: otherwise the first would arrive late and the second too soon after it. It
 * sends the last of the ten, so that a limit of that endpoint has expired by then. It leaves later if the target asked us to
 * slow down. If this single request is refused after a quiet second, we are locked out, and wait.
 */
async function openConnection(world: World, requests: readonly Timed[]): Promise<void> {
  const ask = (one: Timed | undefined): Promise<Reply | null> => one?.send().catch(() => null) ?? Promise.resolve(null)
  await nextSecond(world, OPENED_AHEAD_MS)
  let opened = await ask(requests.at(-1))
  for (const rest of PAUSES_MS) {
    if (!opened || isServed(opened)) break
    await world.clock.sleep(rest)
    opened = await ask(requests[0])
  }
  if (!opened) return
  const early = Date.parse(opened.exchange.sentAt) + QUIET_AFTER_MS - world.clock.now()
  if (early > 0) await world.clock.sleep(early)
}

/**
 * Whether the network may be why a request was refused: it is served long after the one before, though as many come in the
 * second, and also a little further from it than ten in a second are.
 */
async function networkMayBeWhy(
  world: World,
  ten: readonly Timed[],
  { place, send, reply }: AnsweredRequest,
  served: readonly AnsweredRequest[],
): Promise<boolean> {
  const other = served.findLast(one => one.send !== send && isServed(one.reply))
  if (place === 0 || !other || !isUneven([reply, ...served.map(one => one.reply)])) return false
  for (let left = MOST_ROUNDS; left > 0; left--) {
    const { came, inTime } = await roundOf(world, ten.slice(0, place + 1), true, longBefore(place))
    const last = came.find(one => one.place === place)
    if (last && !isServed(last.reply)) return false
    if (inTime) break
  }
  return isServedFurtherApart(world, other.send, send)
}

/** A gateway without a service behind it, which says nothing about the limit unless it asks to slow down. */
const isOfGateway = (reply: Reply): boolean => isOfTheNetwork(reply) && !reply.throttled

/** Only 500: a limit may well answer 503. */
const isServerError = ({ exchange, throttled }: Reply): boolean => exchange.response?.status === 500 && !throttled

const isBookRequest = ({ reply }: AnsweredRequest): boolean => reply.exchange.operation === 'getOrderbook'

const isInTime = (times: readonly number[]): boolean => Math.max(...times) - Math.min(...times) <= IN_TIME_MS

const isEven = (times: readonly number[]): boolean =>
  times.every((at, index, all) => index === 0 || at - (all[index - 1] ?? 0) >= LEAST_GAP_MS)

/**
 * Whether a refusal has another reason: the market became inactive, or this endpoint is refused when another one, requested in
 * the same way, is served. Each is requested twice, closer together than in any round.
 */
function ownReasons(world: World): (refused: AnsweredRequest, round: Round) => Promise<boolean> {
  const known = new Map<Request, Promise<boolean>>()
  const isLimited = async ({ send, reply }: AnsweredRequest, { came }: Round): Promise<boolean> => {
    const other = came.find(one => one.send !== send && isServed(one.reply))
    if (!other) return false
    await quietSecond(world)
    let alone = await send()
    if (isServed(alone)) {
      await world.clock.sleep(REPEAT_AFTER_MS)
      alone = await send()
    }
    // A limit slows down: an error of the server does not say that.
    if (isServed(alone) || isServerError(alone)) return false
    await world.clock.sleep(PAUSE_MS)
    if (!isServed(await other.send())) return false
    await world.clock.sleep(REPEAT_AFTER_MS)
    if (!isServed(await other.send())) return false
    const { operation } = reply.exchange
    world.observe('trading.limit.per-endpoint', `${operation} is refused alone, others are not`, alone)
    if (alone.throttled) return true
    await world.clock.sleep(LONGEST_OWN_LIMIT_MS)
    const last = await send()
    if (!isServed(last) && !last.throttled && !isOfGateway(last)) (await refusedEverAfter(world)).push(last)
    return true
  }
  return async (refused, round) => {
    const { send, reply } = refused
    if (isBookRequest(refused) && (await withActiveMarket(world, [reply])).length === 0) return true
    const limited = known.get(send) ?? isLimited(refused, round)
    known.set(send, limited)
    return limited
  }
}
