/** Controls of channels, channel folders and default channels. */
import type { Actor, Reply, World } from '../../harness/index.ts'
import { type Control, numberAt } from './controls.ts'
import { idOf, newlyMade } from './fixtures.ts'
import { sentIn } from './sent-in.ts'

const admin = (world: World): Actor => world.anyOf('admin', 'owner')

type ChannelOperation = 'createChannel' | 'createChannelFolder' | 'addDefaultChannel'

export const channelControls: { readonly [Id in ChannelOperation]: Control<Id> } = {
  createChannel: {
    who: admin,
    params: async world => ({ name: world.name('channel'), subscribers: [idOf(admin(world))] }),
    leaves: (world, _actor, reply) => {
      const name = sentIn(reply, 'name') ?? ''
      world.made('channel', name, async () => {
        const { id } = await world.provide('channel-named', { name })
        await world.provide('discard', { kind: 'channel', id })
      })
    },
  },
  createChannelFolder: {
    who: admin,
    params: async world => ({ name: world.name('folder'), description: 'made by a conformance run' }),
    leaves: (world, _actor, reply) => {
      const id = numberAt(reply, 'channel_folder_id')
      if (id !== null) world.made('channel folder', id)
    },
  },
  addDefaultChannel: {
    who: admin,
    params: async world => ({ stream_id: await newlyMade(world, 'channel', {}) }),
    leaves: (world, _actor, reply: Reply) => world.made('default channel', Number(sentIn(reply, 'stream_id'))),
  },
}
