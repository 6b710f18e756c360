/** Sends a failed combination again with one value at a time set to the plainest, until only the values that matter are left. */
import { mostShrinks } from '../properties/generation.ts'
import type { World } from '../world/world.ts'
import { causeOf, type Driver, judged, pathOf, type Ruling, reviewed, type Sent, skipped } from './driver.ts'
import { type Choice, type Combinations, exclusion, isFresh, plainest, type Row } from './factor.ts'
import { firstOf } from './repeats.ts'
import { inWords } from './together.ts'

/**
 * Sends one row by itself and judges its reply and later reads. If it must be refused, its control has to be accepted
 * first. With `like`, values that are used in turn are those of that request; with `form`, the refused value has this
 * form.
 */
export async function attempted<Done extends Sent>(
  combinations: Combinations,
  driver: Driver<Done>,
  row: Row,
  { like, form }: { readonly like?: Done | undefined; readonly form?: number | undefined } = {},
): Promise<readonly Ruling[]> {
  const cause = causeOf(combinations, row)
  let control: Done | null = null
  if (cause) {
    const accepted = controlRow(combinations, row, cause)
    if (!accepted) return []
    control = await driver.send(accepted, undefined, like)
    if (control.outcome !== 'success') return []
  }
  const first = firstOf(combinations, row)
  const earlier = first ? await driver.send(first, undefined, like, form) : undefined
  const done = await driver.send(row, earlier, like, form)
  return [...driver.judge(done, control), ...(await reviewed(driver, [done]))]
}

/** The row with the plainest value that may replace the refused one. */
function controlRow(combinations: Combinations, row: Row, [factor]: Choice): Row | undefined {
  const values = combinations.factors.find(({ name }) => name === factor)?.values ?? []
  return values
    .filter(isFresh)
    .map(({ name }): Row => ({ ...row, [factor]: name }))
    .find(one => exclusion(combinations, one) === null)
}

export const isBroken = (ruling: Ruling): boolean => judged(ruling) === 'broken'

export interface Shrunk {
  readonly ruling: Ruling
  readonly path: string
  readonly when: string
}

/** For each requirement the smallest row that violates it. `sentAs` gives the request that a row was sent as when it failed. */
export async function smallest<Done extends Sent>(
  world: World,
  combinations: Combinations,
  driver: Driver<Done>,
  failures: readonly Ruling[],
  sentAs: ReadonlyMap<Row, Done>,
): Promise<Map<string, Shrunk>> {
  const found = new Map<string, Shrunk>()
  let tries = mostShrinks(world.budget)
  const plain = plainest(combinations)
  for (const failure of failures) {
    if (found.has(failure.requirement)) continue
    let ruling = failure
    let row = failure.row
    const like = sentAs.get(row)
    const cause = causeOf(combinations, row)?.[0]
    const violationBy = async (candidate: Row): Promise<Ruling | undefined> => {
      tries--
      const rulings = await attempted(combinations, driver, candidate, { like }).catch(error => skipped(error) ?? [])
      return rulings.find(ruling => ruling.requirement === failure.requirement && isBroken(ruling))
    }
    // If it does not fail again, its parts prove nothing.
    const again = tries > 0 && (await violationBy(row)) !== undefined
    /** The factors without whose values it does not fail. */
    const needed = new Set([cause])
    const untried = (): string[] => Object.keys(row).filter(name => row[name] !== plain[name] && !needed.has(name))
    const without = (name: string): Row => ({ ...row, [name]: plain[name] })
    const next = (): string | undefined => untried().find(name => exclusion(combinations, without(name)) === null)
    // A value that cannot be left out because of another one may be left out once that one is gone.
    for (let factor = again ? next() : undefined; factor !== undefined && tries > 0; factor = next()) {
      const smaller = await violationBy(without(factor))
      if (smaller) {
        row = without(factor)
        ruling = smaller
      } else needed.add(factor)
    }
    found.set(failure.requirement, {
      ruling,
      path: pathOf(combinations, row),
      when: inWords(row, plain, again && untried().length === 0),
    })
  }
  return found
}
