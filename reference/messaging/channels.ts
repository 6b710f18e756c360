/** Creating channels. */
import type { Call } from './call.ts'
import { deliver, everybody } from './deliver.ts'
import { namedIn, settingRules, settingsIn } from './group-settings.ts'
import { fitted } from './limits.ts'
import { operation } from './operation.ts'
import type { Channel, GroupSetting, Organization } from './organization.ts'
import { isAdministrator, isGuest } from './roles.ts'

export const channelSettingNames = [
  'can_add_subscribers_group',
  'can_delete_any_message_group',
  'can_delete_own_message_group',
  'can_remove_subscribers_group',
  'can_administer_channel_group',
  'can_move_messages_out_of_channel_group',
] as const

const topicsPolicies = ['inherit', 'allow_empty_topic', 'disable_empty_topic', 'empty_topic_only']

export const createChannel = operation({
  id: 'createChannel',
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
  given: (call: Call) => ({
    name: fitted(call, call.params.text('name'), 'max_stream_name_length'),
    description: fitted(call, call.params.text('description'), 'max_stream_description_length'),
    subscribers: call.params.integers('subscribers'),
    folderId: call.params.integer('folder_id'),
    isPrivate: call.params.flag('invite_only'),
    isDefault: call.params.flag('is_default_stream'),
  }),
  rules: {
    'caller-no-guest': [({ caller }) => !isGuest(caller), 'Insufficient permission'],
    'texts-valid': [
      ({ name = '', description }) => name.trim() !== '' && description !== undefined,
      'Invalid name or description',
    ],
    'name-not-taken': [
      ({ org, name = '' }) => channelNamed(org, name) === undefined,
      { msg: 'Channel already exists', uncoded: true },
    ],
    'folder-known': [
      ({ org, folderId }) => folderId === undefined || org.folders.has(folderId),
      'Invalid channel folder ID',
    ],
    'subscribers-known': [({ org, subscribers }) => subscribers.every(id => org.activeUser(id)), 'Invalid user ID'],
    'web-public-possible': [
      ({ caller, params, isPrivate }) => !params.flag('is_web_public') || (isAdministrator(caller) && !isPrivate),
      { msg: 'Web-public channels are not enabled', uncoded: true },
    ],
    'default-possible': [
      ({ caller, isPrivate, isDefault }) => !isDefault || (isAdministrator(caller) && !isPrivate),
      'Cannot be a default channel',
    ],
  },
  each: { of: ({ params }: Call) => namedIn(params, channelSettingNames), rules: settingRules },
  steps: {
    kept: ({ name = '', description = '', isPrivate, isDefault, subscribers, folderId, params }): NewChannel => ({
      name,
      description,
      private: isPrivate,
      isDefault,
      subscribers,
      settings: settingsIn(params, channelSettingNames),
      ...(folderId !== undefined && { folderId }),
      topicsPolicy: params.text('topics_policy', 'inherit'),
    }),
  },
  effect(it, { kept }) {
    const { id, name } = addChannel(it.org, kept(it))
    deliver(it.org, everybody(it.org), { type: 'stream', op: 'create', streams: [{ stream_id: id, name }] })
    return id
  },
  reply: (_it, id) => ({ id }),
})

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
