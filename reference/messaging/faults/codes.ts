/** Faults that refuse with another code than the one that the endpoint's section names. */
import type { Fault } from '../../behaviour.ts'
import { breach, sinceOf } from './fault.ts'

type Row = readonly [operation: string, reason: string, requirement: string | readonly string[], facts?: object]

const rows: readonly Row[] = [
  ['setTypingStatus', 'no-channel', 'typing.stream-id-required'],
  ['updateScheduledMessage', 'channel', 'scheduled-messages.unknown-channel'],
  ['updateScheduledMessage', 'user', 'scheduled-messages.unknown-user'],
  ['updateScheduledMessage', 'scheduled-message', 'scheduled-messages.unknown'],
  ['createChannelFolder', 'access', 'channel-folders.member-refused', { role: 'member' }],
  ['createChannelFolder', 'access', 'channel-folders.moderator-refused', { role: 'moderator' }],
  ['createChannelFolder', 'access', 'channel-folders.guest-refused', { role: 'guest' }],
  ['addDefaultChannel', 'access', 'default-channels.member-refused', { role: 'member' }],
  ['addDefaultChannel', 'access', 'default-channels.moderator-refused', { role: 'moderator' }],
  ['addDefaultChannel', 'access', 'default-channels.guest-refused', { role: 'guest' }],
  ['addDefaultChannel', 'channel', 'default-channels.unknown'],
  ['addDefaultChannel', 'private', 'default-channels.private'],
  ['getMessageHistory', 'message', 'history.unknown'],
  ['removeReaction', 'emoji', 'reactions.invalid-code'],
  ['removeReaction', 'gone', 'reactions.removed-twice'],
  ['removeReaction', 'never', 'reactions.never-made'],
  ['createDrafts', 'one-channel', 'drafts.one-channel'],
  ['sendInvites', 'no-address', 'invites.emails-empty'],
  ['sendInvites', 'role', 'invites.role-above'],
  ['sendInvites', 'channel', 'invites.channels-unknown'],
  ['sendInvites', 'subscribe', 'invites.channels-not-allowed'],
  ['sendInvites', 'group-permission', 'invites.groups-not-allowed'],
  ['sendInvites', 'failed', ['invites.existing-account', 'invites.existing-among-new']],
  ['createReusableInviteLink', 'role', 'invite-links.role-above'],
  ['createReusableInviteLink', 'channel', 'invite-links.channels-unknown'],
  ['createReusableInviteLink', 'subscribe', 'invite-links.channels-not-allowed'],
  ['createReusableInviteLink', 'group-permission', 'invite-links.groups-not-allowed'],
  ['revokeReusableInviteLink', 'link', 'invite-links.revoke-unknown'],
  ['revokeReusableInviteLink', 'revoked', 'invite-links.revoked-twice'],
  ['createProfileField', 'access', 'profile-fields.member-refused', { role: 'member' }],
  ['createProfileField', 'access', 'profile-fields.moderator-refused', { role: 'moderator' }],
  ['createProfileField', 'access', 'profile-fields.guest-refused', { role: 'guest' }],
  ['createUserGroup', 'user', 'user-groups.members-unknown'],
  ['deactivateUserGroup', 'group', 'user-groups.deactivate-unknown'],
  ['addNavigationView', 'blank', 'navigation.fragment-blank'],
  ['deactivateOwnAccount', 'last', ['account.last-owner', 'account.last-user']],
  ['removeApnsToken', 'empty', 'apns.empty'],
  ['removeApnsToken', 'length', 'apns.invalid-length'],
  ['removeApnsToken', 'unknown', 'apns.unknown'],
  ['removeApnsToken', 'gone', 'apns.removed-twice'],
  ['sendTestPush', 'device', 'push.no-device'],
  ['sendTestPush', 'admin-action-required', 'push.admin-action-required'],
  ['sendTestPush', 'relay-unreachable', 'push.relay-unreachable'],
  ['sendTestPush', 'relay-5xx', 'push.relay-5xx'],
  ['deleteEventQueue', 'gone', 'event-queues.deleted-twice'],
  ['deleteEventQueue', 'unknown', 'event-queues.unknown'],
]

const inUse: readonly (readonly [use: string, requirement: string])[] = [
  ['subgroup', 'user-groups.in-use-subgroup'],
  ['id', 'user-groups.in-use-setting'],
  ['object', 'user-groups.in-use-setting-object'],
]

/** What an error shows besides its code may be unseen when the code is another. */
const alsoLost: Readonly<Record<string, string>> = {
  updateScheduledMessage: 'scheduled-messages.unknown-channel-field',
  sendInvites: 'invites.*',
  deactivateOwnAccount: 'account.*',
  deleteEventQueue: 'event-queues.error-queue-id',
}

export const codeFaults: readonly Fault[] = [
  ...rows.map(([operation, reason, requirement, facts]) => {
    const id = `${[requirement].flat()[0]}.other-code`
    const mayAlso = alsoLost[operation]
    const more = { ...sinceOf(operation), ...(facts && { facts: { ...facts } }), ...(mayAlso && { mayAlso }) }
    return breach(id, `${operation} gives another code (${reason})`, requirement, `${operation}.code.${reason}`, more)
  }),
  ...inUse.map(([use, requirement]) =>
    breach(
      `${requirement}.other-code`,
      `A group in use (${use}) is refused with another code`,
      requirement,
      'groups.in-use-code',
      {
        facts: { use },
        mayAlso: 'user-groups.*',
      },
    ),
  ),
]
