/** Faults that show only sometimes: every second or third time that something is to have an effect. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'
import type { Row } from './partial.ts'

const groups = ['user-groups.*', 'parameters.*', 'sequences.*', 'properties.*'] as const

const userGroups: readonly Row[] = [
  [
    'user-groups.deactivated.every-third-unchanged',
    'Every third deactivation changes nothing',
    'user-groups.deactivated',
    'groups.deactivated',
    { every: 3, mayAlso: groups },
  ],
  [
    'user-groups.deactivated-included.newest-only',
    'A deactivation brings back the groups deactivated before',
    'user-groups.deactivated',
    'groups.one-at-a-time',
    { mayAlso: groups },
  ],
  [
    'user-groups.deactivated.every-third-refused',
    'Every third deactivation is refused',
    'user-groups.deactivated',
    'deactivateUserGroup.accepted',
    { every: 3, mayAlso: groups },
  ],
  [
    'user-groups.created-listed.every-third-lost',
    'Every third group is answered for and not kept',
    'user-groups.created-listed',
    'groups.created',
    { every: 3, mayAlso: ['invites.*', 'invite-links.*', 'channels.*', ...groups] },
  ],
  [
    'user-groups.lists-active-only.every-third-list',
    'Every third list of groups shows deactivated ones',
    'user-groups.lists-active-only',
    'groups.deactivated-hidden',
    { every: 3, mayAlso: groups },
  ],
  [
    'user-groups.lists-active-only.to-members',
    'Members are shown deactivated groups',
    'user-groups.lists-active-only',
    'groups.deactivated-hidden',
    { facts: { role: 'member' }, mayAlso: groups },
  ],
  [
    'user-groups.lists-active-only.false-is-true',
    'Whatever include_deactivated_groups says, they are shown',
    'user-groups.lists-active-only',
    'groups.deactivated-hidden',
    { facts: { sent: true }, since: 294, mayAlso: groups },
  ],
  [
    'user-groups.in-use-subgroup.every-second',
    'Every second subgroup is deactivated',
    'user-groups.in-use-subgroup',
    'groups.in-use-as-subgroup',
    { every: 2, mayAlso: groups },
  ],
]

const invitations: readonly Row[] = []

const organization: readonly Row[] = [
  [
    'profile-fields.created-listed.every-third-lost',
    'Every third field is answered for and not kept',
    'profile-fields.created-listed',
    'profile-fields.created',
    { every: 3, mayAlso: ['profile-fields.*', 'sequences.*', 'properties.*'] },
  ],
]

export const nowAndThenFaults: readonly Fault[] = [...userGroups, ...invitations, ...organization].map(row =>
  breach(...row),
)
