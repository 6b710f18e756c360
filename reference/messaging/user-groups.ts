/** User groups: creating and listing them. */
import { type Call, type Reply, refuse, scriptOf, shuffled, succeed } from './call.ts'
import { deactivateUserGroup, reactivateUserGroup } from './deactivate-user-group.ts'
import { deliver, everybody } from './deliver.ts'
import { membersOf, readSettings, shownSetting } from './group-settings.ts'
import type { GroupSetting, Organization, User, UserGroup } from './organization.ts'
import { isGuest, roles } from './roles.ts'
import { pathId, type Route } from './route.ts'

export const groupSettingNames = [
  'can_add_members_group',
  'can_join_group',
  'can_leave_group',
  'can_manage_group',
  'can_mention_group',
  'can_remove_members_group',
] as const

export const userGroupRoutes: readonly Route[] = [
  {
    operation: 'createUserGroup',
    method: 'POST',
    path: '/user_groups/create',
    parameters: [
      { name: 'name', kind: 'string', required: true },
      { name: 'description', kind: 'string', required: true },
      { name: 'members', kind: 'integers', required: true },
      { name: 'subgroups', kind: 'integers' },
      ...groupSettingNames.map(name => ({ name, kind: 'group-setting' as const })),
    ],
    handle: createUserGroup,
  },
  {
    operation: 'getUserGroups',
    method: 'GET',
    path: '/user_groups',
    access: 'no-guests-or-bots',
    parameters: [
      { name: 'include_deactivated_groups', kind: 'boolean', since: 294 },
      { name: 'allow_deactivated', kind: 'boolean', until: 293 },
    ],
    handle: getUserGroups,
  },
  {
    operation: 'deactivateUserGroup',
    method: 'POST',
    path: '/user_groups/{user_group_id}/deactivate',
    parameters: [pathId('user_group_id')],
    handle: deactivateUserGroup,
  },
  {
    operation: 'updateUserGroup',
    method: 'PATCH',
    path: '/user_groups/{user_group_id}',
    beyond: true,
    access: 'administrators',
    parameters: [pathId('user_group_id'), { name: 'deactivated', kind: 'boolean' }],
    handle: reactivateUserGroup,
  },
]

function createUserGroup(call: Call): Reply {
  const { org, caller, params } = call
  const name = params.text('name')
  if (isGuest(caller)) return refuse(call, 'guest', 'Insufficient permission')
  if (name.trim() === '' || name.startsWith('role:')) return refuse(call, 'name', 'Invalid group name')
  const taken = [...org.groups.values()].some(group => group.name === name)
  if (taken && !call.uses('messaging.parameters.names-may-repeat')) return refuse(call, 'name', 'Group already exists')
  const members = params.integers('members')
  if (members.length === 0 && call.uses('messaging.user-groups.somebody-joins'))
    return refuse(call, 'members', 'A group needs a member')
  const unknown = members.filter(id => !org.activeUser(id))
  const third = members.slice(2).some(id => unknown.includes(id))
  if (unknown.length > 0 && call.keeps('groups.known-members', { alone: unknown.length === members.length, third })) {
    if (!call.keeps('groups.refused-creates-nothing'))
      addGroup(org, call.now, caller, { ...nothingElse, name, members: [] })
    return refuse(call, 'user', 'Invalid user ID')
  }
  const subgroups = params.integers('subgroups')
  const alone = subgroups.length === 1
  if (subgroups.some(id => !org.groups.has(id)) && call.keeps('groups.known-subgroups', { alone })) {
    return refuse(call, 'subgroup', 'Invalid user group ID')
  }
  const gone = subgroups.findIndex(id => org.groups.get(id)?.deactivated)
  if (gone >= 0 && call.keeps('groups.active-subgroups', { first: gone === 0 })) {
    return refuse(call, 'subgroup', 'Deactivated group')
  }
  const foreign = subgroups.some(id => org.groups.get(id)?.creatorId !== caller.id)
  if (foreign && !call.keeps('groups.any-subgroup')) return refuse(call, 'subgroup', 'Insufficient permission')
  const settings = readSettings(call, groupSettingNames)
  if (!(settings instanceof Map)) return settings
  const made = {
    name: keptName(call, name),
    description: keptDescription(call, params.text('description')),
    members: (call.keeps('groups.members-kept') ? [...members] : members.slice(0, -1)).filter(
      (_id, at) => at < 2 || call.keeps('groups.third-member-kept'),
    ),
    subgroups: subgroups.filter((_id, at) => call.keeps('groups.subgroups-kept', { first: at === 0, third: at > 1 })),
    settings: new Map(
      [...settings].filter(([setting, value]) => call.keeps('groups.settings-kept', { setting, form: typeof value })),
    ),
  }
  if (call.uses('messaging.user-groups.creator-joins') && !made.members.includes(caller.id))
    made.members.push(caller.id)
  const newest = [...org.groups.keys()].at(-1)
  const group = addGroup(org, call.now, caller, made, call.uses('messaging.user-groups.other-defaults'))
  if (unknown.length > 0 || !call.keeps('groups.created')) org.groups.delete(group.id)
  deliver(org, everybody(org), { type: 'user_group', op: 'add', group: shownGroup(call, group) })
  if (newest !== undefined && !call.keeps('groups.distinct-ids')) return succeed({ group_id: newest })
  return succeed({ group_id: call.keeps('groups.own-id') ? group.id : group.id + 1_000_003 })
}

const nothingElse = { description: '', subgroups: [], settings: new Map() }

function keptName(call: Call, name: string): string {
  if (!call.keeps('groups.name-kept', { script: scriptOf(name) })) return ascii(name)
  return call.keeps('groups.name-case-kept') ? name : name.toLowerCase()
}

function keptDescription(call: Call, text: string): string {
  if (!call.keeps('groups.description-kept', { script: scriptOf(text) })) return ''
  return call.keeps('groups.description-decoded-once') ? text : decodedAgain(text)
}

function decodedAgain(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '))
  } catch {
    return text
  }
}

const ascii = (text: string) => text.replace(/[^\x20-\x7e]/g, '?')

interface NewGroup {
  readonly name: string
  readonly description: string
  readonly members: readonly number[]
  readonly subgroups: readonly number[]
  readonly settings: ReadonlyMap<string, GroupSetting>
}

export function addGroup(org: Organization, now: number, creator: User, made: NewGroup, open = false): UserGroup {
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
    settings: new Map([...defaultSettings(org, creator, open), ...made.settings]),
  }
  org.groups.set(group.id, group)
  org.touch()
  return group
}

/** Closed but to the creator, or open to all members. */
function defaultSettings(org: Organization, creator: User, open: boolean): [string, GroupSetting][] {
  if (open) return groupSettingNames.map(name => [name, org.group('role:members').id])
  const own: GroupSetting = { direct_members: [creator.id], direct_subgroups: [] }
  const nobody = org.group('role:nobody').id
  const everyone = org.group('role:everyone').id
  const defaults: GroupSetting[] = [own, nobody, everyone, own, everyone, nobody]
  return groupSettingNames.map((name, at) => [name, defaults[at] ?? nobody])
}

function getUserGroups(call: Call): Reply {
  const { org, params } = call
  const name = params.has('include_deactivated_groups') ? 'include_deactivated_groups' : 'allow_deactivated'
  const careless = !params.flag(name) && !call.keeps('groups.deactivated-hidden', { sent: params.has(name) })
  const all = (params.flag(name) && call.keeps('groups.deactivated-listed')) || careless
  const listed = [...org.groups.values()].filter(group => (all || !group.deactivated) && isListed(call, group))
  if (!call.keeps('groups.newest-listed')) listed.pop()
  const only = params.flag(name) && !call.keeps('groups.active-beside-deactivated')
  if (only) listed.splice(0, listed.length, ...listed.filter(group => group.deactivated))
  if (!call.keeps('groups.listed-once')) listed.push(...listed.slice(-1))
  if (call.uses('messaging.user-groups.newest-first')) listed.reverse()
  if (call.uses('messaging.user-groups.system-hidden'))
    listed.splice(0, listed.length, ...listed.filter(one => !one.system))
  return succeed({ user_groups: shuffled(call, listed).map(group => shownGroup(call, group)) })
}

function shownGroup(call: Call, group: UserGroup): Record<string, unknown> {
  const { org } = call
  const unrecorded = group.system || call.uses('messaging.user-groups.creation-not-recorded')
  const shown: Record<string, unknown> = {
    id: group.id,
    name: group.name,
    description: group.description,
    date_created: unrecorded ? null : createdAt(call, group),
    creator_id: unrecorded ? null : creatorOf(call, group),
    members: call.keeps('groups.active-members-only') ? membersOf(org, group) : [...group.members],
    direct_subgroup_ids: call.keeps('groups.direct-subgroups-only') ? [...group.subgroups] : allBelow(org, group),
    is_system_group: call.keeps('groups.system-marked') ? group.system : !group.system,
    deactivated: isShownDeactivated(call, group),
  }
  for (const [name, value] of group.settings) shown[name] = shownSetting(call, value)
  return shown
}

/** The groups below a group, at any depth. */
function allBelow(org: Organization, group: UserGroup): number[] {
  const below = [...group.subgroups].map(id => org.groups.get(id)).filter(one => one !== undefined)
  return [...new Set(below.flatMap(one => [one.id, ...allBelow(org, one)]))]
}

const isListed = (call: Call, group: UserGroup) => group.system || call.keeps('groups.listed')

function isShownDeactivated(call: Call, group: UserGroup): boolean {
  if (group.deactivated) return call.keeps('groups.deactivated-marked')
  return !group.system && !call.keeps('groups.active-marked')
}

function createdAt(call: Call, { createdAt: seconds }: UserGroup): number | null {
  return seconds === null || call.keeps('groups.created-in-seconds') ? seconds : seconds * 1000
}

function creatorOf(call: Call, { creatorId }: UserGroup): number | null {
  if (creatorId !== null && !call.keeps('groups.every-creator'))
    return [...call.org.users.values()].find(user => user.role === roles.admin)?.id ?? creatorId
  return creatorId === null || call.keeps('groups.right-creator') ? creatorId : creatorId + 1
}
