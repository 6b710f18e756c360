/** Editing a scheduled message. */
import { visibleChannel } from './access.ts'
import type { Call } from './call.ts'
import { fitted } from './limits.ts'
import { operation } from './operation.ts'
import type { ScheduledMessage } from './organization.ts'
import { pathId } from './route.ts'
import { emptyTopicName, meantTopic } from './topics.ts'

/** The members that an edit may change. */
export type Edited = Omit<ScheduledMessage, 'id' | 'ownerId'>

const unknownMessage = 'Scheduled message does not exist'

function readEdit({ org, params }: Call) {
  const message = org.scheduled.get(params.integer('scheduled_message_id') ?? -1)
  const as = params.text('type')
  const type = as === '' ? message?.type : as === 'stream' || as === 'channel' ? 'stream' : 'direct'
  const to = params.raw('to')
  return {
    message,
    /** The type as the request writes it; `type` is the one it means. */
    as,
    type,
    retyped: message !== undefined && type !== message.type,
    to: to === undefined ? undefined : [to].flat().map(Number),
    topic: params.has('topic') ? params.text('topic') : undefined,
    content: params.has('content') ? params.text('content') : undefined,
    time: params.integer('scheduled_delivery_timestamp'),
  }
}

type Edit = Call & ReturnType<typeof readEdit>

const toChannel = ({ type, to }: Edit): number[] | undefined => (type === 'stream' ? to : undefined)
const toUsers = ({ type, to }: Edit): number[] | undefined => (type === 'direct' ? to : undefined)

const contentOf = (it: Edit): string | undefined => {
  const content = fitted(it, it.content ?? '', 'max_message_length')
  return content === undefined || content.trim() === '' || content.includes('\0') ? undefined : content
}

const topicOf = (it: Edit): string | undefined => {
  const meant = meantTopic(it, it.topic ?? '')
  return meant === undefined ? undefined : fitted(it, meant, 'max_topic_length')
}

export const updateScheduledMessage = operation({
  id: 'updateScheduledMessage',
  method: 'PATCH',
  path: '/scheduled_messages/{scheduled_message_id}',
  parameters: [
    pathId('scheduled_message_id'),
    { name: 'type', kind: 'string', values: ['direct', 'stream', 'private', { value: 'channel', since: 248 }] },
    { name: 'to', kind: 'integer-or-integers' },
    { name: 'content', kind: 'string' },
    { name: 'topic', kind: 'string' },
    { name: 'scheduled_delivery_timestamp', kind: 'integer' },
  ],
  thing: ({ sent }) => `scheduled message ${sent.get('scheduled_message_id')}`,
  given: readEdit,
  rules: {
    'message-known': [({ message }) => message !== undefined, unknownMessage],
    'message-is-own': [({ message, caller }) => !message || message.ownerId === caller.id, unknownMessage],
    'new-type-needs-to': [({ retyped, to }) => !retyped || to !== undefined, "Missing 'to' argument"],
    'new-channel-needs-topic': [
      ({ retyped, type, topic }) => !retyped || type !== 'stream' || topic !== undefined,
      "Missing 'topic' argument",
    ],
    'new-channel-topic-not-empty': [
      ({ retyped, type, topic = 'left out' }) =>
        !retyped || type !== 'stream' || !['', '(no topic)', emptyTopicName].includes(topic),
      'Topic cannot be empty',
    ],
    'one-channel': [it => (toChannel(it)?.length ?? 1) === 1, 'Exactly one channel'],
    'channel-known': [
      it => toChannel(it)?.every(id => visibleChannel(it.org, it.caller, id)) ?? true,
      ({ to: [id] = [] }) => ({
        msg: `Channel with ID '${id}' does not exist`,
        code: 'STREAM_DOES_NOT_EXIST',
        fields: { stream_id: id },
      }),
    ],
    'users-in-a-list': [it => !toUsers(it) || Array.isArray(it.params.raw('to')), 'A list of user IDs is due'],
    'users-named': [it => toUsers(it)?.length !== 0, 'Nobody to send to'],
    'users-known': [it => toUsers(it)?.every(id => it.org.activeUser(id)) ?? true, 'Invalid user ID'],
    'content-valid': [
      it => it.content === undefined || contentOf(it) !== undefined,
      { msg: 'Invalid content', uncoded: true },
    ],
    'topic-valid': [it => it.type !== 'stream' || it.topic === undefined || topicOf(it) !== undefined, 'Invalid topic'],
    'failed-needs-time': [({ message, time }) => !message?.failed || time !== undefined, 'A new delivery time is due'],
    'time-ahead': [({ time, now }) => time === undefined || time > now, 'Delivery time must be in the future'],
  },
  steps: {
    /** The message after the edit. */
    edited(it, message: ScheduledMessage): Edited {
      const { type = message.type, retyped, to, time } = it
      const topic = it.topic === undefined ? message.topic : (topicOf(it) ?? '')
      const standIn = type === 'stream' ? [[...it.org.channels.keys()][0] ?? 0] : [it.caller.id]
      const ids = to ?? (retyped ? standIn : undefined)
      return {
        type,
        to: ids === undefined ? message.to : type === 'stream' ? (ids[0] ?? 0) : ids,
        topic: type === 'stream' ? topic : '',
        content: it.content === undefined ? message.content : (contentOf(it) ?? ''),
        deliverAt: time ?? message.deliverAt,
        failed: message.failed && time === undefined,
      }
    },
    store({ org }, message: ScheduledMessage, edited: Edited): void {
      Object.assign(message, edited)
      org.touch()
    },
  },
  effect(it, { edited, store }) {
    if (it.message) store(it, it.message, edited(it, it.message))
  },
})
