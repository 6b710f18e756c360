/** Reusable invitation links: messaging contract, "POST /invites/multiuse" and "DELETE /invites/multiuse/{invite_id}". */
import { type Reply, verbatim } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { optionalParameters } from '../controls/optional-parameters.ts'
import { control, controlReply, refusesEach, refusesKinds, refusesNoBoolean, vary } from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { NO_SUCH_ID, newlyMade, unlessMissing } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { differsFromEachOther } from '../membership.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import {
  acceptedByDefault,
  closedGroup,
  refusedChannelKinds,
  refusedClosedChannels,
  refusedClosedGroup,
  refusedRolesAbove,
  sharedParameters,
  unknownChannels,
  unknownGroups,
} from './invitation-makers.ts'
import { absoluteUrl } from './invites.predicates.ts'

const { accepts, reply: linked } = optionalParameters(
  'createReusableInviteLink',
  {
    ...sharedParameters,
    empty: [{ stream_ids: [], group_ids: [] }],
  },
  true,
)

/** Links that the administrator made in a row; one of them is then revoked. */
const revokedOne = shared(async (world): Promise<{ first: number; others: readonly number[]; reply: Reply }> => {
  await linkOf(world)
  const [before, first, after] = await Promise.all([linkOf(world), linkOf(world), linkOf(world)])
  return { first, others: [after, before], reply: await revoke(world, first) }
})

/** One of the other links is revoked after the first. */
const revokedNext = unsupportedCarrier('revokeReusableInviteLink', async (world, besides) => {
  const { others } = await revokedOne(world)
  return { reply: await vary(world, 'revokeReusableInviteLink', { invite_id: others[0], ...besides }) }
})

/** More links, each revoked twice, to reveal intermittent failures. */
const revokedTwice = shared(async (world): Promise<readonly { first: Reply; second: Reply }[]> => {
  const tried: { first: Reply; second: Reply }[] = []
  while (tried.length < 4) {
    const id = await linkOf(world)
    tried.push({ first: await revoke(world, id), second: await revoke(world, id) })
  }
  return tried
})

/** A member tries to revoke an administrator's link; beyond the quick budget again, and then a guest tries. */
const revokedByMember = shared(async (world): Promise<{ id: number; reply: Reply; others: readonly Reply[] }> => {
  const id = await linkOf(world)
  const reply = await world.member.revokeReusableInviteLink({ invite_id: id })
  const others: Reply[] = []
  if (world.budget !== 'quick')
    for (const other of [world.member, await world.fresh('guest').catch(unlessMissing)])
      if (other) others.push(await other.revokeReusableInviteLink({ invite_id: id }))
  return { id, reply, others }
})

/** A moderator tries to revoke it and may be allowed: the contract does not say who may manage links. */
const revokedByModerator = shared(async (world): Promise<{ id: number; reply: Reply } | null> => {
  const moderator = await world.someone('moderator').catch(unlessMissing)
  if (!moderator) return null
  const id = await linkOf(world)
  return { id, reply: await moderator.revokeReusableInviteLink({ invite_id: id }, { observed: true }) }
})

const linkOf = (world: World): Promise<number> => newlyMade(world, 'multiuse-invite', { as: world.admin.email })

const revoke = (world: World, invite_id: number): Promise<Reply> =>
  vary(world, 'revokeReusableInviteLink', { invite_id })

const accepted = async (world: World): Promise<Reply> => {
  const { reply } = await revokedOne(world)
  world.requireAccepted(reply)
  return reply
}

export default area('messaging.invite-links', ({ check, visit, watch }) => [
  visit('createReusableInviteLink', { actors: ['admin'], allow: 'write' }, async world => {
    await control(world, 'createReusableInviteLink')
  }),

  check('messaging.invite-links.created', 'A reusable link is created with no parameters at all', async world => {
    world.claim(await controlReply(world, 'createReusableInviteLink')).succeeds()
  }),

  check('messaging.invite-links.link-url', 'invite_link is an absolute URL', async world => {
    world.claim(await control(world, 'createReusableInviteLink')).has('/invite_link', absoluteUrl)
    const withText = await linked(world, 'welcome')
    if (outcomeOf(withText) === 'success') world.claim(withText).has('/invite_link', absoluteUrl)
  }),

  check('messaging.invite-links.expires', 'A reusable link takes a number of minutes until expiry', accepts('expires')),
  check('messaging.invite-links.expires-never', 'A reusable link takes a null expiry', accepts('never')),
  check(
    'messaging.invite-links.expires-kind',
    'A reusable link with an expiry that is neither an integer nor null is refused',
    refusesKinds('createReusableInviteLink', 'invite_expires_in_minutes', '60abc', 'text', [60]),
  ),

  check(
    'messaging.invite-links.role-values',
    'An administrator may create links for administrators, moderators, members and guests',
    async world => {
      await accepts('role')(world)
      const replies = await Promise.all(sharedParameters.role.map((_role, at) => linked(world, 'role', at)))
      world.claim(...replies).keeps(differsFromEachOther, { pointer: '/invite_link' })
    },
  ),
  check('messaging.invite-links.role-owner', 'An owner may create a reusable link for owners', async world => {
    world.claim(await vary(world, 'createReusableInviteLink', { invite_as: 100 })).succeeds()
  }),
  check(
    'messaging.invite-links.role-outside',
    'A reusable link for a role outside the five is refused',
    refusesKinds('createReusableInviteLink', 'invite_as', 500, 401, 0),
  ),
  check(
    'messaging.invite-links.role-kind',
    'A reusable link with an invite_as that is not an integer is refused',
    refusesKinds('createReusableInviteLink', 'invite_as', '400abc', 'text', [400]),
  ),
  check(
    'messaging.invite-links.role-left-out',
    'Whoever may create a link for members may leave invite_as out',
    world => acceptedByDefault(world, 'createReusableInviteLink'),
  ),
  check(
    'messaging.invite-links.role-above',
    'Whoever creates a link for a role above their own is refused with BAD_REQUEST',
    world => refusedRolesAbove(world, 'createReusableInviteLink'),
  ),

  check(
    'messaging.invite-links.channels',
    'A reusable link takes a channel that the caller may add subscribers to',
    accepts('channels'),
  ),
  check(
    'messaging.invite-links.channels-default',
    'An administrator may create a reusable link for a default channel',
    accepts('default-channel'),
  ),
  check(
    'messaging.invite-links.empty-lists',
    'A reusable link takes empty lists of channels and user groups',
    accepts('empty'),
  ),
  check(
    'messaging.invite-links.channels-kind',
    'A reusable link with stream_ids that are no list of integers is refused',
    world => refusedChannelKinds(world, 'createReusableInviteLink'),
  ),
  check(
    'messaging.invite-links.channels-unknown',
    'A reusable link for an unknown channel is refused with BAD_REQUEST',
    async world =>
      refusesEach('createReusableInviteLink', 'stream_ids', await unknownChannels(world), 'BAD_REQUEST')(world),
  ),
  check(
    'messaging.invite-links.channels-not-allowed',
    'A member is refused a link to a channel closed to them for adding subscribers with BAD_REQUEST',
    world => refusedClosedChannels(world, 'createReusableInviteLink'),
  ),

  check(
    'messaging.invite-links.groups',
    'A reusable link takes a user group that the caller may add members to',
    accepts('groups'),
  ),
  check(
    'messaging.invite-links.groups-kind',
    'A reusable link with group_ids that are no list of integers is refused',
    async world =>
      refusesKinds(
        'createReusableInviteLink',
        'group_ids',
        await closedGroup(world),
        ['text'],
        verbatim('text'),
      )(world),
  ),
  check('messaging.invite-links.groups-unknown', 'A reusable link into an unknown user group is refused', async world =>
    refusesEach('createReusableInviteLink', 'group_ids', await unknownGroups(world))(world),
  ),
  check(
    'messaging.invite-links.groups-not-allowed',
    'A member is refused a link into a group they may not add members to with BAD_REQUEST',
    world => refusedClosedGroup(world, 'createReusableInviteLink'),
  ),

  check(
    'messaging.invite-links.default-subscriptions',
    'A reusable link takes either value of include_realm_default_subscriptions',
    accepts('defaults'),
  ),
  check(
    'messaging.invite-links.default-subscriptions-kind',
    'A reusable link with an include_realm_default_subscriptions that is not a boolean is refused',
    refusesNoBoolean('createReusableInviteLink', 'include_realm_default_subscriptions'),
  ),

  check(
    'messaging.invite-links.welcome',
    'An administrator may create a link with a welcome text of their own',
    accepts('welcome'),
  ),
  check(
    'messaging.invite-links.welcome-empty',
    'An administrator may create a link with an empty welcome text',
    accepts('no-welcome'),
  ),

  check('messaging.invite-links.revoked', 'Revoking an own reusable link is accepted', async world => {
    world.claim((await revokedOne(world)).reply).succeeds()
    if (world.budget === 'quick') return
    for (const { first } of await revokedTwice(world)) world.claim(first).succeeds()
  }),

  check('messaging.invite-links.revoked-twice', 'Revoking a revoked link is refused with BAD_REQUEST', async world => {
    const first = await accepted(world)
    const again = await revoke(world, (await revokedOne(world)).first)
    world.claim(again).against(first).isRefused('BAD_REQUEST')
    if (world.budget === 'quick') return
    for (const { second } of await revokedTwice(world)) world.claim(second).against(first).isRefused('BAD_REQUEST')
  }),

  check(
    'messaging.invite-links.revoke-unknown',
    'Revoking a link that does not exist is refused with BAD_REQUEST',
    async world => {
      const known = await accepted(world)
      world
        .claim(await revoke(world, NO_SUCH_ID))
        .against(known)
        .isRefused('BAD_REQUEST')
    },
  ),

  check('messaging.invite-links.revoke-one-only', 'Revoking one link leaves another valid', async world => {
    await accepted(world)
    const { others } = await revokedOne(world)
    world.claim((await revokedNext(world)).reply).succeeds()
    for (const other of world.tries(others).slice(1)) world.claim(await revoke(world, other)).succeeds()
  }),

  check(
    'messaging.invite-links.revoke-refused-unchanged',
    'A revocation that was refused leaves other links valid',
    async world => {
      await accepted(world)
      const { first } = await revokedOne(world)
      const other = await linkOf(world)
      const replies = [await revoke(world, NO_SUCH_ID), await revoke(world, first)]
      if (!replies.every(reply => outcomeOf(reply) === 'error')) return world.cannotJudge('nothing was refused')
      world.claim(await revoke(world, other)).succeeds()
    },
  ),

  check(
    'messaging.invite-links.revoke-not-managed',
    "A member or a guest who revokes an administrator's link is refused",
    async world => {
      const own = await accepted(world)
      const { reply, others } = await revokedByMember(world)
      for (const one of [reply, ...others]) world.claim(one).against(own).isRefusedPreferably('BAD_REQUEST')
    },
  ),

  check(
    'messaging.invite-links.revoke-not-managed-unchanged',
    'A link that a member was refused to revoke can still be revoked by its creator',
    async world => {
      const { id, reply, others } = await revokedByMember(world)
      if (![reply, ...others].every(one => outcomeOf(one) === 'error'))
        return world.lacks('a member may revoke links of others here')
      world.claim(await revoke(world, id)).succeeds()
      if (world.budget === 'quick' || !world.allows('destructive')) return
      const another = await revokedByModerator(world)
      if (!another || outcomeOf(another.reply) !== 'error') return
      if (outcomeOf(await world.member.revokeReusableInviteLink({ invite_id: another.id })) !== 'error') return
      world.claim(await revoke(world, another.id)).succeeds()
    },
  ),

  watch(
    'who-may-manage',
    async world => {
      const { reply } = (await revokedByModerator(world)) ?? {}
      if (!reply) return
      world.observe(
        'messaging.invite-links.who-may-manage',
        `a moderator, of an administrator's: ${inWords(reply)}`,
        reply,
      )
    },
    { needs: { actors: ['admin', 'moderator'], fixtures: ['multiuse-invite'], allow: 'destructive' } },
  ),
])
