/** Faults of listing user groups. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, refuseAlso } from '../../operations/change.ts'
import type { When } from '../../operations/condition.ts'
import type { Seen } from '../../operations/stage.ts'
import { entrance } from '../entrance.ts'
import type { Organization, UserGroup } from '../organization.ts'
import { roles } from '../roles.ts'
import { getUserGroups, type ShownGroup } from '../user-groups.ts'
import { altered, fault, type More } from './fault.ts'

type It = Seen<typeof getUserGroups>
const administrators = ['admin', 'owner'] as const

const of = (id: string, describes: string, change: Parameters<typeof fault>[2], more: More = {}): Fault =>
  fault(`user-groups.${id}`, describes, change, more)

const listed = (which: (groups: readonly UserGroup[], it: It) => readonly UserGroup[], when: When<It, []> = {}) =>
  alter(getUserGroups, 'listed', which, when)

/** Lists deactivated groups although the request does not ask for them. */
const allListed = (when: When<It, []> = {}) =>
  listed((_groups, { org }) => [...org.groups.values()], {
    ...when,
    where: it => !it.deactivatedToo && (when.where?.(it) ?? true),
  })

const shown = (
  change: (group: UserGroup, org: Organization) => ShownGroup,
  where: (group: UserGroup) => boolean = () => true,
) =>
  alter(getUserGroups, 'shown', (was, { org }, group) => ({ ...was, ...change(group, org) }), {
    where: (_it, group) => where(group),
  })

const isOwn = ({ system }: UserGroup): boolean => !system

/** Changes the other groups in lists that include deactivated ones. */
const shownAmongAll = (change: (group: UserGroup) => ShownGroup) =>
  alter(getUserGroups, 'shown', (was, _it, group) => ({ ...was, ...change(group) }), {
    where: ({ deactivatedToo }, group) => deactivatedToo && isOwn(group),
  })

/** All subgroups of a group, at any depth. */
function allBelow(org: Organization, group: UserGroup): number[] {
  const below = [...group.subgroups].map(id => org.groups.get(id)).filter(one => one !== undefined)
  return [...new Set(below.flatMap(one => [one.id, ...allBelow(org, one)]))]
}

const lists: readonly Fault[] = [
  of(
    'created-listed.missing',
    'A created group is not listed',
    listed(groups => groups.filter(one => one.system)),
  ),
  of(
    'created-listed.to-members',
    'Members are not shown groups',
    listed(groups => groups.filter(one => one.system), { role: 'member' }),
  ),
  of(
    'created-listed.newest',
    'The newest group is not listed',
    listed(groups => groups.slice(0, -1)),
  ),
  of(
    'created-listed.only-deactivated',
    'Asked for deactivated groups too, it lists them alone',
    listed(groups => groups.filter(one => one.deactivated), { where: it => it.deactivatedToo }),
    { since: 294 },
  ),
  of(
    'active-beside-deactivated.not',
    'Asked for deactivated groups too, it lists no system groups',
    listed(groups => groups.filter(one => !one.system), { where: it => it.deactivatedToo }),
  ),
  of(
    'list-ids-distinct.newest-twice',
    'The newest group is listed twice',
    listed(groups => [...groups, ...groups.slice(-1)]),
  ),
  of('deactivated-hidden.listed', 'Deactivated groups are always listed', allListed({ where: ({ asked }) => !asked })),
  of(
    'deactivated-hidden.to-members',
    'Members are shown deactivated groups',
    allListed({ role: 'member', where: ({ asked }) => !asked }),
  ),
  of(
    'deactivated-hidden-false.listed',
    'With false, deactivated groups are listed',
    allListed({ where: ({ asked }) => asked }),
  ),
  of(
    'lists-active-only.every-third-list',
    'Administrators are shown deactivated groups',
    allListed({ role: administrators }),
  ),
  of('lists-active-only.to-members', 'Members are shown deactivated groups', allListed({ role: 'member' })),
  of(
    'lists-active-only.false-is-true',
    'Whatever include_deactivated_groups says, they are shown',
    allListed({ where: ({ asked }) => asked }),
    { since: 294 },
  ),
  of(
    'deactivated-included.missing',
    'Deactivated groups are never listed',
    listed(groups => groups.filter(one => !one.deactivated)),
  ),
  of(
    'old-name-works.ignored',
    'The old name does not work',
    listed(groups => groups.filter(one => !one.deactivated)),
  ),
]

const records: readonly Fault[] = [
  of(
    'created-listed.deactivated',
    'A created group is deactivated',
    shown(() => ({ deactivated: true }), isOwn),
  ),
  of(
    'created-listed.system',
    'Ordinary groups are marked as system groups',
    shown(({ system }) => ({ is_system_group: !system })),
  ),
  of(
    'system-flag.never',
    'No group is marked as a system group',
    shown(() => ({ is_system_group: false })),
  ),
  of(
    'system-flag.owners',
    'The group of owners is not marked as a system group',
    shown(
      () => ({ is_system_group: false }),
      ({ name }) => name === 'role:owners',
    ),
  ),
  of(
    'settings-kept.users-alone',
    'Users are not shown of a setting that has no groups',
    shown(({ settings }) =>
      Object.fromEntries(
        [...settings].map(([name, value]) => [
          name,
          typeof value === 'number' || value.direct_subgroups.length > 0 ? value : { ...value, direct_members: [] },
        ]),
      ),
    ),
  ),
  of(
    'deactivated-included.unmarked',
    'Deactivated groups are listed as active',
    shown(() => ({ deactivated: false })),
  ),
  of(
    'members-active-only.deactivated',
    'Deactivated members are listed',
    shown(({ members }) => ({ members: [...members] })),
  ),
  of(
    'members-active-only.system-groups',
    'Deactivated users are listed in the system groups of their role',
    shown(
      ({ role }, org) => ({ members: [...org.users.values()].filter(user => user.role === role).map(({ id }) => id) }),
      ({ system }) => system,
    ),
  ),
  of(
    'subgroups-kept.indirect',
    'Subgroups of subgroups are listed as direct ones',
    shown((group, org) => ({ direct_subgroup_ids: allBelow(org, group) })),
  ),
  of(
    'date-created-seconds.to-members',
    'Members are shown date_created in milliseconds',
    alter(getUserGroups, 'shown', (was, _it, { createdAt }) => ({ ...was, date_created: (createdAt ?? 0) * 1000 }), {
      role: 'member',
      where: (_it, group) => isOwn(group),
    }),
  ),
  ...(
    [
      ['description-kept', 'description', ''],
      ['members-kept', 'members', []],
    ] as const
  ).map(([requirement, field, value]) =>
    of(
      `${requirement}.to-moderators`,
      `Moderators are shown no ${field}`,
      alter(getUserGroups, 'shown', was => ({ ...was, [field]: value }), {
        role: 'moderator',
        where: (_it, group) => isOwn(group),
      }),
    ),
  ),
  of(
    'members-active-only.creators',
    'Who made a group is listed in it after leaving',
    shown(({ members, creatorId }, org) => ({
      members: [...members].filter(id => org.activeUser(id) || id === creatorId),
    })),
  ),
  of(
    'members-active-only.owners',
    'Owners are listed after leaving',
    shown(({ members }, org) => ({
      members: [...members].filter(id => org.activeUser(id) || org.users.get(id)?.role === roles.owner),
    })),
  ),
  of(
    'date-created-seconds.milliseconds',
    'date_created is in milliseconds',
    shown(({ createdAt }) => ({ date_created: (createdAt ?? 0) * 1000 }), isOwn),
  ),
  of(
    'date-created-seconds.among-all',
    'Lists with the deactivated groups have date_created in milliseconds',
    shownAmongAll(({ createdAt }) => ({ date_created: (createdAt ?? 0) * 1000 })),
  ),
  of(
    'subgroups-kept.among-all',
    'Lists with the deactivated groups show no subgroups',
    shownAmongAll(() => ({ direct_subgroup_ids: [] })),
  ),
  of(
    'settings-kept.among-all',
    'Lists with the deactivated groups show settings as the group itself',
    shownAmongAll(({ id, settings }) => Object.fromEntries([...settings.keys()].map(name => [name, id]))),
  ),
  of(
    'description-kept.among-all',
    'Lists with the deactivated groups show no descriptions',
    shownAmongAll(() => ({ description: '' })),
  ),
  of(
    'creator-recorded.among-all',
    'Lists with the deactivated groups name another creator',
    shownAmongAll(({ creatorId }) => ({ creator_id: (creatorId ?? 0) + 1 })),
  ),
  of(
    'creator-recorded.other',
    'creator_id is somebody else',
    shown(({ creatorId }) => ({ creator_id: (creatorId ?? 0) + 1 }), isOwn),
  ),
  of(
    'creator-recorded.first-administrator',
    'The first administrator is named as creator of every group',
    shown(
      (_group, org) => ({ creator_id: [...org.users.values()].find(user => user.role === roles.admin)?.id }),
      isOwn,
    ),
  ),
]

const served: readonly Fault[] = [
  ...(
    [
      ['guest', 'not-for-guests'],
      ['bot', 'not-for-bots'],
    ] as const
  ).flatMap(([role, rule]) => [
    of(
      `${role}-refused.served`,
      `${role === 'guest' ? 'Guests' : 'Bots'} list the groups`,
      drop(entrance, rule, { role, where: ({ operation }) => operation === 'getUserGroups' }),
    ),
    altered(
      `user-groups.${role}-refused.no-envelope`,
      `A ${role} who asks for the groups is refused without an envelope`,
      ['getUserGroups', 'error', ''],
      { set: { detail: 'Not for you' } },
      { facts: { role } },
    ),
  ]),
  fault(
    'user-groups.member-served.refused-to-members',
    'getUserGroups is refused to members',
    refuseAlso(getUserGroups, 'Not today', { role: 'member' }),
    { breaches: ['user-groups.member-served', 'properties.accepts-group-lists'] },
  ),
  of(
    'admin-served.refused-to-administrators',
    'getUserGroups is refused to administrators',
    refuseAlso(getUserGroups, 'Not today', { role: administrators }),
  ),
  ...(['member', 'admin'] as const).map(role =>
    of(
      `${role}-served.every-second`,
      `A list of groups is refused to a ${role} who does not say which ones to list`,
      refuseAlso(getUserGroups, 'Which ones?', {
        role: role === 'admin' ? administrators : role,
        where: ({ asked }) => !asked,
      }),
    ),
  ),
]

const fields: readonly Fault[] = [
  altered(
    'user-groups.field-members.last-one',
    'The last user group has no members',
    ['getUserGroups', 'success', 'user_groups/#last/members'],
    { drop: true },
  ),
  altered(
    'user-groups.field-deactivated.third-call',
    'Lists of user groups for members tell deactivated as text',
    ['getUserGroups', 'success', 'user_groups/*/deactivated'],
    { as: 'string' },
    { facts: { role: 'member' } },
  ),
  altered(
    'user-groups.field-name.to-administrators',
    'User groups have no names in lists for administrators',
    ['getUserGroups', 'success', 'user_groups/*/name'],
    { drop: true },
    { facts: { role: administrators } },
  ),
]

export const groupListFaults: readonly Fault[] = [...lists, ...records, ...served, ...fields]
