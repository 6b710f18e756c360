/**
 * Sends signed requests. The refusal of a correctly signed one proves nothing if earlier wrong ones have locked out the key, or
 * if timestamps must increase and a later one overtook it: the request is sent again. So is a wrong one that gets a server
 * error: a correct one might have got it at that moment too. Nothing is sent to find out before such a reply.
 */
import { type Parameter, type Reply, Undecided } from '../../../harness/index.ts'
import { shared } from '../shared.ts'
import { CLIENT, type SignedRequest, type Venue } from '../venue.ts'
import type { World } from '../world.ts'
import { isAccepted, type Reading } from './signing.predicates.ts'
import { areWrongOnesSlowed } from './slowed-refusals.ts'

/**
 * Makes unique timestamps by the server's clock; with `ending`, the latest that ends in these digits. Called only when a request
 * is about to leave, so that waiting for the next free millisecond does not disturb the pacing.
 */
export type Stamps = (ending?: string) => Promise<string>

/** Makes a signed request once its timestamp is known. */
export type Making = (venue: Venue, timestamp: string) => SignedRequest

export interface Signer {
  readonly stamps: Stamps
  /** How an accepted reply is recognized; absent before there is a control. */
  readonly reading?: Reading
  /** How long this target takes to reply to a signed request, in milliseconds. */
  readonly usual?: number
}

export interface Manner {
  readonly observed?: boolean
  readonly ending?: string
  readonly after?: number
}

interface SigningState {
  /** While this is pending no other signed request leaves: the reason of a refusal is being examined. */
  examination: Promise<unknown> | null
  waitedMs: number
  /** Set once the key stays locked out: no signed request leaves any more. */
  lockedOut: Undecided | null
  /** The latest timestamp that was sent. */
  latestStamp: number
  mustIncrease: boolean | null
  /** How many rows of correct requests were sent to find out whether the venue refuses some of them anyway. */
  rows: number
  /** The latest replies to correctly signed requests. */
  rightReplies: readonly Reply[]
  /** Statuses from 500 on that wrong requests get while correct ones are accepted. */
  readonly wrongStatuses: Set<number>
  /** Whether the venue refuses wrong requests, and only those, in the words of "slow down"; null if it is not known. */
  slowsWrongOnes: boolean | null
  readonly underWay: Set<Promise<unknown>>
}

const signingState = shared(
  async (): Promise<SigningState> => ({
    examination: null,
    waitedMs: 0,
    lockedOut: null,
    latestStamp: 0,
    mustIncrease: null,
    rows: 0,
    rightReplies: [],
    wrongStatuses: new Set(),
    slowsWrongOnes: null,
    underWay: new Set(),
  }),
)

/** A correctly signed request whose refusals take unusually long is sent this many times before its refusal counts. */
const MOST_SENDINGS = 4

/** How many replies are remembered: enough to cover a lock-out so short that it ends before it is looked for. */
const REMEMBERED = 50

export async function sendSigned(world: World, own: Signer, make: Making, manner: Manner): Promise<Reply> {
  const state = await signingState(world)
  const { reading } = own
  for (let times = 1; ; times++) {
    const { reply, stamp, isRight } = await leaveUnlessHeld(world, state, own.stamps, make, {
      ...manner,
      keepsThrottled: ofWrong => ofWrong && (state.slowsWrongOnes ?? (reading !== undefined && !manner.observed)),
    })
    if (isRight) state.rightReplies = [...state.rightReplies, reply].slice(-REMEMBERED)
    if (manner.observed || !reading) return reply
    if (!isRight && reply.throttled) return throttledAnyway(world, state, { ...own, reading }, make, manner, reply)
    if (!isRight)
      return isFailure(reply, state) ? refusedAfterwards(world, state, { ...own, reading }, make, manner, reply) : reply
    if (isAccepted(reply.exchange, reading)) return reply
    if (times === MOST_SENDINGS || isLate(reply, own.usual)) return reply
    const known = { ...own, reading }
    const decisive = await examine(state, async () => {
      const again = async (): Promise<Reply> => (await leave(world, own.stamps, make, { ...manner, ...NEXT })).reply
      const isOvertaken = stamp < state.latestStamp && (await requiresIncreasing(world, state, known))
      const second = isOvertaken ? await again() : reply
      if (isAccepted(second.exchange, reading)) return second
      const other = await acceptedOther(world, state, known, reply)
      const isProven =
        other && (rulesOutLockOut(state, known, second, other) || (await refusesOneInARow(world, state, known, other)))
      return isProven ? second : again()
    })
    if (isAccepted(decisive.exchange, reading) || !isLate(decisive, own.usual, UNUSUAL_MS)) return decisive
  }
}

const statusOf = ({ exchange }: Reply): number => exchange.response?.status ?? 0

const isFailure = (reply: Reply, { wrongStatuses }: SigningState): boolean =>
  statusOf(reply) >= 500 && !wrongStatuses.has(statusOf(reply))

/** Sends a wrong request again once a correct one is accepted, and returns its reply. */
async function refusedAfterwards(
  world: World,
  state: SigningState,
  known: Known,
  make: Making,
  manner: Manner,
  first: Reply,
): Promise<Reply> {
  const second = await examine(state, async () => {
    if (!isFailure(first, state)) return first
    await acceptedOther(world, state, known, first)
    return (await leave(world, known.stamps, make, { ...manner, ...NEXT })).reply
  })
  if (statusOf(second) === statusOf(first)) state.wrongStatuses.add(statusOf(first))
  return second
}

/** A request of an examination leaves before all that wait: with more time between them, a lock-out could have come and gone. */
const NEXT: Manner = { after: -1 }

const ALWAYS: Leave = { ...NEXT, keepsThrottled: () => true }

/** A wrong request that was throttled: if that is this venue's refusal, its reply; if not, it is sent again as the venue asks for. */
async function throttledAnyway(
  world: World,
  state: SigningState,
  known: Known,
  make: Making,
  manner: Manner,
  first: Reply,
): Promise<Reply> {
  if (state.slowsWrongOnes) return first
  const ask = async (one: Making): Promise<Reply> => (await leave(world, known.stamps, one, ALWAYS)).reply
  const acceptsRight = async (): Promise<boolean> => isAccepted((await ask(plain)).exchange, known.reading)
  return examine(state, async () => {
    state.slowsWrongOnes ??= await areWrongOnesSlowed(world, () => ask(make), acceptsRight)
    return state.slowsWrongOnes ? first : (await leave(world, known.stamps, make, { ...manner, ...NEXT })).reply
  })
}

type Known = Signer & { readonly reading: Reading }

interface Sent {
  readonly reply: Reply
  readonly stamp: number
  /** The signature is that of the query as sent, by the account, with the current timestamp. */
  readonly isRight: boolean
}

/** Thrown to a request that is about to leave while a refusal is being examined: it is queued once more. */
class Held extends Error {}

async function leaveUnlessHeld(
  world: World,
  state: SigningState,
  stamps: Stamps,
  make: Making,
  manner: Leave,
): Promise<Sent> {
  for (;;) {
    await state.examination
    if (state.lockedOut) throw state.lockedOut
    let over = (): void => {}
    const sending = new Promise<void>(settle => {
      over = settle
    })
    try {
      return await leave(world, stamps, make, manner, {
        // A request that waits for its turn is not under way: an examination does not wait for it.
        hold: () => {
          if (state.examination) throw new Held()
          state.underWay.add(sending)
        },
        stamped: stamp => {
          state.latestStamp = Math.max(state.latestStamp, stamp)
        },
      })
    } catch (error) {
      if (!(error instanceof Held)) throw error
    } finally {
      state.underWay.delete(sending)
      over()
    }
  }
}

interface Leave extends Manner {
  /** Whether a throttled reply is returned, and not waited out. */
  readonly keepsThrottled?: (ofWrong: boolean) => boolean
}

interface Leaving {
  readonly hold: () => void
  readonly stamped: (stamp: number) => void
}

async function leave(world: World, stamps: Stamps, make: Making, how: Leave, leaving?: Leaving): Promise<Sent> {
  const { venue } = world
  const { keepsThrottled, ...manner } = how
  let [stamp, isRight] = ['', false]
  const making = async (): Promise<SignedRequest> => {
    leaving?.hold()
    stamp = await stamps(manner.ending)
    leaving?.stamped(Number(stamp))
    const request = make(venue, stamp)
    isRight = isSignedRightly(venue, request, stamp)
    return request
  }
  const reply = await venue.probes(making, {
    ...manner,
    ...(keepsThrottled && { keepsThrottled: () => keepsThrottled(!isRight) }),
  })
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

/** Null if a part of it is not percent-encoded UTF-8: no correctly signed request of ours contains that. */
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

/** Examines a refusal while no other signed request is under way; later requests wait. */
async function examine(state: SigningState, find: () => Promise<Reply>): Promise<Reply> {
  while (state.examination) await state.examination
  if (state.lockedOut) throw state.lockedOut
  const finding = Promise.allSettled(state.underWay).then(find)
  state.examination = finding.catch(() => {})
  try {
    return await finding
  } finally {
    state.examination = null
  }
}

const plain: Making = (venue, timestamp) => venue.signed([...venue.probeParameters, ['timestamp', timestamp]])

/**
 * Whether timestamps must increase: of three unused ones, the two earlier are refused after the latest was accepted. Two, because
 * a venue that refuses correct requests at random may refuse one of them too.
 */
async function requiresIncreasing(world: World, state: SigningState, { stamps, reading }: Known): Promise<boolean> {
  if (state.mustIncrease !== null) return state.mustIncrease
  const [earliest, earlier, latest] = [await stamps(), await stamps(), await stamps()]
  const isTaken = async (stamp: string): Promise<boolean> =>
    isAccepted((await leave(world, async () => stamp, plain, NEXT)).reply.exchange, reading)
  // If the latest request is refused too, the key may be locked out, so the refusal proves nothing.
  if (!(await isTaken(latest))) return false
  state.mustIncrease = !(await isTaken(earlier)) && !(await isTaken(earliest))
  return state.mustIncrease
}

/** A correctly signed request that differs from all others in its parameters or their order, and in its headers. */
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

/**
 * Another correctly signed request, if one is accepted at once; null if one is accepted only after a pause, because the key was
 * locked out. Throws if the key stays locked out.
 */
async function acceptedOther(
  world: World,
  state: SigningState,
  { stamps, reading }: Known,
  reply: Reply,
): Promise<Reply | null> {
  const accepted = async (make: Making): Promise<Reply | null> => {
    const { reply: came } = await leave(world, stamps, make, NEXT)
    return isAccepted(came.exchange, reading) ? came : null
  }
  const other = (await accepted(plain)) ?? (await accepted(unlikeOthers))
  if (other) return other
  for (const ms of PAUSES_MS) {
    if (state.waitedMs + ms > MOST_WAITING_MS) break
    state.waitedMs += ms
    await world.clock.sleep(ms)
    if (await accepted(plain)) return null
  }
  state.lockedOut = new Undecided(
    'throttled',
    'no correctly signed request is accepted any more after several wrong ones: the key may be locked out',
    true,
    [reply.exchange.n],
  )
  throw state.lockedOut
}

/** Lock-outs are assumed to last at least this long. */
const LEAST_LOCK_OUT_MS = 900

/** Whether correct requests were accepted before and after the refused one, with no time for a lock-out between them. */
function rulesOutLockOut({ rightReplies }: SigningState, { reading }: Known, refused: Reply, after: Reply): boolean {
  const before = rightReplies.filter(one => receivedAt(one) <= sentAt(refused) && isAccepted(one.exchange, reading))
  return before.some(one => receivedAt(after) - sentAt(one) < LEAST_LOCK_OUT_MS)
}

const MOST_ROWS = 2
const ROW = 16
/** Slower than signed requests usually leave, so that no limit of their own refuses one. */
const ROW_SPACING_MS = 150

/**
 * Sends only correct requests for a while: no lock-out begins then, so a venue that refuses one between two accepted ones refuses
 * correct requests at random.
 */
async function refusesOneInARow(world: World, state: SigningState, own: Known, accepted: Reply): Promise<boolean> {
  if (state.rows++ >= MOST_ROWS) return false
  let [before, last, isRefused] = [accepted, accepted, false]
  for (let sent = 0; sent < ROW; sent++) {
    await world.clock.sleep(Math.max(0, ROW_SPACING_MS - took(last)))
    const { reply } = await leave(world, own.stamps, plain, NEXT)
    last = reply
    if (isAccepted(reply.exchange, own.reading)) {
      if (isRefused && receivedAt(reply) - sentAt(before) < LEAST_LOCK_OUT_MS) return true
      ;[before, isRefused] = [reply, false]
    } else if (!isLate(reply, own.usual, UNUSUAL_MS)) isRefused = true
  }
  return false
}

const sentAt = ({ exchange }: Reply): number => Date.parse(exchange.sentAt)
const receivedAt = ({ exchange }: Reply): number => Date.parse(exchange.receivedAt ?? '')

export const took = (reply: Reply): number => receivedAt(reply) - sentAt(reply)

/** Deployments refuse a timestamp that is some seconds old; a busy machine or network may have delayed this one. */
const LATE_MS = 2000
/** Some refuse a timestamp that is less than a second old: a correct request that took this long may be refused for that. */
export const RATHER_LATE_MS = 400
/** Once the usual time is known, a refusal that took longer than this and twice the usual time is repeated before it counts. */
const UNUSUAL_MS = 150

export const isLate = (reply: Reply, usual = 0, late = LATE_MS): boolean =>
  took(reply) > late && took(reply) > 2 * usual
