/** Makes claims of the rulings about combinations. */
import { claimEach } from '../undecided.ts'
import type { World } from '../world/world.ts'
import { pathOf, type Ruling } from './driver.ts'
import { type Combinations, plainest } from './factor.ts'
import type { Shrunk } from './shrink.ts'
import { inWords, together } from './together.ts'

/** Makes the failed claims, each requirement with its smallest row; the first failed MUST then ends the check. */
export function fail(
  world: World,
  combinations: Combinations,
  failures: readonly Ruling[],
  shrunk: ReadonlyMap<string, Shrunk>,
): void {
  const requirements = [...new Set(failures.map(failure => failure.requirement))]
  claimEach(
    requirements.map(requirement => () => {
      const found = shrunk.get(requirement)
      const ruling = found?.ruling ?? failures.find(failure => failure.requirement === requirement)
      const when = found?.when ?? (ruling && inWords(ruling.row, plainest(combinations), false))
      if (ruling) claim(world, combinations, ruling, when)
    }),
  )
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
