/** Creating channels. */
import { type Call, type Reply, refuse, scriptOf, succeed } from './call.ts'
import { deliver, everybody } from './deliver.ts'
import { readSettings } from './group-settings.ts'
import { fitted } from './limits.ts'
import type { Channel, GroupSetting, Organization } from './organization.ts'
import { isAdministrator, isGuest } from './roles.ts'
import type { Route } from './route.ts'

const channelSettingNames = [
  'can_add_subscribers_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
  'can_move_messages_out_of_channel_group',
] as const

const topicsPolicies = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']

export const channelRoutes: readonly Route[] = [
  {
    operation: 'createChannel',
    method: 'POST',
    path: '/channels/create',
    since: 417,
    parameters: [
      { name: 'name', kind: 'string', required: true },
      { name: 'description', kind: 'string' },
      { name: 'subscribers', kind: 'integers', required: true },
      { name: 'announce', kind: 'boolean' },
      { name: 'invite_only', kind: 'boolean' },
      { name: 'is_web_public', kind: 'boolean' },
      { name: 'is_default_stream', kind: 'boolean' },
      { name: 'folder_id', kind: 'integer' },
      { name: 'topics_policy', kind: 'string', values: topicsPolicies },
      { name: 'history_public_to_subscribers', kind: 'boolean' },
      { name: 'message_retention_days', kind: 'retention' },
      ...channelSettingNames.map(name => ({ name, kind: 'group-setting' as const })),
    ],
    handle: createChannel,
  },
]

function createChannel(call: Call): Reply {
  const { org, caller, params } = call
  if (isGuest(caller)) return refuse(call, 'guest', 'Insufficient permission')
  const name = fitted(call, params.text('name'), 'max_stream_name_length')
  const description = fitted(call, params.text('description'), 'max_stream_description_length')
  if (name === undefined || name.trim() === '' || description === undefined)
    return refuse(call, 'text', 'Invalid name or description')
  if (channelNamed(org, name) && !call.uses('messaging.parameters.names-may-repeat'))
    return refuse(call, 'name', 'Channel already exists')
  const folderId = params.integer('folder_id')
  if (folderId !== undefined && !org.folders.has(folderId) && call.keeps('channels.known-folder')) {
    return refuse(call, 'folder', 'Invalid channel folder ID')
  }
  const subscribers = params.integers('subscribers')
  const unknown = subscribers.findIndex(id => !org.activeUser(id))
  const place = { alone: subscribers.length === 1, third: unknown > 1 }
  if (unknown >= 0 && call.keeps('channels.known-subscribers', place)) {
    return refuse(call, 'user', 'Invalid user ID')
  }
  if (subscribers.length === 0 && call.uses('messaging.channels.somebody-subscribes'))
    return refuse(call, 'nobody', 'Nobody to subscribe')
  const refused = refusedKindOfChannel(call)
  if (refused) return refused
  const settings = readSettings(call, channelSettingNames)
  if (!(settings instanceof Map)) return settings
  const channel = addChannel(org, {
    name: call.keeps('channels.name-kept', { script: scriptOf(name) }) ? name : name.replace(/[^\x20-\x7e]/g, '?'),
    description,
    private: kept(call, 'invite_only', 'channels.private-kept'),
    isDefault: kept(call, 'is_default_stream', 'channels.default-kept'),
    subscribers: (call.keeps('channels.subscribers-kept') ? subscribers : [caller.id]).filter(
      (_id, at) => at < 2 || call.keeps('channels.third-subscriber-kept'),
    ),
    settings: call.keeps('channels.settings-kept') ? settings : new Map(),
    ...(folderId !== undefined && { folderId }),
    topicsPolicy: params.text('topics_policy', 'inherit'),
  })
  if (!call.keeps('channels.created')) org.channels.delete(channel.id)
  deliver(org, everybody(org), {
    type: 'stream',
    op: 'create',
    streams: [{ stream_id: channel.id, name: channel.name }],
  })
  return succeed(call.uses('messaging.channels.bare-reply') ? {} : { id: channel.id })
}

/** The flag as sent or its default; a broken rule turns it round. */
function kept(call: Call, name: string, rule: string): boolean {
  const flag = call.params.flag(name)
  return call.keeps(rule, { sent: call.params.has(name), flag }) ? flag : !flag
}

function refusedKindOfChannel(call: Call): Reply | undefined {
  const { caller, params } = call
  const isPrivate = params.flag('invite_only')
  if (params.flag('is_web_public')) {
    const possible = isAdministrator(caller) && !isPrivate && !call.uses('messaging.channels.no-web-public')
    if (!possible) return refuse(call, 'web-public', 'Web-public channels are not enabled')
  }
  if (params.flag('is_default_stream') && (isPrivate || !isAdministrator(caller))) {
    return refuse(call, 'default', 'Cannot be a default channel')
  }
  return undefined
}

export function channelNamed(org: Organization, name: string): Channel | undefined {
  for (const channel of org.channels.values()) if (channel.name.toLowerCase() === name.toLowerCase()) return channel
  return undefined
}

interface NewChannel {
  readonly name: string
  readonly description?: string
  readonly private?: boolean
  readonly isDefault?: boolean
  readonly folderId?: number
  readonly topicsPolicy?: string
  readonly subscribers: Iterable<number>
  readonly settings?: ReadonlyMap<string, GroupSetting>
}

export function addChannel(org: Organization, made: NewChannel): Channel {
  const everyone = org.group('role:everyone').id
  const channel: Channel = {
    id: org.id('channel'),
    name: made.name,
    description: made.description ?? '',
    private: made.private ?? false,
    isDefault: made.isDefault ?? false,
    ...(made.folderId !== undefined && { folderId: made.folderId }),
    ...(made.topicsPolicy !== undefined && { topicsPolicy: made.topicsPolicy }),
    subscribers: new Set(made.subscribers),
    settings: new Map<string, GroupSetting>([['can_add_subscribers_group', everyone], ...(made.settings ?? [])]),
  }
  org.channels.set(channel.id, channel)
  org.touch()
  return channel
}
