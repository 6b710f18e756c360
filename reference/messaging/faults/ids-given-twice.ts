/** Faults of ids that two things share. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'
import type { Row } from './partial.ts'

const groups = ['user-groups.*', 'parameters.*', 'sequences.*', 'properties.*'] as const

const ids: readonly Row[] = [
  [
    'profile-fields.ids-distinct.every-third',
    'Every third field gets the id of the one before',
    'profile-fields.ids-distinct',
    'profile-fields.distinct-ids',
    { every: 3, mayAlso: ['profile-fields.*', 'sequences.*', 'properties.*'] },
  ],
  [
    'profile-fields.list-ids-distinct.first-twice',
    'The first field is listed twice',
    'profile-fields.list-ids-distinct',
    'profile-fields.listed-once',
    { mayAlso: ['profile-fields.*', 'sequences.*', 'properties.*'] },
  ],
  [
    'user-groups.ids-distinct.every-third',
    'Every third group gets the id of the one before',
    'user-groups.ids-distinct',
    'groups.distinct-ids',
    { every: 3, mayAlso: '*' },
  ],
  [
    'user-groups.list-ids-distinct.newest-twice',
    'The newest group is listed twice',
    'user-groups.list-ids-distinct',
    'groups.listed-once',
    { mayAlso: groups },
  ],
]

export const sharedIdFaults: readonly Fault[] = ids.map(row => breach(...row))
