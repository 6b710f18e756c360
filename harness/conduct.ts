/** Carries out checks: many at once, each for itself, with a second try from a fresh start for what broke. */
import type { Person } from './cast.ts'
import type { Check, Visit } from './check.ts'
import { makeWorld, type Try, type WorldParts } from './make-world.ts'
import { Stop, Undecided } from './undecided.ts'

export interface Mistake {
  readonly check: string
  readonly error: Error
}

export interface Conduct {
  readonly parts: WorldParts
  /** Whether something that this check did broke a sentence. */
  readonly broke: (check: string) => boolean
  /** No second try: for proofs that look for failures only. */
  readonly once: boolean
  /** Tries a check once more that got no reply, before it is left undecided. */
  readonly retryUnreachable: boolean
  readonly interrupted: () => boolean
  readonly onDone: (item: Item) => void
  /** A check or visit ended early, and why: what only it would have shown stays undecided. */
  readonly onEndedEarly: (id: string, cause: Undecided) => void
}

type Item = Check | Visit
type Way = (items: readonly Item[], deed: (item: Item) => Promise<void>) => Promise<void>

const WORKERS = 48
/** How long a target that gave no reply is left alone. */
const REST_MS = 2000

/** Overlapping checks first, then those that need the target for themselves, then those that come last. */
export async function conduct(checks: readonly Check[], visits: readonly Visit[], how: Conduct): Promise<Mistake[]> {
  const mistakes: Mistake[] = []
  const memos = { first: new Map(), again: new Map(), second: new Map() }
  let unreached: Item[] = []
  const tryOut = async (item: Item, attempt: 1 | 2, again = false): Promise<void> => {
    const memo = attempt === 2 ? memos.second : again ? memos.again : memos.first
    const { cause, mistake } = await attemptOnce({ item, attempt, again, memo }, how.parts)
    if (mistake) mistakes.push(mistake)
    if (cause?.reason === 'unreachable' && attempt === 1 && !again && how.retryUnreachable) {
      unreached.push(item)
      return
    }
    if (item.does === 'check') leaveUndecided(item, attempt, how.parts, cause)
    if (cause && attempt === 1) how.onEndedEarly(item.id, cause)
    if (attempt === 1) how.onDone(item)
  }
  const twice = async (items: readonly Item[], way: Way): Promise<void> => {
    await way(items, item => tryOut(item, 1))
    if (unreached.length > 0) {
      const late = unreached
      unreached = []
      if (!how.interrupted()) await how.parts.clock.sleep(REST_MS)
      how.parts.revive()
      await way(late, item => tryOut(item, 1, true))
    }
    if (how.once || how.interrupted()) return
    await way(
      items.filter(({ id }) => how.broke(id)),
      item => tryOut(item, 2),
    )
  }
  const inCompany = (company: Check['company']): Check[] => checks.filter(check => check.company === company)
  await twice([...visits, ...inCompany('overlapping')], overlapping)
  await twice(inCompany('alone'), inTurn)
  await twice(inCompany('last'), inTurn)
  return mistakes
}

/** One try of one check, and what kept it from its end. */
async function attemptOnce(
  one: Omit<Try, 'people'>,
  parts: WorldParts,
): Promise<{ cause: Undecided | null; mistake: Mistake | null }> {
  let cause: Undecided | null = null
  let mistake: Mistake | null = null
  try {
    const people = await peopleFor(one.item, parts)
    await one.item.run(makeWorld(parts, { ...one, people }))
  } catch (error) {
    if (error instanceof Undecided) cause = error
    else if (error instanceof Stop)
      cause = new Undecided('prerequisite-failed', `an earlier step of the same scenario failed (${error.message})`)
    else {
      mistake = { check: one.item.id, error: error as Error }
      cause = new Undecided('prerequisite-failed', `the check itself failed: ${(error as Error).message}`)
    }
  }
  return { cause, mistake }
}

/** A requirement of a scenario that got its claims before the course ended early is judged all the same. */
function leaveUndecided(check: Check, attempt: number, parts: WorldParts, cause: Undecided | null): void {
  for (const id of check.requirements) {
    const requirement = parts.judged.get(id)
    if (!requirement) continue
    if (check.plans[id] === 0) continue
    const made = parts.ledger.of(id).filter(claim => claim.check === check.id && claim.attempt === attempt)
    if (made.some(claim => claim.outcome !== 'holds' && claim.weight === 'must')) continue
    const enough = made.length >= (check.plans[id] ?? 1)
    if (enough && (cause === null || check.requirements.length > 1)) continue
    const why = cause ?? new Undecided('prerequisite-failed', 'the target showed nothing to judge it by')
    parts.ledger.undecided(id, check.id, attempt, requirement.level, why)
  }
}

async function peopleFor(item: Item, { cast, judged }: WorldParts): Promise<Map<string, Person>> {
  const own = item.does === 'visit' || item.requirements.length === 0 || item.needs.actors !== undefined
  const words = new Set(own ? item.needs.actors : item.requirements.flatMap(id => judged.get(id)?.needs.actors ?? []))
  const people = new Map<string, Person>()
  for (const word of words) people.set(word, await cast.person(word))
  return people
}

/** As many at a time as there are workers; each starts the next as it finishes one. */
const overlapping: Way = async (items, deed) => {
  const rest = items[Symbol.iterator]()
  const worker = async (): Promise<void> => {
    for (let next = rest.next(); !next.done; next = rest.next()) await deed(next.value)
  }
  await Promise.all(Array.from({ length: Math.min(WORKERS, items.length) }, worker))
}

const inTurn: Way = async (items, deed) => {
  for (const item of items) await deed(item)
}
