/** Faults of the settings of user groups and channels: which groups and users they may name. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, refuseAlso } from '../../operations/change.ts'
import { createChannel } from '../channels.ts'
import type { Named } from '../group-settings.ts'
import { createUserGroup } from '../user-groups.ts'
import { fault } from './fault.ts'

type Row = readonly [word: string, describes: string, where: (one: Named) => boolean]

const isInside = ({ value }: Named): boolean => typeof value === 'object'

const barred: readonly Fault[] = (
  [
    ['manage-not-internet', 'can_manage_group', 'role:internet'],
    ['manage-not-everyone', 'can_manage_group', 'role:everyone'],
    ['mention-not-internet', 'can_mention_group', 'role:internet'],
    ['mention-not-owners', 'can_mention_group', 'role:owners'],
  ] as const
).flatMap(([requirement, name, group]) =>
  (
    [
      ['accepted', '', undefined],
      ['to-administrators', ' from administrators', ['admin', 'owner']],
      ['to-members', ' from a member', 'member'],
      ['to-moderators', ' from a moderator', 'moderator'],
      ['as-object', ' as an object', undefined],
    ] as const
  ).map(([word, from, role]) =>
    fault(
      `user-groups.${requirement}.${word}`,
      `${group} is accepted for ${name}${from}`,
      drop(createUserGroup, 'setting-group-not-barred', {
        ...(role && { role }),
        where: ({ org, item }) =>
          item.setting === name && org.groups.get(item.id)?.name === group && (word !== 'as-object' || isInside(item)),
      }),
    ),
  ),
)

/** Both settings refuse the same system groups, in place of a list for each. */
const allBarred: readonly Fault[] = (
  [
    ['can-manage-group', 'can_manage_group', 'role:owners'],
    ['can-mention-group', 'can_mention_group', 'role:everyone'],
  ] as const
).map(([requirement, name, group]) =>
  fault(
    `user-groups.${requirement}.shared-list`,
    `${group} is refused for ${name}`,
    refuseAlso(createUserGroup, 'Invalid user group ID', {
      where: ({ org, params }) => params.has(name) && params.raw(name) === org.group(group).id,
    }),
  ),
)

const unknown: readonly Fault[] = (
  [
    ['accepted', 'An unknown group as a setting is accepted', () => true],
    ['inside', 'An unknown group may stand inside a setting', isInside],
    ['who-may-leave', 'An unknown group may leave', one => one.setting === 'can_leave_group'],
  ] satisfies Row[]
).map(([word, describes, where]) =>
  fault(
    `user-groups.setting-unknown.${word}`,
    describes,
    drop(createUserGroup, 'setting-group-known', { where: ({ item }) => where(item) }),
  ),
)

const unknownUsers: readonly Fault[] = (
  [
    ['accepted', 'An unknown user may stand inside a setting', () => true],
    ['who-may-mention', 'An unknown user may mention', one => one.setting === 'can_mention_group'],
  ] satisfies Row[]
).map(([word, describes, where]) =>
  fault(
    `user-groups.setting-unknown-user.${word}`,
    describes,
    drop(createUserGroup, 'setting-user-known', { where: ({ item }) => where(item) }),
  ),
)

const deactivated: readonly Fault[] = (
  [
    ['accepted', 'A deactivated group is a setting', () => true],
    ['join', 'A deactivated group may join', one => one.setting === 'can_join_group'],
    ['object', 'A deactivated group is inside a setting', isInside],
    ['after-others', 'A deactivated group is inside a setting, after others', one => !one.first],
    ['leave', 'A deactivated group may leave', one => one.setting === 'can_leave_group' && !isInside(one)],
    [
      'inside-mention',
      'A deactivated group inside a setting may mention',
      one => one.setting === 'can_mention_group' && !one.first,
    ],
  ] satisfies Row[]
).map(([word, describes, where]) =>
  fault(
    `user-groups.deactivated-no-setting.${word}`,
    describes,
    drop(createUserGroup, 'setting-group-active', { where: ({ item }) => where(item) }),
  ),
)

const inChannels: readonly Fault[] = [
  fault(
    'user-groups.in-use-channel-setting.lost',
    "A channel's settings are lost",
    alter(createChannel, 'kept', made => ({ ...made, settings: new Map() })),
  ),
  ...(
    [
      ['accepted', "A deactivated group is a channel's setting", () => true],
      ['one-setting', 'A deactivated group may add subscribers', one => one.setting === 'can_add_subscribers_group'],
      ['object', "A deactivated group is inside a channel's setting", isInside],
      ['after-others', "A deactivated group is inside a channel's setting, after others", one => !one.first],
    ] satisfies Row[]
  ).map(([word, describes, where]) =>
    fault(
      `user-groups.deactivated-no-channel-setting.${word}`,
      describes,
      drop(createChannel, 'setting-group-active', { where: ({ item }) => where(item) }),
    ),
  ),
]

export const groupSettingFaults: readonly Fault[] = [
  ...barred,
  ...allBarred,
  ...unknown,
  ...unknownUsers,
  ...deactivated,
  ...inChannels,
]
