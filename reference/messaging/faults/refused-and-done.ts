/** Faults of servers that refuse a request and do it all the same, or do a part of it. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'
import type { Row } from './partial.ts'

const groups = ['user-groups.*', 'parameters.*', 'sequences.*', 'properties.*'] as const

const userGroups: readonly Row[] = [
  [
    'user-groups.refused-creates-nothing.malformed',
    'A group with a malformed parameter is refused and made',
    'user-groups.refused-creates-nothing',
    'createUserGroup.refused-is-nothing',
    { facts: { refused: 'parameters' }, mayAlso: groups },
  ],
  [
    'user-groups.refused-creates-nothing.unknown-ids',
    'A group with an unknown id is refused and made',
    'user-groups.refused-creates-nothing',
    'createUserGroup.refused-is-nothing',
    { facts: { refused: 'later' }, mayAlso: groups },
  ],
  [
    'user-groups.refused-creates-nothing.every-second',
    'Every second refused group is made',
    'user-groups.refused-creates-nothing',
    'createUserGroup.refused-is-nothing',
    { every: 2, mayAlso: groups },
  ],
  [
    'user-groups.refused-stays-active.permission',
    'Whoever may not deactivate a group is refused, and it is deactivated',
    'user-groups.refused-stays-active',
    'groups.permission-stays',
    { mayAlso: groups },
  ],
  [
    'user-groups.refused-stays-active.by-guests',
    'A guest is refused to deactivate a group, and it is deactivated',
    'user-groups.refused-stays-active',
    'groups.permission-stays',
    { facts: { role: 'guest' }, mayAlso: groups },
  ],
]

export const refusedAndDoneFaults: readonly Fault[] = [...userGroups].map(row => breach(...row))
