/** User groups: creating and listing them. */
import type { Call } from './call.ts'
import { deliver, everybody } from './deliver.ts'
import { membersOf, namedIn, settingRules, settingsIn } from './group-settings.ts'
import { operation } from './operation.ts'
import type { GroupSetting, Organization, User, UserGroup } from './organization.ts'
import { isGuest } from './roles.ts'

export const groupSettingNames = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const

export const createUserGroup = operation({
  id: 'createUserGroup',
  method: 'POST',
  path: '/user_groups/create',
  parameters: [
    { name: 'name', kind: 'string', required: true },
    { name: 'description', kind: 'string', required: true },
    { name: 'members', kind: 'integers', required: true },
    { name: 'subgroups', kind: 'integers' },
    ...groupSettingNames.map(name => ({ name, kind: 'group-setting' as const })),
  ],
  given: ({ params }: Call) => ({
    name: params.text('name'),
    members: params.integers('members'),
    subgroups: params.integers('subgroups'),
  }),
  rules: {
    'caller-no-guest': [({ caller }) => !isGuest(caller), 'Insufficient permission'],
    'name-allowed': [
      ({ name }) => name.trim() !== '' && !name.startsWith('role:'),
      { msg: 'Invalid group name', uncoded: true },
    ],
    'name-not-taken': [
      ({ org, name }) => ![...org.groups.values()].some(group => group.name === name),
      { msg: 'Group already exists', uncoded: true },
    ],
    'members-known': [({ org, members }) => members.every(id => org.activeUser(id)), 'Invalid user ID'],
    'subgroups-known': [({ org, subgroups }) => subgroups.every(id => org.groups.has(id)), 'Invalid user group ID'],
    'subgroups-active': [
      ({ org, subgroups }) => !subgroups.some(id => org.groups.get(id)?.deactivated),
      'Deactivated group',
    ],
  },
  each: { of: ({ params }: Call) => namedIn(params, groupSettingNames), rules: settingRules },
  steps: {
    kept: ({ name, params, members, subgroups }): NewGroup => ({
      name,
      description: params.text('description'),
      members,
      subgroups,
      settings: settingsIn(params, groupSettingNames),
    }),
  },
  effect(it, { kept }) {
    const group = addGroup(it.org, it.now, it.caller, kept(it))
    deliver(it.org, everybody(it.org), { type: 'user_group', op: 'add', group: shownGroup(it.org, group) })
    return group.id
  },
  reply: (_it, id) => ({ group_id: id }),
})

export const getUserGroups = operation({
  id: 'getUserGroups',
  method: 'GET',
  path: '/user_groups',
  access: 'no-guests-or-bots',
  parameters: [
    { name: 'include_deactivated_groups', kind: 'boolean', since: 294 },
    { name: 'allow_deactivated', kind: 'boolean', until: 293 },
  ],
  given: ({ params }: Call) => {
    const name = params.has('include_deactivated_groups') ? 'include_deactivated_groups' : 'allow_deactivated'
    return { asked: params.has(name), deactivatedToo: params.flag(name) }
  },
  steps: {
    listed: ({ org, deactivatedToo }): readonly UserGroup[] =>
      [...org.groups.values()].filter(group => deactivatedToo || !group.deactivated),
    shown: ({ org }, group: UserGroup): ShownGroup => shownGroup(org, group),
  },
  reply: (it, _made, { listed, shown }) => ({ user_groups: listed(it).map(group => shown(it, group)) }),
})

interface NewGroup {
  readonly name: string
  readonly description: string
  readonly members: readonly number[]
  readonly subgroups: readonly number[]
  readonly settings: ReadonlyMap<string, GroupSetting>
}

export function addGroup(org: Organization, now: number, creator: User, made: NewGroup): UserGroup {
  const group: UserGroup = {
    id: org.id('group'),
    name: made.name,
    description: made.description,
    createdAt: now,
    creatorId: creator.id,
    members: new Set(made.members),
    subgroups: new Set(made.subgroups),
    system: false,
    deactivated: false,
    settings: new Map([...defaultSettings(org, creator), ...made.settings]),
  }
  org.groups.set(group.id, group)
  org.touch()
  return group
}

/** The default settings of a group: only its creator adds members and manages it, and nobody joins or removes members. */
function defaultSettings(org: Organization, creator: User): [string, GroupSetting][] {
  const own: GroupSetting = { direct_members: [creator.id], direct_subgroups: [] }
  const nobody = org.group('role:nobody').id
  const everyone = org.group('role:everyone').id
  const defaults: GroupSetting[] = [own, nobody, everyone, own, everyone, nobody]
  return groupSettingNames.map((name, at) => [name, defaults[at] ?? nobody])
}

export type ShownGroup = Record<string, unknown>

const shownGroup = (org: Organization, group: UserGroup): ShownGroup => ({
  id: group.id,
  name: group.name,
  description: group.description,
  date_created: group.system ? null : group.createdAt,
  creator_id: group.system ? null : group.creatorId,
  members: membersOf(org, group),
  direct_subgroup_ids: [...group.subgroups],
  is_system_group: group.system,
  deactivated: group.deactivated,
  ...Object.fromEntries(group.settings),
})
