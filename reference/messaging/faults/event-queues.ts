/** Faults of event queues. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso, uponRefusal } from '../../operations/change.ts'
import type { Call, Reply } from '../call.ts'
import { deleteEventQueue } from '../event-queues.ts'
import { altered, fault } from './fault.ts'

function dropAllQueues({ org, caller }: Call): void {
  for (const queue of org.queues.values()) if (queue.userId === caller.id) org.queues.delete(queue.id)
}

const keepsIt = instead(deleteEventQueue, 'effect', () => {})
const isBadQueue = (_call: Call, { code }: Reply): boolean => code === 'BAD_EVENT_QUEUE_ID'

export const eventQueueFaults: readonly Fault[] = [
  fault(
    'sequences.lapses.queues',
    'Some deletions of queues do nothing',
    instead(deleteEventQueue, 'effect', () => undefined, { oneIn: 3 }),
    { breaches: 'sequences.event-queues' },
  ),
  fault('event-queues.deleted.refused', 'deleteEventQueue is refused', refuseAlso(deleteEventQueue, 'Not today')),
  fault(
    'event-queues.deleted.every-second-refused',
    'A queue is deleted only at the second try',
    refuseAlso(deleteEventQueue, 'Try again', { nth: 1 }),
  ),
  fault(
    'event-queues.deleted-twice.accepted',
    'A queue is deleted any number of times',
    drop(deleteEventQueue, 'queue-exists', { after: { operation: 'deleteEventQueue', outcome: 'accepted' } }),
  ),
  fault('event-queues.deleted-twice.kept', 'Deleting a queue changes nothing', keepsIt),
  fault('sequences.deleteEventQueue-changes-nothing', 'Deleting a queue changes nothing', keepsIt, {
    breaches: 'sequences.event-queues',
    budget: 'thorough',
  }),
  fault(
    'event-queues.unknown.accepted',
    'An unknown queue is deleted',
    drop(deleteEventQueue, 'queue-exists', { nth: 1 }),
  ),
  fault(
    'event-queues.error-queue-id.other',
    'The error names another queue',
    alter(deleteEventQueue, 'refused', reply => ({ ...reply, queue_id: 'queue' }), { where: isBadQueue }),
  ),
  fault(
    'event-queues.error-queue-id.encoded',
    'The error names the queue with its characters encoded',
    alter(
      deleteEventQueue,
      'refused',
      reply => ({ ...reply, queue_id: encodeURIComponent(String(reply['queue_id'])) }),
      {
        where: isBadQueue,
      },
    ),
  ),
  fault(
    'event-queues.error-queue-id.number',
    'The error names a queue of digits by a number',
    alter(
      deleteEventQueue,
      'refused',
      reply => (/^\d+$/.test(String(reply['queue_id'])) ? { ...reply, queue_id: Number(reply['queue_id']) } : reply),
      { where: isBadQueue },
    ),
  ),
  altered(
    'event-queues.error-queue-id.small-letters',
    'The error names the queue in small letters',
    ['deleteEventQueue', 'error', 'queue_id'],
    { case: 'lower' },
  ),
  fault(
    'event-queues.others-stay.all-deleted',
    'Deleting one queue deletes all',
    alter(deleteEventQueue, 'effect', (_made, it) => dropAllQueues(it)),
  ),
  fault(
    'event-queues.others-stay.refused',
    'Refusing to delete one queue deletes all',
    uponRefusal(deleteEventQueue, ['queue-exists', 'queue-is-own'], dropAllQueues),
  ),
  fault(
    'event-queues.deleted-twice.third',
    'The third deletion of a queue is accepted again',
    drop(deleteEventQueue, 'queue-exists', { nth: 3 }),
  ),
  fault(
    'event-queues.unknown.letters-after',
    'A queue is known by its id with letters after it',
    instead(deleteEventQueue, 'given', ({ org, params }) => {
      const sent = params.text('queue_id')
      const queue = [...org.queues.values()].find(({ id }) => sent.startsWith(id))
      return { id: queue?.id ?? sent, queue }
    }),
  ),
  fault(
    'event-queues.unknown.prefix',
    'A queue is known by its beginning',
    drop(deleteEventQueue, 'queue-exists', {
      where: ({ org, id }) => [...org.queues.keys()].some(one => one.startsWith(id) || id.startsWith(one)),
    }),
  ),
]
