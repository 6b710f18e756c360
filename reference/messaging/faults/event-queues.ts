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
    'sequences.event-queues',
    instead(deleteEventQueue, 'effect', () => undefined, { oneIn: 3 }),
  ),
  fault(
    'event-queues.deleted.refused',
    'deleteEventQueue is refused',
    'event-queues.deleted',
    refuseAlso(deleteEventQueue, 'Not today'),
  ),
  fault(
    'event-queues.deleted.every-second-refused',
    'A queue is deleted only at the second try',
    'event-queues.deleted',
    refuseAlso(deleteEventQueue, 'Try again', { nth: 1 }),
  ),
  fault(
    'event-queues.deleted-twice.accepted',
    'A queue is deleted any number of times',
    'event-queues.deleted-twice',
    drop(deleteEventQueue, 'queue-exists', { after: { operation: 'deleteEventQueue', outcome: 'accepted' } }),
  ),
  fault('event-queues.deleted-twice.kept', 'Deleting a queue changes nothing', 'event-queues.deleted-twice', keepsIt),
  fault(
    'sequences.deleteEventQueue-changes-nothing',
    'Deleting a queue changes nothing',
    'sequences.event-queues',
    keepsIt,
    { budget: 'thorough' },
  ),
  fault(
    'event-queues.unknown.accepted',
    'An unknown queue is deleted',
    'event-queues.unknown',
    drop(deleteEventQueue, 'queue-exists', { nth: 1 }),
  ),
  fault(
    'event-queues.error-queue-id.other',
    'The error names another queue',
    'event-queues.error-queue-id',
    alter(deleteEventQueue, 'refused', reply => ({ ...reply, queue_id: 'queue' }), { where: isBadQueue }),
  ),
  fault(
    'event-queues.error-queue-id.encoded',
    'The error names the queue with its characters encoded',
    'event-queues.error-queue-id',
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
    'event-queues.error-queue-id',
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
    'event-queues.error-queue-id',
    ['deleteEventQueue', 'error', 'queue_id'],
    { case: 'lower' },
  ),
  fault(
    'event-queues.others-stay.all-deleted',
    'Deleting one queue deletes all',
    'event-queues.others-stay',
    alter(deleteEventQueue, 'effect', (_made, it) => dropAllQueues(it)),
  ),
  fault(
    'event-queues.others-stay.refused',
    'Refusing to delete one queue deletes all',
    'event-queues.others-stay',
    uponRefusal(deleteEventQueue, ['queue-exists', 'queue-is-own'], dropAllQueues),
  ),
  fault(
    'event-queues.deleted-twice.third',
    'The third deletion of a queue is accepted again',
    'event-queues.deleted-twice',
    drop(deleteEventQueue, 'queue-exists', { nth: 3 }),
  ),
  fault(
    'event-queues.unknown.prefix',
    'A queue is known by its beginning',
    'event-queues.unknown',
    drop(deleteEventQueue, 'queue-exists', {
      where: ({ org, id }) => [...org.queues.keys()].some(one => one.startsWith(id) || id.startsWith(one)),
    }),
  ),
]
