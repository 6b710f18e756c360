/** The model of creating user groups: messaging contract, "POST /user_groups/create" and the group's field table. */
import type { Ruling } from '../../../harness/index.ts'
import { listed, unlisted, valueAt } from '../../../harness/index.ts'
import { numberAt } from '../controls/controls.ts'
import { shared } from '../shared.ts'
import { GROUP_SETTINGS } from '../user-groups/group-settings.ts'
import { acceptedDeactivation, deactivatedGroup, listGroups, systemGroup } from '../user-groups/user-group-makers.ts'
import { containsIds, hasName, holdsIds, keepsSettings } from '../user-groups/user-groups.predicates.ts'
import type { World } from '../world.ts'
import { type ParameterRules, parameters } from './derive.ts'
import { anyOrder, callers, type Done, type OperationModel, orNull, times } from './operation-model.ts'
import { type RequirementId, refused, refusedPreferably } from './rules.ts'
import { oneOf } from './things.ts'
import { inTurn, mayBeCut, type RequestContext, wrong } from './values.ts'

type Setting = (typeof GROUP_SETTINGS)[number]

const dashed = <Name extends string>(name: Name): RequirementId =>
  `messaging.user-groups.${name.replaceAll('_', '-')}` as RequirementId

const role = (name: string) => (context: RequestContext) => systemGroup(context.world, name)
const notRole = (name: string, by: RequirementId) => wrong(name, role(name), refused(by))
/** Only the group inside an object: with others beside it, the outcome is open. */
const notInside = (name: string, by: RequirementId) =>
  wrong(
    `${name} inside`,
    async (context: RequestContext) => ({ direct_members: [], direct_subgroups: [await role(name)(context)] }),
    refused(by),
  )

const FORBIDDEN: { readonly [Name in Setting]?: readonly ReturnType<typeof notRole>[] } = {
  can_manage_group: [
    notRole('role:internet', 'messaging.user-groups.manage-not-internet'),
    notRole('role:everyone', 'messaging.user-groups.manage-not-everyone'),
    notInside('role:internet', 'messaging.user-groups.manage-not-internet'),
    notInside('role:everyone', 'messaging.user-groups.manage-not-everyone'),
  ],
  can_mention_group: [
    notRole('role:internet', 'messaging.user-groups.mention-not-internet'),
    notRole('role:owners', 'messaging.user-groups.mention-not-owners'),
    notInside('role:internet', 'messaging.user-groups.mention-not-internet'),
    notInside('role:owners', 'messaging.user-groups.mention-not-owners'),
  ],
}

const noneButThese = (direct_subgroups: readonly number[]) => ({ direct_members: [] as number[], direct_subgroups })

/** The id of a deactivated group, for parameters that accept active ones. */
async function deactivated(context: RequestContext): Promise<number> {
  await acceptedDeactivation(context.world)
  return (await deactivatedGroup(context.world)).id
}

/** A deactivated group in a setting: by its id, alone in an object, and after another group in an object. */
const deactivatedSetting = wrong(
  'deactivated',
  inTurn(
    'deactivated setting',
    deactivated,
    async context => noneButThese([await deactivated(context)]),
    async context => noneButThese([await oneOf('group', context), await deactivated(context)]),
  ),
  refused('messaging.user-groups.deactivated-no-setting'),
)

const deactivatedSubgroup = wrong(
  'deactivated after active',
  inTurn(
    'deactivated subgroup',
    async context => [await oneOf('group', context), await deactivated(context)],
    async context => [await deactivated(context)],
  ),
  refused('messaging.user-groups.deactivated-no-subgroup'),
)

const settingRules = (name: Setting): ParameterRules => ({
  by: dashed(name),
  kind: refused(dashed(`${name}-kind`)),
  unknownUser: refused('messaging.user-groups.setting-unknown-user', 'BAD_REQUEST'),
  more: [...(FORBIDDEN[name] ?? []), deactivatedSetting],
})

export const createUserGroup: OperationModel = {
  operation: 'createUserGroup',
  needs: { actors: ['admin'], allow: 'write' },
  accepted: 'messaging.user-groups.created',
  decides: [
    'messaging.user-groups.created-listed',
    'messaging.user-groups.name-kept',
    'messaging.user-groups.description-kept',
    'messaging.user-groups.members-kept',
    'messaging.user-groups.subgroups-kept',
    'messaging.user-groups.settings-kept',
    'messaging.user-groups.refused-creates-nothing',
  ],
  factors: level => [
    callers('admin', 'owner', 'moderator', 'member'),
    ...parameters('createUserGroup', level, {
      name: { missing: refusedPreferably('messaging.user-groups.name-required') },
      description: {
        missing: refusedPreferably('messaging.user-groups.description-required'),
      },
      members: {
        missing: refusedPreferably('messaging.user-groups.members-required'),
        kind: refused('messaging.user-groups.members-kind'),
        unknown: refused('messaging.user-groups.members-unknown', 'BAD_REQUEST'),
      },
      subgroups: {
        by: 'messaging.user-groups.subgroups',
        kind: refused('messaging.user-groups.subgroups-kind'),
        unknown: refused('messaging.user-groups.subgroups-unknown'),
        more: [deactivatedSubgroup],
      },
      ...Object.fromEntries(GROUP_SETTINGS.map(name => [name, settingRules(name)])),
    }),
    anyOrder('createUserGroup', level),
    times(),
  ],
  risky: ['caller', 'members', 'subgroups', 'can_manage_group'],
  review,
  rows: { quick: 0, standard: 119, thorough: 1000 },
}

/** Who reads the first list besides the administrator. */
const readersOf = shared(
  async (_world): Promise<{ readonly words: ('owner' | 'moderator' | 'member')[] }> => ({ words: ['member', 'owner'] }),
)

/** Judges, in the lists of several readers, that created groups have every value sent, and that refused ones are absent. */
async function review(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const readers = await readersOf(world)
  const lists = [await listGroups(world)]
  for (const word of readers.words.splice(0)) {
    const reader = await orNull(world.someone(word))
    if (reader) lists.push(await reader.getUserGroups())
  }
  const rulings: Ruling[] = []
  for (const list of lists) {
    if (!Array.isArray(valueAt(list.json, '/user_groups'))) continue
    for (const done of all)
      rulings.push(
        ...(done.outcome === 'success' ? made(done) : notMade(done)).map(one => ({ ...one, replies: [list] })),
      )
  }
  return rulings

  function made({ row, reply, params, caller }: Done): Omit<Ruling, 'replies'>[] {
    const id = numberAt(reply, 'group_id')
    if (id === null) return []
    const on = (requirement: RequirementId, predicate: unknown, args: Record<string, unknown>) =>
      ({ requirement, row, predicate, args }) as Omit<Ruling, 'replies'>
    const members = params['members'] as number[]
    const subgroups = (params['subgroups'] as number[] | undefined) ?? []
    const settings = Object.fromEntries(GROUP_SETTINGS.flatMap(name => (name in params ? [[name, params[name]]] : [])))
    return [
      on('messaging.user-groups.created-listed', listed, {
        list: '/user_groups',
        where: { id },
        has: { deactivated: false, is_system_group: false },
      }),
      ...(mayBeCut(row['name'])
        ? []
        : [on('messaging.user-groups.name-kept', hasName, { id, has: { name: params['name'] } })]),
      ...(mayBeCut(row['description'])
        ? []
        : [
            on('messaging.user-groups.description-kept', listed, {
              list: '/user_groups',
              where: { id },
              has: { description: params['description'] },
            }),
          ]),
      // The server may add the creator as a member, and may list members of subgroups as well.
      members.includes(caller.userId) && subgroups.length === 0
        ? on('messaging.user-groups.members-kept', holdsIds, { id, field: 'members', ids: members })
        : on('messaging.user-groups.members-kept', containsIds, { id, field: 'members', ids: members }),
      on('messaging.user-groups.subgroups-kept', holdsIds, {
        id,
        field: 'direct_subgroup_ids',
        ids: subgroups,
      }),
      on('messaging.user-groups.settings-kept', keepsSettings, { id, settings }),
    ]
  }

  function notMade({ row, outcome, params }: Done): Omit<Ruling, 'replies'>[] {
    const { name } = params
    if (outcome !== 'error' || typeof name !== 'string') return []
    const args = { list: '/user_groups', where: { name } }
    return [{ requirement: 'messaging.user-groups.refused-creates-nothing', row, predicate: unlisted as never, args }]
  }
}
