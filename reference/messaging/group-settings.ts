/** Group-setting values: the groups and users they name, the rules for these, and which users are covered. */

import type { Rule } from '../operations/stage.ts'
import type { Call } from './call.ts'
import type { Refusal } from './operation.ts'
import type { GroupSetting, Organization, User, UserGroup } from './organization.ts'
import type { Params } from './params.ts'

/** A group or a user that a group-setting value names. */
export interface Named {
  readonly setting: string
  readonly value: GroupSetting
  readonly kind: 'group' | 'user'
  readonly id: number
  /** Whether it is the first of its kind in the value. */
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

/** The rules for every group and user that the settings of a new group or channel name. */
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

const barredGroups: Readonly<Record<string, readonly string[]>> = {
  can_manage_group: ['role:internet', 'role:everyone'],
  can_mention_group: ['role:internet', 'role:owners'],
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
