/**
 * Sends signed requests. One that is right and refused shows nothing where wrong ones before it have locked the key out for a
 * while, or where timestamps have to increase and a later one overtook it: then it is sent again. So is a wrong one to which the
 * server failed: right ones may have met the same at that moment. Nothing is sent to find out before that.
 */
import { type Parameter, type Reply, Undecided } from '../../harness/index.ts'
import { shared } from './shared.ts'
import { isAccepted, type Reading } from './signing.predicates.ts'
import { CLIENT, type SignedRequest, type Venue } from './venue.ts'
import type { World } from './world.ts'

/**
 * Timestamps by the server's clock, no two alike; the latest that ends in these digits where some are given. Asked for
 * only when a request is about to leave: waiting for the next free millisecond must not upset the pace.
 */
export type Stamps = (ending?: string) => Promise<string>

/** What a signed request is made of, once its timestamp is known. */
export type Making = (venue: Venue, timestamp: string) => SignedRequest

export interface Signer {
  readonly stamps: Stamps
  /** How an accepted reply is told, once there is a control. */
  readonly reading?: Reading
  /** How long a reply takes here. */
  readonly usual?: number
}

export interface Manner {
  readonly observed?: boolean
  readonly ending?: string
  readonly after?: number
}

interface Watch {
  /** Nothing signed leaves while somebody finds out. */
  pause: Promise<unknown> | null
  waited: number
  /** The key stays locked out. */
  shut: Undecided | null
  /** The latest timestamp that was sent. */
  latest: number
  increases: boolean | null
  /** The last replies to right requests. */
  right: readonly Reply[]
  /** The statuses of a failing server that wrong requests get while right ones are accepted. */
  readonly ofWrong: Set<number>
  readonly underWay: Set<Promise<unknown>>
}

const watch = shared(
  async (): Promise<Watch> => ({
    pause: null,
    waited: 0,
    shut: null,
    latest: 0,
    increases: null,
    right: [],
    ofWrong: new Set(),
    underWay: new Set(),
  }),
)

/** A right request that took rather long is refused for good the fourth time. */
const MOST_TIMES = 4

/** So many replies reach back further than a lock-out lasts that is over before it is looked for. */
const REMEMBERED = 50

export async function sendSigned(world: World, own: Signer, make: Making, manner: Manner): Promise<Reply> {
  const seen = await watch(world)
  const { reading } = own
  for (let times = 1; ; times++) {
    const { reply, stamp, isRight } = await depart(world, seen, own.stamps, make, manner)
    if (isRight) seen.right = [...seen.right, reply].slice(-REMEMBERED)
    if (manner.observed || !reading) return reply
    if (!isRight)
      return isFailure(reply, seen) ? refusedAfterwards(world, seen, { ...own, reading }, make, manner, reply) : reply
    if (isAccepted(reply.exchange, reading)) return reply
    if (times === MOST_TIMES || isLate(reply, own.usual)) return reply
    const known = { ...own, reading }
    const counts = await alone(seen, async () => {
      const again = async (): Promise<Reply> => (await leave(world, own.stamps, make, { ...manner, after: 0 })).reply
      const isOvertaken = stamp < seen.latest && (await increasing(world, seen, known))
      const second = isOvertaken ? await again() : reply
      if (isAccepted(second.exchange, reading)) return second
      const other = await unlocked(world, seen, known, reply)
      return other && isOfNoLockOut(seen, known, second, other) ? second : again()
    })
    if (isAccepted(counts.exchange, reading) || !isLate(counts, own.usual, UNUSUAL_MS)) return counts
  }
}

const statusOf = ({ exchange }: Reply): number => exchange.response?.status ?? 0

const isFailure = (reply: Reply, { ofWrong }: Watch): boolean => statusOf(reply) >= 500 && !ofWrong.has(statusOf(reply))

/** What a wrong request gets once a right one is accepted. */
async function refusedAfterwards(
  world: World,
  seen: Watch,
  known: Known,
  make: Making,
  manner: Manner,
  first: Reply,
): Promise<Reply> {
  const second = await alone(seen, async () => {
    if (!isFailure(first, seen)) return first
    await unlocked(world, seen, known, first)
    return (await leave(world, known.stamps, make, { ...manner, after: 0 })).reply
  })
  if (statusOf(second) === statusOf(first)) seen.ofWrong.add(statusOf(first))
  return second
}

type Known = Signer & { readonly reading: Reading }

interface Sent {
  readonly reply: Reply
  readonly stamp: number
  /** Signed as it is sent, by the account, with the timestamp of the moment. */
  readonly isRight: boolean
}

/** Somebody is finding out: what was about to leave stands in the queue once more. */
class Held extends Error {}

async function depart(world: World, seen: Watch, stamps: Stamps, make: Making, manner: Manner): Promise<Sent> {
  for (;;) {
    await seen.pause
    if (seen.shut) throw seen.shut
    let over = (): void => {}
    const sending = new Promise<void>(settle => {
      over = settle
    })
    try {
      return await leave(world, stamps, make, manner, {
        // What only waits for its turn is not under way: whoever finds out need not wait for it.
        hold: () => {
          if (seen.pause) throw new Held()
          seen.underWay.add(sending)
        },
        stamped: stamp => {
          seen.latest = Math.max(seen.latest, stamp)
        },
      })
    } catch (error) {
      if (!(error instanceof Held)) throw error
    } finally {
      seen.underWay.delete(sending)
      over()
    }
  }
}

interface Leaving {
  readonly hold: () => void
  readonly stamped: (stamp: number) => void
}

async function leave(world: World, stamps: Stamps, make: Making, manner: Manner, leaving?: Leaving): Promise<Sent> {
  const { venue } = world
  let [stamp, isRight] = ['', false]
  const reply = await venue.probes(async () => {
    leaving?.hold()
    stamp = await stamps(manner.ending)
    leaving?.stamped(Number(stamp))
    const request = make(venue, stamp)
    isRight = isSignedRightly(venue, request, stamp)
    return request
  }, manner)
  return { reply, stamp: Number(stamp), isRight }
}

function isSignedRightly(venue: Venue, { query, headers }: SignedRequest, stamp: string): boolean {
  const pairs = decodedPairs(query)
  if (!pairs) return false
  const right = venue.signed(pairs)
  const given = new Map(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]))
  return (
    pairs.some(([name, value]) => name === 'timestamp' && value === stamp) &&
    right.query === query &&
    Object.entries(right.headers).every(([name, value]) => given.get(name) === value)
  )
}

/** Null where something in it is not percent-encoded UTF-8: nothing that we sign rightly is like that. */
function decodedPairs(query: string): Parameter[] | null {
  try {
    return query.split('&').map(pair => {
      const [name = '', value = ''] = pair.split('=').map(decodeURIComponent)
      return [name, value]
    })
  } catch {
    return null
  }
}

/** Finds out while nothing else that is signed is under way. Whoever comes meanwhile waits. */
async function alone(seen: Watch, find: () => Promise<Reply>): Promise<Reply> {
  while (seen.pause) await seen.pause
  if (seen.shut) throw seen.shut
  const finding = Promise.allSettled(seen.underWay).then(find)
  seen.pause = finding.catch(() => {})
  try {
    return await finding
  } finally {
    seen.pause = null
  }
}

const plain: Making = (venue, timestamp) => venue.signed([...venue.probeParameters, ['timestamp', timestamp]])

/** Whether of two timestamps that nobody has used the earlier one is refused after the later one. */
async function increasing(world: World, seen: Watch, { stamps, reading }: Known): Promise<boolean> {
  if (seen.increases !== null) return seen.increases
  const [earlier, later] = [await stamps(), await stamps()]
  const sends = (stamp: string): Promise<Sent> => leave(world, async () => stamp, plain, {})
  const [second, first] = [await sends(later), await sends(earlier)]
  // Where the later one is refused too, the key may be locked out: that tells nothing.
  if (!isAccepted(second.reply.exchange, reading)) return false
  seen.increases = !isAccepted(first.reply.exchange, reading)
  return seen.increases
}

/** Unlike any other in its parameters or their order, and in its headers. */
const unlikeOthers: Making = (venue, timestamp) => {
  const stamp: Parameter = ['timestamp', timestamp]
  const own = venue.probeParameters
  const { query, headers } = venue.signed(
    venue.probe?.extraParams ? [...own, stamp, [`assay_at_${timestamp}`, '1']] : [stamp, ...own],
  )
  return { query, headers: { ...CLIENT, ...headers } }
}

const PAUSES_MS = [2_000, 3_000, 5_000, 10_000, 20_000, 30_000]
const MOST_WAITING_MS = 600_000

/** Another right request that is accepted, where one is at once; null where the key was locked out and is no more. */
async function unlocked(world: World, seen: Watch, { stamps, reading }: Known, reply: Reply): Promise<Reply | null> {
  const accepted = async (make: Making): Promise<Reply | null> => {
    const { reply: came } = await leave(world, stamps, make, {})
    return isAccepted(came.exchange, reading) ? came : null
  }
  const other = (await accepted(plain)) ?? (await accepted(unlikeOthers))
  if (other) return other
  for (const ms of PAUSES_MS) {
    if (seen.waited + ms > MOST_WAITING_MS) break
    seen.waited += ms
    await world.clock.sleep(ms)
    if (await accepted(plain)) return null
  }
  seen.shut = new Undecided(
    'throttled',
    'no correctly signed request is accepted any more after several wrong ones: the key may be locked out',
    true,
    [reply.exchange.n],
  )
  throw seen.shut
}

/** No lock-out is shorter than this. */
const LEAST_LOCK_OUT_MS = 900

/** Whether others were accepted before and after it with no time for a lock-out between them. */
function isOfNoLockOut({ right }: Watch, { reading }: Known, refused: Reply, after: Reply): boolean {
  const before = right.filter(one => receivedAt(one) <= sentAt(refused) && isAccepted(one.exchange, reading))
  return before.some(one => receivedAt(after) - sentAt(one) < LEAST_LOCK_OUT_MS)
}

const sentAt = ({ exchange }: Reply): number => Date.parse(exchange.sentAt)
const receivedAt = ({ exchange }: Reply): number => Date.parse(exchange.receivedAt ?? '')

export const took = (reply: Reply): number => receivedAt(reply) - sentAt(reply)

/** Deployments refuse a timestamp that is some seconds old; a busy machine or network may have made it so. */
const LATE_MS = 2000
/** Some refuse one that is not even a second old: a right request that took this long may have met that. */
export const RATHER_LATE_MS = 400
/** Where it is known how long a reply takes, one that took this long and twice as long as others is sent again before it counts. */
const UNUSUAL_MS = 150

export const isLate = (reply: Reply, usual = 0, late = LATE_MS): boolean =>
  took(reply) > late && took(reply) > 2 * usual
