/** User groups, deactivating and what follows: messaging contract, "User groups" and "States and transitions". */
import { area, type Reply, valueAt, verbatim, type World } from '../../harness/index.ts'
import { NO_SUCH_ID } from './fixtures.ts'
import { deactivatedGroup, listAllGroups, listGroups, makeGroup, plainGroup, SETTINGS } from './user-group-makers.ts'
import { aliasOrUnsupported } from './user-groups.predicates.ts'
import { refusesEach, vary } from './variations.ts'

const IN_USE = 'CANNOT_DEACTIVATE_GROUP_IN_USE'

const deactivate = (world: World, id: number): Promise<Reply> => world.admin.deactivateUserGroup({ user_group_id: id })

/** Somewhere a deactivation was accepted in this run: the control of every refused one. */
const accepted = async (world: World): Promise<Reply> => {
  const { reply } = await deactivatedGroup(world)
  world.requireAccepted(reply)
  return reply
}

/** A group in use is refused with the code, and is still listed as active afterwards. */
const refusesInUse = async (world: World, ids: readonly number[]): Promise<void> => {
  const from = await accepted(world)
  for (const id of ids)
    world
      .claim(await deactivate(world, id))
      .against(from)
      .isRefused(IN_USE)
  const list = await listGroups(world)
  for (const id of ids) world.claim(list).lists('/user_groups', { id }, { deactivated: false })
}

/** As many settings as the budget allows, each holding a group of its own. */
const groupsInSettings = async (world: World, asValue: (id: number) => unknown): Promise<number[]> => {
  const settings = world.budget === 'quick' ? world.random.sample(SETTINGS, 1) : SETTINGS
  const ids = await Promise.all(settings.map(async () => (await makeGroup(world)).id))
  await makeGroup(world, Object.fromEntries(settings.map((name, index) => [name, asValue(ids[index] as number)])))
  return ids
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

export default area('messaging.user-groups', ({ check, watch }) => [
  check(
    'deactivated',
    'Deactivating a group that is not in use is accepted, and it is no longer among the active ones',
    async world => {
      const { id } = await makeGroup(world)
      world.claim(await listGroups(world)).lists('/user_groups', { id }, { deactivated: false })
      world.claim(await deactivate(world, id)).succeeds()
      world.claim(await listGroups(world)).listsNo('/user_groups', { id, deactivated: false })
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
    async world => {
      const { id } = await makeGroup(world)
      await makeGroup(world, { subgroups: [id] })
      await refusesInUse(world, [id])
    },
  ),

  check(
    'in-use-setting',
    'Deactivating a group that is a setting by its id is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    async world => {
      await refusesInUse(world, await groupsInSettings(world, id => id))
    },
  ),

  check(
    'in-use-setting-object',
    'Deactivating a group inside the object form of a setting is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    async world => {
      await refusesInUse(
        world,
        await groupsInSettings(world, id => ({ direct_members: [world.admin.userId], direct_subgroups: [id] })),
      )
    },
  ),

  check(
    'in-use-channel-setting',
    'Deactivating a group that is a setting of a channel is refused with CANNOT_DEACTIVATE_GROUP_IN_USE',
    async world => {
      const { id } = await makeGroup(world)
      world.requireAccepted(await vary(world, 'createChannel', { can_administer_channel_group: id }))
      await refusesInUse(world, [id])
    },
  ),

  check(
    'in-use-stays-active',
    'A group refused deactivation because it is in use is still listed as active',
    async world => {
      const { id } = await makeGroup(world)
      await makeGroup(world, { subgroups: [id] })
      await deactivate(world, id)
      world.claim(await listGroups(world)).lists('/user_groups', { id }, { deactivated: false })
    },
  ),

  check('deactivated-hidden', 'Without include_deactivated_groups a deactivated group is not listed', async world => {
    await accepted(world)
    const { id } = await deactivatedGroup(world)
    world
      .claim(await world.once('user groups: the list after a deactivation', () => listGroups(world)))
      .listsNo('/user_groups', { id })
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
      world
        .claim(await world.once('user groups: the whole list', () => listAllGroups(world)))
        .lists('/user_groups', { id }, { deactivated: true })
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
      world
        .claim(await listGroups(world, { allow_deactivated: true }))
        .succeeds()
        .keeps(aliasOrUnsupported, { id, name: 'allow_deactivated' })
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
    await refusesDeactivated(world, id => vary(world, 'createUserGroup', { subgroups: [id] }))
  }),

  check('deactivated-no-setting', 'A deactivated group is refused as a setting of a user group', async world => {
    const settings = world.budget === 'quick' ? world.random.sample(SETTINGS, 1) : SETTINGS
    for (const name of settings) await refusesDeactivated(world, id => vary(world, 'createUserGroup', { [name]: id }))
  }),

  check(
    'deactivated-no-channel-setting',
    'A deactivated group is refused as a setting of a new channel',
    async world => {
      await refusesDeactivated(world, id => vary(world, 'createChannel', { can_administer_channel_group: id }))
    },
  ),

  check('deactivated-no-invitation', 'A deactivated group is refused as a group of an invitation', async world => {
    await refusesDeactivated(world, id => vary(world, 'createReusableInviteLink', { group_ids: [id] }))
  }),

  check('system-group', 'Deactivating a system group is refused, and it stays active', async world => {
    const from = await accepted(world)
    const groups = valueAt((await listGroups(world)).json, '/user_groups') as { id: number; is_system_group: boolean }[]
    const system = groups.filter(group => group.is_system_group).at(-1)
    if (!system) return world.cannotJudge('the target lists no system group')
    world
      .claim(await deactivate(world, system.id))
      .against(from)
      .isRefused()
    world.claim(await listGroups(world)).lists('/user_groups', { id: system.id }, { deactivated: false })
  }),

  watch(
    'open-points',
    async world => {
      const { id } = await deactivatedGroup(world)
      const again = await world.admin.deactivateUserGroup({ user_group_id: id }, { observed: true })
      world.observe('messaging.user-groups.deactivated-twice', JSON.stringify(again.json).slice(0, 160), again)
    },
    { needs: { actors: ['admin'], allow: 'write' } },
  ),
])
