/** Runs checks: many at once, the most revealing first, with a second try from a fresh start for what failed. */

import { examineDoubts, isOfRepeatedWrite } from '../causes/examine-doubts.ts'
import type { Budget, Check, Visit } from '../check.ts'
import type { Person } from '../people/people.ts'
import { thrownError } from '../thrown.ts'
import { Stop, Undecided } from '../undecided.ts'
import { type Doubt, makeWorld, type Try, unlessOver, type WorldParts } from '../world/make-world.ts'
import type { World } from '../world/world.ts'
import { confirmations, type Failures } from './confirmations.ts'
import type { Session } from './session.ts'
import { type Aside, sideBySide } from './side-by-side.ts'

export interface Mistake {
  readonly check: string
  readonly error: Error
}

type ConductParts = WorldParts & Pick<Session, 'revive' | 'spent'>

export interface Conduct {
  readonly parts: ConductParts
  /** The failures so far, and which of them occurred again. */
  readonly failures: Failures
  /** No second try: for proofs, which only need to know what fails. */
  readonly once: boolean
  /** Runs a check that got no reply once more before its requirements are left undecided. */
  readonly retryUnreachable: boolean
  /** The host that a check sends to: an exclusive check is alone at its host only. */
  readonly hostOf: (item: Item) => string
  /** How many checks run at a time; `WORKERS` if absent. */
  readonly workers?: number | undefined
  readonly interrupted: () => boolean
  /** Registers a listener that is called with a host as soon as it throttles first requests. */
  readonly onThrottled?: ((tell: (host: string) => void) => void) | undefined
  /** Called when the overlapping checks of all hosts are over, for work that may run beside exclusive ones. */
  readonly onOverlapped?: (() => Promise<void>) | undefined
  readonly onDone: (item: Item) => void
  /** A check or visit ended early, and why: what only it would have demonstrated stays undecided. */
  readonly onEndedEarly: (id: string, cause: Undecided) => void
}

type Item = Check | Visit
type Schedule = (items: readonly Item[], action: (item: Item, aside: Aside) => Promise<void>) => Promise<void>

const WORKERS = 96
/** Checks without a rank come after those with one. */
const UNRANKED = 5000
/** So do those requests of a check that have no place of their own. */
const WITHOUT_PLACE = 4000
const MEASURED_BUDGET: Budget = 'quick'
const FIRST_RANKS = 300
const EARLY_FACTOR = 0.7
/** How long to wait before the checks that got no reply run again. */
const REST_MS = 2000

/**
 * First `first` checks, then overlapping ones together with those that need one resource for themselves, then other
 * exclusive ones, then `last` ones. Each host has this order for itself: hosts do not wait for each other.
 */
export async function conduct(checks: readonly Check[], visits: readonly Visit[], how: Conduct): Promise<Mistake[]> {
  const mistakes: Mistake[] = []
  const memos = { first: new Map(), again: new Map(), second: new Map() }
  let confirming = 0
  const confirmIfDue = confirmations(how.failures)
  const withoutReply = new Set<Item>()
  const tryOut = async (item: Item, aside: Aside, attempt: 1 | 2, again = false): Promise<void> => {
    const memo = attempt === 2 ? memos.second : again ? memos.again : memos.first
    const rank = attempt === 2 ? 0 : placeOf(item)
    const places = attempt === 2 ? undefined : placesOf(item, how.parts.budget)
    const one = { item, attempt, again, memo, rank, placeOf: places }
    const { cause, mistake, ofRepeatedWrite } = await attemptOnce(one, waitingAside(how.parts, aside))
    if (mistake) mistakes.push(mistake)
    if (ofRepeatedWrite) return tryOut(item, aside, 1, true)
    if (cause?.reason === 'unreachable' && attempt === 1 && !again && how.retryUnreachable) {
      withoutReply.add(item)
      return
    }
    if (item.does === 'check') leaveUndecided(item, attempt, how.parts, cause)
    if (cause && attempt === 1) how.onEndedEarly(item.id, cause)
    if (attempt === 1) how.onDone(item)
  }
  /** Starts afresh; second tries that run at the same time share what they set up. */
  const secondTry = async (item: Item, aside: Aside): Promise<void> => {
    if (confirming++ === 0) memos.second = new Map()
    await tryOut(item, aside, 2)
    confirming--
  }
  const runWithConfirmation = async (item: Item, aside: Aside, again = false): Promise<void> => {
    await tryOut(item, aside, 1, again)
    if (!how.once) await confirmIfDue(item.id, () => (how.interrupted() ? Promise.resolve() : secondTry(item, aside)))
  }
  const runOnce = (items: readonly Item[], schedule: Schedule): Promise<void> =>
    schedule(inOrder(items), (item, aside) => runWithConfirmation(item, aside))
  const rerunUnreached = async (items: readonly Item[], schedule: Schedule): Promise<void> => {
    const late = inOrder(items.filter(item => withoutReply.has(item)))
    if (late.length === 0) return
    if (!how.interrupted()) await how.parts.clock.sleep(REST_MS)
    how.parts.revive()
    await schedule(late, (item, aside) => runWithConfirmation(item, aside, true))
  }
  const runAndRerun = async (items: readonly Item[], schedule: Schedule): Promise<void> => {
    await runOnce(items, schedule)
    await rerunUnreached(items, schedule)
  }
  const startedEarly = new Map<Check, Promise<void>>()
  how.onThrottled?.(host => {
    for (const check of checks)
      if (check.whereThrottled && how.hostOf(check) === host && !startedEarly.has(check))
        startedEarly.set(check, runAndRerun([check], inTurn))
  })
  const workers = how.workers ?? WORKERS
  const atOneHost = async (host: string): Promise<void> => {
    const isAtHost = (item: Item): boolean => how.hostOf(item) === host
    const isolated = (isolation: Check['isolation']): Check[] =>
      checks.filter(check => check.isolation === isolation && isAtHost(check))
    const [first, exclusive] = [isolated('first'), isolated('exclusive')]
    await runOnce(first, beforeOthers(workers))
    const withResource = exclusive.filter(({ resource }) => resource !== undefined)
    await runAndRerun([...visits.filter(isAtHost), ...isolated('overlapping'), ...withResource], overlapping(workers))
    if (--hostsOverlapping === 0) besideExclusive = how.onOverlapped?.()
    await runAndRerun(
      exclusive.filter(({ resource }) => resource === undefined),
      inTurn,
    )
    await rerunUnreached(first, inTurn)
    await besideExclusive
    const last = isolated('last')
    await Promise.all(last.map(check => startedEarly.get(check)))
    const rest = last.filter(check => !startedEarly.has(check))
    for (const check of rest) startedEarly.set(check, Promise.resolve())
    await runAndRerun(rest, inTurn)
  }
  const hosts = [...new Set([...visits, ...checks].map(how.hostOf))]
  let hostsOverlapping = hosts.length
  let besideExclusive: Promise<void> | undefined
  await Promise.all(hosts.map(atOneHost))
  await besideExclusive
  return mistakes
}

/** Runs a check once; returns what made it end early, and whether a failure rests on a request that may have been sent twice. */
async function attemptOnce(
  one: Omit<Try, 'people'>,
  parts: WorldParts,
): Promise<{ cause: Undecided | null; mistake: Mistake | null; ofRepeatedWrite: boolean }> {
  let cause: Undecided | null = null
  let mistake: Mistake | null = null
  let world: World | null = null
  const doubted: Doubt[] = []
  const { rank = 0, placeOf = () => rank } = one
  let isExamining = false
  /** The requests that examine its doubtful failures leave first. */
  const placeNow = (sent: number): number => (isExamining ? 0 : placeOf(sent))
  try {
    unlessOver(parts)
    const people = await peopleFor(one.item, parts, rank)
    world = makeWorld(parts, { people, doubted, ...one, placeOf: placeNow })
    await one.item.run(world)
  } catch (caught) {
    const error = thrownError(caught)
    if (error instanceof Undecided) cause = error
    else if (error instanceof Stop) cause = new Undecided({ kind: 'earlier-step-failed', requirement: error.message })
    else {
      mistake = { check: one.item.id, error }
      cause = new Undecided({ kind: 'check-crashed', message: error.message })
    }
  }
  isExamining = doubted.length > 0
  const ofRepeatedWrite = one.attempt === 1 && !one.again && doubted.some(isOfRepeatedWrite)
  if (world && !ofRepeatedWrite) await examineDoubts(doubted, world, one, parts)
  isExamining = false
  return { cause, mistake, ofRepeatedWrite }
}

/** Leaves undecided what the check did not demonstrate. If a scenario ended early, what it did demonstrate is still judged. */
function leaveUndecided(check: Check, attempt: number, parts: ConductParts, cause: Undecided | null): void {
  for (const id of check.requirements) {
    const requirement = parts.judged.get(id)
    if (!requirement) continue
    if (check.plans[id] === 0) continue
    const made = parts.ledger.of(id).filter(claim => claim.check === check.id && claim.attempt === attempt)
    if (made.some(claim => claim.outcome !== 'holds' && claim.weight === 'must')) continue
    const enough = parts.ledger.madeBy(id, check.id, attempt) >= (check.plans[id] ?? 1)
    if (enough && (cause === null || check.requirements.length > 1)) continue
    const why = cause ?? parts.spent?.() ?? new Undecided({ kind: 'nothing-shown' })
    parts.ledger.undecided(id, check.id, attempt, requirement.level, why)
  }
}

/** The people that a check or visit names. */
export async function peopleFor(
  item: Item,
  { cast, judged }: Pick<WorldParts, 'cast' | 'judged'>,
  rank = 0,
): Promise<Map<string, Person>> {
  const own = item.does === 'visit' || item.requirements.length === 0 || item.needs.actors !== undefined
  const words = new Set(own ? item.needs.actors : item.requirements.flatMap(id => judged.get(id)?.needs.actors ?? []))
  const people = new Map<string, Person>()
  for (const word of words) people.set(word, await cast.person(word, rank))
  return people
}

const reserves = (item: Item): string | null => (item.does === 'check' ? (item.resource ?? null) : null)

/** A check with a resource for itself takes long and others wait for it: it begins early, though not among the first. */
function placeOf(item: Item): number {
  const rank = item.rank ?? UNRANKED
  return reserves(item) === null || rank <= FIRST_RANKS ? rank : Math.max(FIRST_RANKS, rank * EARLY_FACTOR)
}

const inOrder = (items: readonly Item[]): Item[] => items.toSorted((one, other) => placeOf(one) - placeOf(other))

/**
 * The rank of each request of an item. Undefined if it reserves or uses a resource: others wait for it, so it runs without
 * pauses. At the measured budget, a request beyond the known places examines what an earlier one has found.
 */
function placesOf(item: Item, budget: Budget): ((sent: number) => number) | undefined {
  const { places, touches } = item
  const last = places?.at(-1)
  if (!places || last === undefined || reserves(item) !== null || (touches?.length ?? 0) > 0) return undefined
  return sent => places[sent] ?? (budget === MEASURED_BUDGET ? last : WITHOUT_PLACE)
}

/** The ranks of the requests of an item; at least one request of an item that was never measured. */
export const ranksOf = ({ rank, places = [] }: Item): readonly number[] =>
  rank === undefined ? [UNRANKED, ...places] : places

const takesTurns = (item: Item): boolean => item.does === 'check' && item.takesTurns === true

const overlapping =
  (slots: number): Schedule =>
  (items, action) =>
    sideBySide(items, { slots, reserves, takesTurns, touches: ({ touches }) => touches ?? null }, action)

const EVERYTHING = 'everything'

/** Only checks that name their resource run concurrently. */
const beforeOthers =
  (slots: number): Schedule =>
  (items, action) =>
    sideBySide(
      items,
      {
        slots,
        takesTurns,
        reserves: item => reserves(item) ?? EVERYTHING,
        touches: ({ touches }) => (touches ? [...touches, EVERYTHING] : null),
      },
      action,
    )

const inTurn: Schedule = async (items, action) => {
  for (const item of items) await action(item, waiting => waiting)
}

/** The same parts; while the check sleeps, another one may begin. */
const waitingAside = (parts: WorldParts, aside: Aside): WorldParts => ({
  aside,
  ...parts,
  clock: { now: parts.clock.now, sleep: (ms, signal) => aside(parts.clock.sleep(ms, signal)) },
})
