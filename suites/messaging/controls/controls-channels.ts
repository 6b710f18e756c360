import { idOf, newlyMade } from '../fixtures.ts'
import { nameFor, textFor } from '../names.ts'
import { admin, type Control } from './control.ts'

type ChannelOperation = 'createChannel' | 'createChannelFolder' | 'addDefaultChannel'

export const channelControls: { readonly [Id in ChannelOperation]: Control<Id> } = {
  createChannel: {
    who: admin,
    params: async (world, by) => ({
      name: await nameFor(world, 'channel', 'max_stream_name_length'),
      subscribers: [idOf(by)],
    }),
  },
  createChannelFolder: {
    who: admin,
    params: async world => ({
      name: await nameFor(world, 'folder', 'max_channel_folder_name_length'),
      description: await textFor(world, 'made by a conformance run', 'max_channel_folder_description_length'),
    }),
  },
  addDefaultChannel: {
    who: admin,
    params: async world => ({ stream_id: await newlyMade(world, 'channel', {}) }),
  },
}
