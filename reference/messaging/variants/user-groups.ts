/** Legal variations of user groups and of settings that name them. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, refuseAlso, refuseOtherwise } from '../../operations/change.ts'
import { deactivateUserGroup, usesOf } from '../deactivate-user-group.ts'
import { covers } from '../group-settings.ts'
import type { GroupSetting, Organization, User, UserGroup } from '../organization.ts'
import { isGuest } from '../roles.ts'
import { createUserGroup, getUserGroups, groupSettingNames } from '../user-groups.ts'
import { variant } from './variant.ts'

/** Returns settings in another form. */
const shownAs = (form: (value: GroupSetting) => GroupSetting) =>
  alter(getUserGroups, 'shown', (shown, _it, { settings }) => ({
    ...shown,
    ...Object.fromEntries([...settings].map(([name, value]) => [name, form(value)])),
  }))

const asObject = (value: GroupSetting): GroupSetting =>
  typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value

function asId(value: GroupSetting): GroupSetting {
  if (typeof value === 'number') return value
  const [only, ...others] = value.direct_subgroups
  return value.direct_members.length === 0 && others.length === 0 ? (only ?? value) : value
}

const isAlone = (value: GroupSetting): boolean => typeof asId(value) === 'number'

/** The caller neither created the group nor is covered by its setting. */
const mayNotManage = ({ org, caller, group }: { org: Organization; caller: User; group?: UserGroup | undefined }) => {
  const managers = group?.settings.get('can_manage_group')
  return group?.creatorId !== caller.id && !(managers !== undefined && covers(org, managers, caller))
}

export const userGroupVariants: readonly Variant[] = [
  variant(
    'user-groups.system-hidden',
    'principle 1: which groups are listed is not shown',
    'System groups are not listed',
    alter(getUserGroups, 'listed', groups => groups.filter(one => !one.system)),
    { leaves: 'untried' },
  ),
  variant(
    'user-groups.small-letters',
    'principle 1: in which case a name is kept is not written',
    'Names of groups are kept in small letters',
    alter(createUserGroup, 'kept', made => ({ ...made, name: made.name.toLowerCase() })),
  ),
  variant(
    'user-groups.managers-only',
    'principle 1: whether owners and administrators may manage the groups of others is not written',
    'Nobody deactivates the group of somebody else but whom its setting names',
    [
      ...refuseOtherwise(deactivateUserGroup, 'group-not-in-use', 'Insufficient permission', { where: mayNotManage }),
      refuseAlso(deactivateUserGroup, 'Insufficient permission', { where: mayNotManage }),
    ],
  ),
  variant(
    'user-groups.renamed-when-deactivated',
    'principle 1: what deactivating does to the name is not written',
    'A deactivated group is listed under another name',
    alter(getUserGroups, 'shown', (shown, _it, group) =>
      group.deactivated ? { ...shown, name: `(deactivated) ${group.name}` } : shown,
    ),
  ),
  variant(
    'user-groups.newest-first',
    'principle 2: any order of arrays',
    'The newest group stands first',
    alter(getUserGroups, 'listed', groups => groups.toReversed()),
  ),
  variant(
    'user-groups.creation-not-recorded',
    'principle 1: null where not recorded',
    'Nobody knows who created a group, or when',
    alter(getUserGroups, 'shown', shown => ({ ...shown, date_created: null, creator_id: null })),
  ),
  variant(
    'settings.always-objects',
    'user-groups.setting-form-answered',
    'Settings are always shown as objects',
    shownAs(asObject),
  ),
  variant(
    'settings.ids-where-possible',
    'principle 2: both forms are legal in replies',
    'Settings are shown as ids where possible',
    shownAs(asId),
    {
      excludes: ['messaging.settings.always-objects'],
    },
  ),
  variant(
    'user-groups.twice-refused',
    'user-groups.deactivated-twice',
    'A deactivated group is not deactivated again',
    refuseAlso(deactivateUserGroup, 'Already deactivated', { where: ({ group }) => group?.deactivated === true }),
  ),
  variant(
    'user-groups.used-by-deactivated',
    'user-groups.used-by-deactivated',
    'A group used by a deactivated one is in use',
    alter(deactivateUserGroup, 'given', (given, { org }) => ({
      ...given,
      uses: given.group ? usesOf(org, given.group, true) : [],
    })),
  ),
  variant(
    'user-groups.members-deactivate',
    'credentials.permissions',
    'Members may deactivate every group',
    drop(deactivateUserGroup, 'caller-may-manage', { where: ({ caller }) => !isGuest(caller) }),
  ),
  variant(
    'user-groups.creator-joins',
    'user-groups.creator-joins',
    'The creator of a group joins it',
    alter(createUserGroup, 'kept', (made, { caller }) => ({ ...made, members: [...made.members, caller.id] })),
  ),
  variant(
    'user-groups.members-of-subgroups',
    'user-groups.subgroup-members',
    'The members of subgroups are shown as members',
    alter(getUserGroups, 'shown', (shown, { org }, { subgroups }) => {
      const inside = [...subgroups].flatMap(id => [...(org.groups.get(id)?.members ?? [])])
      const all = [...(shown['members'] as number[]), ...inside.filter(id => org.activeUser(id))]
      return { ...shown, members: [...new Set(all)] }
    }),
  ),
  variant(
    'user-groups.barred-ones-inside-objects',
    'user-groups.forbidden-inside-object',
    'Barred system groups may stand beside others inside an object',
    drop(createUserGroup, 'setting-group-not-barred', { where: ({ item }) => !isAlone(item.value) }),
  ),
  variant(
    'user-groups.somebody-joins',
    'user-groups.no-members',
    'A group needs a member',
    refuseAlso(createUserGroup, 'A group needs a member', { where: ({ members }) => members.length === 0 }),
  ),
  variant(
    'user-groups.never-empty',
    'principle 1: an empty list of members is not written',
    'A group needs a member',
    refuseAlso(createUserGroup, 'A group has members', { where: ({ members }) => members.length === 0 }),
  ),
  variant(
    'user-groups.described-shortly',
    'principle 1: lengths exist that are not written',
    'The description of a group has at most 100 characters',
    refuseAlso(createUserGroup, 'Too long', { where: ({ params }) => params.text('description').length > 100 }),
  ),
  variant(
    'user-groups.texts-shortened',
    'principle 8: over a length either happens',
    'Names of groups are cut at 40 letters, descriptions at 100',
    alter(createUserGroup, 'kept', made => ({
      ...made,
      name: [...made.name].slice(0, 40).join(''),
      description: [...made.description].slice(0, 100).join(''),
    })),
  ),
  variant(
    'user-groups.without-guests',
    'principle 1: who may be a member is not written',
    'Guests are no members of groups',
    refuseAlso(createUserGroup, 'Guests cannot join', {
      where: ({ org, members }) => members.flatMap(id => org.users.get(id) ?? []).some(isGuest),
    }),
  ),
  variant(
    'user-groups.other-defaults',
    'user-groups.setting-defaults',
    'New groups are open to all members',
    alter(createUserGroup, 'kept', (made, { org }) => ({
      ...made,
      settings: new Map([
        ...groupSettingNames.map(name => [name, org.group('role:members').id] as const),
        ...made.settings,
      ]),
    })),
  ),
]
