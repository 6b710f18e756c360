/** What invitations and reusable links have in common: their parameters, and what members are refused. */
import type { ParametersOf } from '../../../generated/operations.ts'
import { type FixtureValue, integerIn, type Reply, verbatim } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { type Changes, control, noLists, refusesEach, vary } from '../controls/variations.ts'
import { isRefused } from '../conventions/envelope.predicates.ts'
import { anotherOf, idOf, NO_SUCH_ID, newlyMade, unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { sentIn } from '../sent-in.ts'
import { shared } from '../shared.ts'
import { makeGroup, plainGroup } from '../user-groups/user-group-makers.ts'
import type { World } from '../world.ts'

type Inviting = 'sendInvites' | 'createReusableInviteLink'
type Terms = ParametersOf<'createReusableInviteLink'>

/** The administrator and an owner: invitations may be reserved to owners. */
const administrators = async (world: World): Promise<number[]> => {
  const all = [await world.someone('admin'), await world.someone('owner')].filter(one => one !== null)
  return [...new Set(all.map(idOf))]
}
const onlyAdministrators = async (world: World) => ({
  direct_members: await administrators(world),
  direct_subgroups: [],
})

/** A channel of the administrators, and of these others, to which only administrators may add subscribers. */
async function guarded(world: World, channel: FixtureValue = {}, others: readonly Actor[] = []): Promise<number> {
  const settings = { can_add_subscribers_group: await onlyAdministrators(world) }
  const subscribers = [...(await administrators(world)), ...others.map(idOf)]
  return newlyMade(world, 'channel', { ...channel, subscribers, settings })
}

const closedChannel = shared((world): Promise<number> => guarded(world, { private: true }))

/** A public channel with the member in it. */
const guardedChannel = shared((world): Promise<number> => guarded(world, {}, [world.member]))

/** A channel that the administrator made a default channel. */
export async function defaultChannel(world: World): Promise<number> {
  const added = await control(world, 'addDefaultChannel')
  return integerIn(sentIn(added, 'stream_id') ?? '') as number
}

/** A channel that anybody may join. */
const otherChannel = shared((world): Promise<number> => newlyMade(world, 'channel', {}))

/** A group to which only administrators may add members. */
export const closedGroup = shared(async (world): Promise<number> => {
  const only = await onlyAdministrators(world)
  return (await makeGroup(world, { can_add_members_group: only, can_manage_group: only })).id
})

const alternatives = <Name extends keyof Terms>(name: Name, ...values: readonly Terms[Name][]): Changes[] =>
  values.map(value => ({ [name]: value }))

/** The optional parameters that invitations and links have in common. */
export const sharedParameters = {
  expires: alternatives('invite_expires_in_minutes', 60),
  never: alternatives('invite_expires_in_minutes', null),
  role: alternatives('invite_as', 200, 300, 400, 600),
  channels: async (world: World) => {
    const closed = await closedChannel(world)
    if (world.budget === 'quick') return alternatives('stream_ids', [closed])
    const open = await guarded(world)
    return alternatives('stream_ids', [closed], [closed, open, await defaultChannel(world)])
  },
  'default-channel': async (world: World) => alternatives('stream_ids', [await defaultChannel(world)]),
  groups: async (world: World) => {
    const closed = await closedGroup(world)
    if (world.budget === 'quick') return alternatives('group_ids', [closed])
    const own = { can_add_members_group: await onlyAdministrators(world) }
    const others = [await makeGroup(world, own), await makeGroup(world, own)].map(({ id }) => id)
    return alternatives('group_ids', [closed], [closed, ...others])
  },
  defaults: alternatives('include_realm_default_subscriptions', true, false),
  welcome: alternatives('welcome_message_custom_text', 'Welcome, and read this first. 欢迎'),
  'no-welcome': alternatives('welcome_message_custom_text', ''),
}

const memberInvites = shared(
  (world, operation: Inviting): Promise<Reply> => vary(world, operation, {}, { by: world.member }),
)

/**
 * Claims that a member is refused these parameters. The control is the member's own accepted request; if members may not
 * invite at all, the same request from an administrator.
 */
async function refusedToMember(
  world: World,
  operation: Inviting,
  changes: Changes,
  weight: 'must' | 'should' = 'must',
): Promise<void> {
  const own = await memberInvites(world, operation)
  const accepted = outcomeOf(own) === 'success' ? own : await vary(world, operation, changes)
  world.requireAccepted(accepted)
  const reply = await vary(world, operation, changes, { by: world.member })
  world
    .claim(reply)
    .against(accepted)
    .keeps(isRefused, { codes: ['BAD_REQUEST'] }, { weight })
}

const moderatorInvites = shared(async (world, operation: Inviting): Promise<Inviter | null> => {
  const by = await anotherOf(world, 'moderator')
  return by && { by, own: await vary(world, operation, {}, { by }) }
})

interface Inviter {
  readonly by: Actor
  readonly own: Reply
}

/** Claims that without `invite_as` the role is member: a caller allowed one of the two requests is allowed the other. */
export async function acceptedByDefault(world: World, operation: Inviting): Promise<void> {
  const member = { by: world.member, own: await memberInvites(world, operation) }
  const moderator = world.budget === 'quick' ? null : await moderatorInvites(world, operation)
  let decided = false
  for (const { by, own } of moderator ? [member, moderator] : [member]) {
    const isAccepted = outcomeOf(own) === 'success'
    // An accepted request without the role is evidence itself; the request with the role is then tried for members only.
    if (isAccepted) world.claim(own).succeeds()
    decided ||= isAccepted
    if (isAccepted && (world.budget === 'quick' || own !== member.own)) continue
    const named = await vary(world, operation, { invite_as: 400 }, { by })
    if (!isAccepted && outcomeOf(named) !== 'success') continue
    decided = true
    world
      .claim(isAccepted ? named : own)
      .against(isAccepted ? own : named)
      .succeeds()
  }
  if (!decided) world.lacks(moderator ? 'neither members nor moderators may invite' : 'members may not invite')
}

/** Claims that nobody may invite above their own role. A member invites an owner only if members may invite: else no control. */
export async function refusedRolesAbove(world: World, operation: Inviting): Promise<void> {
  const mayInvite = outcomeOf(await memberInvites(world, operation)) === 'success'
  const roles = world.tries([300, 200])
  for (const invite_as of mayInvite ? [...roles, 100] : roles) await refusedToMember(world, operation, { invite_as })
  await refusedToGuest(world, operation)
  if (world.budget === 'quick') return
  const above = [{ invite_as: 200 }, { invite_as: 100 }]
  await refusedToInviter(world, operation, await moderatorInvites(world, operation), above)
  await refusedToInviter(world, operation, await adminInvites(world, operation), above.slice(1))
}

/** Claims that a guest cannot invite a member, by default or by name: guests who may not invite at all are refused as well. */
async function refusedToGuest(world: World, operation: Inviting): Promise<void> {
  const by = await anotherOf(world, 'guest')
  if (by === null) return
  const accepted = await control(world, operation)
  for (const changes of [{ invite_as: 400 }, {}])
    world
      .claim(await vary(world, operation, changes, { by }))
      .against(accepted)
      .isRefused('BAD_REQUEST')
}

/** Claims that somebody who may invite is refused each of these changes. */
async function refusedToInviter(
  world: World,
  operation: Inviting,
  inviter: Inviter | null,
  all: readonly Changes[],
  weight: 'must' | 'should' = 'must',
): Promise<void> {
  if (inviter === null || outcomeOf(inviter.own) !== 'success') return
  for (const changes of all)
    world
      .claim(await vary(world, operation, changes, { by: inviter.by }))
      .against(inviter.own)
      .keeps(isRefused, { codes: ['BAD_REQUEST'] }, { weight })
}

async function adminInvites(world: World, operation: Inviting): Promise<Inviter | null> {
  const by = await anotherOf(world, 'admin')
  return by && { by, own: await vary(world, operation, {}, { by }) }
}

/** Unknown channels, alone and beside existing ones if there are any. */
export async function unknownChannels(world: World): Promise<readonly number[][]> {
  const known = await closedChannel(world).catch(unlessMissing)
  if (known === null) return [[NO_SUCH_ID]]
  const another = await otherChannel(world)
  return world.tries([[known, another, NO_SUCH_ID], [NO_SUCH_ID], [known, NO_SUCH_ID]])
}

/** Unknown groups, alone and beside existing ones. */
export async function unknownGroups(world: World): Promise<readonly number[][]> {
  const closed = await closedGroup(world).catch(unlessMissing)
  if (closed === null) return [[NO_SUCH_ID]]
  const { id } = await plainGroup(world)
  return world.tries([[closed, id, NO_SUCH_ID], [NO_SUCH_ID], [closed, NO_SUCH_ID]])
}

/**
 * Claims that a member is refused a channel closed to them. MUST for a private channel of others. SHOULD if only the channel's
 * setting closes it, since a right to subscribe others to every channel may override it, and for moderators, who may have it.
 */
export async function refusedClosedChannels(world: World, operation: Inviting): Promise<void> {
  const closed = { stream_ids: [await closedChannel(world)] }
  await refusedToMember(world, operation, closed)
  if (world.budget === 'quick') return
  await refusedToInviter(world, operation, await moderatorInvites(world, operation), [closed], 'should')
  await refusedToMember(world, operation, { stream_ids: [await guardedChannel(world)] }, 'should')
}

/**
 * Claims that a member is refused a group that is closed to them. SHOULD: a right to add members to every group may override
 * the setting of one.
 */
export async function refusedClosedGroup(world: World, operation: Inviting): Promise<void> {
  await refusedToMember(world, operation, { group_ids: [await closedGroup(world)] }, 'should')
}

/** What is no list of channels, including a bare id if there is a channel. */
export async function noChannels(world: World): Promise<readonly unknown[]> {
  const id = await closedChannel(world).catch(unlessMissing)
  return id === null ? [verbatim('text'), ['text']] : noLists(world, id)
}

/** Claims that channels that are not a list of integers are refused. */
export async function refusedChannelKinds(world: World, operation: Inviting): Promise<void> {
  await refusesEach(operation, 'stream_ids', await noChannels(world))(world)
}
