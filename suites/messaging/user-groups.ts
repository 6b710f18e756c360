/** User groups, creating and listing: messaging contract, "User groups" and the user group's field table. */
import { area, outcomeOf, type Reply, verbatim, type World } from '../../harness/index.ts'
import { numberAt } from './controls.ts'
import { ANY_SCRIPT, anotherOf, NO_SUCH_ID } from './fixtures.ts'
import { listsNoneOf, successWith } from './parameters.predicates.ts'
import {
  listAllGroups,
  listGroups,
  makeGroup,
  namedGroup,
  otherGroup,
  plainGroup,
  richGroup,
  SETTINGS,
} from './user-group-makers.ts'
import { containsIds, holdsIds, isNullOr, isNullOrRecent, lacksId } from './user-groups.predicates.ts'
import { control, refusesEach, refusesKinds, vary, withoutParameter } from './variations.ts'

/** Groups refused for an unknown member, who stands alone, last or first, and the list after that. */
const withUnknownMember = (world: World) =>
  world.once('user groups: an unknown member', async () => {
    const admin = world.admin.userId
    const all = [[NO_SUCH_ID], [admin, NO_SUCH_ID], [NO_SUCH_ID, admin]]
    const tried: { name: string; reply: Reply }[] = []
    for (const members of world.budget === 'quick' ? all.slice(0, 1) : all) {
      const name = world.name('group')
      tried.push({ name, reply: await vary(world, 'createUserGroup', { name, members }) })
    }
    return { tried, list: await listGroups(world) }
  })

/** The list as it is asked for, without and with its parameter. */
const everyWay = ({ budget, level }: World): Readonly<Record<string, unknown>>[] =>
  budget === 'quick' || level < 294 ? [{}] : [{}, { include_deactivated_groups: true }]

export default area('messaging.user-groups', ({ always, check, visit }) => [
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
    if (world.budget !== 'quick')
      world.claim(await vary(world, 'createUserGroup', { members: [world.admin.userId] })).succeeds()
  }),

  check(
    'created-listed',
    'A created user group is in the list, active and no system group, under the id answered',
    async world => {
      const quick = world.budget === 'quick'
      const { id, sent, list } = quick ? await richGroup(world) : { ...(await makeGroup(world)), list: null }
      const shown = { name: sent['name'], deactivated: false, is_system_group: false }
      world.claim(list ?? (await listGroups(world))).lists('/user_groups', { id }, shown)
      if (quick) return
      world.claim(await listAllGroups(world)).lists('/user_groups', { id }, shown)
      const member = await anotherOf(world, 'member')
      if (member) world.claim(await member.getUserGroups()).lists('/user_groups', { id }, shown)
    },
    { company: 'alone' },
  ),

  check(
    'name-required',
    'Creating a user group without a name is refused',
    withoutParameter('createUserGroup', 'name'),
  ),

  check('name-kept', 'A created user group is listed with the name sent, in letters of any script', async world => {
    const { name, reply } = await namedGroup(world)
    world.claim(reply).succeeds()
    const { list } = await richGroup(world)
    world.claim(list).lists('/user_groups', { id: numberAt(reply, 'group_id') }, { name })
  }),

  check(
    'description-required',
    'Creating a user group without a description is refused',
    withoutParameter('createUserGroup', 'description'),
  ),

  check('description-kept', 'A created user group is listed with the description sent', async world => {
    const { id, sent, list } = await richGroup(world)
    world.claim(list).lists('/user_groups', { id }, { description: sent['description'] })
    if (world.budget === 'quick') return
    const description = world.name(ANY_SCRIPT)
    const reply = await vary(world, 'createUserGroup', { description })
    world.claim(reply).succeeds()
    const after = await listGroups(world)
    world.claim(after).lists('/user_groups', { id: numberAt(reply, 'group_id') }, { description })
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

  check('members-unknown', 'Creating a user group with an unknown user id is refused with BAD_REQUEST', async world => {
    const accepted = await control(world, 'createUserGroup')
    for (const { reply } of (await withUnknownMember(world)).tried)
      world.claim(reply).against(accepted).isRefused('BAD_REQUEST')
  }),

  check(
    'members-unknown-creates-nothing',
    'A user group refused for an unknown user id is not in the list',
    async world => {
      await control(world, 'createUserGroup')
      const { tried, list } = await withUnknownMember(world)
      for (const { name, reply } of tried)
        if (outcomeOf(reply) === 'error') world.claim(list).listsNo('/user_groups', { name })
    },
  ),

  check('members-active-only', 'A member who was deactivated is no longer listed among the members', async world => {
    const leaver = await world.fresh('member')
    const { id } = await makeGroup(world, { members: [leaver.userId, world.admin.userId] })
    world.requireAccepted(await leaver.deactivateOwnAccount())
    world.claim(await listGroups(world)).keeps(lacksId, { id, field: 'members', absent: leaver.userId })
  }),

  check('subgroups', 'Creating a user group with subgroups is accepted', async world => {
    const subgroups = [(await plainGroup(world)).id]
    world
      .claim(await world.once('user groups: an accepted subgroup', () => vary(world, 'createUserGroup', { subgroups })))
      .succeeds()
  }),

  check('subgroups-kept', 'A created user group is listed with the direct subgroups sent', async world => {
    const { id, inner, list } = await richGroup(world)
    world.claim(list).keeps(holdsIds, { id, field: 'direct_subgroup_ids', ids: [inner] })
    if (world.budget === 'quick') return
    const other = await otherGroup(world)
    world.claim(other.list).keeps(holdsIds, { id: other.id, field: 'direct_subgroup_ids', ids: other.subgroups })
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
      const used = await asMember({ subgroups: [closed.id] })
      const mayCreate = outcomeOf(used) === 'success' || outcomeOf(await asMember({})) === 'success'
      world.claim(mayCreate ? used : await vary(world, 'createUserGroup', { subgroups: [closed.id] })).succeeds()
    },
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
    for (const params of everyWay(world))
      world
        .claim(await world.guest.sends('getUserGroups', params))
        .against(accepted)
        .isRefused()
  }),

  check('bot-refused', 'A bot that lists the user groups is refused', async world => {
    const accepted = await control(world, 'getUserGroups')
    for (const params of everyWay(world))
      world
        .claim(await world.bot.sends('getUserGroups', params))
        .against(accepted)
        .isRefused()
  }),
])
