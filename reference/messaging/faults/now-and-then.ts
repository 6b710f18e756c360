/** Faults that show only sometimes: every second or third time that something is to have an effect. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'
import type { Row } from './partial.ts'

const invitations: readonly Row[] = []

const organization: readonly Row[] = [
  [
    'profile-fields.created-listed.every-third-lost',
    'Every third field is answered for and not kept',
    'profile-fields.created-listed',
    'profile-fields.created',
    { every: 3 },
  ],
]

export const nowAndThenFaults: readonly Fault[] = [...invitations, ...organization].map(row => breach(...row))
