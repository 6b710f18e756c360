/** What the rulings of combinations come to: claims of the requirements that decided. */
import { Stop } from '../undecided.ts'
import type { World } from '../world.ts'
import { pathOf, type Ruling } from './driver.ts'
import { type Combinations, plainest } from './factor.ts'
import type { Shrunk } from './shrink.ts'
import { inWords, together } from './together.ts'

/** Claims what is broken, each requirement by its smallest row; the first that must not be ends the check. */
export function fail(
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

export function claim(world: World, combinations: Combinations, ruling: Ruling, when?: string): void {
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
