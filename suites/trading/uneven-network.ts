/**
 * A venue may want 100 ms between any two requests. A network that delays requests unevenly brings some closer together than
 * they were sent, and such a venue refuses one of ten even ones now and then.
 */
import { isServed } from './active.ts'
import { quietSecond, type Request } from './bursts.ts'
import type { World } from './world.ts'

/** If a request is served this soon after another, the distance between requests does not matter. */
const CLOSE_MS = 30
/** More than the distance of ten requests in a second. */
const WIDE_MS = 115
const TRIES = 4

/** Whether the network may be why `suspect` was refused: it is refused close after another request, and served further from it. */
export async function networkMayBeWhy(world: World, other: Request, suspect: Request): Promise<boolean> {
  const areServed = async (msApart: number): Promise<boolean> => {
    await quietSecond(world)
    const before = other()
    await world.clock.sleep(msApart)
    return (await Promise.all([before, suspect()])).every(isServed)
  }
  if (await areServed(CLOSE_MS)) return false
  for (let tries = 0; tries < TRIES; tries++) if (await areServed(WIDE_MS)) return true
  return false
}
