/** User groups, creating and listing: messaging contract, "User groups" and the user group's field table. */
import { area, outcomeOf, type Reply, verbatim, type World } from '../../harness/index.ts'
import { NO_SUCH_ID } from './fixtures.ts'
import { listsNoneOf, successWith } from './parameters.predicates.ts'
import { listGroups, makeGroup, plainGroup, SETTINGS, systemGroup } from './user-group-makers.ts'
import { containsIds, holdsIds, isNullOr, isNullOrRecent, keepsSettings, lacksId } from './user-groups.predicates.ts'
import { control, refusesEach, refusesKinds, vary, withoutParameter } from './variations.ts'

/** One group with everything that can be read back, and the list that shows it. */
const richGroup = (world: World) =>
  world.once('user groups: a rich group', async () => {
    const { id: inner } = await plainGroup(world)
    const [first, second, ...rest] = SETTINGS
    const settings = {
      ...Object.fromEntries(rest.map(name => [name, inner])),
      [first]: inner,
      [second]: { direct_members: [world.admin.userId], direct_subgroups: [inner] },
    }
    const made = await makeGroup(world, {
      name: world.name('گروه 群組 group'),
      description: `plain words, ${world.name('described')}`,
      subgroups: [inner],
      ...settings,
    })
    return { ...made, inner, settings, list: await listGroups(world) }
  })

/** Both forms of a setting are accepted. Where the rich group was, it has shown one form of each. */
const acceptsSetting = (name: (typeof SETTINGS)[number]) => async (world: World) => {
  const { id } = await plainGroup(world)
  const object = { direct_members: [world.admin.userId], direct_subgroups: [id] }
  if (world.budget !== 'quick') {
    for (const value of [id, object]) world.claim(await vary(world, 'createUserGroup', { [name]: value })).succeeds()
    return
  }
  for (const form of ['id', 'object'] as const) {
    const all = await world.once(`user groups: every setting as ${form}`, () =>
      vary(
        world,
        'createUserGroup',
        Object.fromEntries(SETTINGS.map(setting => [setting, form === 'id' ? id : object])),
      ),
    )
    const accepted = outcomeOf(all) === 'success'
    world
      .claim(accepted ? all : await vary(world, 'createUserGroup', { [name]: form === 'id' ? id : object }))
      .succeeds()
  }
}

const refusesSettingKind = (name: (typeof SETTINGS)[number]) =>
  refusesKinds('createUserGroup', name, verbatim('text'), { direct_members: 'text', direct_subgroups: [] })

const refusesSystemGroup = (setting: (typeof SETTINGS)[number], group: string) => async (world: World) => {
  const id = await systemGroup(world, group)
  const accepted = await world.once(`user groups: ${setting} as another group`, async () =>
    vary(world, 'createUserGroup', { [setting]: (await plainGroup(world)).id }),
  )
  world.requireAccepted(accepted)
  world
    .claim(await vary(world, 'createUserGroup', { [setting]: id }))
    .against(accepted)
    .isRefused()
}

export default area('messaging.user-groups', ({ always, check, scenario, visit }) => [
  visit('getUserGroups', { actors: ['user'] }, async world => {
    if (world.level >= 294) await listGroups(world, { include_deactivated_groups: true })
  }),
  always(
    'include-supported',
    'An include_deactivated_groups sent when listing user groups is not listed as unsupported',
    successWith('getUserGroups', 'include_deactivated_groups'),
    listsNoneOf,
    () => ({ supported: ['include_deactivated_groups'] }),
  ),

  visit(
    'createUserGroup',
    { actors: ['admin'], allow: 'write' },
    async world => void (await control(world, 'createUserGroup')),
  ),
  visit(
    'getUserGroups',
    { actors: ['user'] },
    async world => void (await world.once('user groups: a first list', () => listGroups(world))),
  ),

  check('created', 'Creating a user group with a name, a description and members is accepted', async world => {
    world.claim(await world.once('control of createUserGroup', () => vary(world, 'createUserGroup', {}))).succeeds()
    world.claim(await vary(world, 'createUserGroup', { members: [world.admin.userId] })).succeeds()
  }),

  check(
    'created-listed',
    'A created user group is in the list, active and no system group, under the id answered',
    async world => {
      const { id, sent, list } = await richGroup(world)
      world
        .claim(list)
        .lists('/user_groups', { id }, { name: sent['name'], deactivated: false, is_system_group: false })
    },
  ),

  check(
    'name-required',
    'Creating a user group without a name is refused',
    withoutParameter('createUserGroup', 'name'),
  ),

  check('name-kept', 'A created user group is listed with the name sent, in letters of any script', async world => {
    const { id, sent, list } = await richGroup(world)
    world.claim(list).lists('/user_groups', { id }, { name: sent['name'] })
  }),

  check(
    'description-required',
    'Creating a user group without a description is refused',
    withoutParameter('createUserGroup', 'description'),
  ),

  check('description-kept', 'A created user group is listed with the description sent', async world => {
    const { id, sent, list } = await richGroup(world)
    world.claim(list).lists('/user_groups', { id }, { description: sent['description'] })
  }),

  check(
    'members-required',
    'Creating a user group without members is refused',
    withoutParameter('createUserGroup', 'members'),
  ),

  check(
    'members-kind',
    'Creating a user group with members that are no list of integers is refused',
    refusesKinds('createUserGroup', 'members', verbatim('text'), ['text'], 7),
  ),

  check('members-kept', 'A created user group is listed with the members sent', async world => {
    const members = [world.second.userId, world.admin.userId]
    const { id } = await makeGroup(world, { members })
    world.claim(await listGroups(world)).keeps(containsIds, { id, field: 'members', ids: members })
  }),

  scenario(
    'unknown-member',
    {
      'members-unknown': 'Creating a user group with an unknown user id is refused with BAD_REQUEST',
      'members-unknown-creates-nothing': 'A user group refused for an unknown user id is not in the list',
    },
    async world => {
      const accepted = await control(world, 'createUserGroup')
      const name = world.name('group')
      const reply = await vary(world, 'createUserGroup', { name, members: [NO_SUCH_ID] })
      world.claimFor('members-unknown-creates-nothing', await listGroups(world)).listsNo('/user_groups', { name })
      world.claimFor('members-unknown', reply).against(accepted).isRefused('BAD_REQUEST')
    },
  ),

  check('members-active-only', 'A member who was deactivated is no longer listed among the members', async world => {
    const leaver = await world.fresh('member')
    const { id } = await makeGroup(world, { members: [leaver.userId, world.admin.userId] })
    world.requireAccepted(await leaver.deactivateOwnAccount())
    world.claim(await listGroups(world)).keeps(lacksId, { id, field: 'members', absent: leaver.userId })
  }),

  check('subgroups', 'Creating a user group with subgroups is accepted', async world => {
    world.claim(await vary(world, 'createUserGroup', { subgroups: [(await plainGroup(world)).id] })).succeeds()
  }),

  check('subgroups-kept', 'A created user group is listed with the direct subgroups sent', async world => {
    const { id, inner, list } = await richGroup(world)
    world.claim(list).keeps(holdsIds, { id, field: 'direct_subgroup_ids', ids: [inner] })
  }),

  check(
    'subgroups-kind',
    'Creating a user group with subgroups that are no list of integers is refused',
    refusesKinds('createUserGroup', 'subgroups', verbatim('text'), ['text'], 7),
  ),

  check(
    'subgroups-unknown',
    'Creating a user group with an unknown subgroup is refused',
    refusesEach('createUserGroup', 'subgroups', [[NO_SUCH_ID]]),
  ),

  check(
    'subgroups-regardless',
    'Somebody who may create groups may use as subgroup a group they have no permission on',
    async world => {
      const onlyAdmin = { direct_members: [world.admin.userId], direct_subgroups: [] }
      const closed = await makeGroup(world, Object.fromEntries(SETTINGS.map(name => [name, onlyAdmin])))
      const asMember = (params: Readonly<Record<string, unknown>>): Promise<Reply> =>
        world.member.sends('createUserGroup', { name: world.name('group'), description: '', members: [], ...params })
      const own = await asMember({})
      const mayCreate = outcomeOf(own) === 'success'
      world
        .claim(
          mayCreate
            ? await asMember({ subgroups: [closed.id] })
            : await vary(world, 'createUserGroup', { subgroups: [closed.id] }),
        )
        .succeeds()
    },
  ),

  check(
    'can-add-members-group',
    'Creating a user group accepts a group id and the object form for who may add members',
    acceptsSetting('can_add_members_group'),
  ),
  check(
    'can-add-members-group-kind',
    'A user group setting for who may add members that is no group-setting value is refused',
    refusesSettingKind('can_add_members_group'),
  ),
  check(
    'can-join-group',
    'Creating a user group accepts a group id and the object form for who may join',
    acceptsSetting('can_join_group'),
  ),
  check(
    'can-join-group-kind',
    'A user group setting for who may join that is no group-setting value is refused',
    refusesSettingKind('can_join_group'),
  ),
  check(
    'can-leave-group',
    'Creating a user group accepts a group id and the object form for who may leave',
    acceptsSetting('can_leave_group'),
  ),
  check(
    'can-leave-group-kind',
    'A user group setting for who may leave that is no group-setting value is refused',
    refusesSettingKind('can_leave_group'),
  ),
  check(
    'can-manage-group',
    'Creating a user group accepts a group id and the object form for who may manage',
    acceptsSetting('can_manage_group'),
  ),
  check(
    'can-manage-group-kind',
    'A user group setting for who may manage that is no group-setting value is refused',
    refusesSettingKind('can_manage_group'),
  ),
  check(
    'can-mention-group',
    'Creating a user group accepts a group id and the object form for who may mention',
    acceptsSetting('can_mention_group'),
  ),
  check(
    'can-mention-group-kind',
    'A user group setting for who may mention that is no group-setting value is refused',
    refusesSettingKind('can_mention_group'),
  ),
  check(
    'can-remove-members-group',
    'Creating a user group accepts a group id and the object form for who may remove members',
    acceptsSetting('can_remove_members_group'),
  ),
  check(
    'can-remove-members-group-kind',
    'A user group setting for who may remove members that is no group-setting value is refused',
    refusesSettingKind('can_remove_members_group'),
  ),

  check('settings-kept', 'A created user group is listed with the groups sent for its six settings', async world => {
    const { id, settings, list } = await richGroup(world)
    world.claim(list).keeps(keepsSettings, { id, settings })
  }),

  check(
    'setting-unknown',
    'Creating a user group with an unknown group as a setting is refused',
    refusesEach('createUserGroup', 'can_join_group', [NO_SUCH_ID]),
  ),

  check(
    'manage-not-internet',
    'The system group role:internet is refused for who may manage',
    refusesSystemGroup('can_manage_group', 'role:internet'),
  ),
  check(
    'manage-not-everyone',
    'The system group role:everyone is refused for who may manage',
    refusesSystemGroup('can_manage_group', 'role:everyone'),
  ),
  check(
    'mention-not-internet',
    'The system group role:internet is refused for who may mention',
    refusesSystemGroup('can_mention_group', 'role:internet'),
  ),
  check(
    'mention-not-owners',
    'The system group role:owners is refused for who may mention',
    refusesSystemGroup('can_mention_group', 'role:owners'),
  ),

  check(
    'date-created-seconds',
    'The date_created of a group made just now, unless null, is the present in UNIX seconds',
    async world => {
      const { id, list } = await richGroup(world)
      world.claim(list).keeps(isNullOrRecent, { id, field: 'date_created', now: world.clock.now() })
    },
  ),

  check(
    'creator-recorded',
    'The creator_id of a group made just now, unless null, is the user who made it',
    async world => {
      const { id, list } = await richGroup(world)
      world.claim(list).keeps(isNullOr, { id, field: 'creator_id', value: world.admin.userId })
    },
  ),

  check(
    'member-served',
    'A member may list the user groups',
    async ({ claim, member }) => void claim(await member.getUserGroups()).succeeds(),
  ),
  check(
    'admin-served',
    'An administrator may list the user groups',
    async ({ claim, admin }) => void claim(await admin.getUserGroups()).succeeds(),
  ),

  check('guest-refused', 'A guest who lists the user groups is refused', async world => {
    const accepted = await control(world, 'getUserGroups')
    world
      .claim(await world.guest.getUserGroups())
      .against(accepted)
      .isRefused()
  }),

  check('bot-refused', 'A bot that lists the user groups is refused', async world => {
    const accepted = await control(world, 'getUserGroups')
    world
      .claim(await world.bot.getUserGroups())
      .against(accepted)
      .isRefused()
  }),
])
