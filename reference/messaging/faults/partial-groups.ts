/** Faults of user groups that show only in part: for one role, one form of a setting, one place in a list. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'
import type { Row } from './partial.ts'

const groups = 'user-groups.*'

const userGroups: readonly Row[] = [
  [
    'user-groups.name-kept.refused-other-scripts',
    'Names of other scripts are refused',
    'user-groups.name-kept',
    'createUserGroup.name.accepted',
    { facts: { script: 'other' } },
  ],
  [
    'user-groups.description-kept.refused-other-scripts',
    'Descriptions of other scripts are refused',
    'user-groups.description-kept',
    'createUserGroup.description.accepted',
    { facts: { script: 'other' } },
  ],
  [
    'user-groups.description-kept.lost-other-scripts',
    'Descriptions of other scripts are lost',
    'user-groups.description-kept',
    'groups.description-kept',
    { facts: { script: 'other' } },
  ],
  [
    'user-groups.created-listed.newest',
    'The newest group is not listed',
    'user-groups.created-listed',
    'groups.newest-listed',
    { mayAlso: groups },
  ],
  [
    'user-groups.created-listed.only-deactivated',
    'Asked for deactivated groups too, it lists them alone',
    'user-groups.created-listed',
    'groups.active-beside-deactivated',
    { since: 294 },
  ],
  [
    'user-groups.members-unknown.beside-known',
    'An unknown member beside a known one is accepted',
    'user-groups.members-unknown',
    'groups.known-members',
    { facts: { alone: false } },
  ],
  [
    'user-groups.subgroups-kept.first-only',
    'Only the first subgroup is kept',
    'user-groups.subgroups-kept',
    'groups.subgroups-kept',
    { facts: { first: false }, mayAlso: groups },
  ],
  [
    'user-groups.settings-kept.object-lost',
    'Who may mention is lost where it is an object',
    'user-groups.settings-kept',
    'groups.settings-kept',
    { facts: { setting: 'can_mention_group', form: 'object' }, mayAlso: groups },
  ],
  ...(
    [
      ['manage-not-internet', 'can_manage_group', 'role:internet'],
      ['manage-not-everyone', 'can_manage_group', 'role:everyone'],
      ['mention-not-internet', 'can_mention_group', 'role:internet'],
      ['mention-not-owners', 'can_mention_group', 'role:owners'],
    ] as const
  ).flatMap(([requirement, name, group]) =>
    (['member', 'moderator'] as const).map(
      (role): Row => [
        `user-groups.${requirement}.to-${role}s`,
        `${group} is accepted for ${name} from a ${role}`,
        `user-groups.${requirement}`,
        'settings.barred-system-groups',
        { facts: { name, group, role } },
      ],
    ),
  ),
]

const groupUse: readonly Row[] = [
  [
    'user-groups.in-use-subgroup.first-only',
    'Only the first subgroup is in use',
    'user-groups.in-use-subgroup',
    'groups.in-use-as-subgroup',
    { facts: { first: false }, mayAlso: groups },
  ],
  [
    'user-groups.in-use-setting-object.first-only',
    'Only the first group inside a setting is in use',
    'user-groups.in-use-setting-object',
    'groups.in-use-as-setting',
    { facts: { form: 'object', of: 'group', first: false }, mayAlso: groups },
  ],
  [
    'user-groups.in-use-channel-setting.object',
    "A group inside a channel's setting is deactivated",
    'user-groups.in-use-channel-setting',
    'groups.in-use-as-setting',
    { facts: { form: 'object', of: 'channel' }, since: 417, mayAlso: groups },
  ],
  [
    'user-groups.in-use-channel-setting.one-setting',
    'A group that may remove subscribers is deactivated',
    'user-groups.in-use-channel-setting',
    'groups.in-use-as-setting',
    { facts: { of: 'channel', name: 'can_remove_subscribers_group' }, since: 417, mayAlso: groups },
  ],
  [
    'user-groups.in-use-stays-active.channel',
    'A group of a channel is refused and deactivated',
    'user-groups.in-use-stays-active',
    'groups.in-use-stays-active',
    { facts: { type: 'channel' }, since: 417, mayAlso: groups },
  ],
  [
    'user-groups.deactivated-no-subgroup.not-first',
    'A deactivated group is a subgroup beside an active one',
    'user-groups.deactivated-no-subgroup',
    'groups.active-subgroups',
    { facts: { first: false } },
  ],
  [
    'user-groups.deactivated-no-setting.object',
    'A deactivated group is inside a setting',
    'user-groups.deactivated-no-setting',
    'settings.active-groups',
    { facts: { operation: 'createUserGroup', wrapped: true } },
  ],
]

export const partialGroupFaults: readonly Fault[] = [...userGroups, ...groupUse].map(row => breach(...row))
