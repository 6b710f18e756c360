/** Carries out checks: many at once, each for itself, with a second try from a fresh start for what broke. */
import type { Person } from './cast.ts'
import type { Check, Visit } from './check.ts'
import { makeWorld, type WorldParts } from './make-world.ts'
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
  readonly interrupted: () => boolean
  readonly onDone: () => void
  /** A check or visit ended early, and why: what only it would have shown stays undecided. */
  readonly onEndedEarly: (id: string, cause: Undecided) => void
}

type Item = Check | Visit
type Way = (items: readonly Item[], deed: (item: Item) => Promise<void>) => Promise<void>

const WORKERS = 48

/** Overlapping checks first, then those that need the target for themselves, then those that come last. */
export async function conduct(checks: readonly Check[], visits: readonly Visit[], how: Conduct): Promise<Mistake[]> {
  const mistakes: Mistake[] = []
  const memos = [new Map<string, Promise<unknown>>(), new Map<string, Promise<unknown>>()] as const
  const tryOut = async (item: Item, attempt: 1 | 2): Promise<void> => {
    const { cause, mistake } = await attemptOnce(item, attempt, memos[attempt === 1 ? 0 : 1], how.parts)
    if (mistake) mistakes.push(mistake)
    if (cause && attempt === 1) how.onEndedEarly(item.id, cause)
    if (attempt === 1) how.onDone()
  }
  const twice = async (items: readonly Item[], way: Way): Promise<void> => {
    await way(items, item => tryOut(item, 1))
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

/** One try of one check. Whatever it leaves undecided is written down with its cause. */
async function attemptOnce(
  item: Item,
  attempt: number,
  memo: Map<string, Promise<unknown>>,
  parts: WorldParts,
): Promise<{ cause: Undecided | null; mistake: Mistake | null }> {
  let cause: Undecided | null = null
  let mistake: Mistake | null = null
  try {
    const people = await peopleFor(item, parts)
    await item.run(makeWorld(parts, { item, attempt, people, memo }))
  } catch (error) {
    if (error instanceof Undecided) cause = error
    else if (error instanceof Stop)
      cause = new Undecided('prerequisite-failed', 'an earlier step of the same scenario was broken')
    else {
      mistake = { check: item.id, error: error as Error }
      cause = new Undecided('prerequisite-failed', `the check itself failed: ${(error as Error).message}`)
    }
  }
  if (item.does === 'check') leaveUndecided(item, attempt, parts, cause)
  return { cause, mistake }
}

/** A requirement of a scenario that got its claims before the course ended early is judged all the same. */
function leaveUndecided(check: Check, attempt: number, parts: WorldParts, cause: Undecided | null): void {
  for (const id of check.requirements) {
    const requirement = parts.judged.get(id)
    if (!requirement) continue
    const made = parts.ledger.of(id).filter(claim => claim.check === check.id && claim.attempt === attempt)
    if (made.some(claim => claim.outcome !== 'holds' && claim.weight === 'must')) continue
    const enough = made.length >= (check.plans[id] ?? 1)
    if (enough && (cause === null || check.requirements.length > 1)) continue
    const why = cause ?? new Undecided('prerequisite-failed', 'the target showed nothing to judge it by')
    parts.ledger.undecided(id, check.id, attempt, requirement.level, why)
  }
}

async function peopleFor(item: Item, { cast, judged }: WorldParts): Promise<Map<string, Person>> {
  const own = item.does === 'visit' || item.requirements.length === 0
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
