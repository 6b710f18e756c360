/** Controls of channels, channel folders and default channels. */
import type { Actor, World } from '../../harness/index.ts'
import type { Control } from './controls.ts'
import { idOf, newlyMade } from './fixtures.ts'

const admin = (world: World): Actor => world.anyOf('admin', 'owner')

type ChannelOperation = 'createChannel' | 'createChannelFolder' | 'addDefaultChannel'

export const channelControls: { readonly [Id in ChannelOperation]: Control<Id> } = {
  createChannel: {
    who: admin,
    params: async world => ({ name: world.name('channel'), subscribers: [idOf(admin(world))] }),
  },
  createChannelFolder: {
    who: admin,
    params: async world => ({ name: world.name('folder'), description: 'made by a conformance run' }),
  },
  addDefaultChannel: {
    who: admin,
    params: async world => ({ stream_id: await newlyMade(world, 'channel', {}) }),
  },
}
