/** Whether each request that creates drafts causes an event for another client of the same user. */
import type { Actor } from '../actor.ts'
import { eventOfType, newQueue } from '../fixtures.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { orNull } from './operation-model.ts'

export const DRAFTS = 'drafts'
export const EVENT_ARRIVED = 'told'

/** After this many missing events, no more time is spent waiting for others. */
const MAX_MISSING = 3

const missingEvents = shared(async (_world): Promise<{ count: number }> => ({ count: 0 }))

/** The caller's queue, registered before the first request; null if there is none. */
const queueOf = shared.by(
  ({ email }: Actor) => email,
  (world, { email }): Promise<string | null> => orNull(newQueue(world, { as: email, eventTypes: [DRAFTS] })),
)

export const listeningFor = (world: World, caller: Actor): Promise<unknown> => queueOf(world, caller)

/** Whether an event arrived since the queue was last read; null if that is unknown. */
export async function eventArrived(world: World, caller: Actor): Promise<boolean | null> {
  const queueId = await queueOf(world, caller)
  const seen = await missingEvents(world)
  if (queueId === null || seen.count >= MAX_MISSING) return null
  const event = await orNull(eventOfType(world, queueId, DRAFTS))
  // The queue may have expired: the contract does not say how long an unread queue lives.
  if (event === null) return null
  if (!event) seen.count++
  return event !== undefined
}
