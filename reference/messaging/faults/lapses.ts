/** Faults of requests that work most of the time: their effect has to be looked for several times. */
import type { Fault } from '../../behaviour.ts'
import { instead } from '../../operations/change.ts'
import { deleteEventQueue } from '../event-queues.ts'
import { breach, fault } from './fault.ts'

const rows: readonly (readonly [id: string, describes: string, breaches: string, rule: string, area: string])[] = [
  [
    'fields',
    'Every third list of profile fields lacks one',
    'profile-fields',
    'profile-fields.all-listed',
    'profile-fields',
  ],
]

export const lapseFaults: readonly Fault[] = [
  ...rows.map(([id, describes, course, rule]) =>
    breach(`sequences.lapses.${id}`, describes, `sequences.${course}`, rule, {
      every: 3,
    }),
  ),
  fault(
    'sequences.lapses.queues',
    'Some deletions of queues do nothing',
    'sequences.event-queues',
    instead(deleteEventQueue, 'effect', () => undefined, { oneIn: 3 }),
  ),
]
