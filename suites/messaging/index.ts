/** The messaging suites, in the order of the contract. */
import type { Area } from '../../harness/index.ts'
import account from './account.ts'
import apiKey from './api-key.ts'
import apns from './apns.ts'
import channelFolders from './channel-folders.ts'
import channels from './channels.ts'
import channelsSettings from './channels-settings.ts'
import credentials from './credentials.ts'
import defaultChannels from './default-channels.ts'
import drafts from './drafts.ts'
import draftsKept from './drafts-kept.ts'
import envelope from './envelope.ts'
import eventQueues from './event-queues.ts'
import { folded } from './folded.ts'
import history from './history.ts'
import inviteLinks from './invite-links.ts'
import invites from './invites.ts'
import invitesExisting from './invites-existing.ts'
import limits from './limits.ts'
import linkifiers from './linkifiers.ts'
import { modelAreas } from './model/index.ts'
import narrow from './narrow.ts'
import navigation from './navigation.ts'
import parameters from './parameters.ts'
import playgrounds from './playgrounds.ts'
import presence from './presence.ts'
import profileFields from './profile-fields.ts'
import profileFieldsRefused from './profile-fields-refused.ts'
import profileFieldsSummary from './profile-fields-summary.ts'
import push from './push.ts'
import reactions from './reactions.ts'
import readState from './read-state.ts'
import scheduledMessages from './scheduled-messages.ts'
import scheduledMessagesTopicAndTime from './scheduled-messages-topic-and-time.ts'
import typing from './typing.ts'
import typingIndicators from './typing-indicators.ts'
import uploads from './uploads.ts'
import userGroups from './user-groups.ts'
import userGroupsDeactivated from './user-groups-deactivated.ts'
import userGroupsDeactivation from './user-groups-deactivation.ts'
import userGroupsLists from './user-groups-lists.ts'
import userGroupsSettings from './user-groups-settings.ts'

export const messagingSuites: readonly Area[] = [
  envelope,
  parameters,
  credentials,
  folded(typing, 'messaging.typing.stream-id-ignored', 'messaging.typing.topic-ignored', 'messaging.typing.to-kind'),
  typingIndicators,
  folded(scheduledMessages, 'messaging.scheduled-messages.rest-kept', 'messaging.scheduled-messages.unknown-user'),
  folded(scheduledMessagesTopicAndTime),
  channels,
  channelsSettings,
  channelFolders,
  defaultChannels,
  folded(narrow, 'messaging.narrow.msg-ids-kind'),
  history,
  folded(reactions),
  folded(readState),
  folded(drafts, 'messaging.drafts.event'),
  folded(draftsKept, 'messaging.drafts.kept', 'messaging.drafts.event'),
  invites,
  invitesExisting,
  inviteLinks,
  userGroups,
  userGroupsSettings,
  userGroupsLists,
  userGroupsDeactivation,
  userGroupsDeactivated,
  profileFields,
  profileFieldsRefused,
  profileFieldsSummary,
  playgrounds,
  linkifiers,
  presence,
  folded(navigation),
  apiKey,
  account,
  apns,
  push,
  folded(uploads),
  eventQueues,
  limits,
  ...modelAreas,
]
