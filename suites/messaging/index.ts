/** The messaging suites, in the order of the contract. */
import type { Area } from '../../harness/index.ts'
import account from './account/account.ts'
import apns from './account/apns.ts'
import eventQueues from './account/event-queues.ts'
import push from './account/push.ts'
import uploads from './account/uploads.ts'
import apiKey from './authentication/api-key.ts'
import credentials from './authentication/credentials.ts'
import channelFolders from './channels/channel-folders.ts'
import channels from './channels/channels.ts'
import channelsSettings from './channels/channels-settings.ts'
import defaultChannels from './channels/default-channels.ts'
import envelope from './conventions/envelope.ts'
import limits from './conventions/limits.ts'
import parameters from './conventions/parameters.ts'
import pathIds from './conventions/path-ids.ts'
import drafts from './drafts/drafts.ts'
import draftsKept from './drafts/drafts-kept.ts'
import { folded } from './folded.ts'
import inviteLinks from './invitations/invite-links.ts'
import invites from './invitations/invites.ts'
import invitesExisting from './invitations/invites-existing.ts'
import history from './messages/history.ts'
import narrow from './messages/narrow.ts'
import reactions from './messages/reactions.ts'
import readState from './messages/read-state.ts'
import { modelAreas } from './model/index.ts'
import linkifiers from './organization/linkifiers.ts'
import navigation from './organization/navigation.ts'
import playgrounds from './organization/playgrounds.ts'
import presence from './organization/presence.ts'
import profileFields from './profile-fields/profile-fields.ts'
import profileFieldsRefused from './profile-fields/profile-fields-refused.ts'
import profileFieldsSummary from './profile-fields/profile-fields-summary.ts'
import scheduledMessages from './scheduled-messages/scheduled-messages.ts'
import scheduledMessagesTopicAndTime from './scheduled-messages/scheduled-messages-topic-and-time.ts'
import typing from './typing/typing.ts'
import typingIndicators from './typing/typing-indicators.ts'
import userGroups from './user-groups/user-groups.ts'
import userGroupsDeactivated from './user-groups/user-groups-deactivated.ts'
import userGroupsDeactivation from './user-groups/user-groups-deactivation.ts'
import userGroupsLists from './user-groups/user-groups-lists.ts'
import userGroupsSettings from './user-groups/user-groups-settings.ts'

export const messagingSuites: readonly Area[] = [
  envelope,
  parameters,
  credentials,
  folded(
    typing,
    'messaging.typing.empty-topic-allowed',
    'messaging.typing.stream-id-ignored',
    'messaging.typing.topic-ignored',
    'messaging.typing.to-kind',
  ),
  typingIndicators,
  folded(scheduledMessages, 'messaging.scheduled-messages.rest-kept', 'messaging.scheduled-messages.unknown-user'),
  folded(
    scheduledMessagesTopicAndTime,
    'messaging.scheduled-messages.failed-needs-timestamp',
    'messaging.scheduled-messages.topic-ignored',
  ),
  folded(channels, 'messaging.channels.folder', 'messaging.channels.invite-only-private'),
  folded(channelsSettings, 'messaging.channels.setting-unknown', 'messaging.channels.setting-unknown-user'),
  folded(channelFolders, 'messaging.channel-folders.ids-distinct', 'messaging.channel-folders.refused-name-free'),
  folded(defaultChannels),
  folded(narrow, 'messaging.narrow.msg-ids-kind'),
  history,
  folded(reactions, 'messaging.reactions.unicode-emoji', 'messaging.reactions.invalid-code'),
  folded(readState),
  folded(drafts),
  folded(draftsKept, 'messaging.drafts.kept', 'messaging.drafts.timestamp-filled'),
  folded(
    invites,
    'messaging.invites.role-left-out',
    'messaging.invites.role-above',
    'messaging.invites.channels-not-allowed',
  ),
  folded(invitesExisting, 'messaging.invites.failed-errors-name', 'messaging.invites.existing-among-new-pending'),
  folded(
    inviteLinks,
    'messaging.invite-links.role-left-out',
    'messaging.invite-links.role-above',
    'messaging.invite-links.channels-not-allowed',
    'messaging.invite-links.revoke-not-managed',
    'messaging.invite-links.revoke-not-managed-unchanged',
  ),
  folded(
    userGroups,
    'messaging.user-groups.ids-distinct',
    'messaging.user-groups.created-listed',
    'messaging.user-groups.description-kept',
    'messaging.user-groups.subgroups-kept',
    'messaging.user-groups.creator-recorded',
    'messaging.user-groups.members-active-only',
  ),
  folded(
    userGroupsSettings,
    'messaging.user-groups.setting-unknown',
    'messaging.user-groups.mention-not-internet',
    'messaging.user-groups.mention-not-owners',
  ),
  folded(userGroupsLists),
  folded(
    userGroupsDeactivation,
    'messaging.user-groups.in-use-setting',
    'messaging.user-groups.in-use-setting-object',
    'messaging.user-groups.in-use-subgroup',
    'messaging.user-groups.in-use-channel-setting',
    'messaging.user-groups.in-use-stays-active',
    'messaging.user-groups.refused-stays-active',
    'messaging.user-groups.objections-tell',
  ),
  folded(
    userGroupsDeactivated,
    'messaging.user-groups.deactivated-no-setting',
    'messaging.user-groups.deactivated-no-channel-setting',
  ),
  folded(
    profileFields,
    'messaging.profile-fields.ids-distinct',
    'messaging.profile-fields.field-data-shape',
    'messaging.profile-fields.choice-kind',
  ),
  folded(profileFieldsRefused),
  folded(profileFieldsSummary),
  pathIds,
  folded(playgrounds, 'messaging.playgrounds.ids-distinct'),
  folded(linkifiers),
  folded(presence, 'messaging.presence.recent'),
  folded(navigation, 'messaging.navigation.added'),
  folded(apiKey),
  account,
  folded(apns),
  folded(push),
  folded(uploads),
  folded(eventQueues),
  limits,
  ...modelAreas,
]
