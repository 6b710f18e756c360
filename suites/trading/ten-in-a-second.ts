/** Ten evenly spaced requests in one second; where one is refused, what else than the global limit may have refused it. */
import { isOfTheNetwork, type Reply, Undecided } from '../../harness/index.ts'
import { isServed, ofActive } from './active.ts'
import { nextSecond, quietSecond, type Request, SPACING_MS, spaced } from './bursts.ts'
import type { World } from './world.ts'

export interface Timed {
  readonly send: Request
  /** Its endpoint was asked before in the same second. */
  readonly again: boolean
}

interface Judged {
  readonly again: boolean
  readonly reply: Reply
}

interface Round {
  /** Replies about which the global limit has a say. */
  readonly judged: readonly Judged[]
  readonly ofGateway: Reply | undefined
  /** The places among the ten of those that were refused, repeats of an endpoint aside. */
  readonly refused: readonly number[]
  /** The requests left as far apart as ten in a second have to be. */
  readonly even: boolean
  /** All of them left within one second. */
  readonly inTime: boolean
}

const MOST_ROUNDS = 3
const LEAST_GAP_MS = 100
/** A limit that counts by the seconds of its clock sees all ten in one of them: they begin a little after it does. */
const IN_TIME_MS = 985
/** So much before the ten their connection is opened. */
const AHEAD_MS = 500

/**
 * One round where all is served in time. A refusal counts where the requests left evenly, and as a must where another round shows
 * the same one refused: what a busy network brought closer together on the way, a strict limit may refuse, one or another.
 */
export async function roundThatCounts(
  world: World,
  requests: readonly Timed[],
): Promise<Round & { readonly weight: { readonly weight?: 'should' } }> {
  const rounds: Round[] = []
  const counting = (): Round[] => rounds.filter(({ refused, even }) => refused.length > 0 && even)
  const twice = (): Round | undefined =>
    counting().find((one, index, all) =>
      all.slice(index + 1).some(({ refused }) => refused.some(at => one.refused.includes(at))),
    )
  let last: Round
  do {
    last = await roundOf(world, requests, rounds.length > 0)
    rounds.push(last)
  } while ((last.refused.length > 0 || !last.inTime) && rounds.length < MOST_ROUNDS && !twice())
  const [again, [once]] = [twice(), counting()]
  if (again) return { ...again, weight: {} }
  if (once) return { ...once, weight: { weight: 'should' } }
  if (last.refused.length === 0) return { ...last, weight: {} }
  throw new Undecided(
    'prerequisite-failed',
    'this machine was too busy to send ten requests evenly spaced over a second',
  )
}

/** About a second is quiet before the ten. Where they were refused, the request that opens their connection comes after one too. */
async function roundOf(world: World, requests: readonly Timed[], again: boolean): Promise<Round> {
  await quietSecond(world, again ? 0 : AHEAD_MS + 200)
  await openConnection(world, requests.at(-1)?.send)
  await nextSecond(world)
  const replies = await spaced(
    world,
    requests.map(({ send }) => send),
    SPACING_MS,
  )
  const all = requests.flatMap((request, index) => {
    const reply = replies[index]
    return reply && !isOfTheNetwork(reply) ? [{ ...request, reply, place: index }] : []
  })
  const excused = await refusedOtherwise(world, all)
  const judged = all.filter(({ reply }) => !excused.has(reply))
  return {
    judged,
    ofGateway: replies.find(isOfTheNetwork),
    refused: judged.filter(({ reply, again }) => !again && !isServed(reply)).map(({ place }) => place),
    even: isEven(replies),
    inTime: isInTime(replies),
  }
}

/**
 * Half a second before the ten: had the first of them to open its connection, it would come late, and the second too soon
 * after it. What is asked is what comes last among them: a limit of one endpoint has forgotten it by then.
 */
async function openConnection(world: World, last: Request | undefined): Promise<void> {
  await nextSecond(world, AHEAD_MS)
  await last?.().catch(() => null)
}

const isInTime = (replies: readonly Reply[]): boolean => {
  const times = replies.map(({ exchange }) => Date.parse(exchange.sentAt))
  return Math.max(...times) - Math.min(...times) <= IN_TIME_MS
}

const isEven = (replies: readonly Reply[]): boolean =>
  replies
    .map(({ exchange }) => Date.parse(exchange.sentAt))
    .every((at, index, all) => index === 0 || at - (all[index - 1] ?? 0) >= LEAST_GAP_MS)

/** Refused for a reason of their own: a market that turned, or an endpoint that is refused alone too while others are served. */
async function refusedOtherwise(world: World, all: readonly (Timed & Judged)[]): Promise<Set<Reply>> {
  const refused = all.filter(({ reply }) => !isServed(reply))
  const books = refused.filter(({ reply }) => reply.exchange.operation === 'getOrderbook').map(({ reply }) => reply)
  const active = await ofActive(world, books)
  const excused = new Set(books.filter(reply => !active.includes(reply)))
  for (const { send, again, reply } of refused) {
    const other = all.find(one => one.send !== send && isServed(one.reply))
    if (again || excused.has(reply) || !other) continue
    await quietSecond(world)
    const alone = await send()
    if (isServed(alone) || !isServed(await other.send())) continue
    excused.add(reply)
    world.observe('trading.limit.per-endpoint', `${reply.exchange.operation} is refused alone, others are not`, alone)
  }
  return excused
}
