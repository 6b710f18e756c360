/** Faults that show only for some callers: one role, one endpoint, one device. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'
import type { Row } from './partial.ts'

const callers: readonly Row[] = [
  [
    'credentials.wrong-key.one-endpoint',
    'Presence is told to whoever knows an email',
    'credentials.wrong-key',
    'credentials.right-key',
    { facts: { operation: 'getPresence' } },
  ],
  [
    'credentials.none-writing.marking',
    'Marking all as read needs no credentials',
    'credentials.none-writing',
    'credentials.needed',
    { facts: { operation: 'markAllAsRead' } },
  ],
]

export const partialCallerFaults: readonly Fault[] = callers.map(row => breach(...row))
