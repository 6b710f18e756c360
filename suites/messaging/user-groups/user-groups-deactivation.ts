/** Deactivating user groups, and the effects: messaging contract, "User groups" and "States and transitions". */
import { bodyOf, elementsWhere, isObject, type Reply, valueAt } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { NO_SUCH_ID, unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import type { World } from '../world.ts'
import {
  acceptedDeactivation,
  deactivatedGroup,
  deactivatedGroups,
  firstList,
  listAfterwards,
  listGroups,
  makeGroup,
} from './user-group-makers.ts'
import { objects, objectsFor } from './user-groups.predicates.ts'
import { deactivate, groupsInUse, groupsOfChannel } from './user-groups-in-use.ts'

const IN_USE = 'CANNOT_DEACTIVATE_GROUP_IN_USE'

/** Claims that deactivating each group in this kind of use was refused with the code. */
const refusesInUse = (use: 'bySubgroup' | 'bySetting' | 'byObject') => async (world: World) => {
  const from = await acceptedDeactivation(world)
  const scene = await groupsInUse(world)
  for (const id of scene[use])
    world
      .claim(scene.refusals.get(id) as Reply)
      .against(from)
      .isRefused(IN_USE)
}

/** The groups that a listed group has as subgroups or in its settings. */
const usedBy = (group: object): unknown[] =>
  Object.entries(group).flatMap(([name, value]): unknown[] => {
    if (name === 'direct_subgroup_ids') return elementsOf(value)
    return name.startsWith('can_') ? [value, ...elementsOf(valueAt(value, '/direct_subgroups'))] : []
  })

const elementsOf = (list: unknown): unknown[] => (Array.isArray(list) ? list : [])

/** The ids of system groups, unused ones first, since a group in use may be refused for that reason. */
function systemGroups(list: unknown): number[] {
  const groups = elementsOf(list).filter(isObject)
  const used = new Set(groups.flatMap(usedBy))
  return elementsWhere(groups, { is_system_group: true })
    .flatMap(group => (isObject(group) && typeof group['id'] === 'number' ? [group['id']] : []))
    .reverse()
    .sort((one, other) => Number(used.has(one)) - Number(used.has(other)))
}

export default area('messaging.user-groups', ({ always, check, visit, watch }) => [
  always(
    'messaging.user-groups.objections-given',
    'CANNOT_DEACTIVATE_GROUP_IN_USE comes with an objection',
    ({ operation, json }) => operation === 'deactivateUserGroup' && valueAt(json, '/code') === IN_USE,
    objects,
  ),

  visit('deactivateUserGroup', { actors: ['admin'], allow: 'write' }, async world => void (await groupsInUse(world))),

  check(
    'messaging.user-groups.deactivated',
    'Deactivating a group that is not in use is accepted, and it is no longer among the active ones',
    async world => {
      const { id, before, reply } = await deactivatedGroup(world)
      world.claim(before).lists('/user_groups', { id }, { deactivated: false })
      world.claim(reply).succeeds()
      world.claim(await listAfterwards(world)).listsNo('/user_groups', { id, deactivated: false })
      if (world.budget === 'quick') return
      const { replies, gone, active } = await deactivatedGroups(world)
      for (const another of replies) world.claim(another).succeeds()
      for (const other of gone) world.claim(active).listsNo('/user_groups', { id: other, deactivated: false })
    },
  ),

  check(
    'messaging.user-groups.deactivate-unknown',
    'Deactivating a group that does not exist is refused with BAD_REQUEST',
    async world => {
      const from = await acceptedDeactivation(world)
      world
        .claim(await deactivate(world, NO_SUCH_ID))
        .against(from)
        .isRefused('BAD_REQUEST')
    },
  ),

  check(
    'messaging.user-groups.in-use-subgroup',
    'Deactivating a group that is a subgroup is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    refusesInUse('bySubgroup'),
  ),
  check(
    'messaging.user-groups.in-use-setting',
    'Deactivating a group that is a setting by its id is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    refusesInUse('bySetting'),
  ),
  check(
    'messaging.user-groups.in-use-setting-object',
    'Deactivating a group inside the object form of a setting is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    refusesInUse('byObject'),
  ),

  check(
    'messaging.user-groups.objections-tell',
    'The objections to deactivating a group that is a setting name this setting',
    async world => {
      const ofGroup = await groupsInUse(world)
      const ofChannel = world.level < 417 ? null : await groupsOfChannel(world).catch(unlessMissing)
      const all = [ofGroup, ...(ofChannel ? [ofChannel] : [])].flatMap(({ settingOf, refusals }) =>
        [...settingOf].map(([id, setting]) => ({ setting, refusal: refusals.get(id) as Reply })),
      )
      const refused = all.filter(({ refusal }) => valueAt(refusal.json, '/code') === IN_USE)
      if (refused.length === 0) return world.cannotJudge('no group in use was refused so')
      for (const { setting, refusal } of refused) world.claim(refusal).keeps(objectsFor, { setting })
    },
  ),

  check(
    'messaging.user-groups.in-use-channel-setting',
    'Deactivating a group that is a setting of a channel is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    async world => {
      const from = await acceptedDeactivation(world)
      for (const reply of (await groupsOfChannel(world)).refusals.values())
        world.claim(reply).against(from).isRefused(IN_USE)
    },
  ),

  check(
    'messaging.user-groups.in-use-stays-active',
    'A group refused deactivation because it is in use is still listed as active',
    async world => {
      const inUse = await groupsInUse(world)
      const known = world.budget !== 'quick' && world.level >= 417
      for (const use of [inUse, known ? await groupsOfChannel(world).catch(unlessMissing) : null]) {
        const { list, refusals } = use ?? {}
        if (list && refusals)
          for (const [id, refusal] of refusals)
            if (outcomeOf(refusal) === 'error') world.claim(list).lists('/user_groups', { id }, { deactivated: false })
      }
    },
  ),

  check(
    'messaging.user-groups.refused-stays-active',
    'A group whose deactivation was refused to somebody is still listed as active',
    async world => {
      await acceptedDeactivation(world)
      const { id } = await makeGroup(world, {
        can_manage_group: { direct_members: [world.admin.userId], direct_subgroups: [] },
      })
      const guest = world.budget === 'quick' ? null : await world.fresh('guest').catch(unlessMissing)
      for (const caller of [world.nobody, world.member, guest]) {
        if (!caller) continue
        const reply = await caller.deactivateUserGroup({ user_group_id: id })
        if (outcomeOf(reply) !== 'error') break
        world.claim(await listGroups(world)).lists('/user_groups', { id }, { deactivated: false })
      }
    },
  ),

  check(
    'messaging.user-groups.system-group',
    'Deactivating a system group is refused, and it stays active',
    async world => {
      const from = await acceptedDeactivation(world)
      const groups = valueAt((await firstList(world)).json, '/user_groups')
      const ids = systemGroups(groups)
      if (ids.length === 0) return world.lacks('the target lists no system group')
      for (const id of world.tries(ids.slice(0, 3))) {
        world
          .claim(await deactivate(world, id))
          .against(from)
          .isRefused()
        world.claim(await listGroups(world)).lists('/user_groups', { id }, { deactivated: false })
      }
    },
  ),

  watch(
    'open-points',
    async world => {
      const { id } = await deactivatedGroup(world)
      const again = await world.admin.deactivateUserGroup({ user_group_id: id }, { observed: true })
      world.observe('messaging.user-groups.deactivated-twice', bodyOf(again.exchange, 160), again)
    },
    { needs: { actors: ['admin'], allow: 'write' } },
  ),
])
