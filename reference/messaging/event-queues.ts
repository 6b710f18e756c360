/** Event queues: registering, reading and deleting them. */
import type { Call } from './call.ts'
import { operation } from './operation.ts'
import { firstIds, type Organization, type Queue, type User } from './organization.ts'

const namedQueue = ({ org, params }: Call) => {
  const id = params.text('queue_id')
  return { id, queue: org.queues.get(id) }
}

type Named = Call & ReturnType<typeof namedQueue>

const badQueue = ({ id }: Named) => ({
  msg: `Bad event queue ID: ${id}`,
  code: 'BAD_EVENT_QUEUE_ID',
  fields: { queue_id: id },
})

const thing = ({ params }: Call) => `queue ${params.text('queue_id')}`

export const deleteEventQueue = operation({
  id: 'deleteEventQueue',
  method: 'DELETE',
  path: '/events',
  parameters: [{ name: 'queue_id', kind: 'string', required: true }],
  thing,
  given: namedQueue,
  rules: {
    'queue-exists': [({ queue }) => queue !== undefined, badQueue],
    'queue-is-own': [({ queue, caller }) => !queue || queue.userId === caller.id, badQueue],
  },
  effect({ org, id }) {
    org.queues.delete(id)
    org.touch()
  },
})

/** Never blocks: an empty list is legal too. */
export const getEvents = operation({
  id: 'getEvents',
  method: 'GET',
  path: '/events',
  parameters: [
    { name: 'queue_id', kind: 'string', required: true },
    { name: 'last_event_id', kind: 'integer' },
    { name: 'dont_block', kind: 'boolean' },
  ],
  thing,
  given: namedQueue,
  rules: {
    'queue-exists': [({ queue }) => queue !== undefined, badQueue],
    'queue-is-own': [({ queue, caller }) => !queue || queue.userId === caller.id, badQueue],
  },
  effect({ queue, params }) {
    const last = params.integer('last_event_id') ?? -1
    queue?.events.splice(0, queue.events.findLastIndex(event => Number(event['id']) <= last) + 1)
  },
  reply: ({ id, queue }) => ({ events: [...(queue?.events ?? [])], queue_id: id }),
})

export interface NewQueue {
  readonly eventTypes: readonly string[] | null
  readonly channelTyping: boolean
  readonly ids?: 'long' | 'counted' | 'capital'
}

export function addQueue(org: Organization, user: User, made: NewQueue): Queue {
  const { eventTypes, channelTyping, ids } = made
  const number = org.id('queue')
  const id =
    ids === 'counted'
      ? `q${number - firstIds.queue}`
      : ids === 'long'
        ? `${org.key()}-${org.key()}:ключ:${number}`
        : ids === 'capital'
          ? `${org.key().slice(0, 16)}${number}`.toUpperCase()
          : `Qe${org.key().slice(0, 8)}:${number}`
  const queue: Queue = { id, userId: user.id, eventTypes, channelTyping, events: [], nextEventId: 0 }
  org.queues.set(queue.id, queue)
  return queue
}
