/** Event queues: registering, reading and deleting them. */
import { type Call, type Reply, refuse, succeed } from './call.ts'
import type { Organization, Queue, User } from './organization.ts'
import type { Route } from './route.ts'

export const eventRoutes: readonly Route[] = [
  {
    operation: 'deleteEventQueue',
    method: 'DELETE',
    path: '/events',
    parameters: [{ name: 'queue_id', kind: 'string', required: true }],
    handle: deleteEventQueue,
  },
  {
    operation: 'getEvents',
    method: 'GET',
    path: '/events',
    parameters: [
      { name: 'queue_id', kind: 'string', required: true },
      { name: 'last_event_id', kind: 'integer' },
      { name: 'dont_block', kind: 'boolean' },
    ],
    handle: getEvents,
  },
]

interface NewQueue {
  readonly eventTypes: readonly string[] | null
  readonly channelTyping: boolean
  readonly longIds?: boolean
}

export function addQueue(org: Organization, user: User, made: NewQueue): Queue {
  const id = made.longIds
    ? `${org.key()}-${org.key()}:ключ:${org.id('queue')}`
    : `${org.key().slice(0, 8)}:${org.id('queue')}`
  const { eventTypes, channelTyping } = made
  const queue: Queue = { id, userId: user.id, eventTypes, channelTyping, events: [], nextEventId: 0 }
  org.queues.set(queue.id, queue)
  return queue
}

function deleteEventQueue(call: Call): Reply {
  const { org, caller, params } = call
  const id = params.text('queue_id')
  const queue = org.queues.get(id)
  const own = queue?.userId === caller.id
  if (!queue || (!own && !call.uses('messaging.credentials.not-own-served'))) {
    const gone = org.gone.has(id)
    if (!call.keeps('queues.existing-only', { gone })) return succeed()
    if (!call.keeps('queues.others-stay', { refused: true })) dropQueuesOf(org, caller)
    return refuse(call, gone ? 'gone' : 'unknown', `Bad event queue ID: ${id}`, 'BAD_EVENT_QUEUE_ID', {
      queue_id: shownId(call, id),
    })
  }
  org.touch()
  org.gone.add(id)
  if (call.keeps('queues.deleted')) org.queues.delete(id)
  if (!call.keeps('queues.others-stay', { refused: false })) dropQueuesOf(org, caller)
  return succeed()
}

function shownId(call: Call, id: string): string {
  if (!call.keeps('queues.names-the-id')) return 'queue'
  return call.keeps('queues.names-the-id-as-sent') ? id : encodeURIComponent(id)
}

function dropQueuesOf(org: Organization, user: User): void {
  for (const queue of org.queues.values()) if (queue.userId === user.id) org.queues.delete(queue.id)
}

/** Never blocks: an empty list is as good as a wait. */
function getEvents(call: Call): Reply {
  const { org, caller, params } = call
  const id = params.text('queue_id')
  const queue = org.queues.get(id)
  if (queue?.userId !== caller.id)
    return refuse(call, 'queue', 'Bad event queue ID', 'BAD_EVENT_QUEUE_ID', { queue_id: id })
  const last = params.integer('last_event_id') ?? -1
  queue.events.splice(0, queue.events.findLastIndex(event => Number(event['id']) <= last) + 1)
  return succeed({ events: [...queue.events], queue_id: id })
}
