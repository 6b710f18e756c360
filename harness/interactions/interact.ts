/** Sends the combinations of an operation, judges each by the model, and shrinks what fails to the values that matter. */
import type { Outcome } from '../api.ts'
import type { Judgeable } from '../judging/claim.ts'
import type { PlainArgs, Predicate } from '../judging/predicate.ts'
import { counterexampleOf, mostShrinks } from '../properties/generation.ts'
import { Stop, Undecided } from '../undecided.ts'
import type { World } from '../world.ts'
import { covering } from './covering.ts'
import { type Choice, type Combinations, choicesOf, exclusion, isRefused, plainest, type Row } from './factor.ts'
import { nearMisses } from './near-misses.ts'
import { inWords, together } from './together.ts'

/** A combination that was sent, and what came of it. */
export interface Sent {
  readonly row: Row
  readonly reply: Judgeable
  readonly outcome: Outcome
}

/** What the model says about replies: the predicate that has to hold, for the requirement that decides. */
export interface Ruling {
  readonly requirement: string
  readonly row: Row
  readonly replies: readonly Judgeable[]
  readonly control?: Judgeable | undefined
  readonly predicate: Predicate<never>
  readonly args: PlainArgs
  readonly weight?: 'must' | 'should'
}

/** An operation as the engine drives it. */
export interface Driver<Done extends Sent = Sent> {
  send(row: Row): Promise<Done>
  /** What the reply shows by itself. Nothing where the outcome is open. */
  judge(done: Done, control: Done | null): readonly Ruling[]
  /** What reads show afterwards of these requests, and of what they leave alone. */
  review(done: readonly Done[]): Promise<readonly Ruling[]>
  /** Smaller rows that must be accepted where this one was refused, which is open. */
  apart?(done: Done): readonly Row[]
}

export interface Bounds {
  /** How many combinations are sent at most. */
  readonly rows: number
  readonly strength: 2 | 3
}

const REVIEWED_AT_ONCE = 60

export async function interact<Done extends Sent>(
  world: World,
  combinations: Combinations,
  driver: Driver<Done>,
  { rows: most, strength }: Bounds,
): Promise<void> {
  const { operation } = combinations
  const { generation, combined } = world
  combined.opens(combinations)
  let left = most
  const sent = async (row: Row): Promise<Done | null> => {
    try {
      left--
      const done = await driver.send(row)
      combined.sent(operation, row)
      return done
    } catch (error) {
      return skipped(error)
    }
  }
  const failures: Ruling[] = []
  const settle = async (batch: readonly Done[], controls: ReadonlyMap<Done, Done>): Promise<void> => {
    const rulings = batch.flatMap(done => driver.judge(done, controls.get(done) ?? null))
    for (let from = 0; from < batch.length; from += REVIEWED_AT_ONCE)
      rulings.push(...(await reviewed(driver, batch.slice(from, from + REVIEWED_AT_ONCE))))
    for (const ruling of rulings) {
      const outcome = judged(ruling)
      if (outcome !== 'vacuous') combined.judged(operation, ruling.row)
      if (outcome === 'broken') failures.push(ruling)
      else if (outcome === 'holds') claim(world, combinations, ruling)
    }
  }
  const alone = counterexampleOf(generation)
  if (alone !== null) {
    for (const path of alone.split(',')) {
      const row = rowAt(combinations, path)
      if (row) failures.push(...(await attempted(combinations, driver, row)))
    }
    return fail(world, combinations, failures, new Map())
  }

  const accepted = new Map<string, Done>()
  const refused: Done[] = []
  const positive = async (rows: readonly Row[]): Promise<void> => {
    const batch: Done[] = []
    for (const row of rows) {
      if (left <= 0) break
      const done = await sent(row)
      if (done) batch.push(done)
    }
    await settle(batch, new Map())
    for (const done of batch) {
      if (done.outcome === 'success') accepted.set(pathOf(combinations, done.row), done)
      else refused.push(done)
    }
  }
  await positive(covering(combinations, { seed: generation.seed, strength }))
  const known = new Set([...accepted.keys(), ...refused.map(({ row }) => pathOf(combinations, row))])
  const smaller = refused
    .flatMap(done => driver.apart?.(done) ?? [])
    .filter(row => exclusion(combinations, row) === null)
  await positive(smaller.filter(row => !known.has(pathOf(combinations, row)) && known.add(pathOf(combinations, row))))

  const controls = new Map<Done, Done>()
  const batch: Done[] = []
  for (const { row, control } of nearMisses(combinations, [...accepted.values()])) {
    if (left <= 0) break
    const done = await sent(row)
    if (!done) continue
    controls.set(done, control)
    batch.push(done)
  }
  await settle(batch, controls)
  const shrunk = await smallest(world, combinations, driver, failures)
  if (shrunk.size > 0)
    generation.found.set(generation.check, [...new Set([...shrunk.values()].map(({ path }) => path))].join(','))
  fail(world, combinations, failures, shrunk)
}

/** What cannot be had here is left out; what may be over in a moment ends the check. */
function skipped(error: unknown): null {
  if (error instanceof Undecided && error.reason !== 'unreachable' && error.reason !== 'throttled') return null
  throw error
}

async function reviewed<Done extends Sent>(driver: Driver<Done>, batch: readonly Done[]): Promise<readonly Ruling[]> {
  try {
    return await driver.review(batch)
  } catch (error) {
    return skipped(error) ?? []
  }
}

const judged = ({ predicate, replies, args }: Ruling): string =>
  (predicate as unknown as Predicate).judge(
    replies.map(({ exchange }) => exchange),
    args,
  ).outcome

/** One row by itself: what of it is broken. A row to be refused needs its control accepted first. */
async function attempted<Done extends Sent>(
  combinations: Combinations,
  driver: Driver<Done>,
  row: Row,
): Promise<readonly Ruling[]> {
  const cause = causeOf(combinations, row)
  let control: Done | null = null
  if (cause) {
    const plain = { ...row, [cause[0]]: plainest(combinations)[cause[0]] }
    if (exclusion(combinations, plain) !== null) return []
    control = await driver.send(plain)
    if (control.outcome !== 'success') return []
  }
  const done = await driver.send(row)
  const rulings = [...driver.judge(done, control), ...(await reviewed(driver, [done]))]
  return rulings.filter(ruling => judged(ruling) === 'broken')
}

const causeOf = (combinations: Combinations, row: Row): Choice | undefined =>
  choicesOf(row).find(choice => isRefused(combinations, choice))

interface Shrunk {
  readonly ruling: Ruling
  readonly path: string
  readonly when: string
}

/** For each requirement the smallest row that breaks it. */
async function smallest<Done extends Sent>(
  world: World,
  combinations: Combinations,
  driver: Driver<Done>,
  failures: readonly Ruling[],
): Promise<Map<string, Shrunk>> {
  const found = new Map<string, Shrunk>()
  let tries = mostShrinks(world.budget)
  const plain = plainest(combinations)
  for (const failure of failures) {
    if (found.has(failure.requirement)) continue
    let ruling = failure
    let row = failure.row
    let again = false
    const cause = causeOf(combinations, row)?.[0]
    const broke = async (candidate: Row): Promise<Ruling | undefined> => {
      tries--
      const broken = await attempted(combinations, driver, candidate).catch(error => skipped(error) ?? [])
      return broken.find(({ requirement }) => requirement === failure.requirement)
    }
    for (const factor of Object.keys(row)) {
      if (tries <= 0) break
      if (row[factor] === plain[factor] || factor === cause) continue
      const candidate = { ...row, [factor]: plain[factor] }
      if (exclusion(combinations, candidate) !== null) continue
      const smaller = await broke(candidate)
      if (!smaller) continue
      again = true
      ;[row, ruling] = [candidate, smaller]
    }
    const sure = again || tries > 0
    found.set(failure.requirement, {
      ruling,
      path: pathOf(combinations, row),
      when: inWords(row, plain, sure),
    })
  }
  return found
}

/** Claims what is broken, each requirement by its smallest row; the first that must not be ends the check. */
function fail(
  world: World,
  combinations: Combinations,
  failures: readonly Ruling[],
  shrunk: ReadonlyMap<string, Shrunk>,
): void {
  let stop: Stop | null = null
  for (const requirement of new Set(failures.map(failure => failure.requirement))) {
    const found = shrunk.get(requirement)
    const ruling = found?.ruling ?? failures.find(failure => failure.requirement === requirement)
    if (!ruling) continue
    const when = found?.when ?? inWords(ruling.row, plainest(combinations), false)
    try {
      claim(world, combinations, ruling, when)
    } catch (error) {
      if (!(error instanceof Stop)) throw error
      stop ??= error
    }
  }
  if (stop) throw stop
}

function claim(world: World, combinations: Combinations, ruling: Ruling, when?: string): void {
  const { requirement, row, replies, control, predicate, args, weight } = ruling
  const made = world.claimFor(requirement, ...replies)
  if (control) made.against(control)
  const all = {
    operation: combinations.operation,
    row,
    keeps: predicate.name,
    with: args,
    ...(when !== undefined && { when }),
    path: pathOf(combinations, row),
  }
  made.keeps(together, all, weight ? { weight } : {})
}

/** A row as numbers of its values, factor by factor: `0:2:1`. */
const pathOf = ({ factors }: Combinations, row: Row): string =>
  factors.map(({ name, values }) => values.findIndex(value => value.name === row[name])).join(':')

function rowAt({ factors }: Combinations, path: string): Row | null {
  const numbers = path.split(':').map(Number)
  if (numbers.length !== factors.length) return null
  return Object.fromEntries(factors.map(({ name, values }, at) => [name, values[numbers[at] ?? -1]?.name]))
}
