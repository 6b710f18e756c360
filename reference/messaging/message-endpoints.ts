/** Endpoints outside the contract that make messages, edits, reactions and scheduled messages. */
import { visibleChannel, visibleMessage } from './access.ts'
import type { Call } from './call.ts'
import { channelNamed } from './channels.ts'
import { findEmoji } from './emoji.ts'
import { editMessage, sendMessage } from './messages.ts'
import { type AnyOperation, operation } from './operation.ts'
import type { Channel } from './organization.ts'
import { isAdministrator } from './roles.ts'
import { needed, pathId, text } from './route.ts'
import { meantTopic } from './topics.ts'

type Addressee = { channel: Channel; topic: string } | { people: number[] } | undefined

/** Channels by id or name, people by ids or emails, bare or as a JSON list. */
function addressee(call: Call): Addressee {
  const { org, caller, params } = call
  const to = listed(params.text('to'))
  if (params.text('type') === 'stream' || params.text('type') === 'channel') {
    const [first] = to
    const channel = typeof first === 'number' ? visibleChannel(org, caller, first) : channelNamed(org, String(first))
    const topic = meantTopic(call, params.text('topic', params.text('subject')))
    return channel ? { channel, topic: topic ?? '(no topic)' } : undefined
  }
  const people = to.map(one => (typeof one === 'number' ? org.activeUser(one)?.id : org.userByEmail(String(one))?.id))
  const known = people.filter(id => id !== undefined)
  return known.length === people.length ? { people: known } : undefined
}

function listed(text: string): unknown[] {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : [value]
  } catch {
    return text.split(',')
  }
}

const addressed = (call: Call) => ({ target: addressee(call) })

const send = operation({
  id: 'sendMessage',
  method: 'POST',
  path: '/messages',
  parameters: [needed('type'), needed('to'), text('topic'), text('subject'), needed('content')],
  given: addressed,
  rules: { 'recipient-known': [({ target }) => target !== undefined, 'Invalid recipient'] },
  effect({ org, now, caller, params, target = { people: [] } }) {
    const to = 'channel' in target ? { channelId: target.channel.id, topic: target.topic } : { to: target.people }
    return sendMessage(org, now, { sender: caller, content: params.text('content'), ...to }).id
  },
  reply: (_it, id) => ({ id }),
})

const namedMessage = ({ org, caller, params }: Call) => ({
  message: visibleMessage(org, caller, params.integer('message_id')),
})

const edit = operation({
  id: 'updateMessage',
  method: 'PATCH',
  path: '/messages/{message_id}',
  parameters: [
    pathId('message_id'),
    text('content'),
    text('topic'),
    { name: 'stream_id', kind: 'integer' },
    text('propagate_mode'),
  ],
  given: namedMessage,
  rules: {
    'message-known': [({ message }) => message !== undefined, 'Invalid message(s)'],
    'message-is-own': [
      ({ message, caller }) => message?.senderId === caller.id || isAdministrator(caller),
      'Insufficient permission',
    ],
  },
  effect(it) {
    const { org, now, caller, params, message } = it
    const topic = params.has('topic') ? meantTopic(it, params.text('topic')) : undefined
    const channelId = params.integer('stream_id')
    if (!message) return
    editMessage(org, now, caller, message, {
      ...(params.has('content') && { content: params.text('content') }),
      ...(topic !== undefined && { topic }),
      ...(channelId !== undefined && { channelId }),
    })
  },
})

const addReaction = operation({
  id: 'addReaction',
  method: 'POST',
  path: '/messages/{message_id}/reactions',
  parameters: [pathId('message_id'), needed('emoji_name'), text('emoji_code'), text('reaction_type')],
  given: (call: Call) => ({ ...namedMessage(call), emoji: findEmoji({ emoji_name: call.params.text('emoji_name') }) }),
  rules: {
    'message-and-emoji-known': [
      ({ message, emoji }) => message !== undefined && emoji !== undefined,
      'Invalid message or emoji',
    ],
  },
  effect({ message, emoji, caller, org }) {
    if (emoji) message?.reactions.push({ ...emoji, userId: caller.id })
    org.touch()
  },
})

const schedule = operation({
  id: 'createScheduledMessage',
  method: 'POST',
  path: '/scheduled_messages',
  parameters: [
    needed('type'),
    needed('to'),
    text('topic'),
    needed('content'),
    { name: 'scheduled_delivery_timestamp', kind: 'integer', required: true },
  ],
  given: addressed,
  rules: { 'recipient-known': [({ target }) => target !== undefined, 'Invalid recipient'] },
  effect({ org, caller, params, target = { people: [] } }) {
    const id = org.id('scheduled')
    org.scheduled.set(id, {
      id,
      ownerId: caller.id,
      ...('channel' in target
        ? { type: 'stream', to: target.channel.id, topic: target.topic }
        : { type: 'direct', to: target.people, topic: '' }),
      content: params.text('content'),
      deliverAt: params.integer('scheduled_delivery_timestamp') ?? 0,
      failed: false,
    })
    org.touch()
    return id
  },
  reply: (_it, id) => ({ scheduled_message_id: id }),
})

const getScheduled = operation({
  id: 'getScheduledMessages',
  method: 'GET',
  path: '/scheduled_messages',
  parameters: [],
  reply({ org, caller }) {
    const own = [...org.scheduled.values()].filter(one => one.ownerId === caller.id)
    const scheduled_messages = own.map(({ id, deliverAt, ownerId, ...rest }) => ({
      scheduled_message_id: id,
      scheduled_delivery_timestamp: deliverAt,
      ...rest,
    }))
    return { scheduled_messages }
  },
})

export const messageOperations: readonly AnyOperation[] = [send, edit, addReaction, schedule, getScheduled]
