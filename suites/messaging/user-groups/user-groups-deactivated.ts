/** Deactivated user groups, which list has them and where they are refused: messaging contract, "User groups". */
import { elementsWhere, type Reply, valueAt } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { type Changes, refusesNoBoolean, vary } from '../controls/variations.ts'
import { requireIgnored } from '../conventions/unsupported.ts'
import { anotherOf } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { CHANNEL_SETTINGS, GROUP_SETTINGS } from './group-settings.ts'
import {
  acceptedDeactivation as accepted,
  allAfterwards,
  deactivatedGroup,
  deactivatedGroups,
  listAfterwards,
  listGroups,
  makeGroup,
  plainGroup,
  severalGroups,
  withSubgroup,
} from './user-group-makers.ts'
import { aliasOrUnsupported } from './user-groups.predicates.ts'

const besideDeactivated = shared(world => severalGroups(world, 2))

/** A setting in its object form: with only the group in it, and with the group after others. */
async function insideOf(world: World, name: string): Promise<((id: number) => Changes)[]> {
  const direct_members = [world.admin.userId]
  const beside = await besideDeactivated(world)
  return [[], beside].map(before => id => ({ [name]: { direct_members, direct_subgroups: [...before, id] } }))
}

/** One request with active groups in all settings; if accepted, it is the control for each single setting. */
const withEverySetting = shared.by(
  (operation: 'createUserGroup' | 'createChannel', form: number, _all: Changes) => `${operation} ${form}`,
  (world, operation, _form, all) => vary(world, operation, all),
)

/** Forms to try, by index: the id, alone in an object, after others in an object (which covers the previous form). */
const FORMS = { quick: [0], standard: [0, 2], thorough: [0, 1, 2] } as const

/** Claims that a deactivated group is refused in each setting, in these forms, where active groups were accepted. */
async function refusesAsSetting(
  world: World,
  operation: 'createUserGroup' | 'createChannel',
  settings: readonly string[],
): Promise<void> {
  const { id: active } = await plainGroup(world)
  const forms = await Promise.all(settings.map(async name => [settingTo(name), ...(await insideOf(world, name))]))
  for (const form of FORMS[world.budget]) {
    const every = Object.assign({}, ...forms.map(one => one[form]?.(active) ?? {})) as Changes
    const control = await withEverySetting(world, operation, form, every)
    for (const one of forms) {
      const change = one[form]
      if (!change) continue
      if (outcomeOf(control) !== 'success') {
        await refusesDeactivated(world, id => vary(world, operation, change(id)))
        continue
      }
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      world
        .claim(await vary(world, operation, { ...every, ...change(id) }))
        .against(control)
        .isRefused()
    }
  }
}

const settingTo =
  (name: string) =>
  (id: number): Changes => ({ [name]: id })

/** Claims that a deactivated group is refused where an active one was just accepted. */
const refusesDeactivated = async (world: World, use: (id: number) => Promise<Reply>): Promise<void> => {
  const control = await use((await plainGroup(world)).id)
  world.requireAccepted(control)
  await accepted(world)
  world
    .claim(await use((await deactivatedGroup(world)).id))
    .against(control)
    .isRefused()
}

/** System groups stay active: nobody can change them. */
const SYSTEM = { is_system_group: true, deactivated: false }

export default area('messaging.user-groups', ({ check }) => [
  check(
    'messaging.user-groups.deactivated-hidden',
    'Without include_deactivated_groups a deactivated group is not listed',
    async world => {
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      world.claim(await listAfterwards(world)).listsNo('/user_groups', { id })
      if (world.budget === 'quick') return
      const { gone, active } = await deactivatedGroups(world)
      for (const other of gone) world.claim(active).listsNo('/user_groups', { id: other })
      const member = await anotherOf(world, 'member')
      if (member) world.claim(await member.getUserGroups()).listsNo('/user_groups', { id })
    },
  ),

  check(
    'messaging.user-groups.deactivated-hidden-false',
    'With include_deactivated_groups false a deactivated group is not listed',
    async world => {
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      world.claim(await listGroups(world, { include_deactivated_groups: false })).listsNo('/user_groups', { id })
    },
  ),

  check(
    'messaging.user-groups.deactivated-included',
    'With include_deactivated_groups true a deactivated group is listed with deactivated true',
    async world => {
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      world.claim(await allAfterwards(world)).lists('/user_groups', { id }, { deactivated: true })
      if (world.budget === 'quick') return
      const { gone, all } = await deactivatedGroups(world)
      for (const other of gone) world.claim(all).lists('/user_groups', { id: other }, { deactivated: true })
    },
  ),

  check(
    'messaging.user-groups.active-beside-deactivated',
    'With include_deactivated_groups true the system groups are listed too',
    async world => {
      await deactivatedGroup(world)
      const { json } = await listAfterwards(world)
      const groups = elementsWhere(valueAt(json, '/user_groups'), SYSTEM)
      if (groups.length === 0) return world.lacks('no system group is listed')
      for (const group of groups)
        world.claim(await allAfterwards(world)).lists('/user_groups', { id: valueAt(group, '/id') })
    },
  ),

  check(
    'messaging.user-groups.include-kind',
    'An include_deactivated_groups that is not a boolean is refused',
    refusesNoBoolean('getUserGroups', 'include_deactivated_groups'),
  ),

  check(
    'messaging.user-groups.old-name',
    'From feature level 294 the name allow_deactivated is refused, listed as unsupported, or works as an alias',
    async world => {
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      const reply = await listGroups(world, { allow_deactivated: true })
      world.claim(reply).keeps(aliasOrUnsupported, { id, name: 'allow_deactivated' })
    },
  ),

  check(
    'messaging.user-groups.old-name-works',
    'Before feature level 294 allow_deactivated true lists deactivated groups',
    async world => {
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      world.claim(await allAfterwards(world)).lists('/user_groups', { id })
    },
  ),

  check(
    'messaging.user-groups.new-name-ahead',
    'Before feature level 294 include_deactivated_groups has no effect',
    async world => {
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      const reply = await listGroups(world, { include_deactivated_groups: true })
      await requireIgnored(world, reply, () => listGroups(world, {}))
      world.claim(reply).listsNo('/user_groups', { id })
    },
  ),

  check(
    'messaging.user-groups.deactivated-no-subgroup',
    'A deactivated group is refused as a subgroup',
    async world => {
      const control = await withSubgroup(world)
      world.requireAccepted(control)
      await accepted(world)
      const { id } = await deactivatedGroup(world)
      world
        .claim(await vary(world, 'createUserGroup', { subgroups: [id] }))
        .against(control)
        .isRefused()
      if (world.budget === 'quick') return
      const beside = await severalGroups(world, 2)
      await refusesDeactivated(world, other => vary(world, 'createUserGroup', { subgroups: [...beside, other] }))
    },
  ),

  check(
    'messaging.user-groups.deactivated-no-setting',
    'A deactivated group is refused as a setting of a user group',
    async world => refusesAsSetting(world, 'createUserGroup', world.tries(GROUP_SETTINGS, 'any')),
  ),

  check(
    'messaging.user-groups.deactivated-no-channel-setting',
    'A deactivated group is refused as a setting of a new channel',
    async world =>
      refusesAsSetting(
        world,
        'createChannel',
        world.budget === 'quick' ? ['can_administer_channel_group'] : CHANNEL_SETTINGS,
      ),
  ),

  check(
    'messaging.user-groups.deactivated-no-invitation',
    'A deactivated group is refused as a group of an invitation',
    async world => {
      await refusesDeactivated(world, id => vary(world, 'createReusableInviteLink', { group_ids: [id] }))
      if (world.budget === 'quick') return
      await refusesDeactivated(world, id => vary(world, 'sendInvites', { group_ids: [id] }))
      const only = { direct_members: [world.admin.userId], direct_subgroups: [] }
      const { id: before } = await makeGroup(world, { can_add_members_group: only })
      await refusesDeactivated(world, id => vary(world, 'createReusableInviteLink', { group_ids: [before, id] }))
    },
  ),
])
