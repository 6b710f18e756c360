/** What administrators arrange: channel folders and default channels. */
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { fitted } from './limits.ts'
import type { Route } from './route.ts'

export const adminRoutes: readonly Route[] = [
  {
    operation: 'createChannelFolder',
    method: 'POST',
    path: '/channel_folders/create',
    since: 389,
    access: 'administrators',
    parameters: [
      { name: 'name', kind: 'string', required: true },
      { name: 'description', kind: 'string', required: true },
    ],
    handle: createChannelFolder,
  },
  {
    operation: 'addDefaultChannel',
    method: 'POST',
    path: '/default_streams',
    access: 'administrators',
    parameters: [{ name: 'stream_id', kind: 'integer', required: true }],
    handle: addDefaultChannel,
  },
]

function createChannelFolder(call: Call): Reply {
  const { org, params } = call
  const name = fitted(call, params.text('name'), 'max_channel_folder_name_length')
  const description = fitted(call, params.text('description'), 'max_channel_folder_description_length')
  if (name === undefined || description === undefined) return refuse(call, 'text', 'Too long')
  const blank = name === '' || (name.trim() === '' && !call.uses('messaging.channel-folders.blank-name'))
  if (blank && call.keeps('folders.name-not-empty')) return refuse(call, 'name', 'Folder name cannot be empty')

  if (
    !call.uses('messaging.parameters.names-may-repeat') &&
    [...org.folders.values()].some(folder => folder.name === name && name !== '')
  )
    return refuse(call, 'name', 'Folder exists')
  const before = [...org.folders.keys()].at(-1)
  const id = before !== undefined && !call.keeps('folders.distinct-ids') ? before : org.id('folder')
  if (call.keeps('folders.created')) org.folders.set(id, { id, name, description })
  org.touch()
  return succeed({ channel_folder_id: id })
}

function addDefaultChannel(call: Call): Reply {
  const { org, params } = call
  const channel = org.channels.get(params.integer('stream_id') ?? -1)
  if (!channel) return call.keeps('default-channels.known') ? refuse(call, 'channel', 'Invalid channel ID') : succeed()
  if (channel.private && call.keeps('default-channels.not-private')) {
    if (!call.keeps('default-channels.refused-unchanged')) channel.isDefault = true
    return refuse(call, 'private', 'Private channels cannot be made default.')
  }
  if (call.keeps('default-channels.added')) channel.isDefault = true
  org.touch()
  return succeed()
}
