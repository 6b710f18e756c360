/** Typing notifications, while composing and while editing. */
import { visibleChannel, visibleMessage } from './access.ts'
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { deliver } from './deliver.ts'
import { reached } from './levels.ts'
import { fitted } from './limits.ts'
import { type Parameter, pathId, type Route } from './route.ts'
import { meantTopic } from './topics.ts'

const op: Parameter = { name: 'op', kind: 'string', required: true, values: ['start', 'stop'] }

const types: Parameter = {
  name: 'type',
  kind: 'string',
  values: ['direct', 'stream', { value: 'channel', since: 248 }, { value: 'private', until: 214 }],
}

export const typingRoutes: readonly Route[] = [
  {
    operation: 'setTypingStatus',
    method: 'POST',
    path: '/typing',
    parameters: [
      types,
      op,
      { name: 'to', kind: 'integers', conditional: true, idle: isOfChannel },
      { name: 'stream_id', kind: 'integer', conditional: true, since: 215, idle: sent => !isOfChannel(sent) },
      { name: 'topic', kind: 'string', conditional: true, idle: sent => !isOfChannel(sent) },
    ],
    handle: setTypingStatus,
  },
  {
    operation: 'setMessageEditTypingStatus',
    method: 'POST',
    path: '/messages/{message_id}/typing',
    since: 361,
    parameters: [pathId('message_id'), op],
    handle: setMessageEditTypingStatus,
  },
  {
    operation: 'setMessageEditTypingStatusOld',
    method: 'POST',
    path: '/message_edit_typing',
    until: 360,
    parameters: [{ name: 'message_id', kind: 'integer', required: true }, op],
    handle: setMessageEditTypingStatus,
  },
]

function isOfChannel(sent: ReadonlyMap<string, string>): boolean {
  return sent.get('type') === 'stream' || sent.get('type') === 'channel'
}

/** What of an ignored value a fault may be choosy about. */
function factsOfIgnored(call: Call, name: string): Record<string, unknown> {
  const value = call.params.raw(name)
  const list = Array.isArray(value) ? value : [value]
  const known = list.every(id => call.org.users.has(id) || call.org.channels.has(id))
  return { name, known, empty: value === '' || list.length === 0, several: list.length > 1, zero: value === 0 }
}

function setTypingStatus(call: Call): Reply {
  const { params } = call
  const type = params.text('type', call.keeps('setTypingStatus.type.default') ? 'direct' : 'stream')
  if (type === 'stream' || type === 'channel') {
    const before = call.level < 215 && call.uses('messaging.typing.no-channels-before-215')
    return before ? refuse(call, 'type', 'Invalid type') : typingInChannel(call)
  }
  if (!params.has('to') && call.keeps('setTypingStatus.to.required'))
    return refuse(call, 'missing', "Missing 'to' argument")
  const strict = (name: string) => params.has(name) && !call.keeps('typing.direct-ignores', factsOfIgnored(call, name))
  if (strict('stream_id') || strict('topic')) return refuse(call, 'idle', 'Not for direct messages')
  const to = params.integers('to')
  if (params.has('to') && to.length === 0) return refuse(call, 'nobody', 'Nobody to notify')
  const event = { message_type: 'direct', recipients: [...new Set([...to, call.caller.id])].map(person(call)) }
  if (to.some(id => !call.org.activeUser(id)) && call.keeps('typing.known-users')) {
    if (!call.keeps('typing.refused-silent', { why: 'user' })) notify(call, to, event)
    return refuse(call, 'user', 'Invalid user ID')
  }
  notify(call, to, event)
  const named = call.org.channels.get(params.integer('stream_id') ?? -1)
  if (named && !call.keeps('typing.ignored-silent', { name: 'stream_id' })) notify(call, named.subscribers, event)
  return succeed(unlisted(call, ['stream_id', 'topic']))
}

function typingInChannel(call: Call): Reply {
  const { params, org, caller } = call
  const modern = reached(call, 215, 'stream_id')
  if (modern && !params.has('stream_id') && call.keeps('setTypingStatus.stream_id.required')) {
    if (!call.keeps('typing.refused-silent', { why: 'channel' })) {
      const to = params.integers('to')
      notify(call, to, { message_type: 'direct', recipients: to.map(person(call)) })
    }
    return refuse(call, 'no-channel', "Missing 'stream_id' argument")
  }
  if (!params.has('topic') && call.keeps('setTypingStatus.topic.required'))
    return refuse(call, 'missing', "Missing 'topic' argument")
  if (modern && params.has('to') && !call.keeps('typing.channel-ignores-to', factsOfIgnored(call, 'to')))
    return refuse(call, 'idle', 'Not for channels')
  const id = modern ? params.integer('stream_id') : params.integers('to')[0]
  const channel = visibleChannel(org, caller, id)
  if (!channel && call.keeps(id === undefined ? 'setTypingStatus.stream_id.required' : 'typing.known-channel')) {
    return refuse(call, 'channel', 'Invalid channel ID')
  }
  const topic = params.has('topic') ? meantTopic(call, params.text('topic')) : 'standing in'
  const fit = topic === undefined ? undefined : fitted(call, topic, 'max_topic_length')
  const forbidden = call.uses('messaging.typing.empty-topic-by-policy') && channel?.topicsPolicy !== 'allow_empty_topic'
  if (fit === undefined || (fit === '' && forbidden)) return refuse(call, 'topic', 'Invalid topic')
  const named = params.integers('to')
  if (!call.keeps('typing.ignored-silent', { name: 'to' })) notify(call, named, { message_type: 'direct', topic: fit })
  if (channel) notify(call, channel.subscribers, { message_type: 'stream', stream_id: channel.id, topic: fit })
  return succeed(unlisted(call, ['to']))
}

const person = (call: Call) => (id: number) => ({ user_id: id, email: call.org.users.get(id)?.email ?? '' })

function notify(call: Call, to: Iterable<number>, event: Record<string, unknown>): void {
  const { caller, org, params } = call
  const { message_type } = event
  const sent = params.text('op', 'start')
  const op = call.keeps('typing.event-op', { message_type, op: sent }) ? sent : 'start'
  const others = [...to].filter(id => id !== caller.id)
  const type = params.text('type', 'direct')
  if (!call.keeps('typing.event-delivered', { message_type, op: sent, type })) return
  const some = !call.keeps('typing.tells-the-last', { message_type, op: sent }) ? others.slice(0, -1) : others
  const told = call.keeps('typing.tells-the-first', { message_type, op: sent }) ? some : some.slice(1)
  deliver(org, told, { type: 'typing', op, sender: person(call)(caller.id), ...event })
}

/** Names that are ignored are still supported ones; a fault lists them. */
function unlisted(call: Call, ignored: readonly string[]): Record<string, unknown> {
  const listed = ignored.filter(name => call.params.has(name) && !call.keeps('typing.ignored-not-listed', { name }))
  return listed.length > 0 ? { ignored_parameters_unsupported: listed } : {}
}

function setMessageEditTypingStatus(call: Call): Reply {
  const { org, caller, params } = call
  const message = visibleMessage(org, caller, params.integer('message_id'))
  if (!message) {
    if (call.keeps('typing.edit-known-message')) return refuse(call, 'message', 'Invalid message(s)')
    return succeed()
  }
  const channel = message.channelId === undefined ? undefined : org.channels.get(message.channelId)
  const others = [...(channel ? channel.subscribers : message.recipients)].filter(id => id !== caller.id)
  const recipient = channel
    ? { type: 'channel', channel_id: channel.id, topic: message.topic }
    : { type: 'direct', user_ids: message.recipients }
  const sent = params.text('op', 'start')
  const op = call.keeps('typing.edit-event-op', { op: sent }) ? sent : 'start'
  if (call.keeps('typing.edit-event-delivered', { op: sent, channel: channel !== undefined })) {
    const place = channel ? { channel_id: channel.id } : {}
    const event = { type: 'typing_edit_message', op, sender_id: caller.id, recipient, message_id: message.id }
    deliver(org, others, { ...event, ...place })
  }
  return succeed()
}
