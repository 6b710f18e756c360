/** Typing notifications, while composing and while editing. */
import { visibleChannel, visibleMessage } from './access.ts'
import type { Call } from './call.ts'
import { deliver } from './deliver.ts'
import { reached } from './levels.ts'
import { fitted } from './limits.ts'
import { operation } from './operation.ts'
import { type Endpoint, type Parameter, pathId } from './route.ts'
import { meantTopic } from './topics.ts'

const op: Parameter = { name: 'op', kind: 'string', required: true, values: ['start', 'stop'] }

const types: Parameter = {
  name: 'type',
  kind: 'string',
  values: ['direct', 'stream', { value: 'channel', since: 248 }, { value: 'private', until: 214 }],
}

const isOfChannel = (sent: ReadonlyMap<string, string>): boolean => isChannelType(sent.get('type') ?? '')
const isChannelType = (type: string): boolean => type === 'stream' || type === 'channel'

/** Before level 215 the channel id is in `to`. */
export function readTyping(call: Call, type: string) {
  const { org, caller, params } = call
  const to = params.integers('to')
  const modern = reached(call, 215, 'stream_id')
  const channelId = modern ? params.integer('stream_id') : to[0]
  const topic = meantTopic(call, params.text('topic'))
  return {
    inChannel: isChannelType(type),
    to,
    modern,
    channelId,
    channel: visibleChannel(org, caller, channelId),
    topic: topic === undefined ? undefined : fitted(call, topic, 'max_topic_length'),
  }
}

type Typing = Call & ReturnType<typeof readTyping>
type TypingEvent = { readonly type: string; readonly op: string; readonly [member: string]: unknown }

export const setTypingStatus = operation({
  id: 'setTypingStatus',
  method: 'POST',
  path: '/typing',
  parameters: [
    types,
    op,
    { name: 'to', kind: 'integers', conditional: true, idle: isOfChannel },
    { name: 'stream_id', kind: 'integer', conditional: true, since: 215, idle: sent => !isOfChannel(sent) },
    { name: 'topic', kind: 'string', conditional: true, idle: sent => !isOfChannel(sent) },
  ],
  given: (call: Call) => readTyping(call, call.params.text('type', 'direct')),
  rules: {
    'to-given': [({ inChannel, params }) => inChannel || params.has('to'), "Missing 'to' argument"],
    'somebody-named': [
      ({ inChannel, params, to }) => inChannel || !params.has('to') || to.length > 0,
      'Nobody to notify',
    ],
    'users-known': [({ inChannel, to, org }) => inChannel || to.every(id => org.activeUser(id)), 'Invalid user ID'],
    'stream-id-given': [
      ({ inChannel, modern, params }) => !inChannel || !modern || params.has('stream_id'),
      "Missing 'stream_id' argument",
    ],
    'topic-given': [({ inChannel, params }) => !inChannel || params.has('topic'), "Missing 'topic' argument"],
    'channel-known': [
      ({ inChannel, modern, channelId, channel }) =>
        !inChannel || channel !== undefined || (modern && channelId === undefined),
      'Invalid channel ID',
    ],
    'topic-valid': [
      ({ inChannel, params, topic }) => !inChannel || !params.has('topic') || topic !== undefined,
      'Invalid topic',
    ],
  },
  steps: {
    /** The users who get the event, without the caller. */
    told: ({ inChannel, to, channel, caller }): readonly number[] =>
      [...(inChannel ? (channel?.subscribers ?? []) : to)].filter(id => id !== caller.id),
    event: (it): TypingEvent => typingEvent(it),
  },
  effect(it, { told, event }) {
    deliver(it.org, told(it), event(it))
  },
})

export function typingEvent({ org, caller, params, inChannel, to, channel, topic }: Typing): TypingEvent {
  const person = (id: number) => ({ user_id: id, email: org.users.get(id)?.email ?? '' })
  const all = { type: 'typing', op: params.text('op', 'start'), sender: person(caller.id) }
  if (inChannel && channel) return { ...all, message_type: 'stream', stream_id: channel.id, topic }
  return { ...all, message_type: 'direct', recipients: [...new Set([...to, caller.id])].map(person) }
}

const editTyping = (endpoint: Endpoint & { readonly id: string }) =>
  operation({
    ...endpoint,
    thing: ({ sent }) => `message ${sent.get('message_id')}`,
    given: ({ org, caller, params }: Call) => {
      const message = visibleMessage(org, caller, params.integer('message_id'))
      return { message, channel: org.channels.get(message?.channelId ?? -1) }
    },
    rules: {
      'message-known': [({ message }) => message !== undefined, 'Invalid message(s)'],
    },
    steps: {
      /** The users who get the event, without the caller. */
      told: ({ message, channel, caller }): readonly number[] =>
        [...(channel?.subscribers ?? message?.recipients ?? [])].filter(id => id !== caller.id),
      event({ message, channel, caller, params }): TypingEvent {
        const recipient = channel
          ? { type: 'channel', channel_id: channel.id, topic: message?.topic }
          : { type: 'direct', user_ids: message?.recipients }
        const event = { type: 'typing_edit_message', op: params.text('op', 'start'), sender_id: caller.id, recipient }
        return { ...event, message_id: message?.id, ...(channel && { channel_id: channel.id }) }
      },
    },
    effect(it, { told, event }) {
      deliver(it.org, told(it), event(it))
    },
  })

export const setMessageEditTypingStatus = editTyping({
  id: 'setMessageEditTypingStatus',
  method: 'POST',
  path: '/messages/{message_id}/typing',
  since: 361,
  parameters: [pathId('message_id'), op],
})

export const setMessageEditTypingStatusOld = editTyping({
  id: 'setMessageEditTypingStatusOld',
  method: 'POST',
  path: '/message_edit_typing',
  until: 360,
  parameters: [{ name: 'message_id', kind: 'integer', required: true }, op],
})
