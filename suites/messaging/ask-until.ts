/** Repeats a request that may need a moment to show what happened before it. */
import type { Reply } from '../../harness/index.ts'
import type { World } from './world.ts'

/** The first reply that is enough, or the last one after these waits, in milliseconds; `first` if it was already received. */
export async function askUntil(
  world: World,
  ask: () => Promise<Reply>,
  isEnough: (reply: Reply) => boolean,
  waits: readonly number[],
  first?: Reply,
): Promise<Reply> {
  let reply = first ?? (await ask())
  for (const wait of waits) {
    if (isEnough(reply)) break
    await world.clock.sleep(wait)
    reply = await ask()
  }
  return reply
}
