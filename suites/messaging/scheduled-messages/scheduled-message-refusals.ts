/** Refused edits of scheduled messages, with the state before and after. */
import { type FixtureValue, type Reply, verbatim } from '../../../harness/index.ts'
import type { Changes } from '../controls/variations.ts'
import { NO_SUCH_ID, sharedChannel } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { edit, newDirect, newInChannel, stateAfter, stateIfReadable } from './scheduled-message-makers.ts'

/** The type names of channel messages at this level. */
export const channelTypes = (world: World): string[] => (world.level < 248 ? ['stream'] : ['stream', 'channel'])

interface Tried {
  readonly reply: Reply
  readonly before: FixtureValue | null
  readonly after: FixtureValue | null
}

/** Sends an edit; returns the reply and the state before and after. */
const trying =
  (world: World) =>
  async (id: number, changes: Changes): Promise<Tried> => {
    const before = await stateIfReadable(world, id)
    const { reply } = await edit(world, id, changes)
    return { reply, before, after: before && (await stateAfter(world, id)) }
  }

/** Edits that are refused for one thing, for messages of either kind. */
export const REFUSED = {
  channel: (world: World): readonly Changes[] => [
    { type: 'direct' },
    { type: 'direct', to: [NO_SUCH_ID] },
    { type: 'nonsense', to: [world.user.userId] },
    { to: verbatim('text') },
    { scheduled_delivery_timestamp: verbatim('text') },
  ],
  direct: (_world: World, known: readonly number[]): readonly Changes[] => [
    { to: [...known, NO_SUCH_ID] },
    { type: 'stream', topic: 'assay' },
    { type: 'stream', to: NO_SUCH_ID, topic: 'assay' },
    { to: verbatim('text') },
  ],
}

/** Edits that move a message to an unknown channel. */
export const toUnknownChannel = shared(async (world): Promise<Tried[]> => {
  const tried = trying(world)
  const all = [await tried(await newInChannel(world), { to: NO_SUCH_ID })]
  if (world.budget === 'quick') return all
  for (const type of channelTypes(world)) {
    const { reply } = await tried(await newDirect(world), { type, to: await sharedChannel(world), topic: 'assay' })
    if (outcomeOf(reply) !== 'success') continue
    all.push(await tried(await newDirect(world), { type, to: NO_SUCH_ID, topic: 'assay' }))
  }
  const words = { content: world.name('unsent'), topic: world.name('unsent') }
  all.push(await tried(await newInChannel(world), { ...words, to: NO_SUCH_ID }))
  return all
})
