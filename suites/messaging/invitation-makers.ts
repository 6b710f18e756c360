/** What invitations and reusable links share: their terms, and what is closed to members. */
import type { ParametersOf } from '../../generated/operations.ts'
import { outcomeOf, type Reply, type World } from '../../harness/index.ts'
import { idOf, newlyMade } from './fixtures.ts'
import { makeGroup } from './user-group-makers.ts'
import { type Changes, vary } from './variations.ts'

type Inviting = 'sendInvites' | 'createReusableInviteLink'
type Terms = ParametersOf<'createReusableInviteLink'>

/** A channel to which only the administrator may add subscribers. */
export const closedChannel = (world: World): Promise<number> =>
  world.once('invitations: a closed channel', async () => {
    const settings = { can_add_subscribers_group: onlyAdministrator(world) }
    const subscribers = [idOf(world.anyOf('admin', 'owner'))]
    return newlyMade(world, 'channel', { private: true, subscribers, settings })
  })

/** A group to which only the administrator may add members. */
export const closedGroup = (world: World): Promise<number> =>
  world.once('invitations: a closed group', async () => {
    const only = onlyAdministrator(world)
    return (await makeGroup(world, { can_add_members_group: only, can_manage_group: only })).id
  })

const onlyAdministrator = (world: World) => ({
  direct_members: [idOf(world.anyOf('admin', 'owner'))],
  direct_subgroups: [],
})

const terms = <Name extends keyof Terms>(name: Name, ...values: readonly Terms[Name][]): Changes[] =>
  values.map(value => ({ [name]: value }))

/** The optional parameters that invitations and links have in common. */
export const sharedTerms = {
  expires: terms('invite_expires_in_minutes', 60),
  never: terms('invite_expires_in_minutes', null),
  role: terms('invite_as', 200, 300, 400, 600),
  channels: async (world: World) => terms('stream_ids', [await closedChannel(world)]),
  groups: async (world: World) => terms('group_ids', [await closedGroup(world)]),
  defaults: terms('include_realm_default_subscriptions', true, false),
  welcome: terms('welcome_message_custom_text', 'Welcome! Read **this** first, 欢迎'),
  'no-welcome': terms('welcome_message_custom_text', ''),
}

const memberAsks = (world: World, operation: Inviting): Promise<Reply> =>
  world.once(`${operation} by a member`, () => vary(world, operation, {}, { by: world.member }))

/**
 * A member is refused these terms. The control is what the member was allowed; where members may not invite at all, the
 * same request from an administrator.
 */
export async function refusedToMember(world: World, operation: Inviting, changes: Changes): Promise<void> {
  const own = await memberAsks(world, operation)
  const accepted = outcomeOf(own) === 'success' ? own : await vary(world, operation, changes)
  world.requireAccepted(accepted)
  const reply = await vary(world, operation, changes, { by: world.member })
  world.claim(reply).against(accepted).isRefused('BAD_REQUEST')
}

/** A member is refused every role above their own; an owner only where members may invite, for want of a control. */
export async function refusedRolesAbove(world: World, operation: Inviting): Promise<void> {
  const mayInvite = outcomeOf(await memberAsks(world, operation)) === 'success'
  for (const invite_as of mayInvite ? [300, 200, 100] : [300, 200])
    await refusedToMember(world, operation, { invite_as })
}
