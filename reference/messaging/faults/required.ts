/** Faults that take a required parameter for an optional one. */
import type { Fault } from '../../behaviour.ts'
import { breach, sinceOf } from './fault.ts'

const rows: readonly (readonly [operation: string, parameter: string, requirement: string])[] = [
  ['setTypingStatus', 'op', 'typing.op-required'],
  ['setTypingStatus', 'to', 'typing.to-required'],
  ['setTypingStatus', 'stream_id', 'typing.stream-id-required'],
  ['setTypingStatus', 'topic', 'typing.topic-required'],
  ['setMessageEditTypingStatus', 'op', 'typing.edit-op-required'],
  ['createChannel', 'name', 'channels.name-required'],
  ['createChannel', 'subscribers', 'channels.subscribers-required'],
  ['createChannelFolder', 'name', 'channel-folders.name-required'],
  ['createChannelFolder', 'description', 'channel-folders.description-required'],
  ['addDefaultChannel', 'stream_id', 'default-channels.stream-id-required'],
  ['checkMessagesMatchNarrow', 'msg_ids', 'narrow.msg-ids-required'],
  ['checkMessagesMatchNarrow', 'narrow', 'narrow.narrow-required'],
  ['sendInvites', 'invitee_emails', 'invites.emails-required'],
  ['sendInvites', 'stream_ids', 'invites.channels-required'],
  ['createProfileField', 'field_type', 'profile-fields.type-required'],
  ['addPlayground', 'name', 'playgrounds.name-required'],
  ['addPlayground', 'pygments_language', 'playgrounds.language-required'],
  ['addPlayground', 'url_template', 'playgrounds.template-required'],
  ['createUserGroup', 'name', 'user-groups.name-required'],
  ['createUserGroup', 'description', 'user-groups.description-required'],
  ['createUserGroup', 'members', 'user-groups.members-required'],
  ['addNavigationView', 'fragment', 'navigation.fragment-required'],
  ['addNavigationView', 'is_pinned', 'navigation.pinned-required'],
  ['fetchApiKey', 'username', 'api-key.username-required'],
  ['fetchApiKey', 'password', 'api-key.password-required'],
  ['removeApnsToken', 'token', 'apns.token-required'],
  ['deleteEventQueue', 'queue_id', 'event-queues.queue-id-required'],
]

const draftMembers = ['type', 'to', 'topic', 'content']

export const requiredFaults: readonly Fault[] = [
  ...rows.map(([operation, parameter, requirement]) => {
    const describes = `${operation} is accepted without ${parameter}`
    const since =
      /stream_id|topic/.test(parameter) && operation === 'setTypingStatus' ? { since: 215 } : sinceOf(operation)
    const more = { ...since, ...(requirement === 'typing.to-required' && { mayAlso: 'typing.type-default' }) }
    return breach(`${requirement}.left-out`, describes, requirement, `${operation}.${parameter}.required`, more)
  }),
  ...draftMembers.map(member => {
    const requirement = `drafts.${member}-required`
    return breach(
      `${requirement}.left-out`,
      `A draft is accepted without ${member}`,
      requirement,
      `drafts.${member}.required`,
    )
  }),
  breach(
    'drafts.drafts-optional.demanded',
    'A request without drafts is refused',
    'drafts.drafts-optional',
    'createDrafts.drafts.optional',
    { should: true },
  ),
  breach(
    'profile-fields.name-optional.demanded',
    'A profile field without a name is refused',
    'profile-fields.name-optional',
    'createProfileField.name.optional',
    { should: true },
  ),
]
