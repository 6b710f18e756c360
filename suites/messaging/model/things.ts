/** Objects of the target that requests name by id: a first and later ones of each kind, made once for all combinations. */
import { Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { numberAt } from '../controls/controls.ts'
import { pushDevice } from '../controls/controls-organization.ts'
import { control } from '../controls/variations.ts'
import { anotherOf, idOf, messageToOneself, newlyMade, recipientOf, unlessMissing } from '../fixtures.ts'
import { shared } from '../shared.ts'
import { makeGroup, plainGroup } from '../user-groups/user-group-makers.ts'
import type { RequestContext } from './values.ts'

type Find = (context: RequestContext) => Promise<number>

const somebodyElse = ({ world, caller }: RequestContext): Promise<number> => recipientOf(world, caller)

const aThird = async ({ world }: RequestContext): Promise<number> => {
  const third = await anotherOf(world, 'moderator')
  if (!third) throw new Undecided('no-credentials', 'there is no third user', false)
  return idOf(third)
}

/** A channel that this person is subscribed to. */
const ownChannel = shared.by(
  (somebody: Actor, turn: number) => `${somebody.email} ${turn}`,
  async (world, somebody: Actor, _turn: number): Promise<number> =>
    Number((await world.provide('channel', { subscribers: [idOf(somebody)] }))['id']),
)

const anotherGroup = shared(async (world, _turn: number) => (await makeGroup(world)).id)

/** A group whose own setting lets all these people add members. */
const openGroup = shared.by(
  (people: readonly number[], turn: number) => `${people.join(' ')} ${turn}`,
  async (world, people: readonly number[], _turn: number): Promise<number> =>
    (await makeGroup(world, { can_add_members_group: { direct_members: people, direct_subgroups: [] } })).id,
)

const idsOf = ({ people }: RequestContext): number[] => [...people.values()].map(one => idOf(one))

const groupOpenToCallers = (context: RequestContext, turn: number): Promise<number> =>
  openGroup(context.world, idsOf(context), turn)

/** A channel with all these people, whose own setting lets them add subscribers. */
const openChannel = shared.by(
  (people: readonly number[], turn: number) => `${people.join(' ')} ${turn}`,
  (world, people: readonly number[], _turn: number): Promise<number> =>
    newlyMade(world, 'channel', {
      subscribers: [...people],
      settings: { can_add_subscribers_group: { direct_members: people, direct_subgroups: [] } },
    }),
)

const channelOpenToCallers = (context: RequestContext, turn: number): Promise<number> =>
  openChannel(context.world, idsOf(context), turn)

const folder = async ({ world }: RequestContext): Promise<number> => {
  const id = numberAt(await control(world, 'createChannelFolder'), 'channel_folder_id')
  if (id === null) throw new Undecided('prerequisite-failed', 'a folder could not be made')
  return id
}

/** How to find each kind of object; the kinds are the names in the request readings. */
export const things: Readonly<Record<string, readonly Find[]>> = {
  user: [async ({ caller }) => idOf(caller), somebodyElse, aThird],
  another: [somebodyElse, aThird],
  group: [
    async ({ world }) => (await plainGroup(world)).id,
    ({ world }) => anotherGroup(world, 2),
    ({ world }) => anotherGroup(world, 3),
  ],
  'group open to callers': [1, 2, 3].map(turn => (context: RequestContext) => groupOpenToCallers(context, turn)),
  'channel open to callers': [1, 2, 3].map(turn => (context: RequestContext) => channelOpenToCallers(context, turn)),
  channel: [
    ({ world, caller }) => ownChannel(world, caller, 1),
    ({ world, caller }) => ownChannel(world, caller, 2),
    ({ world, caller }) => ownChannel(world, caller, 3),
  ],
  message: [({ world, caller }) => messageToOneself(world, caller)],
  'channel-folder': [folder],
  'push-account': [({ world, caller }) => pushDevice(world, caller)],
}

/** Up to this many ids of a kind. */
export async function several(kind: string, context: RequestContext, count: number): Promise<number[]> {
  const ids = new Set<number>()
  for (const find of (things[kind] ?? []).slice(0, count)) ids.add(await find(context))
  // If the same ids come again, there are no more.
  for (let turn = 4; ids.size < count && turn <= 2 * count + 4; turn++) {
    const next = await further(kind, context, turn)
    if (next === null) break
    ids.add(next)
  }
  return [...ids]
}

/** The objects after the third, for long lists: existing people; newly made groups and channels. */
async function further(kind: string, context: RequestContext, turn: number): Promise<number | null> {
  const { world } = context
  if (kind === 'group') return anotherGroup(world, turn)
  if (kind === 'group open to callers') return groupOpenToCallers(context, turn)
  if (kind === 'channel open to callers') return channelOpenToCallers(context, turn)
  if (kind !== 'user' && kind !== 'another') return null
  const people = await peopleAtHand(world)
  return people.filter(id => kind === 'user' || id !== context.caller.userId)[turn - 4] ?? null
}

const WORDS = ['owner', 'admin', 'moderator', 'member', 'user', 'second'] as const

/** The user ids of all available people except guests, whom a deployment may not allow as members or subscribers. */
const peopleAtHand = shared(async (world): Promise<readonly number[]> => {
  const all: (Actor | null)[] = []
  for (const word of WORDS) all.push(await world.someone(word).catch(unlessMissing))
  for (const role of ['member', 'moderator', 'admin'] as const) all.push(await anotherOf(world, role))
  for (const role of ['member', 'member', 'member']) all.push(await world.fresh(role).catch(unlessMissing))
  return [...new Set(all.flatMap(one => (one && Number.isInteger(one.userId) ? [one.userId] : [])))]
})

export async function oneOf(kind: string, context: RequestContext, turn = 0): Promise<number> {
  const found = things[kind]?.[turn]
  if (!found) throw new Undecided('fixture-missing', `there is no ${kind} to name`, false)
  return found(context)
}
