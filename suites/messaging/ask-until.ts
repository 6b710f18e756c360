/** Asks again for what may need a moment to show what happened before. */
import { BEHIND_WAITS } from '../../harness/index.ts'
import type { World } from './world.ts'

/** The first answer that is enough, or the last one after these waits, in milliseconds; `first` if it was already received. */
export async function askUntil<T>(
  world: World,
  ask: () => Promise<T>,
  isEnough: (answer: T) => boolean,
  waits: readonly number[] = BEHIND_WAITS,
  first?: T,
): Promise<T> {
  let answer = first ?? (await ask())
  for (const wait of waits) {
    if (isEnough(answer)) break
    await world.clock.sleep(wait)
    answer = await ask()
  }
  return answer
}
