/** Group-setting values: checked when sent, shown in replies, and who they cover. */

import type { Rule } from '../operations/stage.ts'
import { type Call, type Reply, refuse } from './call.ts'
import type { Refusal } from './operation.ts'
import type { GroupSetting, Organization, User, UserGroup } from './organization.ts'
import type { Params } from './params.ts'

/** A group or a user that a group-setting value names. */
export interface Named {
  readonly setting: string
  readonly value: GroupSetting
  readonly kind: 'group' | 'user'
  readonly id: number
  /** Whether it stands first among its like, in the value. */
  readonly first: boolean
}

export function settingsIn(params: Params, names: readonly string[]): Map<string, GroupSetting> {
  return new Map(names.filter(name => params.has(name)).map(name => [name, params.raw(name) as GroupSetting]))
}

export function namedIn(params: Params, names: readonly string[]): Named[] {
  return [...settingsIn(params, names)].flatMap(([setting, value]) => {
    const groups = typeof value === 'number' ? [value] : value.direct_subgroups
    const users = typeof value === 'number' ? [] : value.direct_members
    return [
      ...groups.map((id, at) => ({ setting, value, kind: 'group', id, first: at === 0 }) as const),
      ...users.map((id, at) => ({ setting, value, kind: 'user', id, first: at === 0 }) as const),
    ]
  })
}

type Judged = Call & { readonly item: Named }

const groupOf = ({ org, item }: Judged): UserGroup | undefined =>
  item.kind === 'group' ? org.groups.get(item.id) : undefined

/** What holds of every group and user that the settings of a new group or channel name. */
export const settingRules = {
  'setting-group-known': [it => it.item.kind !== 'group' || groupOf(it) !== undefined, 'Invalid user group ID'],
  'setting-group-active': [it => !groupOf(it)?.deactivated, 'Invalid user group ID'],
  'setting-group-not-barred': [
    it => !barredGroups[it.item.setting]?.includes(groupOf(it)?.name ?? ''),
    'Invalid user group ID',
  ],
  'setting-user-known': [
    ({ org, item }) => item.kind !== 'user' || org.activeUser(item.id) !== undefined,
    'Invalid user ID',
  ],
} satisfies Record<string, Rule<Judged, Refusal>>

/** Reads the named settings of a call; a refusal where one names somebody or something that cannot be used. */
export function readSettings(call: Call, names: readonly string[]): Map<string, GroupSetting> | Reply {
  const settings = new Map<string, GroupSetting>()
  for (const name of names) {
    const value = call.params.raw(name) as GroupSetting | undefined
    if (value === undefined) continue
    const groupIds = typeof value === 'number' ? [value] : value.direct_subgroups
    if (groupIds.some((id, at) => !usable(call, id, { name, ...placeOf(value, at) })))
      return refuse(call, 'setting-group', 'Invalid user group ID')
    const userIds = typeof value === 'number' ? [] : value.direct_members
    if (userIds.some(id => !call.org.activeUser(id)) && call.keeps('settings.known-users', { name })) {
      return refuse(call, 'setting-user', 'Invalid user ID')
    }
    settings.set(name, keptSetting(call, value))
  }
  return settings
}

/** Where a group stands in a value: as its id or inside an object, alone there or beside others, and in which place. */
interface Place {
  readonly name: string
  readonly wrapped: boolean
  readonly alone: boolean
  readonly first: boolean
}

function placeOf(value: GroupSetting, at: number): Omit<Place, 'name'> {
  if (typeof value === 'number') return { wrapped: false, alone: true, first: true }
  const alone = value.direct_members.length === 0 && value.direct_subgroups.length === 1
  return { wrapped: true, alone, first: at === 0 }
}

function usable(call: Call, id: number, place: Place): boolean {
  const { name, wrapped, alone, first } = place
  const group = call.org.groups.get(id)
  if (!group) return !call.keeps('settings.known-groups', { name, wrapped })
  if (group.deactivated && call.keeps('settings.active-groups', { name, wrapped, first })) return false
  if (!alone && call.uses('messaging.user-groups.barred-ones-inside-objects')) return true
  const barred = barredGroups[name]?.includes(group.name) ?? false
  return !(group.system && barred && call.keeps('settings.barred-system-groups', { name, group: group.name, wrapped }))
}

/** A value as it is kept: a careless server keeps the first of several people or groups. */
function keptSetting(call: Call, value: GroupSetting): GroupSetting {
  if (typeof value === 'number') return value
  const most = (ids: number[], rule: string) => (ids.length > 2 && !call.keeps(rule) ? ids.slice(0, 2) : ids)
  return {
    direct_members: most(value.direct_members, 'settings.third-member-kept'),
    direct_subgroups: most(value.direct_subgroups, 'settings.third-group-kept'),
  }
}

const barredGroups: Readonly<Record<string, readonly string[]>> = {
  can_manage_group: ['role:internet', 'role:everyone'],
  can_mention_group: ['role:internet', 'role:owners'],
}

/** The form in which a value is shown; both are legal. */
export function shownSetting(call: Call, value: GroupSetting): GroupSetting {
  if (call.uses('messaging.settings.always-objects')) {
    return typeof value === 'number' ? { direct_members: [], direct_subgroups: [value] } : value
  }
  if (!call.uses('messaging.settings.ids-where-possible') || typeof value === 'number') return value
  const [only] = value.direct_subgroups
  return value.direct_members.length === 0 && value.direct_subgroups.length === 1 && only !== undefined ? only : value
}

export function covers(org: Organization, value: GroupSetting, user: User): boolean {
  if (typeof value !== 'number') {
    return value.direct_members.includes(user.id) || value.direct_subgroups.some(id => covers(org, id, user))
  }
  const group = org.groups.get(value)
  if (!group || group.deactivated) return false
  return membersOf(org, group).includes(user.id) || [...group.subgroups].some(id => covers(org, id, user))
}

export function membersOf(org: Organization, group: UserGroup): number[] {
  const ids = group.system
    ? [...org.users.values()].filter(user => user.role === group.role).map(user => user.id)
    : [...group.members]
  return ids.filter(id => org.users.get(id)?.active)
}
