/** Keeps the requests to one API under its rate limit, lowest rank first; slows down and pauses if the target asks for it. */
import type { Clock } from '../clock.ts'
import type { Undecided } from '../undecided.ts'
import type { RequestCap } from './request-cap.ts'

/** How a request waits for its turn. */
export interface Waiting {
  /** Leaves at the rate limit, even if the target asked to slow down before. */
  readonly fullSpeed?: boolean | undefined
  /** Of the requests that wait, the lowest rank leaves first; of equal ones, the one that came first. */
  readonly rank?: number | undefined
  /** Counted before against the cap on the number of requests. */
  readonly counted?: boolean | undefined
  /** The id of the check that it is for. */
  readonly of?: string | null | undefined
}

export interface Pacer {
  /** Resolves when the request may leave. */
  turn(how?: Waiting): Promise<void>
  /** Counts a request that will ask for its turn later, or says why there can be none. */
  count(): Undecided | null
  /** A request that left has ended, after this long. */
  done(ms: number): void
  /** A counted request was not sent. */
  unused(): void
  /** Lets no request leave for this long, and then fewer than before. */
  pause(ms: number): void
  /** Lets only requests of one check leave, until the returned function is called. */
  hold(check: string): () => void
}

/** If the target says "slow down", the distance between requests grows, up to this; each request that leaves shortens it. */
const SLOWEST_MS = 2000
const FIRST_STEP_MS = 50
const SPEEDING_UP = 0.92
/** The distance at which it said so is remembered, and requests come closer than that only slowly. */
const FORGETTING = 0.985
const FIRST_REFUSED_MS = 25
const MOST_REFUSED_MS = 200

interface Queued {
  readonly fullSpeed: boolean
  readonly rank: number
  readonly counted: boolean
  readonly of: string | null
  readonly leave: () => void
  readonly refuse: (error: Error) => void
}

/** Limits the requests under way, so that the lowest rank leaves first and not just the request that came first. */
export interface Few {
  /** How many may be under way. */
  readonly atOnce: number
  /** A request that left longer ago no longer counts; one value for a near target, one for a far one. */
  readonly withinMs?: { readonly near: number; readonly far: number }
  /** The limit holds for this many requests from the start of the run. */
  readonly first?: number
}

/** A target that answers sooner is near: more requests under way would only keep it busier. */
const NEAR_MS = 15

export interface Pace {
  readonly perSecond: number
  readonly stopped?: () => boolean
  readonly cap?: RequestCap | undefined
  /** No limit unless given. */
  readonly few?: Few | undefined
}

/**
 * Each request leaves at least one interval after the one before actually left, so no second holds more than the
 * rate limit. Once stopped, nothing waits any longer.
 */
export function pacer(clock: Clock, pace: Pace): Pacer {
  const { perSecond, stopped = () => false, cap, few } = pace
  const room = few && roomFor(clock, few)
  const roomIn = (): number => room?.inMs() ?? 0
  const interval = perSecond > 0 ? 1000 / perSecond : 0
  let distance = interval
  let refusedDistance = 0
  let earliestAt = Number.NEGATIVE_INFINITY
  let quietUntil = Number.NEGATIVE_INFINITY
  const queue: Queued[] = []
  let serving = false
  let wake = (): void => {}
  const untilWoken = (): Promise<void> =>
    new Promise(free => {
      wake = free
    })
  let holder: string | null = null
  const keptBackMs = (one: Pick<Queued, 'of' | 'counted' | 'rank'>): number =>
    one.counted ? 0 : (cap?.keepsBackMs(one) ?? 0)
  const mayLeave = (one: Pick<Queued, 'of' | 'counted' | 'rank'>): boolean =>
    stopped() || ((holder === null || one.of === holder) && keptBackMs(one) === 0)
  const count = (rank?: number): Undecided | null => cap?.take(rank) ?? null

  const serve = async (): Promise<void> => {
    serving = true
    while (queue.length > 0) {
      for (let ms = earliestAt - clock.now(); ms > 0 && !stopped(); ms = earliestAt - clock.now())
        await clock.sleep(Math.ceil(ms))
      for (let ms = roomIn(); ms > 0 && !stopped(); ms = roomIn())
        await (ms === Number.POSITIVE_INFINITY ? untilWoken() : Promise.race([untilWoken(), clock.sleep(ms)]))
      const next = bestOf(queue, mayLeave)
      if (!next) {
        const ms = Math.min(...queue.map(keptBackMs).filter(kept => kept > 0))
        await (Number.isFinite(ms) ? Promise.race([untilWoken(), clock.sleep(Math.ceil(ms))]) : untilWoken())
        continue
      }
      const refusal = next.counted ? null : count(next.rank)
      if (refusal) next.refuse(refusal)
      else {
        refusedDistance = refusedDistance < 1 ? 0 : refusedDistance * FORGETTING
        distance = Math.max(interval, refusedDistance, distance < FIRST_STEP_MS ? 0 : distance * SPEEDING_UP)
        const ms = next.fullSpeed ? interval : distance
        if (ms > 0) earliestAt = clock.now() + ms
        room?.left()
        next.leave()
      }
      // Lets the request that just left note the time before the next one's turn.
      await Promise.resolve()
    }
    serving = false
  }

  return {
    count: () => count(),
    turn({ fullSpeed = false, rank = 0, counted = false, of = null } = {}) {
      const isFree = (fullSpeed || !room?.isKept()) && mayLeave({ of, counted, rank })
      if (!serving && isFree && interval === 0 && distance === 0 && earliestAt <= clock.now()) {
        const refusal = counted ? null : count(rank)
        if (refusal) return Promise.reject(refusal)
        room?.left()
        return Promise.resolve()
      }
      return new Promise((leave, refuse) => {
        queue.push({ fullSpeed, rank, counted, of, leave, refuse })
        if (serving) wake()
        else void serve()
      })
    },
    done(ms) {
      room?.came(ms)
      wake()
    },
    unused: () => cap?.giveBack(),
    pause(ms) {
      const now = clock.now()
      if (now >= quietUntil) {
        refusedDistance = Math.min(Math.max(refusedDistance, distance) * 1.5 || FIRST_REFUSED_MS, MOST_REFUSED_MS)
        distance = Math.min(Math.max(distance * 1.5, FIRST_STEP_MS), SLOWEST_MS)
      }
      quietUntil = Math.max(quietUntil, now + ms)
      earliestAt = Math.max(earliestAt, now + ms)
    },
    hold(check) {
      holder = check
      return () => {
        holder = null
        wake()
      }
    },
  }
}

/** Tracks how many requests are under way. */
function roomFor(clock: Clock, { atOnce, withinMs, first = Number.POSITIVE_INFINITY }: Few) {
  let fastestMs = Number.POSITIVE_INFINITY
  let sent = 0
  let underWay = 0
  /** When the last `atOnce` requests left, oldest first. */
  const departures: number[] = []
  const isKept = (): boolean => sent < first
  const countedForMs = (): number => withinMs?.[fastestMs < NEAR_MS ? 'near' : 'far'] ?? Number.POSITIVE_INFINITY
  return {
    isKept,
    /** After how long there is room, at the latest. */
    inMs(): number {
      const [oldest = Number.NEGATIVE_INFINITY] = departures
      if (!isKept() || underWay < atOnce || departures.length < atOnce) return 0
      return Math.max(oldest + countedForMs() - clock.now(), 0)
    },
    left(): void {
      sent++
      underWay++
      departures.push(clock.now())
      if (departures.length > atOnce) departures.shift()
    },
    came(ms: number): void {
      underWay--
      fastestMs = Math.min(fastestMs, ms)
    },
  }
}

/** Takes the request with the lowest rank, of those that may leave, out of the queue. */
function bestOf(queue: Queued[], mayLeave: (one: Queued) => boolean): Queued | undefined {
  let best = -1
  for (let index = 0; index < queue.length; index++) {
    const one = queue[index]
    if (one && mayLeave(one) && (best < 0 || one.rank < (queue[best]?.rank ?? 0))) best = index
  }
  return best < 0 ? undefined : queue.splice(best, 1)[0]
}
