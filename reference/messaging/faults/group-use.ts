/** Faults of deactivating user groups: those in use, system groups, and what a deactivated one is still good for. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop } from '../../operations/change.ts'
import { createChannel } from '../channels.ts'
import type { Named } from '../group-settings.ts'
import { breach, fault } from './fault.ts'

const area = { mayAlso: 'user-groups.*' } as const

const inChannels: readonly Fault[] = [
  fault(
    'user-groups.in-use-channel-setting.lost',
    "A channel's settings are lost",
    'user-groups.in-use-channel-setting',
    alter(createChannel, 'kept', made => ({ ...made, settings: new Map() })),
    { since: 417, ...area },
  ),
  ...(
    [
      ['accepted', "A deactivated group is a channel's setting", () => true],
      ['one-setting', 'A deactivated group may add subscribers', one => one.setting === 'can_add_subscribers_group'],
      ['object', "A deactivated group is inside a channel's setting", one => typeof one.value === 'object'],
      ['after-others', "A deactivated group is inside a channel's setting, after others", one => !one.first],
    ] satisfies (readonly [word: string, describes: string, where: (one: Named) => boolean])[]
  ).map(([word, describes, where]) =>
    fault(
      `user-groups.deactivated-no-channel-setting.${word}`,
      describes,
      'user-groups.deactivated-no-channel-setting',
      drop(createChannel, 'setting-group-active', { where: ({ item }) => where(item) }),
      { since: 417 },
    ),
  ),
]

export const groupUseFaults: readonly Fault[] = [
  ...inChannels,
  breach(
    'user-groups.deactivated.unchanged',
    'Deactivating changes nothing',
    'user-groups.deactivated',
    'groups.deactivated',
    area,
  ),
  breach(
    'user-groups.deactivate-unknown.accepted',
    'An unknown group is deactivated',
    'user-groups.deactivate-unknown',
    'groups.known-group',
  ),
  breach(
    'user-groups.in-use-subgroup.accepted',
    'A subgroup is deactivated',
    'user-groups.in-use-subgroup',
    'groups.in-use-as-subgroup',
    area,
  ),
  breach(
    'user-groups.in-use-setting.accepted',
    'A group in a setting is deactivated',
    'user-groups.in-use-setting',
    'groups.in-use-as-setting',
    {
      facts: { form: 'id', of: 'group' },
      ...area,
    },
  ),
  breach(
    'user-groups.in-use-setting.mention',
    'A group that may mention is deactivated',
    'user-groups.in-use-setting',
    'groups.in-use-as-setting',
    {
      facts: { form: 'id', of: 'group', name: 'can_mention_group' },
      ...area,
    },
  ),
  breach(
    'user-groups.in-use-setting-object.accepted',
    'A group inside a setting is deactivated',
    'user-groups.in-use-setting-object',
    'groups.in-use-as-setting',
    {
      facts: { form: 'object', of: 'group' },
      ...area,
    },
  ),
  breach(
    'user-groups.in-use-channel-setting.accepted',
    "A group in a channel's setting is deactivated",
    'user-groups.in-use-channel-setting',
    'groups.in-use-as-setting',
    {
      facts: { of: 'channel' },
      since: 417,
      ...area,
    },
  ),
  breach(
    'user-groups.in-use-stays-active.deactivated',
    'A group in use is refused and deactivated',
    'user-groups.in-use-stays-active',
    'groups.in-use-stays-active',
    area,
  ),
  breach(
    'user-groups.in-use-stays-active.subgroup',
    'A subgroup is refused and deactivated',
    'user-groups.in-use-stays-active',
    'groups.in-use-stays-active',
    {
      facts: { use: 'subgroup' },
      ...area,
    },
  ),
  breach(
    'user-groups.deactivated-no-subgroup.accepted',
    'A deactivated group is a subgroup',
    'user-groups.deactivated-no-subgroup',
    'groups.active-subgroups',
  ),
  breach(
    'user-groups.deactivated-no-setting.accepted',
    'A deactivated group is a setting',
    'user-groups.deactivated-no-setting',
    'settings.active-groups',
    {
      facts: { operation: 'createUserGroup' },
    },
  ),
  breach(
    'user-groups.deactivated-no-setting.join',
    'A deactivated group may join',
    'user-groups.deactivated-no-setting',
    'settings.active-groups',
    {
      facts: { operation: 'createUserGroup', name: 'can_join_group' },
    },
  ),
  breach(
    'user-groups.system-group.deactivated',
    'A system group is deactivated',
    'user-groups.system-group',
    'groups.system-unchangeable',
    area,
  ),
  breach(
    'user-groups.system-group.refused-and-deactivated',
    'A system group is refused and deactivated',
    'user-groups.system-group',
    'groups.system-stays',
    area,
  ),
]
