/** Settings of user groups: messaging contract, "POST /user_groups/create" and "Conventions". */
import type { Reply } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { type Changes, refusesEach, refusesKinds, sentOnce, vary } from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { anotherOf, idOf, NO_SUCH_ID, unlessMissing } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { GROUP_SETTINGS, noSettings } from './group-settings.ts'
import {
  membersAtHand,
  otherGroup,
  plainGroup,
  richGroup,
  richLists,
  secondGroup,
  systemGroup,
  unknownInside,
} from './user-group-makers.ts'
import { keepsSettings } from './user-groups.predicates.ts'

/** Claims that both forms of a setting are accepted: in all settings at once, else (and with thorough) in this one alone. */
const acceptsSetting = (name: (typeof GROUP_SETTINGS)[number]) => async (world: World) => {
  const { id } = await plainGroup(world)
  const forms: (readonly [string, unknown])[] = [
    ['id', id],
    ['object', await peopleAndGroups(world)],
  ]
  if (world.budget !== 'quick') forms.push(['one', { direct_members: [idOf(world.admin)], direct_subgroups: [id] }])
  for (const [form, value] of forms) {
    const all = world.budget === 'thorough' ? null : await inEverySetting(world, form, value)
    const shows = all && outcomeOf(all) === 'success'
    world.claim(shows ? all : await vary(world, 'createUserGroup', { [name]: value })).succeeds()
  }
  const { groups, reply } = await systemGroups(world)
  const group = groups[name]
  if (group === undefined || reply === null) return
  const shows = outcomeOf(reply) === 'success'
  world.claim(shows ? reply : await vary(world, 'createUserGroup', { [name]: group })).succeeds()
}

/** System groups that the contract forbids only in the other of these two settings, so that they are ordinary groups here. */
const systemGroups = shared(async world => {
  const groups: { [setting in (typeof GROUP_SETTINGS)[number]]?: number } = {}
  for (const [setting, name] of [
    ['can_manage_group', 'role:owners'],
    ['can_mention_group', 'role:everyone'],
  ] as const) {
    const id = await systemGroup(world, name).catch(unlessMissing)
    if (id !== null) groups[setting] = id
  }
  const isListed = Object.keys(groups).length > 0
  return { groups, reply: isListed ? await vary(world, 'createUserGroup', groups) : null }
})

const everySetting = (value: unknown): Changes => Object.fromEntries(GROUP_SETTINGS.map(setting => [setting, value]))

const inEverySetting = shared.by(
  (form: string, _value: unknown) => form,
  async (world, form, value) =>
    form === 'object' ? (await asObjects(world)).reply : vary(world, 'createUserGroup', everySetting(value)),
)

const peopleAndGroups = async (world: World) => ({
  direct_members: await membersAtHand(world),
  direct_subgroups: [(await plainGroup(world)).id, await secondGroup(world)],
})

const asObjects = unsupportedCarrier('createUserGroup', async (world, besides) => ({
  reply: await vary(world, 'createUserGroup', { ...everySetting(await peopleAndGroups(world)), ...besides }),
}))

const refusesSettingKind = (name: (typeof GROUP_SETTINGS)[number]) =>
  refusesKinds('createUserGroup', name, ...noSettings(name))

/** Somebody of this role who may create groups, with the accepted request; null if there is none. */
const creatorOf = shared(async (world, role: 'member' | 'moderator') => {
  const creator = await anotherOf(world, role)
  const accepted = creator && (await vary(world, 'createUserGroup', {}, { by: creator }))
  return accepted && outcomeOf(accepted) === 'success' ? { creator, accepted } : null
})

type Barring = 'can_manage_group' | 'can_mention_group'

const onlyOne = (group: number) => ({ direct_members: [], direct_subgroups: [group] })

interface Accepted {
  readonly sent: Changes
  readonly reply: Reply
}

/** The control: with the quick budget one that serves several refusals, if accepted; else one for this setting only. */
async function acceptedWith(
  world: World,
  both: (world: World) => Promise<Accepted>,
  alone: () => Promise<Reply>,
): Promise<Accepted> {
  const shared = world.budget === 'quick' ? await both(world) : null
  return shared && outcomeOf(shared.reply) === 'success' ? shared : { sent: {}, reply: await alone() }
}

/** A plain group in both restricted settings, each an object with that group and no users. */
const onlyOneInBoth = shared(async (world): Promise<Accepted> => {
  const value = onlyOne((await plainGroup(world)).id)
  const sent = { can_manage_group: value, can_mention_group: value }
  return { sent, reply: await vary(world, 'createUserGroup', sent) }
})

/** Claims the refusal in object form, which with one group and no users equals the id. If plain groups fail too, no claim. */
async function refusesAsOnlyOne(world: World, setting: Barring, id: number): Promise<void> {
  const { sent, reply } = await acceptedWith(world, onlyOneInBoth, async () =>
    sentOnce(world, 'createUserGroup', { [setting]: onlyOne((await plainGroup(world)).id) }),
  )
  if (outcomeOf(reply) !== 'success') return
  world
    .claim(await sentOnce(world, 'createUserGroup', { ...sent, [setting]: onlyOne(id) }))
    .against(reply)
    .isRefused()
}

const asEveryGroup = async (world: World): Promise<Accepted> => {
  const { id } = await plainGroup(world)
  return { sent: everySetting(id), reply: await inEverySetting(world, 'id', id) }
}

const asAnotherGroup = shared(async (world, setting: Barring) =>
  vary(world, 'createUserGroup', { [setting]: (await plainGroup(world)).id }),
)

/** Claims that a system group is refused in this setting; the control has a plain group there. */
const refusesSystemGroup = (setting: Barring, group: string) => async (world: World) => {
  const id = await systemGroup(world, group)
  const { sent, reply } = await acceptedWith(world, asEveryGroup, () => asAnotherGroup(world, setting))
  world.requireAccepted(reply)
  world
    .claim(await vary(world, 'createUserGroup', { ...sent, [setting]: id }))
    .against(reply)
    .isRefused()
  await refusesAsOnlyOne(world, setting, id)
  if (world.budget === 'quick') return
  for (const role of ['member', 'moderator'] as const) {
    const own = await creatorOf(world, role)
    if (own === null) continue
    world
      .claim(await vary(world, 'createUserGroup', { [setting]: id }, { by: own.creator }))
      .against(own.accepted)
      .isRefused()
  }
}

export default area('messaging.user-groups', ({ check, watch }) => [
  check(
    'messaging.user-groups.can-add-members-group',
    'Creating a user group accepts a group id and the object form for who may add members',
    acceptsSetting('can_add_members_group'),
  ),
  check(
    'messaging.user-groups.can-add-members-group-kind',
    'A user group setting for who may add members that is not a group-setting value is refused',
    refusesSettingKind('can_add_members_group'),
  ),
  check(
    'messaging.user-groups.can-join-group',
    'Creating a user group accepts a group id and the object form for who may join',
    acceptsSetting('can_join_group'),
  ),
  check(
    'messaging.user-groups.can-join-group-kind',
    'A user group setting for who may join that is not a group-setting value is refused',
    refusesSettingKind('can_join_group'),
  ),
  check(
    'messaging.user-groups.can-leave-group',
    'Creating a user group accepts a group id and the object form for who may leave',
    acceptsSetting('can_leave_group'),
  ),
  check(
    'messaging.user-groups.can-leave-group-kind',
    'A user group setting for who may leave that is not a group-setting value is refused',
    refusesSettingKind('can_leave_group'),
  ),
  check(
    'messaging.user-groups.can-manage-group',
    'Creating a user group accepts a group id and the object form for who may manage',
    acceptsSetting('can_manage_group'),
  ),
  check(
    'messaging.user-groups.can-manage-group-kind',
    'A user group setting for who may manage that is not a group-setting value is refused',
    refusesSettingKind('can_manage_group'),
  ),
  check(
    'messaging.user-groups.can-mention-group',
    'Creating a user group accepts a group id and the object form for who may mention',
    acceptsSetting('can_mention_group'),
  ),
  check(
    'messaging.user-groups.can-mention-group-kind',
    'A user group setting for who may mention that is not a group-setting value is refused',
    refusesSettingKind('can_mention_group'),
  ),
  check(
    'messaging.user-groups.can-remove-members-group',
    'Creating a user group accepts a group id and the object form for who may remove members',
    acceptsSetting('can_remove_members_group'),
  ),
  check(
    'messaging.user-groups.can-remove-members-group-kind',
    'A user group setting for who may remove members that is not a group-setting value is refused',
    refusesSettingKind('can_remove_members_group'),
  ),

  check(
    'messaging.user-groups.settings-kept',
    'A created user group is listed with the groups sent for its six settings',
    async world => {
      const { id, settings, list, ofUsers } = await richGroup(world)
      for (const one of await richLists(world)) world.claim(one).keeps(keepsSettings, { id, settings })
      if (ofUsers.id !== null) world.claim(list).keeps(keepsSettings, ofUsers)
      if (world.budget === 'quick') return
      const other = await otherGroup(world)
      world.claim(other.list).keeps(keepsSettings, { id: other.id, settings: other.settings })
    },
  ),

  check(
    'messaging.user-groups.setting-unknown',
    'Creating a user group with an unknown group as a setting is refused',
    async world => {
      const inside = await unknownInside(world)
      await refusesEach('createUserGroup', 'can_join_group', [inside])(world)
      if (world.budget === 'quick') return
      // The forms alternate, so that can_join_group, tried in the object form above, now gets the id.
      for (const [at, name] of GROUP_SETTINGS.entries())
        await refusesEach('createUserGroup', name, [at % 2 === 0 ? inside : NO_SUCH_ID])(world)
    },
  ),

  check(
    'messaging.user-groups.setting-unknown-user',
    'Creating a user group with an unknown user id inside a setting is refused with BAD_REQUEST',
    async world => {
      const people = { direct_members: [world.admin.userId, NO_SUCH_ID], direct_subgroups: [] }
      for (const name of world.tries(GROUP_SETTINGS, 'any')) {
        const accepted = await sentOnce(world, 'createUserGroup', {
          [name]: { direct_members: [world.admin.userId], direct_subgroups: [] },
        })
        world.requireAccepted(accepted)
        world
          .claim(await sentOnce(world, 'createUserGroup', { [name]: people }))
          .against(accepted)
          .isRefused('BAD_REQUEST')
      }
    },
  ),

  check(
    'messaging.user-groups.manage-not-internet',
    'The system group role:internet is refused for who may manage',
    refusesSystemGroup('can_manage_group', 'role:internet'),
  ),
  check(
    'messaging.user-groups.manage-not-everyone',
    'The system group role:everyone is refused for who may manage',
    refusesSystemGroup('can_manage_group', 'role:everyone'),
  ),
  check(
    'messaging.user-groups.mention-not-internet',
    'The system group role:internet is refused for who may mention',
    refusesSystemGroup('can_mention_group', 'role:internet'),
  ),
  check(
    'messaging.user-groups.mention-not-owners',
    'The system group role:owners is refused for who may mention',
    refusesSystemGroup('can_mention_group', 'role:owners'),
  ),

  watch(
    'open-points-of-creation',
    async world => {
      const none = await vary(world, 'createUserGroup', { members: [] }, { observed: true })
      world.observe('messaging.user-groups.no-members', `members []: ${inWords(none)}`, none)
      const everyone = await systemGroup(world, 'role:everyone')
      const beside = { direct_members: [world.admin.userId], direct_subgroups: [everyone] }
      const inside = await vary(world, 'createUserGroup', { can_manage_group: beside }, { observed: true })
      world.observe(
        'messaging.user-groups.forbidden-inside-object',
        `role:everyone and somebody: ${inWords(inside)}`,
        inside,
      )
    },
    { needs: { actors: ['admin'], allow: 'write' } },
  ),
])
