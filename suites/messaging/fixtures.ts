/** Things of a target that the contract gives no way to make or to see, as suites ask for them. */
import type { World } from '../../harness/index.ts'

/** Far from any real id, so that nothing of the target is meant by it. */
export const NO_SUCH_ID = 2 ** 31 - 7

export type Event = Readonly<Record<string, unknown>> & { readonly type: string; readonly op?: string }

/** The events that a queue got since it was last asked, tried a few times: delivery may take a moment. */
export async function eventsOf(
  world: World,
  queueId: unknown,
  wanted: (event: Event) => boolean,
): Promise<Event | undefined> {
  for (const wait of [0, 200, 800, 2000]) {
    await world.clock.sleep(wait)
    const { events } = await world.provide('events', { queueId })
    const found = (events as Event[]).find(wanted)
    if (found) return found
  }
  return undefined
}

export const eventOfType = (world: World, queueId: unknown, type: string): Promise<Event | undefined> =>
  eventsOf(world, queueId, event => event.type === type)
