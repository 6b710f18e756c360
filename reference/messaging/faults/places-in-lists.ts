/** Faults of what stands third in a list, or inside the object form of a group setting. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'
import type { Row } from './partial.ts'

const groups = ['user-groups.*', 'parameters.*', 'sequences.*', 'properties.*'] as const

const thirds: readonly Row[] = [
  [
    'user-groups.members-kept.two-at-most',
    'A group keeps two members',
    'user-groups.members-kept',
    'groups.third-member-kept',
  ],
  [
    'user-groups.members-unknown.third',
    'An unknown third member is accepted',
    'user-groups.members-unknown',
    'groups.known-members',
    { facts: { third: true } },
  ],
  [
    'user-groups.subgroups-kept.two-at-most',
    'A group keeps two subgroups',
    'user-groups.subgroups-kept',
    'groups.subgroups-kept',
    { facts: { third: true }, mayAlso: groups },
  ],
  [
    'user-groups.subgroups-unknown.beside-known',
    'An unknown subgroup beside known ones is accepted',
    'user-groups.subgroups-unknown',
    'groups.known-subgroups',
    { facts: { alone: false }, should: true },
  ],
  [
    'user-groups.settings-kept.two-members',
    'A setting keeps two people',
    'user-groups.settings-kept',
    'settings.third-member-kept',
  ],
  [
    'user-groups.settings-kept.two-groups',
    'A setting keeps two groups',
    'user-groups.settings-kept',
    'settings.third-group-kept',
    { mayAlso: groups },
  ],
  [
    'user-groups.in-use-subgroup.third',
    'A third subgroup is not in use',
    'user-groups.in-use-subgroup',
    'groups.in-use-as-subgroup',
    { facts: { third: true }, mayAlso: groups },
  ],
  [
    'user-groups.in-use-setting-object.third',
    'A third group inside a setting is not in use',
    'user-groups.in-use-setting-object',
    'groups.in-use-as-setting',
    { facts: { form: 'object', of: 'group', third: true }, mayAlso: groups },
  ],
]

const otherThirds: readonly Row[] = []

const insideObjects: readonly Row[] = [
  [
    'user-groups.in-use-channel-setting.after-others',
    "A group after others inside a channel's setting is deactivated",
    'user-groups.in-use-channel-setting',
    'groups.in-use-as-setting',
    { facts: { form: 'object', of: 'channel', first: false }, since: 417, mayAlso: groups },
  ],
  ...(
    [
      ['manage-not-internet', 'can_manage_group', 'role:internet'],
      ['manage-not-everyone', 'can_manage_group', 'role:everyone'],
      ['mention-not-internet', 'can_mention_group', 'role:internet'],
      ['mention-not-owners', 'can_mention_group', 'role:owners'],
    ] as const
  ).map(
    ([requirement, name, group]): Row => [
      `user-groups.${requirement}.as-object`,
      `${group} is accepted for ${name} as an object`,
      `user-groups.${requirement}`,
      'settings.barred-system-groups',
      { facts: { name, group, wrapped: true } },
    ],
  ),
  [
    'user-groups.deactivated-no-setting.after-others',
    'A deactivated group is inside a setting, after others',
    'user-groups.deactivated-no-setting',
    'settings.active-groups',
    { facts: { operation: 'createUserGroup', wrapped: true, first: false } },
  ],
  [
    'user-groups.setting-unknown.inside',
    'An unknown group may stand inside a setting',
    'user-groups.setting-unknown',
    'settings.known-groups',
    { facts: { operation: 'createUserGroup', wrapped: true }, should: true },
  ],
  [
    'user-groups.setting-unknown.who-may-leave',
    'An unknown group may leave',
    'user-groups.setting-unknown',
    'settings.known-groups',
    { facts: { operation: 'createUserGroup', name: 'can_leave_group' }, should: true },
  ],
  [
    'user-groups.setting-unknown-user.accepted',
    'An unknown user may stand inside a setting',
    'user-groups.setting-unknown-user',
    'settings.known-users',
  ],
  [
    'user-groups.setting-unknown-user.who-may-mention',
    'An unknown user may mention',
    'user-groups.setting-unknown-user',
    'settings.known-users',
    { facts: { name: 'can_mention_group' } },
  ],
]

export const listPlaceFaults: readonly Fault[] = [...thirds, ...otherThirds, ...insideObjects].map(row =>
  breach(...row),
)
