/** Endpoints outside the contract that make messages, edits, reactions and scheduled messages. */
import { visibleChannel, visibleMessage } from './access.ts'
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { channelNamed } from './channels.ts'
import { findEmoji } from './emoji.ts'
import { editMessage, sendMessage } from './messages.ts'
import type { Channel, ScheduledMessage } from './organization.ts'
import { isAdministrator } from './roles.ts'
import { type Parameter, pathId, type Route } from './route.ts'
import { meantTopic } from './topics.ts'

const text = (name: string): Parameter => ({ name, kind: 'string' })
const needed = (name: string): Parameter => ({ name, kind: 'string', required: true })

export const messageRoutes: readonly Route[] = [
  {
    operation: 'sendMessage',
    method: 'POST',
    path: '/messages',
    parameters: [needed('type'), needed('to'), text('topic'), text('subject'), needed('content')],
    handle: handleSend,
  },
  {
    operation: 'updateMessage',
    method: 'PATCH',
    path: '/messages/{message_id}',
    parameters: [
      pathId('message_id'),
      text('content'),
      text('topic'),
      { name: 'stream_id', kind: 'integer' },
      text('propagate_mode'),
    ],
    handle: handleEdit,
  },
  {
    operation: 'addReaction',
    method: 'POST',
    path: '/messages/{message_id}/reactions',
    parameters: [pathId('message_id'), needed('emoji_name'), text('emoji_code'), text('reaction_type')],
    handle: handleReaction,
  },
  {
    operation: 'createScheduledMessage',
    method: 'POST',
    path: '/scheduled_messages',
    parameters: [
      needed('type'),
      needed('to'),
      text('topic'),
      needed('content'),
      { name: 'scheduled_delivery_timestamp', kind: 'integer', required: true },
    ],
    handle: handleSchedule,
  },
  {
    operation: 'getScheduledMessages',
    method: 'GET',
    path: '/scheduled_messages',
    parameters: [],
    handle: handleScheduled,
  },
]

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

function handleSend(call: Call): Reply {
  const target = addressee(call)
  if (!target) return refuse(call, 'to', 'Invalid recipient')
  const content = call.params.text('content')
  const to = 'channel' in target ? { channelId: target.channel.id, topic: target.topic } : { to: target.people }
  return succeed({ id: sendMessage(call.org, call.now, { sender: call.caller, content, ...to }).id })
}

function handleEdit(call: Call): Reply {
  const { org, caller, params } = call
  const message = visibleMessage(org, caller, params.integer('message_id'))
  if (!message) return refuse(call, 'message', 'Invalid message(s)')
  if (message.senderId !== caller.id && !isAdministrator(caller))
    return refuse(call, 'permission', 'Insufficient permission')
  const topic = params.has('topic') ? meantTopic(call, params.text('topic')) : undefined
  const channelId = params.integer('stream_id')
  editMessage(org, call.now, caller, message, {
    ...(params.has('content') && { content: params.text('content') }),
    ...(topic !== undefined && { topic }),
    ...(channelId !== undefined && { channelId }),
  })
  return succeed()
}

function handleReaction(call: Call): Reply {
  const { org, caller, params } = call
  const message = visibleMessage(org, caller, params.integer('message_id'))
  const emoji = findEmoji({ emoji_name: params.text('emoji_name') })
  if (!message || !emoji) return refuse(call, 'emoji', 'Invalid message or emoji')
  message.reactions.push({ ...emoji, userId: caller.id })
  org.touch()
  return succeed()
}

function handleSchedule(call: Call): Reply {
  const target = addressee(call)
  if (!target) return refuse(call, 'to', 'Invalid recipient')
  const message: ScheduledMessage = {
    id: call.org.id('scheduled'),
    ownerId: call.caller.id,
    ...('channel' in target
      ? { type: 'stream', to: target.channel.id, topic: target.topic }
      : { type: 'direct', to: target.people, topic: '' }),
    content: call.params.text('content'),
    deliverAt: call.params.integer('scheduled_delivery_timestamp') ?? 0,
    failed: false,
  }
  call.org.scheduled.set(message.id, message)
  call.org.touch()
  return succeed({ scheduled_message_id: message.id })
}

function handleScheduled({ org, caller }: Call): Reply {
  const own = [...org.scheduled.values()].filter(one => one.ownerId === caller.id)
  const scheduled_messages = own.map(({ id, deliverAt, ownerId, ...rest }) => ({
    scheduled_message_id: id,
    scheduled_delivery_timestamp: deliverAt,
    ...rest,
  }))
  return succeed({ scheduled_messages })
}
