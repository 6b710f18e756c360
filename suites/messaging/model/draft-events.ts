/** Whether each request that creates drafts is told to another client of the same user. */
import type { Actor } from '../actor.ts'
import { eventOfType, newQueue } from '../fixtures.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { orNull } from './operation-model.ts'

export const DRAFTS = 'drafts'
export const TOLD = 'told'

/** Where so many were not told, it is known that they are not, and no more time is spent on it. */
const MOST_UNTOLD = 3

const untold = shared(async (_world): Promise<{ count: number }> => ({ count: 0 }))

/** A queue that listens from before the first request on; null where there is none. */
const queueOf = shared.by(
  ({ email }: Actor) => email,
  (world, { email }): Promise<string | null> => orNull(newQueue(world, { as: email, eventTypes: [DRAFTS] })),
)

export const listeningFor = (world: World, caller: Actor): Promise<unknown> => queueOf(world, caller)

/** Whether an event came since the queue was last looked at; null where that cannot be seen. */
export async function toldOf(world: World, caller: Actor): Promise<boolean | null> {
  const queueId = await queueOf(world, caller)
  const seen = await untold(world)
  if (queueId === null || seen.count >= MOST_UNTOLD) return null
  const event = await orNull(eventOfType(world, queueId, DRAFTS))
  // How long a queue lives that nobody reads is not shown.
  if (event === null) return null
  if (!event) seen.count++
  return event !== undefined
}
