/** User groups, deactivating and what follows: messaging contract, "User groups" and "States and transitions". */
import { area, bodyOf, elementsWhere, type Reply, valueAt, verbatim, type World } from '../../harness/index.ts'
import { CHANNEL_SETTINGS } from './channel-makers.ts'
import { anotherOf, NO_SUCH_ID, unlessMissing } from './fixtures.ts'
import { deactivatedGroup, listAllGroups, listGroups, makeGroup, plainGroup, SETTINGS } from './user-group-makers.ts'
import { aliasOrUnsupported } from './user-groups.predicates.ts'
import { type Changes, few, refusesEach, vary } from './variations.ts'

const IN_USE = 'CANNOT_DEACTIVATE_GROUP_IN_USE'

const deactivate = (world: World, id: number): Promise<Reply> => world.admin.deactivateUserGroup({ user_group_id: id })

const listAfterwards = (world: World): Promise<Reply> =>
  world.once('user groups: the list after a deactivation', () => listGroups(world))

/** Somewhere a deactivation was accepted in this run: the control of every refused one. */
const accepted = async (world: World): Promise<Reply> => {
  const { reply } = await deactivatedGroup(world)
  world.requireAccepted(reply)
  return reply
}

interface InUse {
  readonly bySubgroup: readonly number[]
  readonly bySetting: readonly number[]
  readonly byObject: readonly number[]
  readonly refusals: ReadonlyMap<number, Reply>
  readonly list: Reply
}

/** Groups in every kind of use, one for each setting that the budget allows; each is told to go, then all are listed. */
const groupsInUse = (world: World): Promise<InUse> =>
  world.once('user groups: groups in use', async () => {
    const [settings, objects] =
      world.budget === 'quick' ? [SETTINGS.slice(0, 1), SETTINGS.slice(1, 2)] : [SETTINGS, SETTINGS]
    const several = (count: number): Promise<number[]> =>
      Promise.all(Array.from({ length: count }, async () => (await makeGroup(world)).id))
    const [bySubgroup, bySetting, byObject] = [
      await several(1),
      await several(settings.length),
      await several(objects.length),
    ]
    const valued = (names: readonly string[], value: (index: number) => unknown): Changes =>
      Object.fromEntries(names.map((name, index) => [name, value(index)]))
    const { id: before } = await plainGroup(world)
    const asId = { subgroups: [before, ...bySubgroup], ...valued(settings, index => bySetting[index]) }
    const people = [world.admin.userId]
    const asObject = valued(objects, index => ({ direct_members: people, direct_subgroups: [before, byObject[index]] }))
    for (const use of world.budget === 'quick' ? [{ ...asId, ...asObject }] : [asId, asObject])
      await makeGroup(world, use)
    const refusals = new Map<number, Reply>()
    for (const id of [...bySubgroup, ...bySetting, ...byObject]) refusals.set(id, await deactivate(world, id))
    return { bySubgroup, bySetting, byObject, refusals, list: await listGroups(world) }
  })

/** A channel for whose settings groups stand, in either form; each is told to go, then all are listed. */
const groupsOfChannel = (world: World): Promise<{ refusals: ReadonlyMap<number, Reply>; list: Reply }> =>
  world.once('user groups: groups of a channel', async () => {
    const settings = world.budget === 'quick' ? ['can_administer_channel_group'] : CHANNEL_SETTINGS
    const ids: number[] = []
    for (const _setting of settings) ids.push((await makeGroup(world)).id)
    const value = (id: number | undefined, at: number): unknown =>
      at % 2 === 0 && settings.length > 1 ? { direct_members: [world.admin.userId], direct_subgroups: [id] } : id
    const values = Object.fromEntries(settings.map((name, at) => [name, value(ids[at], at)]))
    world.requireAccepted(await vary(world, 'createChannel', values))
    const refusals = new Map<number, Reply>()
    for (const id of ids) refusals.set(id, await deactivate(world, id))
    return { refusals, list: await listGroups(world) }
  })

/** Each group in this kind of use was refused with the code. */
const refusesInUse = (use: 'bySubgroup' | 'bySetting' | 'byObject') => async (world: World) => {
  const from = await accepted(world)
  const scene = await groupsInUse(world)
  for (const id of scene[use])
    world
      .claim(scene.refusals.get(id) as Reply)
      .against(from)
      .isRefused(IN_USE)
}

/** A deactivated group stands where an active one was just accepted. */
const refusesDeactivated = async (world: World, use: (id: number) => Promise<Reply>): Promise<void> => {
  const control = await use((await plainGroup(world)).id)
  world.requireAccepted(control)
  world
    .claim(await use((await deactivatedGroup(world)).id))
    .against(control)
    .isRefused()
}

export default area('messaging.user-groups', ({ check, visit, watch }) => [
  visit('deactivateUserGroup', { actors: ['admin'], allow: 'write' }, async world => void (await groupsInUse(world))),

  check(
    'deactivated',
    'Deactivating a group that is not in use is accepted, and it is no longer among the active ones',
    async world => {
      const { id, before, reply } = await deactivatedGroup(world)
      world.claim(before).lists('/user_groups', { id }, { deactivated: false })
      world.claim(reply).succeeds()
      world.claim(await listAfterwards(world)).listsNo('/user_groups', { id, deactivated: false })
    },
  ),

  check('deactivate-unknown', 'Deactivating a group that does not exist is refused with BAD_REQUEST', async world => {
    const from = await accepted(world)
    world
      .claim(await deactivate(world, NO_SUCH_ID))
      .against(from)
      .isRefused('BAD_REQUEST')
  }),

  check(
    'in-use-subgroup',
    'Deactivating a group that is a subgroup is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    refusesInUse('bySubgroup'),
  ),
  check(
    'in-use-setting',
    'Deactivating a group that is a setting by its id is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    refusesInUse('bySetting'),
  ),
  check(
    'in-use-setting-object',
    'Deactivating a group inside the object form of a setting is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    refusesInUse('byObject'),
  ),

  check(
    'in-use-channel-setting',
    'Deactivating a group that is a setting of a channel is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    async world => {
      const from = await accepted(world)
      for (const reply of (await groupsOfChannel(world)).refusals.values())
        world.claim(reply).against(from).isRefused(IN_USE)
    },
  ),

  check(
    'in-use-stays-active',
    'A group refused deactivation because it is in use is still listed as active',
    async world => {
      const ofChannel = world.budget !== 'quick' && world.level >= 417 ? groupsOfChannel(world) : null
      for (const use of [groupsInUse(world), ofChannel?.catch(unlessMissing)]) {
        const { list, refusals } = (await use) ?? {}
        if (list && refusals)
          for (const id of refusals.keys()) world.claim(list).lists('/user_groups', { id }, { deactivated: false })
      }
    },
  ),

  check('deactivated-hidden', 'Without include_deactivated_groups a deactivated group is not listed', async world => {
    await accepted(world)
    const { id } = await deactivatedGroup(world)
    world.claim(await listAfterwards(world)).listsNo('/user_groups', { id })
    const member = world.budget === 'quick' ? null : await anotherOf(world, 'member')
    if (member) world.claim(await member.getUserGroups()).listsNo('/user_groups', { id })
  }),

  check(
    'deactivated-hidden-false',
    'With include_deactivated_groups false a deactivated group is not listed',
    async world => {
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      world.claim(await listGroups(world, { include_deactivated_groups: false })).listsNo('/user_groups', { id })
    },
  ),

  check(
    'deactivated-included',
    'With include_deactivated_groups true a deactivated group is listed with deactivated true',
    async world => {
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      world.claim(await listAllGroups(world)).lists('/user_groups', { id }, { deactivated: true })
    },
  ),

  check(
    'include-kind',
    'An include_deactivated_groups that is no boolean is refused',
    refusesEach('getUserGroups', 'include_deactivated_groups', [verbatim('text')]),
  ),

  check(
    'old-name',
    'From feature level 294 the name allow_deactivated is listed as unsupported or works as an alias',
    async world => {
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      const reply = await listGroups(world, { allow_deactivated: true })
      world.claim(reply).succeeds().keeps(aliasOrUnsupported, { id, name: 'allow_deactivated' })
    },
  ),

  check('old-name-works', 'Before feature level 294 allow_deactivated true lists deactivated groups', async world => {
    await accepted(world)
    const { id } = await deactivatedGroup(world)
    world.claim(await listAllGroups(world)).lists('/user_groups', { id })
  }),

  check('new-name-ahead', 'Before feature level 294 include_deactivated_groups has no effect', async world => {
    await accepted(world)
    const { id } = await deactivatedGroup(world)
    world.claim(await listGroups(world, { include_deactivated_groups: true })).listsNo('/user_groups', { id })
  }),

  check('deactivated-no-subgroup', 'A deactivated group is refused as a subgroup', async world => {
    const { id: active } = await plainGroup(world)
    const control = await world.once('user groups: an accepted subgroup', () =>
      vary(world, 'createUserGroup', { subgroups: [active] }),
    )
    world.requireAccepted(control)
    const { id } = await deactivatedGroup(world)
    world
      .claim(await vary(world, 'createUserGroup', { subgroups: [id] }))
      .against(control)
      .isRefused()
    if (world.budget === 'quick') return
    const { id: beside } = await makeGroup(world)
    await refusesDeactivated(world, other => vary(world, 'createUserGroup', { subgroups: [beside, other] }))
  }),

  check('deactivated-no-setting', 'A deactivated group is refused as a setting of a user group', async world => {
    const people = [world.admin.userId]
    for (const name of few(world, SETTINGS)) {
      await refusesDeactivated(world, id => vary(world, 'createUserGroup', { [name]: id }))
      if (world.budget === 'quick') continue
      const inside = (id: number): Changes => ({ [name]: { direct_members: people, direct_subgroups: [id] } })
      await refusesDeactivated(world, id => vary(world, 'createUserGroup', inside(id)))
    }
  }),

  check(
    'deactivated-no-channel-setting',
    'A deactivated group is refused as a setting of a new channel',
    async world => {
      for (const name of world.budget === 'quick' ? (['can_administer_channel_group'] as const) : CHANNEL_SETTINGS)
        await refusesDeactivated(world, id => vary(world, 'createChannel', { [name]: id }))
    },
  ),

  check('deactivated-no-invitation', 'A deactivated group is refused as a group of an invitation', async world => {
    await refusesDeactivated(world, id => vary(world, 'createReusableInviteLink', { group_ids: [id] }))
    if (world.budget !== 'quick') await refusesDeactivated(world, id => vary(world, 'sendInvites', { group_ids: [id] }))
  }),

  check('system-group', 'Deactivating a system group is refused, and it stays active', async world => {
    const from = await accepted(world)
    const groups = valueAt(
      (await world.once('user groups: a first list', () => listGroups(world))).json,
      '/user_groups',
    )
    const { id } = (elementsWhere(groups, { is_system_group: true }).at(-1) ?? {}) as { id?: unknown }
    if (typeof id !== 'number') return world.cannotJudge('the target lists no system group')
    world
      .claim(await deactivate(world, id))
      .against(from)
      .isRefused()
    world.claim(await listGroups(world)).lists('/user_groups', { id }, { deactivated: false })
  }),

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
