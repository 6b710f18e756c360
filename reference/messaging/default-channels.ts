/** Default channels. */
import type { Call } from './call.ts'
import { operation } from './operation.ts'

export const addDefaultChannel = operation({
  id: 'addDefaultChannel',
  method: 'POST',
  path: '/default_streams',
  access: 'administrators',
  parameters: [{ name: 'stream_id', kind: 'integer', required: true }],
  thing: ({ sent }: Call) => `channel ${sent.get('stream_id')}`,
  given: ({ org, params }: Call) => ({ channel: org.channels.get(params.integer('stream_id') ?? -1) }),
  rules: {
    'channel-known': [({ channel }) => channel !== undefined, 'Invalid channel ID'],
    'channel-public': [({ channel }) => !channel?.private, 'Private channels cannot be made default.'],
  },
  effect({ org, channel }) {
    if (channel) channel.isDefault = true
    org.touch()
  },
})
