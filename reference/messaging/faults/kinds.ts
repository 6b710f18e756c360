/** Faults that do not look at the kind of a value. */
import type { Fault } from '../../behaviour.ts'
import { breach, sinceOf } from './fault.ts'

type Row = readonly [operation: string, parameter: string, requirement: string]

const plain: readonly Row[] = [
  ['setTypingStatus', 'stream_id', 'typing.stream-id-kind'],
  ['updateScheduledMessage', 'to', 'scheduled-messages.to-kind'],
  ['updateScheduledMessage', 'scheduled_delivery_timestamp', 'scheduled-messages.timestamp-kind'],
  ['createChannel', 'announce', 'channels.announce-kind'],
  ['createChannel', 'invite_only', 'channels.invite-only-kind'],
  ['createChannel', 'is_web_public', 'channels.web-public-kind'],
  ['createChannel', 'is_default_stream', 'channels.default-stream-kind'],
  ['createChannel', 'folder_id', 'channels.folder-kind'],
  ['createChannel', 'history_public_to_subscribers', 'channels.history-public-kind'],
  ['createChannel', 'message_retention_days', 'channels.retention-outside'],
  ['createChannel', 'can_add_subscribers_group', 'channels.can-add-subscribers-group-kind'],
  ['createChannel', 'can_delete_any_message_group', 'channels.can-delete-any-message-group-kind'],
  ['createChannel', 'can_delete_own_message_group', 'channels.can-delete-own-message-group-kind'],
  ['createChannel', 'can_remove_subscribers_group', 'channels.can-remove-subscribers-group-kind'],
  ['createChannel', 'can_administer_channel_group', 'channels.can-administer-channel-group-kind'],
  ['createChannel', 'can_move_messages_out_of_channel_group', 'channels.can-move-messages-out-of-channel-group-kind'],
  ['addDefaultChannel', 'stream_id', 'default-channels.stream-id-kind'],
  ['getMessageHistory', 'allow_empty_topic_name', 'history.empty-topic-kind'],
  ['sendInvites', 'invite_expires_in_minutes', 'invites.expires-kind'],
  ['sendInvites', 'invite_as', 'invites.role-kind'],
  ['sendInvites', 'include_realm_default_subscriptions', 'invites.default-subscriptions-kind'],
  ['sendInvites', 'notify_referrer_on_join', 'invites.notify-kind'],
  ['createReusableInviteLink', 'invite_expires_in_minutes', 'invite-links.expires-kind'],
  ['createReusableInviteLink', 'invite_as', 'invite-links.role-kind'],
  ['createReusableInviteLink', 'include_realm_default_subscriptions', 'invite-links.default-subscriptions-kind'],
  ['createProfileField', 'field_type', 'profile-fields.type-kind'],
  ['createProfileField', 'field_data', 'profile-fields.field-data-kind'],
  ['createProfileField', 'display_in_profile_summary', 'profile-fields.summary-kind'],
  ['createProfileField', 'required', 'profile-fields.required-kind'],
  ['createProfileField', 'editable_by_user', 'profile-fields.editable-kind'],
  ['createUserGroup', 'can_add_members_group', 'user-groups.can-add-members-group-kind'],
  ['createUserGroup', 'can_join_group', 'user-groups.can-join-group-kind'],
  ['createUserGroup', 'can_leave_group', 'user-groups.can-leave-group-kind'],
  ['createUserGroup', 'can_manage_group', 'user-groups.can-manage-group-kind'],
  ['createUserGroup', 'can_mention_group', 'user-groups.can-mention-group-kind'],
  ['createUserGroup', 'can_remove_members_group', 'user-groups.can-remove-members-group-kind'],
  ['addNavigationView', 'is_pinned', 'navigation.pinned-kind'],
  ['sendTestPush', 'push_account_id', 'push.device-kind'],
  ['getUserGroups', 'include_deactivated_groups', 'user-groups.include-kind'],
]

const lists: readonly Row[] = [
  ['setTypingStatus', 'to', 'typing.to-kind'],
  ['createChannel', 'subscribers', 'channels.subscribers-kind'],
  ['checkMessagesMatchNarrow', 'msg_ids', 'narrow.msg-ids-kind'],
  ['checkMessagesMatchNarrow', 'narrow', 'narrow.narrow-kind'],
  ['createDrafts', 'drafts', 'drafts.drafts-kind'],
  ['sendInvites', 'stream_ids', 'invites.channels-kind'],
  ['sendInvites', 'group_ids', 'invites.groups-kind'],
  ['createReusableInviteLink', 'stream_ids', 'invite-links.channels-kind'],
  ['createReusableInviteLink', 'group_ids', 'invite-links.groups-kind'],
  ['createUserGroup', 'members', 'user-groups.members-kind'],
  ['createUserGroup', 'subgroups', 'user-groups.subgroups-kind'],
]

const levelOf = ([operation, parameter]: Row) => {
  if (operation === 'setTypingStatus' && parameter === 'stream_id') return { since: 215 }
  if (operation === 'getMessageHistory') return { since: 334 }
  return operation === 'getUserGroups' ? { since: 294 } : sinceOf(operation)
}

/** What is wrong is also taken for something by other checks. */
const alsoSeen: Readonly<Record<string, string>> = {
  'profile-fields.summary-kind': 'profile-fields.*',
}

export const kindFaults: readonly Fault[] = [
  ...[...plain, ...lists].map(row => {
    const [operation, parameter, requirement] = row
    const describes = `${operation} takes a ${parameter} of any kind`
    const mayAlso = alsoSeen[requirement]
    const more = { ...levelOf(row), ...(mayAlso && { mayAlso }) }
    return breach(`${requirement}.any`, describes, requirement, `${operation}.${parameter}.kind`, more)
  }),
  ...lists.map(row => {
    const [operation, parameter, requirement] = row
    const describes = `${operation} takes a bare value for the list ${parameter}`
    const more = { ...levelOf(row), facts: { mismatch: 'bare' } }
    return breach(`${requirement}.bare`, describes, requirement, `${operation}.${parameter}.kind`, more)
  }),
  breach('drafts.to-kind.any', 'A draft takes anything as to', 'drafts.to-kind', 'drafts.to.kind'),
  breach('drafts.to-kind.bare', 'A draft takes a bare id as to', 'drafts.to-kind', 'drafts.to.kind', {
    facts: { mismatch: 'bare' },
  }),
  breach(
    'drafts.timestamp-kind.any',
    'A draft takes anything as timestamp',
    'drafts.timestamp-kind',
    'drafts.timestamp.kind',
  ),
]
