/** What failed is sent again with one value at a time set back to the plainest, until the values are left that matter. */
import { mostShrinks } from '../properties/generation.ts'
import type { World } from '../world.ts'
import { causeOf, type Driver, judged, pathOf, type Ruling, reviewed, type Sent, skipped } from './driver.ts'
import { type Combinations, exclusion, plainest, type Row } from './factor.ts'
import { firstOf } from './repeats.ts'
import { inWords } from './together.ts'

/** One row by itself: what of it is broken. A row to be refused needs its control accepted first. */
export async function attempted<Done extends Sent>(
  combinations: Combinations,
  driver: Driver<Done>,
  row: Row,
  like?: Done,
): Promise<readonly Ruling[]> {
  const cause = causeOf(combinations, row)
  let control: Done | null = null
  if (cause) {
    const plain = { ...row, [cause[0]]: plainest(combinations)[cause[0]] }
    if (exclusion(combinations, plain) !== null) return []
    control = await driver.send(plain, undefined, like)
    if (control.outcome !== 'success') return []
  }
  const earlier = firstOf(combinations, row)
  const done = await driver.send(row, earlier ? await driver.send(earlier, undefined, like) : undefined, like)
  const rulings = [...driver.judge(done, control), ...(await reviewed(driver, [done]))]
  return rulings.filter(ruling => judged(ruling) === 'broken')
}

export interface Shrunk {
  readonly ruling: Ruling
  readonly path: string
  readonly when: string
}

/** For each requirement the smallest row that breaks it. `sentAs` is what a row was when it failed. */
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
    const broke = async (candidate: Row): Promise<Ruling | undefined> => {
      tries--
      const broken = await attempted(combinations, driver, candidate, like).catch(error => skipped(error) ?? [])
      return broken.find(({ requirement }) => requirement === failure.requirement)
    }
    // What does not fail once more says nothing about its parts.
    const again = tries > 0 && (await broke(row)) !== undefined
    for (const factor of again ? Object.keys(row) : []) {
      if (tries <= 0) break
      if (row[factor] === plain[factor] || factor === cause) continue
      const candidate = { ...row, [factor]: plain[factor] }
      if (exclusion(combinations, candidate) !== null) continue
      const smaller = await broke(candidate)
      if (!smaller) continue
      row = candidate
      ruling = smaller
    }
    found.set(failure.requirement, {
      ruling,
      path: pathOf(combinations, row),
      when: inWords(row, plain, again && tries > 0),
    })
  }
  return found
}
