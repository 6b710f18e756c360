/** Sends the combinations of an operation, judges each by the model, and shrinks what fails to the values that matter. */
import { counterexampleOf } from '../properties/generation.ts'
import { Undecided } from '../undecided.ts'
import type { World } from '../world/world.ts'
import { claim, fail } from './claims.ts'
import { covering } from './covering.ts'
import { type Driver, judged, pathOf, type Ruling, reviewed, rowAt, type Sent, skipped } from './driver.ts'
import { type Combinations, exclusion, type Row } from './factor.ts'
import { formsIn, nearMisses, refusedAlone } from './near-misses.ts'
import { repeatsAmong, repeatsOf } from './repeats.ts'
import { attempted, isBroken, smallest } from './shrink.ts'

export interface Bounds {
  /** How many combinations are sent at most. */
  readonly rows: number
  readonly strength: 2 | 3
}

const REVIEWED_AT_ONCE = 150

/** A refused combination that adds fewer pairs than this is sent after the repetitions. */
const WORTH_MORE_THAN_REPEATS = 2

/** How many times refused combinations with an open outcome are divided into smaller ones. */
const MOST_APART = 2

export async function interact<Done extends Sent>(
  world: World,
  combinations: Combinations,
  driver: Driver<Done>,
  { rows, strength }: Bounds,
): Promise<void> {
  const { generation, combined } = world
  combined.opens(combinations)
  const alone = counterexampleOf(generation)
  if (alone !== null) return triedAlone(world, combinations, driver, alone.split(','))

  const sender = senderOf(world, combinations, driver, rows)
  const planned = covering(combinations, { seed: generation.seed, strength })
  const accepted = await sender.send((driver.arranged?.(planned) ?? planned).map(row => ({ row })))
  const known = new Set(accepted.map(({ row }) => pathOf(combinations, row)))
  // The outcome of a smaller combination may be open again, such as that of the same request from an administrator.
  let refusals: readonly Done[] = accepted
  for (let round = 0; round < MOST_APART; round++) {
    const smaller = refusals
      .filter(({ outcome }) => outcome !== 'success')
      .flatMap(done => driver.apart?.(done) ?? [])
      .filter(row => exclusion(combinations, row) === null)
      .filter(row => !known.has(pathOf(combinations, row)) && known.add(pathOf(combinations, row)))
    refusals = await sender.send(smaller.map(row => ({ row })))
    accepted.push(...refusals)
  }
  await sender.review()

  const served = accepted.filter(({ outcome }) => outcome === 'success')
  const shown = refusedAlone(combinations, world.judgedAlone)
  for (const row of shown) {
    combined.sent(combinations.operation, row)
    combined.judged(combinations.operation, row)
  }
  const misses = nearMisses(combinations, served, strength, shown)
  const isLast = ({ gain }: { readonly gain: number }): boolean => gain < WORTH_MORE_THAN_REPEATS
  const refused = await sender.send(misses.filter(one => !isLast(one)))
  let earlier = [...served, ...refused]
  for (const time of repeatsOf(combinations))
    earlier = await sender.send(
      repeatsAmong(combinations, time, earlier, strength).map(({ row, of }) => ({
        row,
        earlier: of,
        control: sender.controls.get(of),
      })),
    )
  await sender.send(misses.filter(isLast))
  await sender.review()

  const shrunk = await smallest(world, combinations, driver, sender.failures, sender.sentAs)
  if (shrunk.size > 0)
    generation.found.set(generation.check, [...new Set([...shrunk.values()].map(({ path }) => path))].join(','))
  fail(world, combinations, sender.failures, shrunk)
}

/** Sends only these rows. The form of a refused value is not known, so all forms are tried until one fails. */
async function triedAlone<Done extends Sent>(
  world: World,
  combinations: Combinations,
  driver: Driver<Done>,
  paths: readonly string[],
): Promise<void> {
  const rows = paths.map(path => rowAt(combinations, path)).filter(row => row !== null)
  const failures: Ruling[] = []
  let shown = 0
  for (const row of rows)
    for (const form of formsIn(combinations, row)) {
      const rulings = await attempted(combinations, driver, row, { form })
      const broken = rulings.filter(isBroken)
      shown += rulings.length
      failures.push(...broken)
      for (const ruling of rulings) if (judged(ruling) === 'holds') claim(world, combinations, ruling)
      if (broken.length > 0) break
    }
  if (world.generation.path !== null && shown === 0)
    throw new Undecided(
      'prerequisite-failed',
      rows.length === 0
        ? `no combination of ${combinations.operation} has this path`
        : 'the request that differs from it in one value is refused',
    )
  fail(world, combinations, failures, new Map())
}

interface RowToSend<Done> {
  readonly row: Row
  /** The accepted request that a refused one differs from. */
  readonly control?: Done | undefined
  /** The earlier request that this one repeats. */
  readonly earlier?: Done | undefined
  /** The form of the refused value. */
  readonly form?: number | undefined
}

/** Sends rows up to a maximum. Replies are judged at once; `review` then judges their effects by reads. */
function senderOf<Done extends Sent>(world: World, combinations: Combinations, driver: Driver<Done>, mostRows: number) {
  const { operation } = combinations
  const { combined } = world
  const controls = new Map<Done, Done>()
  const sentAs = new Map<Row, Done>()
  const failures: Ruling[] = []
  const unread: Done[] = []
  let left = mostRows
  const recordRulings = (rulings: readonly Ruling[]): void => {
    for (const ruling of rulings) {
      const outcome = judged(ruling)
      if (outcome !== 'vacuous') combined.judged(operation, ruling.row)
      if (outcome === 'broken') failures.push(ruling)
      else if (outcome === 'holds') claim(world, combinations, ruling)
    }
  }
  const send = async (rowsToSend: readonly RowToSend<Done>[]): Promise<Done[]> => {
    const batch: Done[] = []
    for (const { row, control, earlier, form } of rowsToSend) {
      if (left <= 0) break
      left--
      const done = await driver.send(row, earlier, undefined, form).catch(skipped)
      if (!done) continue
      combined.sent(operation, row)
      sentAs.set(done.row, done)
      if (control) controls.set(done, control)
      batch.push(done)
      unread.push(done)
      recordRulings(driver.judge(done, control ?? null))
    }
    return batch
  }
  const review = async (): Promise<void> => {
    while (unread.length > 0) recordRulings(await reviewed(driver, unread.splice(0, REVIEWED_AT_ONCE)))
  }
  return { send, review, controls, failures, sentAs }
}
