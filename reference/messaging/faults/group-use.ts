/** Faults of deactivating user groups: those in use, system groups, and what a deactivated one can still be used for. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso, refuseOtherwise, uponRefusal } from '../../operations/change.ts'
import { deactivateUserGroup, type Use, usesOf } from '../deactivate-user-group.ts'
import type { UserGroup } from '../organization.ts'
import { createUserGroup } from '../user-groups.ts'
import { altered, fault, type More } from './fault.ts'

const of = (id: string, describes: string, change: Parameters<typeof fault>[2], more: More = {}): Fault =>
  fault(`user-groups.${id}`, describes, change, more)

/** Overlooks such uses of a group. */
const overlooked = (isOne: (use: Use) => boolean) =>
  alter(deactivateUserGroup, 'given', given => ({ ...given, uses: given.uses.filter(use => !isOne(use)) }))

const isSubgroup = ({ type }: Use): boolean => type === 'subgroup'
const isSetting = (type: Use['type'], form?: Use['form']) => (use: Use) =>
  use.type === type && (form === undefined || use.form === form)

const unchanged = () => {}

function deactivate({ group }: { readonly group: UserGroup | undefined }): void {
  if (group) group.deactivated = true
}

const overlookedUses: readonly Fault[] = (
  [
    ['subgroup.accepted', 'A subgroup is deactivated', isSubgroup],
    ['subgroup.first-only', 'Only the first subgroup is in use', use => isSubgroup(use) && use.at > 0],
    ['subgroup.third', 'A third subgroup is not in use', use => isSubgroup(use) && use.at > 1],
    ['subgroup.every-second', 'A subgroup in the second place is deactivated', use => isSubgroup(use) && use.at === 1],
    ['setting.accepted', 'A group in a setting is deactivated', isSetting('user_group', 'id')],
    [
      'setting.mention',
      'A group that may mention is deactivated',
      use => isSetting('user_group', 'id')(use) && use.setting === 'can_mention_group',
    ],
    ['setting-object.accepted', 'A group inside a setting is deactivated', isSetting('user_group', 'object')],
    [
      'setting-object.first-only',
      'Only the first group inside a setting is in use',
      use => isSetting('user_group', 'object')(use) && use.at > 0,
    ],
    [
      'setting-object.third',
      'A third group inside a setting is not in use',
      use => isSetting('user_group', 'object')(use) && use.at > 1,
    ],
    ['channel-setting.accepted', "A group in a channel's setting is deactivated", isSetting('channel')],
    ['channel-setting.object', "A group inside a channel's setting is deactivated", isSetting('channel', 'object')],
    [
      'channel-setting.one-setting',
      'A group that may remove subscribers is deactivated',
      use => isSetting('channel')(use) && use.setting === 'can_remove_subscribers_group',
    ],
    [
      'channel-setting.one-setting-by-id',
      'A group that may add subscribers is deactivated, unless it stands there with others',
      use => isSetting('channel', 'id')(use) && use.setting === 'can_add_subscribers_group',
    ],
    [
      'channel-setting.inside-one-setting',
      'A group inside the setting who may remove subscribers is deactivated',
      use => isSetting('channel', 'object')(use) && use.setting === 'can_remove_subscribers_group',
    ],
    [
      'channel-setting.after-others',
      "A group after others inside a channel's setting is deactivated",
      use => isSetting('channel', 'object')(use) && use.at > 0,
    ],
  ] satisfies (readonly [id: string, describes: string, isOne: (use: Use) => boolean])[]
).map(([id, describes, isOne]) => of(`in-use-${id}`, describes, overlooked(isOne)))

const ofPrivateChannels = of(
  'in-use-channel-setting.private',
  'A group in a setting of a private channel is deactivated',
  alter(deactivateUserGroup, 'given', (given, { org }) => ({
    ...given,
    uses: given.uses.filter(use => use.type !== 'channel' || !org.channels.get(use.by)?.private),
  })),
)

const freedByOne = of(
  'in-use-setting-object.freed-by-one',
  'A group that two groups use is free once one of them is deactivated',
  alter(deactivateUserGroup, 'given', (given, { org }) => ({
    ...given,
    uses: given.group && usesOf(org, given.group, true).length > given.uses.length ? [] : given.uses,
  })),
)

const unexplained = (word: string, describes: string, requirement: string, where: (uses: readonly Use[]) => boolean) =>
  fault(
    `user-groups.${requirement}.${word}`,
    describes,
    refuseOtherwise(
      deactivateUserGroup,
      'group-not-in-use',
      {
        msg: 'In use',
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
        fields: { objections: requirement === 'objections-given' ? [] : [{ type: 'channel', settings: [] }] },
      },
      { where: ({ uses }) => uses.length > 0 && where(uses) },
    ),
  )

const withoutReason: readonly Fault[] = [
  unexplained('subgroups', 'A subgroup is refused without an objection', 'objections-given', uses =>
    uses.every(({ type }) => type === 'subgroup'),
  ),
  unexplained('channels', 'The objection to a setting of a channel names no setting', 'objections-tell', uses =>
    uses.every(({ type }) => type === 'channel'),
  ),
]

const IN_USE = { code: 'CANNOT_DEACTIVATE_GROUP_IN_USE' }

const objections: readonly Fault[] = (
  [
    ['objections.sentence', 'Objections are a sentence', 'objections', 'The group is used elsewhere'],
    ['objections.names', 'Objections are names', 'objections/*', 'can_mention_group'],
    ['objections-tell.none', 'A group in use is refused without an objection', 'objections', []],
    ['objections-tell.settings-empty', 'Objections name no settings', 'objections/*/settings', []],
  ] as const
).map(([id, describes, path, set]) =>
  altered(`user-groups.${id}`, describes, ['deactivateUserGroup', 'error', path], { set }, { facts: IN_USE }),
)

export const groupUseFaults: readonly Fault[] = [
  of('deactivated.refused', 'deactivateUserGroup is refused', refuseAlso(deactivateUserGroup, 'Not today')),
  of('deactivated.unchanged', 'Deactivating changes nothing', instead(deactivateUserGroup, 'effect', unchanged)),
  of(
    'deactivated.every-third-unchanged',
    'A group is deactivated only at the second try',
    instead(deactivateUserGroup, 'effect', unchanged, { nth: 1 }),
  ),
  of(
    'deactivated.every-third-refused',
    'A group is refused at the first try, and deactivated at the second',
    refuseAlso(deactivateUserGroup, 'Try again', { nth: 1 }),
  ),
  fault(
    'user-groups.deactivated-included.newest-only',
    'A deactivation brings back the groups deactivated before',
    alter(deactivateUserGroup, 'effect', (_made, { org, group }) => {
      for (const one of org.groups.values()) if (one.deactivated) one.deactivated = one === group
    }),
    { breaches: 'user-groups.deactivated' },
  ),
  fault(
    'sequences.lapses.groups',
    'The first deactivation of a group does nothing',
    instead(deactivateUserGroup, 'effect', unchanged, { nth: 1 }),
    { breaches: 'sequences.user-groups' },
  ),
  of('deactivate-unknown.accepted', 'An unknown group is deactivated', drop(deactivateUserGroup, 'group-known')),
  ...overlookedUses,
  ofPrivateChannels,
  freedByOne,
  of(
    'in-use-stays-active.deactivated',
    'A group in use is refused and deactivated',
    uponRefusal(deactivateUserGroup, 'group-not-in-use', deactivate),
  ),
  of(
    'in-use-stays-active.subgroup',
    'A subgroup is refused and deactivated',
    uponRefusal(deactivateUserGroup, 'group-not-in-use', deactivate, { where: ({ uses }) => uses.some(isSubgroup) }),
  ),
  of(
    'in-use-stays-active.channel',
    'A group of a channel is refused and deactivated',
    uponRefusal(deactivateUserGroup, 'group-not-in-use', deactivate, {
      where: ({ uses }) => uses.some(isSetting('channel')),
    }),
    { since: 417 },
  ),
  of(
    'refused-stays-active.permission',
    'Whoever may not deactivate a group is refused, and it is deactivated',
    uponRefusal(deactivateUserGroup, 'caller-may-manage', deactivate),
  ),
  of(
    'refused-stays-active.by-guests',
    'A guest is refused to deactivate a group, and it is deactivated',
    uponRefusal(deactivateUserGroup, 'caller-may-manage', deactivate, { role: 'guest' }),
  ),
  of('system-group.deactivated', 'A system group is deactivated', drop(deactivateUserGroup, 'group-no-system-group')),
  of(
    'system-group.but-nobody',
    'A system group other than role:nobody is deactivated',
    drop(deactivateUserGroup, 'group-no-system-group', { where: ({ group }) => group?.name !== 'role:nobody' }),
  ),
  of(
    'system-group.refused-and-deactivated',
    'A system group is refused and deactivated',
    uponRefusal(deactivateUserGroup, 'group-no-system-group', deactivate),
  ),
  of(
    'deactivated-no-subgroup.accepted',
    'A deactivated group is a subgroup',
    drop(createUserGroup, 'subgroups-active'),
  ),
  of(
    'deactivated-no-subgroup.not-first',
    'A deactivated group is a subgroup beside an active one',
    drop(createUserGroup, 'subgroups-active', {
      where: ({ org, subgroups }) => !org.groups.get(subgroups[0] ?? -1)?.deactivated,
    }),
  ),
  ...objections,
  ...withoutReason,
]
