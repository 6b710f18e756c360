/** Faults that show in whole families of requests: everything of a kind refused, or nothing refused at all. */
import type { Fault } from '../../behaviour.ts'
import { alter, refuseAlso } from '../../operations/change.ts'
import { createDrafts, storeDraft } from '../drafts.ts'
import { getMessageHistory } from '../history.ts'
import { sendInvites } from '../invites.ts'
import { checkMessagesMatchNarrow } from '../narrow.ts'
import { listIn } from '../oddities.ts'
import { isObject } from '../params.ts'
import { setTypingStatus } from '../typing.ts'
import { channelMadeThoughRefused } from './channels.ts'
import { breach, fault, refusesNothing, sinceOf } from './fault.ts'
import { sendAllTheSame } from './invites.ts'

/** The area of each operation's own requirements, and further ones that lean on it. */
const areas: Readonly<Record<string, readonly [family: string, ...areas: readonly string[]]>> = {
  setTypingStatus: ['typing', 'typing', 'limits'],
  setMessageEditTypingStatus: ['edit-typing', 'typing'],
  updateScheduledMessage: ['scheduled-messages', 'scheduled-messages', 'limits'],
  createChannel: ['channels', 'channels', 'user-groups', 'limits'],
  createChannelFolder: ['channel-folders', 'channel-folders', 'channels', 'limits'],
  addDefaultChannel: ['default-channels', 'default-channels'],
  checkMessagesMatchNarrow: ['narrow', 'narrow'],
  getMessageHistory: ['history', 'history', 'read-state'],
  removeReaction: ['reactions', 'reactions', 'sequences'],
  createDrafts: ['drafts', 'drafts', 'limits', 'sequences'],
  sendInvites: ['invites', 'invites', 'user-groups', 'limits'],
  createReusableInviteLink: ['invite-links', 'invite-links', 'user-groups', 'limits', 'sequences'],
  createProfileField: ['profile-fields', 'profile-fields', 'sequences'],
  addPlayground: ['playgrounds', 'playgrounds'],
  createUserGroup: ['user-groups', 'user-groups', 'invites', 'invite-links', 'channels', 'sequences'],
  getUserGroups: ['group-lists', 'user-groups', 'sequences'],
  addNavigationView: ['navigation', 'navigation'],
  fetchApiKey: ['api-key', 'api-key'],
  removeApnsToken: ['apns', 'apns'],
  sendTestPush: ['push', 'push'],
  deleteEventQueue: ['event-queues', 'event-queues', 'sequences'],
}

/** These have no fault elsewhere that refuses them altogether. */
const refused = ['updateScheduledMessage']
const refusing = [createDrafts, checkMessagesMatchNarrow, getMessageHistory, setTypingStatus] as const

/** Which requests of a course are to be refused in the end. */
const courses: Readonly<Record<string, readonly [course: string, area: string]>> = {
  deactivateUserGroup: ['user-groups', 'user-groups'],
  revokeReusableInviteLink: ['invite-links', 'invite-links'],
  deleteEventQueue: ['event-queues', 'event-queues'],
  removeReaction: ['reactions', 'reactions'],
  createDrafts: ['drafts', 'drafts'],
  createProfileField: ['profile-fields', 'profile-fields'],
}

/** What stays although it was refused. */
const kept = [
  ['createProfileField', 'A profile field is kept although it was refused', 'refused-changes-nothing'],
  ['updateScheduledMessage', 'A scheduled message is edited although that was refused', 'refused-edits-not-made'],
] as const

const refusedDraft = (content: unknown) => ({
  type: '',
  to: [],
  topic: '',
  content: String(content ?? ''),
  timestamp: 1,
})

export const propertyFaults: readonly Fault[] = [
  ...refused.map(operation =>
    breach(
      `properties.${operation}-refused`,
      `${operation} refuses everything`,
      `properties.accepts-${areas[operation]?.[0]}`,
      `${operation}.accepted`,
      { ...sinceOf(operation) },
    ),
  ),
  ...Object.entries(areas).map(([operation, [family]]) => ({
    ...fault(
      `properties.${operation}-refuses-nothing`,
      `${operation} answers success where it should refuse`,
      `properties.refuses-${family}`,
      [],
      { ...sinceOf(operation) },
    ),
    ...refusesNothing(operation),
  })),
  ...Object.entries(courses).map(([operation, [course]]) => ({
    ...fault(`sequences.${operation}-never-refused`, `${operation} works every time`, `sequences.${course}`, []),
    ...refusesNothing(operation),
  })),
  ...kept.map(([operation, describes, requirement]) =>
    breach(
      `properties.${operation}-kept-although-refused`,
      describes,
      `properties.${requirement}`,
      `${operation}.refused-is-nothing`,
      { ...sinceOf(operation) },
    ),
  ),
  ...refusing.map(operation =>
    fault(
      `properties.${operation.id}-refused`,
      `${operation.id} refuses everything`,
      `properties.accepts-${areas[operation.id]?.[0]}`,
      refuseAlso(operation, 'Not today'),
      { ...sinceOf(operation.id) },
    ),
  ),
  fault(
    'properties.createDrafts-kept-although-refused',
    'Drafts are kept although they were refused',
    'properties.refused-drafts-not-kept',
    alter(createDrafts, 'refused', (refusal, call) => {
      for (const sent of listIn(call.sent.get('drafts')))
        storeDraft(call, refusedDraft(isObject(sent) ? sent['content'] : undefined))
      return refusal
    }),
  ),
  fault(
    'properties.sendInvites-kept-although-refused',
    'Invitations are sent although they were refused',
    'properties.refused-invites-not-sent',
    alter(sendInvites, 'refused', (refusal, call) => {
      sendAllTheSame(call)
      return refusal
    }),
  ),
  fault(
    'properties.createChannel-kept-although-refused',
    'A channel is made although it was refused',
    'properties.refused-channels-not-made',
    channelMadeThoughRefused(),
    { since: 417 },
  ),
  breach(
    'properties.controls-break-it',
    'A control character in a text is answered without an envelope',
    'properties.hostile-text',
    'text.any',
  ),
]
