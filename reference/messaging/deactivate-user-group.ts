/** Deactivating a user group, which a group in use resists. */
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { deliver, everybody } from './deliver.ts'
import { covers } from './group-settings.ts'
import type { GroupSetting, UserGroup } from './organization.ts'
import { isAdministrator, isGuest } from './roles.ts'

interface Objection {
  /** As a subgroup, or as a setting in one of its two forms. */
  readonly use: string
  readonly type: string
  readonly settings: string[]
  readonly [where: string]: unknown
}

export function deactivateUserGroup(call: Call): Reply {
  const { org, params } = call
  const group = org.groups.get(params.integer('user_group_id') ?? -1)
  if (!group) return call.keeps('groups.known-group') ? refuse(call, 'group', 'Invalid user group') : succeed()
  if (group.system && call.keeps('groups.system-unchangeable')) {
    if (!call.keeps('groups.system-stays')) group.deactivated = true
    return refuse(call, 'system-group', 'Insufficient permission')
  }
  if (!mayManage(call, group)) {
    if (!call.keeps('groups.permission-stays')) group.deactivated = true
    return refuse(call, 'permission', 'Insufficient permission')
  }
  if (group.deactivated && call.uses('messaging.user-groups.twice-refused'))
    return refuse(call, 'again', 'Already deactivated')
  const objections = objectionsTo(call, group)
  const [first] = objections
  if (first) {
    const facts = { use: first.use, type: first.type }
    if (!call.keeps('groups.in-use-stays-active', facts)) group.deactivated = true
    const extra = { objections: objections.map(({ use, ...shown }) => shown) }
    return refuse(call, 'in-use', 'Cannot deactivate user group in use.', 'CANNOT_DEACTIVATE_GROUP_IN_USE', extra)
  }
  org.touch()
  if (call.keeps('groups.deactivated')) group.deactivated = true
  if (!call.keeps('groups.one-at-a-time'))
    for (const one of org.groups.values()) if (one.deactivated) one.deactivated = one === group
  deliver(org, everybody(org), { type: 'user_group', op: 'update', group_id: group.id, data: { deactivated: true } })
  return succeed()
}

export function reactivateUserGroup(call: Call): Reply {
  const group = call.org.groups.get(call.params.integer('user_group_id') ?? -1)
  if (!group || group.system) return refuse(call, 'group', 'Invalid user group')
  group.deactivated = call.params.flag('deactivated', group.deactivated)
  call.org.touch()
  return succeed()
}

function mayManage(call: Call, group: UserGroup): boolean {
  const { org, caller } = call
  if (isAdministrator(caller) || group.creatorId === caller.id) return true
  if (call.uses('messaging.user-groups.members-deactivate') && !isGuest(caller)) return true
  const managers = group.settings.get('can_manage_group')
  return managers !== undefined && covers(org, managers, caller)
}

/** Where the group is in use: in an active group, or in a setting of a channel or an active group. */
function objectionsTo(call: Call, group: UserGroup): Objection[] {
  const objections: Objection[] = []
  const keepers = [...call.org.groups.values()].filter(
    one => !one.deactivated || call.uses('messaging.user-groups.used-by-deactivated'),
  )
  for (const keeper of keepers) {
    if (
      keeper.subgroups.has(group.id) &&
      call.keeps('groups.in-use-as-subgroup', {
        first: isFirst(group, keeper.subgroups),
        third: isThird(group, keeper.subgroups),
      })
    ) {
      objections.push({ use: 'subgroup', type: 'subgroup', settings: [], supergroup_ids: [keeper.id] })
    }
    const found = settingsNaming(call, group, keeper.settings, 'group')
    if (found) objections.push({ ...found, type: 'user_group', group_id: keeper.id })
  }
  for (const channel of call.org.channels.values()) {
    const found = settingsNaming(call, group, channel.settings, 'channel')
    if (found) objections.push({ ...found, type: 'channel', channel_id: channel.id })
  }
  return objections
}

const isThird = ({ id }: UserGroup, ids: Iterable<number>) => [...ids].indexOf(id) > 1
const isFirst = ({ id }: UserGroup, ids: Iterable<number>) => [...ids][0] === id

function settingsNaming(
  call: Call,
  group: UserGroup,
  settings: ReadonlyMap<string, GroupSetting>,
  of: string,
): { use: string; settings: string[] } | undefined {
  const naming: string[] = []
  let use = ''
  for (const [name, value] of settings) {
    const form = typeof value === 'number' ? 'id' : 'object'
    const names = typeof value === 'number' ? value === group.id : value.direct_subgroups.includes(group.id)
    const first = typeof value === 'number' || isFirst(group, value.direct_subgroups)
    const third = typeof value !== 'number' && isThird(group, value.direct_subgroups)
    if (!names || !call.keeps('groups.in-use-as-setting', { form, of, name, first, third })) continue
    use ||= form
    naming.push(name)
  }
  return naming.length > 0 ? { use, settings: naming } : undefined
}
