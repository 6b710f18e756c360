/**
 * A venue may want 100 ms between any two requests. A network that delays requests unevenly brings some closer together than
 * they were sent, and such a venue refuses one of ten even ones now and then.
 */
import type { Reply } from '../../../harness/index.ts'
import { isServed } from '../active.ts'
import type { World } from '../world.ts'
import { quietSecond, type Request, SPACING_MS } from './bursts.ts'

const LEAST_MS = 100
/** With these gaps between them, ten requests leave within one second, and one of them comes long after the one before. */
const NARROW_MS = 101
const LONG_MS = 160
/** A little more than the distance of the ten: a venue that wants still more serves fewer than ten even ones. */
const WIDE_MS = 109
const TRIES = 6

/** Whether replies took so unequally long that a request may have come less than 100 ms after the one before. */
export function isUneven(replies: readonly Reply[]): boolean {
  const took = replies.map(({ exchange }) => Date.parse(exchange.receivedAt ?? '') - Date.parse(exchange.sentAt))
  return Math.max(...took) - Math.min(...took) > SPACING_MS - LEAST_MS
}

/** The gaps before the requests up to this place, the longest before the last of them. */
export const longBefore = (place: number): number[] =>
  Array.from({ length: place + 1 }, (_, index) => (index === place ? LONG_MS : NARROW_MS))

/** Whether the second request is served a little further from the first than ten in a second are, at least once. */
export async function isServedFurtherApart(world: World, first: Request, second: Request): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries++) {
    await quietSecond(world)
    const before = first()
    await world.clock.sleep(WIDE_MS)
    if ((await Promise.all([before, second()])).every(isServed)) return true
  }
  return false
}
