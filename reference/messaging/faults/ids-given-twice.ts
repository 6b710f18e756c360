/** Faults of ids that two things share. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'
import type { Row } from './partial.ts'

const ids: readonly Row[] = [
  [
    'profile-fields.ids-distinct.every-third',
    'Every third field gets the id of the one before',
    'profile-fields.ids-distinct',
    'profile-fields.distinct-ids',
    { every: 3 },
  ],
  [
    'profile-fields.list-ids-distinct.first-twice',
    'The first field is listed twice',
    'profile-fields.list-ids-distinct',
    'profile-fields.listed-once',
    {},
  ],
]

export const sharedIdFaults: readonly Fault[] = ids.map(row => breach(...row))
