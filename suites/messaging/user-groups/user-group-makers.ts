/** Creates and lists user groups for the checks. */
import { type Reply, Undecided, valueAt } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { numberAt, numberIn } from '../controls/controls.ts'
import { type Changes, controlReply, vary } from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { ANY_NAME, anotherOf, idOf, NO_SUCH_ID, PUNCTUATED, unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { GROUP_SETTINGS } from './group-settings.ts'

export interface Made {
  readonly id: number
  readonly reply: Reply
  readonly sent: Changes
}

/** Creates a group; if it is refused, the check that needs it cannot judge. */
export async function makeGroup(world: World, changes: Changes = {}, by?: Actor): Promise<Made> {
  const sent = { name: world.name('group'), description: 'made by a conformance run', ...changes }
  const reply = await vary(world, 'createUserGroup', sent, by ? { by } : {})
  world.requireAccepted(reply)
  return { id: numberIn(reply, 'group_id'), reply, sent }
}

/** A plain group shared by all checks. */
export const plainGroup = shared((world): Promise<Made> => makeGroup(world))

/** Another of these. */
export const secondGroup = shared(async (world): Promise<number> => (await makeGroup(world)).id)

/** Several plain groups, made one after the other. */
export async function severalGroups(world: World, count: number): Promise<number[]> {
  const ids: number[] = []
  while (ids.length < count) ids.push((await makeGroup(world)).id)
  return ids
}

/** A group that was created, listed and deactivated. */
export const deactivatedGroup = unsupportedCarrier('deactivateUserGroup', async (world, besides) => {
  const { id } = await makeGroup(world)
  const before = await listGroups(world)
  const reply = await world.anyOf('admin', 'owner').sends('deactivateUserGroup', { user_group_id: id, ...besides })
  return { id, before, reply }
})

/** More groups, each deactivated by a separate request, and both lists afterwards, to reveal intermittent failures. */
export const deactivatedGroups = shared(async world => {
  const ids = await severalGroups(world, 4)
  const replies: Reply[] = []
  for (const id of ids) replies.push(await world.anyOf('admin', 'owner').deactivateUserGroup({ user_group_id: id }))
  const gone = ids.filter((_id, at) => outcomeOf(replies[at] as Reply) === 'success')
  return { gone, replies, active: await listGroups(world), all: await listAllGroups(world) }
})

export const listGroups = (world: World, params: Changes = {}): Promise<Reply> =>
  world.anyOf('admin', 'owner', 'user').sends('getUserGroups', params)

/** The list with deactivated groups; the parameter's name depends on the level. */
export const listAllGroups = (world: World): Promise<Reply> =>
  listGroups(world, { [world.level >= 294 ? 'include_deactivated_groups' : 'allow_deactivated']: true })

export const listAfterwards = shared((world): Promise<Reply> => listGroups(world))

/** A deactivation that was accepted in this run: the control of every refused one. */
export const acceptedDeactivation = async (world: World): Promise<Reply> => {
  const { reply } = await deactivatedGroup(world)
  world.requireAccepted(reply)
  return reply
}

/** The list of groups when a check first needed it. */
export const firstList = shared(async world => {
  const asUser = await controlReply(world, 'getUserGroups')
  return outcomeOf(asUser) === 'success' ? asUser : listGroups(world)
})

/** The reply to creating a group with a subgroup, accepted or not. */
export const withSubgroup = shared(async world =>
  vary(world, 'createUserGroup', { subgroups: [(await plainGroup(world)).id] }),
)

/** The id of a system group by its name. */
export async function systemGroup(world: World, name: string): Promise<number> {
  const reply = await firstList(world)
  const groups = valueAt(reply.json, '/user_groups')
  const found = Array.isArray(groups)
    ? groups.find(group => group?.name === name && group?.is_system_group === true)
    : undefined
  if (typeof found?.id !== 'number')
    throw new Undecided('fixture-missing', `the target lists no system group ${name}`, false)
  return found.id
}

/** The reply to creating a group whose name has letters of several scripts, accepted or not. */
export const namedGroup = shared(async (world): Promise<{ name: string; reply: Reply }> => {
  const name = world.name(ANY_NAME)
  return { name, reply: await vary(world, 'createUserGroup', { name }) }
})

/** A group with every value that can be read back, one whose settings are users only (if accepted), and the list. */
export const richGroup = shared(async world => {
  const { id: inner } = await plainGroup(world)
  const another = await secondGroup(world)
  const members = await membersAtHand(world)
  // One of these has a subgroup itself, which is not a direct subgroup of the new group.
  const others = [await withSubgroup(world), (await namedGroup(world)).reply].map(reply => numberAt(reply, 'group_id'))
  const subgroups = [another, ...others.filter(id => id !== null)]
  const [first, second, ...rest] = GROUP_SETTINGS
  const settings = {
    ...Object.fromEntries(rest.map(name => [name, inner])),
    [first]: inner,
    [second]: { direct_members: members, direct_subgroups: [inner, another] },
  }
  const people = { direct_members: [idOf(world.anyOf('admin', 'owner'))], direct_subgroups: [] }
  const only = Object.fromEntries(GROUP_SETTINGS.map(name => [name, people]))
  const ofUsers = { id: numberAt(await vary(world, 'createUserGroup', only), 'group_id'), settings: only }
  const made = await makeGroup(world, {
    description: `${PUNCTUATED}, ${world.name('described')}`,
    members,
    subgroups,
    ...settings,
  })
  return { ...made, members, subgroups, settings, ofUsers, list: await listGroups(world) }
})

/** Another group with the other form of each setting, three subgroups, up to three members, and the list. */
export const otherGroup = shared(async world => {
  const deep = numberAt((await namedGroup(world)).reply, 'group_id')
  const { id: first } = await plainGroup(world)
  const { id: second } = await makeGroup(world, deep === null ? {} : { subgroups: [deep] })
  const { id: third } = await makeGroup(world)
  const members = await membersAtHand(world)
  const object = { direct_members: members, direct_subgroups: [first, second, third] }
  const [, byId] = GROUP_SETTINGS
  const settings = { ...Object.fromEntries(GROUP_SETTINGS.map(name => [name, object])), [byId]: second }
  const subgroups = [first, second, third]
  const made = await makeGroup(world, { members, subgroups, ...settings })
  return { ...made, members, subgroups, settings, list: await listGroups(world) }
})

/** The administrator and up to two more users, if there are any; with the quick budget none is made for this. */
export async function membersAtHand(world: World): Promise<number[]> {
  const isQuick = world.budget === 'quick'
  const others = isQuick
    ? [await world.someone('second'), await world.someone('member'), await world.someone('moderator')]
    : [await anotherOf(world, 'member'), await anotherOf(world, 'moderator')]
  const ids = others.flatMap(other => (other && Number.isInteger(other.userId) ? [other.userId] : []))
  return [...new Set([idOf(world.anyOf('admin', 'owner')), ...ids])].slice(0, 3)
}

/** The list with deactivated groups, read after one was deactivated. */
export const allAfterwards = shared(async (world): Promise<Reply> => {
  await richGroup(world)
  await deactivatedGroup(world)
  return listAllGroups(world)
})

/** Both lists that contain the rich group; the one with deactivated groups only if a group can be deactivated. */
export async function richLists(world: World): Promise<readonly Reply[]> {
  const { list } = await richGroup(world)
  const all = await allAfterwards(world).catch(unlessMissing)
  return all ? [list, all] : [list]
}

/** An unknown group beside a known one, in the object form of a setting. */
export const unknownInside = async (world: World) => ({
  direct_members: [idOf(world.anyOf('admin', 'owner'))],
  direct_subgroups: [(await plainGroup(world)).id, NO_SUCH_ID],
})
