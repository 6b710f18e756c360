/** Editing a scheduled message. */
import { visibleChannel } from './access.ts'
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { fitted } from './limits.ts'
import type { ScheduledMessage } from './organization.ts'
import { pathId, type Route } from './route.ts'
import { emptyTopicName, meantTopic } from './topics.ts'

export const scheduledMessageRoutes: readonly Route[] = [
  {
    operation: 'updateScheduledMessage',
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
    handle: updateScheduledMessage,
  },
]

type Change = { -readonly [K in 'type' | 'to' | 'topic' | 'content' | 'deliverAt' | 'failed']: ScheduledMessage[K] }

function updateScheduledMessage(call: Call): Reply {
  const { org, caller, params } = call
  const message = org.scheduled.get(params.integer('scheduled_message_id') ?? -1)
  const own = message?.ownerId === caller.id || call.uses('messaging.credentials.not-own-served')
  if (!message || !own) {
    if (!message && !call.keeps('scheduled.existing-only')) return succeed()
    return refuse(call, 'scheduled-message', 'Scheduled message does not exist')
  }
  if (message.failed && !call.keeps('scheduled.failed-is-there'))
    return refuse(call, 'scheduled-message', 'Scheduled message does not exist')
  if (message.deliverAt <= call.now && call.uses('messaging.scheduled-messages.delivered-when-due')) {
    org.scheduled.delete(message.id)
    return refuse(call, 'scheduled-message', 'Already sent')
  }
  if ([...params.names()].length === 1 && call.uses('messaging.scheduled-messages.nothing-to-change-refused'))
    return refuse(call, 'nothing', 'Nothing to change')
  const change: Change = { ...message }
  const refused = retype(call, message, change) ?? reword(call, change) ?? reschedule(call, message, change)
  if (refused) {
    const facts = { failed: message.failed, retyped: change.type !== message.type, of: message.type }
    if (!call.keeps('scheduled.refused-unchanged', facts)) Object.assign(message, change, hasty(call, message))
    const time = params.integer('scheduled_delivery_timestamp')
    if (time !== undefined && !call.keeps('scheduled.refused-keeps-time')) message.deliverAt = time
    if (message.failed && params.has('content') && !call.keeps('scheduled.failed-content-kept'))
      message.content = params.text('content')
    return refused
  }
  org.touch()
  for (const field of ['type', 'to', 'topic', 'content', 'deliverAt', 'failed'] as const) {
    const long = String(change[field]).length > (field === 'topic' ? 30 : 255)
    const stored =
      long && !call.keeps('scheduled.stored-whole', { field }) ? String(change[field]).slice(0, 30) : change[field]
    if (call.keeps('scheduled.changed', { field })) Object.assign(message, { [field]: stored })
  }
  const listed = params.has('topic') && message.type === 'direct' && !call.keeps('scheduled.topic-not-listed')
  return succeed(listed ? { ignored_parameters_unsupported: ['topic'] } : {})
}

/** What a server has written by the time it notices that it must refuse. */
function hasty({ params }: Call, message: ScheduledMessage): Partial<Change> {
  const to = params.integer('to')
  return {
    ...(params.has('content') && { content: params.text('content') }),
    ...(params.has('topic') && { topic: params.text('topic') }),
    ...(to !== undefined && message.type === 'stream' && { to }),
  }
}

/** A new type needs new recipients; a channel needs a topic that is not the empty one. */
function retype(call: Call, message: ScheduledMessage, change: Change): Reply | undefined {
  const { params } = call
  if (params.has('type')) {
    const text = params.text('type')
    change.type = text === 'stream' || text === 'channel' ? 'stream' : 'direct'
  }
  const retyped = change.type !== message.type
  if (retyped && !call.keeps('scheduled.retype-keeps', { field: 'content', type: change.type })) change.content = ''
  if (retyped && !call.keeps('scheduled.retype-keeps', { field: 'deliverAt' })) change.deliverAt = call.now + 60
  if (!retyped && params.has('content') && !call.keeps('scheduled.content-keeps', { field: 'topic' })) change.topic = ''
  if (!retyped && params.has('content') && !call.keeps('scheduled.content-keeps', { field: 'deliverAt' }))
    change.deliverAt = call.now + 60
  if (params.has('type') && !params.has('to') && call.uses('messaging.scheduled-messages.type-needs-to'))
    return refuse(call, 'missing', "Missing 'to' argument")
  if (
    retyped &&
    !params.has('to') &&
    call.keeps('scheduled.new-type-needs-to', { type: change.type, as: params.text('type') })
  ) {
    return refuse(call, 'missing', "Missing 'to' argument")
  }
  if (retyped && change.type === 'stream') {
    if (!params.has('topic') && call.keeps('scheduled.new-channel-needs-topic', { as: params.text('type') })) {
      return refuse(call, 'missing', "Missing 'topic' argument")
    }
    const spelling = params.text('topic', 'standing in')
    const empty = spelling === '' || spelling === '(no topic)' || spelling === emptyTopicName
    const valid = call.uses('messaging.scheduled-messages.any-topic-when-turned')
    if (empty && !valid && call.keeps('scheduled.topic-not-empty', { spelling, as: params.text('type') }))
      return refuse(call, 'empty-topic', 'Topic cannot be empty')
  }
  if (params.has('to')) return change.type === 'stream' ? toChannel(call, change) : toPeople(call, change, retyped)
  if (retyped) change.to = change.type === 'stream' ? ([...call.org.channels.keys()][0] ?? 0) : [call.caller.id]
  return undefined
}

function toChannel(call: Call, change: Change): Reply | undefined {
  const to = call.params.raw('to')
  const ids = Array.isArray(to) ? to : [to]
  const id = Number(ids[0])
  if (ids.length !== 1) return refuse(call, 'to', 'Exactly one channel')
  if (
    !visibleChannel(call.org, call.caller, id) &&
    call.keeps('scheduled.known-channel', { as: call.params.text('type') })
  ) {
    const extra = { stream_id: call.keeps('scheduled.stream-id-of-error') ? id : String(id) }
    return refuse(call, 'channel', `Channel with ID '${id}' does not exist`, 'STREAM_DOES_NOT_EXIST', extra)
  }
  change.to = id
  return undefined
}

function toPeople(call: Call, change: Change, retyped: boolean): Reply | undefined {
  const to = call.params.raw('to')
  if (!Array.isArray(to)) return refuse(call, 'to', 'A list of user IDs is due')
  const ids = call.params.integers('to')
  if (ids.length === 0) return refuse(call, 'to', 'Nobody to send to')
  const stranger = ids.findLastIndex(id => !call.org.activeUser(id))
  if (stranger >= 0 && call.keeps('scheduled.known-users', { last: stranger === ids.length - 1, retyped }))
    return refuse(call, 'user', 'Invalid user ID')
  change.to = ids
  return undefined
}

function reword(call: Call, change: Change): Reply | undefined {
  const { params } = call
  if (params.has('content')) {
    const content = fitted(call, params.text('content'), 'max_message_length')
    if (content === undefined || content.trim() === '' || content.includes('\0'))
      return refuse(call, 'content', 'Invalid content')
    change.content = content
  }
  if (params.has('topic') && change.type === 'stream') {
    const spelling = params.text('topic')
    const lax = spelling === '' && !call.keeps('scheduled.topic-not-empty', { spelling, as: params.text('type') })
    const topic = lax ? '' : meantTopic(call, spelling)
    const fit = topic === undefined ? undefined : fitted(call, topic, 'max_topic_length')
    if (fit === undefined || (fit === '' && call.uses('messaging.scheduled-messages.no-empty-topic'))) {
      return refuse(call, 'topic', 'Invalid topic')
    }
    change.topic = fit
  }
  const empty = params.text('topic') === ''
  if (params.has('topic') && change.type === 'direct' && !call.keeps('scheduled.direct-ignores-topic', { empty })) {
    return refuse(call, 'topic', 'Direct messages have no topic')
  }
  if (change.type === 'direct') change.topic = ''
  return undefined
}

/** One that failed needs a new time. */
function reschedule(call: Call, message: ScheduledMessage, change: Change): Reply | undefined {
  const time = call.params.integer('scheduled_delivery_timestamp')
  if (time === undefined) {
    if (message.failed && call.keeps('scheduled.failed-needs-time', { reworded: call.params.has('content') }))
      return refuse(call, 'failed', 'A new delivery time is due')
    return undefined
  }
  if (message.failed && !call.keeps('scheduled.failed-can-be-moved')) return refuse(call, 'failed', 'Failed for good')
  if (time <= call.now) return refuse(call, 'time', 'Delivery time must be in the future')
  change.deliverAt = time
  if (!call.uses('messaging.scheduled-messages.failed-stays')) change.failed = false
  return undefined
}
