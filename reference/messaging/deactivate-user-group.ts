/** Deactivating a user group, which is refused while the group is in use. */
import type { Call } from './call.ts'
import { deliver, everybody } from './deliver.ts'
import { covers } from './group-settings.ts'
import { operation } from './operation.ts'
import type { GroupSetting, Organization, UserGroup } from './organization.ts'
import { isAdministrator } from './roles.ts'
import { pathId } from './route.ts'

/** One use of a group: as a subgroup, or in a setting of a group or a channel. */
export interface Use {
  readonly type: 'subgroup' | 'user_group' | 'channel'
  /** The group or channel that uses it. */
  readonly by: number
  readonly setting?: string
  readonly form?: 'id' | 'object'
  /** Its index in the list that names it. */
  readonly at: number
}

const namedGroup = ({ org, params }: Call) => {
  const group = org.groups.get(params.integer('user_group_id') ?? -1)
  return { group, uses: group ? usesOf(org, group) : [] }
}

const thing = ({ params, sent }: Call) => `user group ${params.integer('user_group_id') ?? sent.get('user_group_id')}`

export const deactivateUserGroup = operation({
  id: 'deactivateUserGroup',
  method: 'POST',
  path: '/user_groups/{user_group_id}/deactivate',
  parameters: [pathId('user_group_id')],
  thing,
  given: namedGroup,
  rules: {
    'group-known': [({ group }) => group !== undefined, 'Invalid user group'],
    'group-no-system-group': [({ group }) => !group?.system, 'Insufficient permission'],
    'caller-may-manage': [it => !it.group || mayManage(it, it.group), 'Insufficient permission'],
    'group-not-in-use': [
      ({ uses }) => uses.length === 0,
      ({ uses }) => ({
        msg: 'Cannot deactivate user group in use.',
        code: 'CANNOT_DEACTIVATE_GROUP_IN_USE',
        fields: { objections: objectionsFor(uses) },
      }),
    ],
  },
  effect({ org, group }) {
    if (!group) return
    group.deactivated = true
    org.touch()
    deliver(org, everybody(org), { type: 'user_group', op: 'update', group_id: group.id, data: { deactivated: true } })
  },
})

/** Not in the contract: for deployments that can reactivate groups. */
export const updateUserGroup = operation({
  id: 'updateUserGroup',
  method: 'PATCH',
  path: '/user_groups/{user_group_id}',
  beyond: true,
  access: 'administrators',
  parameters: [pathId('user_group_id'), { name: 'deactivated', kind: 'boolean' }],
  thing,
  given: namedGroup,
  rules: { 'group-known': [({ group }) => group !== undefined && !group.system, 'Invalid user group'] },
  effect({ org, group, params }) {
    if (group) group.deactivated = params.flag('deactivated', group.deactivated)
    org.touch()
  },
})

function mayManage({ org, caller }: Call, group: UserGroup): boolean {
  if (isAdministrator(caller) || group.creatorId === caller.id) return true
  const managers = group.settings.get('can_manage_group')
  return managers !== undefined && covers(org, managers, caller)
}

/** All uses of a group by groups and channels; uses by deactivated groups count only on request. */
export function usesOf(org: Organization, { id }: UserGroup, evenByDeactivated = false): Use[] {
  const groups = [...org.groups.values()].filter(one => evenByDeactivated || !one.deactivated)
  return [
    ...groups.flatMap((one): Use[] => {
      const at = [...one.subgroups].indexOf(id)
      const asSubgroup: Use[] = at < 0 ? [] : [{ type: 'subgroup', by: one.id, at }]
      return [
        ...asSubgroup,
        ...inSettings(one.settings, id).map(use => ({ ...use, type: 'user_group', by: one.id }) as const),
      ]
    }),
    ...[...org.channels.values()].flatMap(one =>
      inSettings(one.settings, id).map(use => ({ ...use, type: 'channel', by: one.id }) as const),
    ),
  ]
}

function inSettings(settings: ReadonlyMap<string, GroupSetting>, id: number): Omit<Use, 'type' | 'by'>[] {
  return [...settings].flatMap(([setting, value]) => {
    const at = typeof value === 'number' ? [value].indexOf(id) : value.direct_subgroups.indexOf(id)
    return at < 0 ? [] : [{ setting, form: typeof value === 'number' ? 'id' : 'object', at }]
  })
}

/** One objection for each group or channel that has the group as a subgroup or in its settings. */
function objectionsFor(uses: readonly Use[]): object[] {
  return [...new Set(uses.map(({ type, by }) => `${type} ${by}`))].map(key => {
    const [type = '', by] = key.split(' ')
    const settings = uses.filter(use => `${use.type} ${use.by}` === key).flatMap(({ setting }) => setting ?? [])
    if (type === 'subgroup') return { type, settings, supergroup_ids: [Number(by)] }
    return { type, settings, [type === 'channel' ? 'channel_id' : 'group_id']: Number(by) }
  })
}
