/** Creating user groups: messaging contract, "POST /user_groups/create" and the user group's field table. */
import type { Reply } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { askUntil } from '../ask-until.ts'
import { numberAt } from '../controls/controls.ts'
import {
  type Changes,
  callerOf,
  control,
  controlReply,
  noLists,
  refusedAmong,
  refusesEach,
  refusesNoList,
  sentOnce,
  vary,
  withoutParameter,
} from '../controls/variations.ts'
import { ANY_SCRIPT, anotherOf, idOf, NO_SUCH_ID, unlessMissing } from '../fixtures.ts'
import { differsFromEachOther } from '../membership.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import { sentIn } from '../sent-in.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { GROUP_SETTINGS, noSettings } from './group-settings.ts'
import {
  deactivatedGroup,
  listAllGroups,
  listGroups,
  makeGroup,
  membersAtHand,
  namedGroup,
  otherGroup,
  plainGroup,
  richGroup,
  richLists,
  secondGroup,
  severalGroups,
  unknownInside,
  withSubgroup,
} from './user-group-makers.ts'
import {
  containsIds,
  hasName,
  holdsIds,
  isNullOr,
  isNullOrRecent,
  lacksId,
  lacksIdEverywhere,
} from './user-groups.predicates.ts'

/** Lists of members with an unknown one: last of three, alone, second or first. */
async function unknownMembers(world: World): Promise<readonly Changes[]> {
  const id = idOf(world.admin)
  const third = [...(await membersAtHand(world)), NO_SUCH_ID]
  return world.tries([third, [NO_SUCH_ID], [id, NO_SUCH_ID], [NO_SUCH_ID, id]]).map(members => ({ members }))
}

/** Lists of subgroups with an unknown one: last of three, or alone. */
const unknownSubgroups = async (world: World): Promise<readonly unknown[]> =>
  world.tries([[(await plainGroup(world)).id, await secondGroup(world), NO_SUCH_ID], [NO_SUCH_ID]])

/** Requests with an unknown member, and the list of groups afterwards. */
const withUnknownMember = shared(async world => {
  const tried: Reply[] = []
  for (const changes of await unknownMembers(world)) tried.push(await sentOnce(world, 'createUserGroup', changes))
  return { tried, list: await listGroups(world) }
})

/** Changes that are each refused for a different reason. */
const refusable = async (world: World): Promise<readonly Changes[]> => [
  { description: undefined },
  { members: undefined },
  ...noLists(world, idOf(world.admin)).map(members => ({ members })),
  ...noLists(world, (await plainGroup(world)).id).map(subgroups => ({ subgroups })),
  ...(await unknownSubgroups(world)).map(subgroups => ({ subgroups })),
  { can_join_group: await unknownInside(world) },
  ...GROUP_SETTINGS.map(name => ({ [name]: noSettings(name)[0] })),
  ...(await unknownMembers(world)),
]

export default area('messaging.user-groups', ({ check, visit }) => [
  visit(
    'createUserGroup',
    { actors: ['admin'], allow: 'write' },
    async world => void (await control(world, 'createUserGroup')),
  ),

  check(
    'messaging.user-groups.created',
    'Creating a user group with a name, a description and members is accepted',
    async world => {
      world.claim(await controlReply(world, 'createUserGroup')).succeeds()
      if (world.budget !== 'quick')
        world.claim(await vary(world, 'createUserGroup', { members: await membersAtHand(world) })).succeeds()
    },
  ),

  check(
    'messaging.user-groups.created-listed',
    'A created user group is in the list, active and no system group, under the id answered',
    async world => {
      const active = { deactivated: false, is_system_group: false }
      if (world.budget === 'quick') {
        const { id: newest, before } = await deactivatedGroup(world)
        world.claim(before).lists('/user_groups', { id: newest }, active)
        const { id, sent, list } = await richGroup(world)
        world.claim(list).lists('/user_groups', { id }, { name: sent['name'], ...active })
        return
      }
      const { id, sent } = await makeGroup(world)
      const shown = { name: sent['name'], ...active }
      world.claim(await listGroups(world)).lists('/user_groups', { id }, shown)
      const more = await severalGroups(world, 2)
      const all = await listAllGroups(world)
      world.claim(all).lists('/user_groups', { id }, shown)
      for (const another of more) world.claim(all).lists('/user_groups', { id: another }, { deactivated: false })
      const member = await anotherOf(world, 'member')
      if (member) world.claim(await member.getUserGroups()).lists('/user_groups', { id }, shown)
    },
    { isolation: 'exclusive' },
  ),

  check(
    'messaging.user-groups.name-required',
    'Creating a user group without a name is refused',
    withoutParameter('createUserGroup', 'name'),
  ),

  check(
    'messaging.user-groups.name-kept',
    'A created user group is listed with the name sent, in letters of any script',
    async world => {
      const { name, reply } = await namedGroup(world)
      world.claim(reply).succeeds()
      const { list } = await richGroup(world)
      world.claim(list).keeps(hasName, { id: numberAt(reply, 'group_id'), has: { name } })
    },
  ),

  check(
    'messaging.user-groups.description-required',
    'Creating a user group without a description is refused',
    withoutParameter('createUserGroup', 'description'),
  ),

  check(
    'messaging.user-groups.description-kept',
    'A created user group is listed with the description sent',
    async world => {
      const { id, sent } = await richGroup(world)
      for (const list of await richLists(world))
        world.claim(list).lists('/user_groups', { id }, { description: sent['description'] })
      if (world.budget === 'quick') return
      const description = `${world.name('described')} ${ANY_SCRIPT}`
      const reply = await vary(world, 'createUserGroup', { description })
      world.claim(reply).succeeds()
      const after = await listGroups(world)
      world.claim(after).lists('/user_groups', { id: numberAt(reply, 'group_id') }, { description })
    },
  ),

  check(
    'messaging.user-groups.members-required',
    'Creating a user group without members is refused',
    withoutParameter('createUserGroup', 'members'),
  ),

  check(
    'messaging.user-groups.members-kind',
    'Creating a user group with members that are no list of integers is refused',
    refusesNoList('createUserGroup', 'members', world => idOf(world.admin)),
  ),

  check('messaging.user-groups.members-kept', 'A created user group is listed with the members sent', async world => {
    const { id, members, list } = await richGroup(world)
    world.claim(list).keeps(containsIds, { id, field: 'members', ids: members })
    if (world.budget === 'quick') return
    const other = await otherGroup(world)
    world.claim(other.list).keeps(containsIds, { id: other.id, field: 'members', ids: other.members })
  }),

  check(
    'messaging.user-groups.members-unknown',
    'Creating a user group with an unknown user id is refused with BAD_REQUEST',
    async world => {
      const accepted = await control(world, 'createUserGroup')
      for (const reply of (await withUnknownMember(world)).tried)
        world.claim(reply).against(accepted).isRefused('BAD_REQUEST')
    },
  ),

  check(
    'messaging.user-groups.members-unknown-creates-nothing',
    'A user group refused for an unknown user id is not in the list',
    async world => {
      await control(world, 'createUserGroup')
      const { tried, list } = await withUnknownMember(world)
      for (const reply of tried)
        if (outcomeOf(reply) === 'error') world.claim(list).listsNo('/user_groups', { name: sentIn(reply, 'name') })
    },
  ),

  check(
    'messaging.user-groups.refused-creates-nothing',
    'A user group whose creation was refused is not in the list',
    async world => {
      await control(world, 'createUserGroup')
      const refused = await refusedAmong(world, 'createUserGroup', await refusable(world))
      if (refused.length === 0) return world.cannotJudge('nothing was refused')
      const list = await listAllGroups(world)
      for (const reply of refused) world.claim(list).listsNo('/user_groups', { name: sentIn(reply, 'name') })
    },
  ),

  check(
    'messaging.user-groups.ids-distinct',
    'User groups created one after the other, or at once, have different ids',
    async world => {
      const replies = [await control(world, 'createUserGroup')]
      for (const { reply } of [await plainGroup(world), await makeGroup(world)]) replies.push(reply)
      if (world.budget !== 'quick')
        replies.push(...(await Promise.all([1, 2, 3].map(async () => (await makeGroup(world)).reply))))
      world.claim(...replies).keeps(differsFromEachOther, { pointer: '/group_id' })
    },
  ),

  check(
    'messaging.user-groups.members-active-only',
    'A member who was deactivated is no longer listed among the members',
    async world => {
      const leaver = await world.fresh('member')
      // Beyond the quick budget, the owner who created the group leaves as well.
      const owner = world.budget === 'quick' ? null : await world.fresh('owner').catch(unlessMissing)
      const members = [leaver, world.admin, ...(owner ? [owner] : [])].map(({ userId }) => userId)
      const { id } = await makeGroup(world, { members }, owner ?? undefined)
      world.requireAccepted(await leaver.deactivateOwnAccount())
      const isGone = owner !== null && outcomeOf(await owner.deactivateOwnAccount()) === 'success'
      const gone = [leaver, ...(isGone ? [owner] : [])].map(({ userId }) => userId)
      const lacksAll = ({ exchange }: Reply): boolean =>
        gone.every(absent => lacksId.judge([exchange], { id, field: 'members', absent }).outcome === 'holds')
      const list = await askUntil(world, () => listGroups(world), lacksAll)
      for (const absent of gone)
        world
          .claim(list)
          .keeps(lacksId, { id, field: 'members', absent })
          .keeps(lacksIdEverywhere, { field: 'members', absent })
    },
  ),

  check('messaging.user-groups.subgroups', 'Creating a user group with subgroups is accepted', async world => {
    world.claim(await withSubgroup(world)).succeeds()
  }),

  check(
    'messaging.user-groups.subgroups-kept',
    'A created user group is listed with the direct subgroups sent',
    async world => {
      const { id, subgroups } = await richGroup(world)
      for (const list of await richLists(world))
        world.claim(list).keeps(holdsIds, { id, field: 'direct_subgroup_ids', ids: subgroups })
      if (world.budget === 'quick') return
      const other = await otherGroup(world)
      world.claim(other.list).keeps(holdsIds, { id: other.id, field: 'direct_subgroup_ids', ids: other.subgroups })
    },
  ),

  check(
    'messaging.user-groups.subgroups-kind',
    'Creating a user group with subgroups that are no list of integers is refused',
    refusesNoList('createUserGroup', 'subgroups', async world => (await plainGroup(world)).id),
  ),

  check(
    'messaging.user-groups.subgroups-unknown',
    'Creating a user group with an unknown subgroup is refused',
    async world => {
      await refusesEach('createUserGroup', 'subgroups', await unknownSubgroups(world))(world)
    },
  ),

  check(
    'messaging.user-groups.subgroups-regardless',
    'Somebody who may create groups may use as subgroup a group they have no permission on',
    async world => {
      const onlyAdmin = { direct_members: [world.admin.userId], direct_subgroups: [] }
      const closed = await makeGroup(world, Object.fromEntries(GROUP_SETTINGS.map(name => [name, onlyAdmin])))
      const asMember = (params: Readonly<Record<string, unknown>>): Promise<Reply> =>
        vary(world, 'createUserGroup', { members: [world.member.userId], ...params }, { by: world.member })
      const used = await asMember({ subgroups: [closed.id] })
      const mayCreate = outcomeOf(used) === 'success' || outcomeOf(await asMember({})) === 'success'
      world.claim(mayCreate ? used : await vary(world, 'createUserGroup', { subgroups: [closed.id] })).succeeds()
    },
  ),

  check(
    'messaging.user-groups.date-created-seconds',
    'The date_created of a group made just now, unless null, is the present in UNIX seconds',
    async world => {
      const { id } = await richGroup(world)
      for (const list of await richLists(world))
        world.claim(list).keeps(isNullOrRecent, { id, field: 'date_created', now: world.clock.now() })
    },
  ),

  check(
    'messaging.user-groups.creator-recorded',
    'The creator_id of a group made just now, unless null, is the user who made it',
    async world => {
      const { id } = await richGroup(world)
      const value = idOf(await callerOf(world, 'createUserGroup'))
      for (const list of await richLists(world)) world.claim(list).keeps(isNullOr, { id, field: 'creator_id', value })
      const another = world.budget === 'quick' ? null : await anotherOf(world, 'admin')
      if (!another) return
      const members = [idOf(another)]
      const reply = await vary(world, 'createUserGroup', { members }, { by: another })
      if (outcomeOf(reply) !== 'success') return
      const made = { id: numberAt(reply, 'group_id'), field: 'creator_id', value: idOf(another) }
      world.claim(await listGroups(world)).keeps(isNullOr, made)
    },
  ),
])
