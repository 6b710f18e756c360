/** Faults of whole families of requests: all requests of a kind are refused, or none. */
import type { Fault } from '../../behaviour.ts'
import { alter, refuseAlso } from '../../operations/change.ts'
import { createDrafts } from '../drafts.ts'
import { getMessageHistory } from '../history.ts'
import { sendInvites } from '../invites.ts'
import { checkMessagesMatchNarrow } from '../narrow.ts'
import type { AnyOperation } from '../operation.ts'
import { updateScheduledMessage } from '../scheduled-messages.ts'
import { setTypingStatus } from '../typing.ts'
import { channelMadeThoughRefused } from './channels.ts'
import { keepDrafts } from './draft-effects.ts'
import { fault, refusesNothing } from './fault.ts'
import { sendAllTheSame } from './invites.ts'
import { fieldMadeThoughRefused } from './profile-fields.ts'

/** The name of each operation's family of requests. */
export const families: Readonly<Record<string, string>> = {
  setTypingStatus: 'typing',
  setMessageEditTypingStatus: 'edit-typing',
  updateScheduledMessage: 'scheduled-messages',
  createChannel: 'channels',
  createChannelFolder: 'channel-folders',
  addDefaultChannel: 'default-channels',
  checkMessagesMatchNarrow: 'narrow',
  getMessageHistory: 'history',
  removeReaction: 'reactions',
  createDrafts: 'drafts',
  sendInvites: 'invites',
  createReusableInviteLink: 'invite-links',
  createProfileField: 'profile-fields',
  addPlayground: 'playgrounds',
  createUserGroup: 'user-groups',
  getUserGroups: 'group-lists',
  addNavigationView: 'navigation',
  fetchApiKey: 'api-key',
  removeApnsToken: 'apns',
  sendTestPush: 'push',
  deleteEventQueue: 'event-queues',
}

/** Operations without another fault that refuses all their requests. */
const refusing: readonly AnyOperation[] = [
  createDrafts,
  checkMessagesMatchNarrow,
  getMessageHistory,
  setTypingStatus,
  updateScheduledMessage,
]

/** Operations that sequences request until they must be refused, with the names of these sequences. */
const sequences: Readonly<Record<string, string>> = {
  deactivateUserGroup: 'user-groups',
  revokeReusableInviteLink: 'invite-links',
  deleteEventQueue: 'event-queues',
  removeReaction: 'reactions',
  createDrafts: 'drafts',
  createProfileField: 'profile-fields',
}

export const propertyFaults: readonly Fault[] = [
  ...Object.entries(families).map(([operation, family]) =>
    fault(
      `properties.${operation}-refuses-nothing`,
      `${operation} answers success where it should refuse`,
      refusesNothing(operation),
      { breaches: `properties.refuses-${family}` },
    ),
  ),
  ...Object.entries(sequences).map(([operation, sequence]) =>
    fault(`sequences.${operation}-never-refused`, `${operation} works every time`, refusesNothing(operation), {
      breaches: `sequences.${sequence}`,
    }),
  ),
  ...refusing.map(operation =>
    fault(
      `properties.${operation.id}-refused`,
      `${operation.id} refuses everything`,
      refuseAlso(operation, 'Not today'),
      { breaches: `properties.accepts-${families[operation.id]}` },
    ),
  ),
  fault(
    'properties.createDrafts-kept-although-refused',
    'Drafts are kept although they were refused',
    alter(createDrafts, 'refused', (refusal, call) => {
      keepDrafts(call, call.caller)
      return refusal
    }),
    { breaches: 'properties.refused-drafts-not-kept' },
  ),
  fault(
    'properties.sendInvites-kept-although-refused',
    'Invitations are sent although they were refused',
    alter(sendInvites, 'refused', (refusal, call) => {
      sendAllTheSame(call)
      return refusal
    }),
    { breaches: 'properties.refused-invites-not-sent' },
  ),
  fault(
    'properties.createChannel-kept-although-refused',
    'A channel is made although it was refused',
    channelMadeThoughRefused(),
    { breaches: 'properties.refused-channels-not-made' },
  ),
  fault(
    'properties.createProfileField-kept-although-refused',
    'A profile field is kept although it was refused',
    fieldMadeThoughRefused(),
    { breaches: 'properties.refused-changes-nothing' },
  ),
]
