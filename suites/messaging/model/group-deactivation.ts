/** The models of listing and deactivating user groups: messaging contract, "User groups" and "States and transitions". */
import { elementsWhere, listed, type Ruling, Undecided, unlisted, valueAt } from '../../../harness/index.ts'
import { privateChannel } from '../channels/channel-makers.ts'
import { callerOf, vary } from '../controls/variations.ts'
import { idOf } from '../fixtures.ts'
import { CHANNEL_SETTINGS, GROUP_SETTINGS } from '../user-groups/group-settings.ts'
import {
  deactivatedGroup,
  firstList,
  listAllGroups,
  listGroups,
  makeGroup,
  otherGroup,
  richGroup,
} from '../user-groups/user-group-makers.ts'
import {
  containsIds,
  holdsIds,
  isNullOr,
  isNullOrRecent,
  keepsSettings,
} from '../user-groups/user-groups.predicates.ts'
import { groupsInUse, groupsOfChannel } from '../user-groups/user-groups-in-use.ts'
import type { World } from '../world.ts'
import { beforeFactor } from './before.ts'
import { parameters } from './derive.ts'
import { callers, type Done, type ModelFactor, type OperationModel, orNull, times } from './operation-model.ts'
import { refusedAgain } from './refused-again.ts'
import { refused } from './rules.ts'
import { oneOf } from './things.ts'
import { inTurn, type RequestContext, turnOf, unknown, value, wrong } from './values.ts'

const LIST = '/user_groups'
const IN_USE = 'CANNOT_DEACTIVATE_GROUP_IN_USE'

/** The callers who read the list. The contract states that members may, so their acceptance is judged. */
const readers = (): ModelFactor => {
  const { values, ...factor } = callers('admin', 'owner', 'member', 'moderator')
  const served = values.map(one =>
    one.name === 'member' ? { ...one, open: false, by: 'messaging.user-groups.member-served' as const } : one,
  )
  return {
    ...factor,
    values: [
      ...served,
      wrong('guest', undefined, refused('messaging.user-groups.guest-refused')),
      wrong('bot', undefined, refused('messaging.user-groups.bot-refused')),
    ],
  }
}

export const getUserGroups: OperationModel = {
  operation: 'getUserGroups',
  since: 294,
  needs: { actors: ['admin'], allow: 'write' },
  accepted: 'messaging.user-groups.admin-served',
  decides: [
    'messaging.user-groups.deactivated-hidden',
    'messaging.user-groups.deactivated-hidden-false',
    'messaging.user-groups.deactivated-included',
    'messaging.user-groups.subgroups-kept',
    'messaging.user-groups.settings-kept',
    'messaging.user-groups.creator-recorded',
    'messaging.user-groups.description-kept',
    'messaging.user-groups.members-kept',
    'messaging.user-groups.date-created-seconds',
  ],
  factors: level => [
    readers(),
    ...parameters('getUserGroups', level, {
      include_deactivated_groups: { kind: refused('messaging.user-groups.include-kind') },
    }),
    times(),
  ],
  request: async ({ world }, params) => {
    await deactivatedGroup(world)
    await orNull(richGroup(world))
    await orNull(otherGroup(world))
    return params
  },
  review: async (world, all) => {
    const lists = all.filter(({ outcome }) => outcome === 'success')
    return [...(await deactivatedIn(world, lists)), ...(await earlierGroupsShown(world, lists))]
  },
  rows: { quick: 0, standard: 32, thorough: 80 },
}

/** Judges that a deactivated group is in the lists that were requested with deactivated groups, and in no other. */
async function deactivatedIn(world: World, lists: readonly Done[]): Promise<Ruling[]> {
  const { id, reply } = await deactivatedGroup(world)
  if (valueAt(reply.json, '/result') !== 'success') return []
  return lists.map(({ row, reply: list, params }): Ruling => {
    const base = { row, replies: [list] }
    if (params['include_deactivated_groups'] === true)
      return {
        ...base,
        requirement: 'messaging.user-groups.deactivated-included',
        predicate: listed as never,
        args: { list: LIST, where: { id }, has: { deactivated: true } },
      }
    const hidden = params['include_deactivated_groups'] === false ? 'deactivated-hidden-false' : 'deactivated-hidden'
    const args = { list: LIST, where: { id } }
    return { ...base, requirement: `messaging.user-groups.${hidden}`, predicate: unlisted as never, args }
  })
}

type Kept =
  | 'subgroups-kept'
  | 'settings-kept'
  | 'creator-recorded'
  | 'description-kept'
  | 'members-kept'
  | 'date-created-seconds'

/** Judges that every list shows the groups made before as they were sent. */
async function earlierGroupsShown(world: World, lists: readonly Done[]): Promise<Ruling[]> {
  const [rich, other] = [await orNull(richGroup(world)), await orNull(otherGroup(world))]
  const kept = (rule: Kept, predicate: unknown, args: object) => ({
    requirement: `messaging.user-groups.${rule}`,
    ...{ predicate: predicate as never, args: args as Ruling['args'] },
  })
  const shows = [
    ...(rich?.ofUsers.id == null ? [] : [kept('settings-kept', keepsSettings, rich.ofUsers)]),
    ...(rich
      ? [
          kept('creator-recorded', isNullOr, {
            id: rich.id,
            field: 'creator_id',
            value: idOf(await callerOf(world, 'createUserGroup')),
          }),
          kept('date-created-seconds', isNullOrRecent, { id: rich.id, field: 'date_created', now: world.clock.now() }),
          kept('description-kept', listed, {
            list: LIST,
            where: { id: rich.id },
            has: { description: rich.sent['description'] },
          }),
        ]
      : []),
    ...[rich, other].flatMap(group => (group ? [kept('settings-kept', keepsSettings, settingsOf(group))] : [])),
    ...(other
      ? [
          kept('subgroups-kept', holdsIds, { id: other.id, field: 'direct_subgroup_ids', ids: other.subgroups }),
          kept('members-kept', containsIds, { id: other.id, field: 'members', ids: other.members }),
        ]
      : []),
  ]
  return lists.flatMap(({ row, reply }) => shows.map(one => ({ ...one, row, replies: [reply] })))
}

const settingsOf = ({ id, settings }: { readonly id: number; readonly settings: object }) => ({ id, settings })

/** Creates a group as the caller. A caller who may not create groups has none to deactivate. */
const ownGroup = (context: RequestContext, changes: object = {}): Promise<{ id: number }> =>
  makeGroup(context.world, changes as never, context.caller)

const made =
  (more: (context: RequestContext) => Promise<object> | object) =>
  async (context: RequestContext): Promise<number> =>
    (await ownGroup(context, await more(context))).id

type Use = 'bySubgroup' | 'bySetting' | 'byObject'

/** A group in use that the administrator made for other checks, if any. It is open whether an owner may manage those. */
const reusedInUse = async (context: RequestContext, use: Use | 'byChannel'): Promise<number | undefined> => {
  if (context.row['caller'] !== 'admin') return undefined
  const { world } = context
  const ids =
    use === 'byChannel'
      ? [...((await orNull(groupsOfChannel(world)))?.settingOf.keys() ?? [])]
      : ((await orNull(groupsInUse(world)))?.[use] ?? [])
  return ids[await turnOf(context, use)]
}

/** A group that another one uses in this way; the setting in which it is used differs between requests. */
const inUse =
  (kind: Use, use: (ids: readonly number[], setting: string) => object) =>
  async (context: RequestContext): Promise<number> => {
    const known = await reusedInUse(context, kind)
    if (known !== undefined) return known
    const { id } = await ownGroup(context)
    const setting = await oneOfSettings(context)
    await makeGroup(context.world, use([...(await twoGroups(context)), id], setting) as never)
    return id
  }

const [FIRST, ...REST] = GROUP_SETTINGS
const oneOfSettings = inTurn('setting', () => FIRST, ...REST.map(name => () => name)) as (
  context: RequestContext,
) => Promise<string>

const [FIRST_OF_CHANNEL, ...REST_OF_CHANNEL] = CHANNEL_SETTINGS
const oneOfChannelSettings = inTurn(
  'setting of a channel',
  () => FIRST_OF_CHANNEL,
  ...REST_OF_CHANNEL.map(name => () => name),
) as (context: RequestContext) => Promise<string>

/**
 * A group used in a setting of a channel: by its id for a moderator, inside the object form for others; for a member the
 * channel is private.
 */
const ofChannel = async (context: RequestContext): Promise<number> => {
  const known = await reusedInUse(context, 'byChannel')
  if (known !== undefined) return known
  const { world, row } = context
  const { caller } = row
  const { id } = await ownGroup(context)
  const setting = await oneOfChannelSettings(context)
  const object = { ...plain, direct_subgroups: [...(await twoGroups(context)), id] }
  const sent = { [setting]: caller === 'moderator' ? id : object }
  const make = caller === 'member' ? privateChannel(world, sent) : vary(world, 'createChannel', sent)
  world.requireAccepted(await make)
  return id
}

const plain = { direct_members: [] as number[] }

/** The id of a system group, only in destructive runs: a faulty server would deactivate it. */
const aSystemGroup = async ({ world }: RequestContext): Promise<number> => {
  if (!world.allows('destructive')) throw new Undecided('not-allowed', 'a faulty server would deactivate it', false)
  const groups = valueAt((await firstList(world)).json, LIST)
  const { id } = (elementsWhere(groups, { is_system_group: true }).at(-1) ?? {}) as { id?: unknown }
  if (typeof id !== 'number') throw new Undecided('prerequisite-failed', 'the target lists no system group', false)
  return id
}

/** Two groups to put before another one in a list. */
const twoGroups = async (context: RequestContext): Promise<number[]> => [
  await oneOf('group', context, 1),
  await oneOf('group', context, 2),
]

export const deactivateUserGroup: OperationModel = {
  operation: 'deactivateUserGroup',
  needs: { actors: ['admin'], allow: 'write' },
  accepted: 'messaging.user-groups.deactivated',
  decides: ['messaging.user-groups.in-use-stays-active', 'messaging.user-groups.deactivated-included'],
  factors: level => [
    callers('admin', 'owner', 'moderator', 'member'),
    beforeFactor,
    {
      name: 'user_group_id',
      values: [
        value(
          'plain',
          made(() => ({})),
        ),
        value(
          'with a subgroup',
          made(async context => ({ subgroups: [await oneOf('group', context)] })),
        ),
        value(
          'with settings',
          made(async context => ({ can_join_group: await oneOf('group', context) })),
        ),
        unknown(refused('messaging.user-groups.deactivate-unknown', 'BAD_REQUEST')),
        wrong(
          'a subgroup',
          inUse('bySubgroup', subgroups => ({ subgroups })),
          refused('messaging.user-groups.in-use-subgroup', IN_USE),
        ),
        wrong(
          'a setting',
          inUse('bySetting', (ids, setting) => ({ [setting]: ids.at(-1) })),
          refused('messaging.user-groups.in-use-setting', IN_USE),
        ),
        wrong(
          'inside a setting',
          inUse('byObject', (direct_subgroups, setting) => ({ [setting]: { ...plain, direct_subgroups } })),
          refused('messaging.user-groups.in-use-setting-object', IN_USE),
        ),
        wrong('a system group', aSystemGroup, refused('messaging.user-groups.system-group')),
        ...(level < 417
          ? []
          : [wrong('of a channel', ofChannel, refused('messaging.user-groups.in-use-channel-setting', IN_USE))]),
      ],
    },
  ],
  review: reviewDeactivations,
  rows: { quick: 0, standard: 36, thorough: 120 },
}

/** Judges that deactivated groups are listed as deactivated, and groups in use are still active. */
async function reviewDeactivations(world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const again = await refusedAgain(world, deactivateUserGroup, all)
  const active = await listGroups(world)
  const everything = world.level >= 294 ? await listAllGroups(world) : null
  const shown = all.flatMap(({ row, outcome, params }): Ruling[] => {
    const id = params['user_group_id']
    if (row['user_group_id'] === 'unknown' || typeof id !== 'number') return []
    const where = { list: LIST, where: { id } }
    if (outcome === 'error')
      return [
        {
          requirement: `messaging.user-groups.${row['user_group_id'] === 'a system group' ? 'system-group' : 'in-use-stays-active'}`,
          row,
          replies: [active],
          predicate: listed as never,
          args: { ...where, has: { deactivated: false } },
        },
      ]
    return [
      {
        requirement: 'messaging.user-groups.deactivated',
        row,
        replies: [active],
        predicate: unlisted as never,
        args: { list: LIST, where: { id, deactivated: false } },
      },
      ...(everything
        ? [
            {
              requirement: 'messaging.user-groups.deactivated-included' as const,
              row,
              replies: [everything],
              predicate: listed as never,
              args: { ...where, has: { deactivated: true } },
            },
          ]
        : []),
    ]
  })
  return [...again, ...shown]
}
