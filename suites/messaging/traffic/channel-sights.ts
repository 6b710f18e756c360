/** Rules about channels, folders, default channels and user groups in traffic. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import type { Sight } from '../../../harness/index.ts'
import { CHANNEL_SETTINGS, GROUP_SETTINGS } from '../user-groups/group-settings.ts'
import { notYet, refused, refusedFor } from './refusal-sights.ts'
import { isNoGroupSetting, isNoIntegerList, isNoRetention } from './sent-values.ts'

const setting = (area: string, operation: MessagingOperationId, parameter: string): Sight =>
  refused(`${area}.${parameter.replaceAll('_', '-')}-kind`, operation, params => isNoGroupSetting(params[parameter]))

export const channelSights: readonly Sight[] = [
  refusedFor('channels.name-required', 'createChannel', 'name', 'missing'),
  refusedFor('channels.subscribers-required', 'createChannel', 'subscribers', 'missing'),
  refused('channels.subscribers-kind', 'createChannel', ({ subscribers }) => isNoIntegerList(subscribers)),
  refusedFor('channels.announce-kind', 'createChannel', 'announce', 'kind'),
  refusedFor('channels.invite-only-kind', 'createChannel', 'invite_only', 'kind'),
  refusedFor('channels.web-public-kind', 'createChannel', 'is_web_public', 'kind'),
  refusedFor('channels.default-stream-kind', 'createChannel', 'is_default_stream', 'kind'),
  refusedFor('channels.folder-kind', 'createChannel', 'folder_id', 'kind'),
  refusedFor('channels.topics-policy-outside', 'createChannel', 'topics_policy', 'outside'),
  refusedFor('channels.history-public-kind', 'createChannel', 'history_public_to_subscribers', 'kind'),
  refused('channels.retention-outside', 'createChannel', params => isNoRetention(params['message_retention_days'])),
  ...CHANNEL_SETTINGS.map(name => setting('channels', 'createChannel', name)),
  notYet('channels.ahead', 'createChannel'),

  refusedFor('channel-folders.name-required', 'createChannelFolder', 'name', 'missing'),
  refused('channel-folders.name-empty', 'createChannelFolder', ({ name }) => name === ''),
  refusedFor('channel-folders.description-required', 'createChannelFolder', 'description', 'missing'),
  notYet('channel-folders.ahead', 'createChannelFolder'),

  refusedFor('default-channels.stream-id-required', 'addDefaultChannel', 'stream_id', 'missing'),
  refusedFor('default-channels.stream-id-kind', 'addDefaultChannel', 'stream_id', 'kind'),

  refusedFor('user-groups.name-required', 'createUserGroup', 'name', 'missing'),
  refusedFor('user-groups.description-required', 'createUserGroup', 'description', 'missing'),
  refusedFor('user-groups.members-required', 'createUserGroup', 'members', 'missing'),
  refused('user-groups.members-kind', 'createUserGroup', ({ members }) => isNoIntegerList(members)),
  refused('user-groups.subgroups-kind', 'createUserGroup', ({ subgroups }) => isNoIntegerList(subgroups)),
  ...GROUP_SETTINGS.map(name => setting('user-groups', 'createUserGroup', name)),
  refusedFor('user-groups.include-kind', 'getUserGroups', 'include_deactivated_groups', 'kind'),
]
