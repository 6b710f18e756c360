/** Invitations by email: messaging contract, "POST /invites". */
import { type Reply, valueAt, verbatim } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { addressesIn } from '../controls/controls-invitations.ts'
import {
  type Changes,
  control,
  controlReply,
  refusedAmong,
  refusesEach,
  refusesKinds,
  refusesNoBoolean,
  vary,
  withoutParameter,
} from '../controls/variations.ts'
import { inWords } from '../in-words.ts'
import { areAmong, areNotAmong } from '../membership.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import {
  acceptedByDefault,
  closedGroup,
  noChannels,
  refusedChannelKinds,
  refusedClosedChannels,
  refusedClosedGroup,
  refusedRolesAbove,
  unknownChannels,
  unknownGroups,
} from './invitation-makers.ts'
import { addresses, invitation, pending, pendingWith, WHAT } from './invite-makers.ts'

const { accepts, reply: invited } = invitation

/** Invitations to an unknown channel, alone or beside existing ones. */
const unknownChannel = shared(async (world): Promise<Reply[]> => {
  const replies: Reply[] = []
  for (const [at, stream_ids] of (await unknownChannels(world)).entries()) {
    const several = at === 0 ? {} : { invitee_emails: addresses(world, 3).join(',') }
    replies.push(await vary(world, 'sendInvites', { stream_ids, ...several }))
  }
  return replies
})

/** Changes that are each refused for a different reason, whatever the address. */
const refusable = async (world: World): Promise<readonly Changes[]> => [
  { stream_ids: undefined },
  ...(await noChannels(world)).map(stream_ids => ({ stream_ids })),
  ...(await unknownGroups(world)).map(group_ids => ({ group_ids })),
  { invite_as: 500 },
  { invite_as: '400abc' },
  { invite_expires_in_minutes: '60abc' },
  { include_realm_default_subscriptions: 'yes' },
  { notify_referrer_on_join: 'yes' },
]

export default area('messaging.invites', ({ check, watch }) => [
  check(
    'messaging.invites.accepted',
    'Inviting a new address with an empty list of channels is accepted',
    async world => {
      world.claim(await controlReply(world, 'sendInvites')).succeeds()
    },
  ),

  check(
    'messaging.invites.emails-required',
    'Inviting without invitee_emails is refused',
    withoutParameter('sendInvites', 'invitee_emails'),
  ),
  check(
    'messaging.invites.emails-empty',
    'Inviting with no address in invitee_emails is refused with BAD_REQUEST',
    async world => {
      await refusesEach('sendInvites', 'invitee_emails', [''], 'BAD_REQUEST')(world)
      // Blanks around a comma, or nothing, may also be taken for addresses that nobody can be invited at.
      const blanks = world.budget === 'quick' ? [] : [' , ', ',\n']
      await refusesEach('sendInvites', 'invitee_emails', blanks, 'BAD_REQUEST', 'INVITATION_FAILED')(world)
    },
  ),
  check('messaging.invites.emails-commas', 'Several addresses separated by commas are accepted', accepts('commas')),
  check(
    'messaging.invites.emails-newlines',
    'Several addresses separated by newlines are accepted',
    accepts('newlines'),
  ),

  check(
    'messaging.invites.pending',
    'Each address invited, alone or in a list, has a pending invitation afterwards',
    async world => {
      const single = await control(world, 'sendInvites')
      const replies = [single, await invited(world, 'commas'), await invited(world, 'newlines')]
      if (world.budget !== 'quick')
        for (const part of ['expires', 'role', 'defaults', 'welcome'] as const) {
          const reply = await invited(world, part)
          // What is reserved to an owner was sent by the owner, and pending invitations may be shown to their sender only.
          const isOfSameSender = reply.exchange.actor === single.exchange.actor
          if (outcomeOf(reply) === 'success' && isOfSameSender) replies.push(reply)
        }
      for (const reply of replies) world.requireAccepted(reply)
      const among = await pendingWith(world, replies.flatMap(addressesIn))
      for (const reply of replies) world.claim(reply).keeps(areAmong, { what: WHAT, items: addressesIn(reply), among })
    },
  ),

  check(
    'messaging.invites.refused-not-pending',
    'An invitation that was refused as a whole leaves no pending invitation',
    async world => {
      const accepted = await control(world, 'sendInvites')
      const all = await refusedAmong(world, 'sendInvites', await refusable(world))
      const refused = all.filter(({ json }) => valueAt(json, '/code') !== 'INVITATION_FAILED')
      if (refused.length === 0) return world.cannotJudge('nothing was refused')
      const among = await pending(world)
      for (const reply of refused)
        world
          .claim(reply)
          .against(accepted)
          .keeps(areNotAmong, { what: WHAT, items: addressesIn(reply), among })
    },
  ),

  check('messaging.invites.expires', 'Inviting with a number of minutes until expiry is accepted', accepts('expires')),
  check('messaging.invites.expires-never', 'Inviting with a null expiry is accepted', accepts('never')),
  check(
    'messaging.invites.expires-kind',
    'An expiry that is neither an integer nor null is refused',
    refusesKinds('sendInvites', 'invite_expires_in_minutes', '60abc', 'text', [60]),
  ),

  check(
    'messaging.invites.role-values',
    'An administrator may invite as administrator, moderator, member and guest',
    accepts('role'),
  ),
  check('messaging.invites.role-owner', 'An owner may invite as owner', async world => {
    world.claim(await vary(world, 'sendInvites', { invite_as: 100 })).succeeds()
  }),
  check(
    'messaging.invites.role-outside',
    'Inviting as a role outside the five is refused',
    refusesKinds('sendInvites', 'invite_as', 500, 401, 0),
  ),
  check(
    'messaging.invites.role-kind',
    'An invite_as that is not an integer is refused',
    refusesKinds('sendInvites', 'invite_as', '400abc', 'text', [400]),
  ),
  check('messaging.invites.role-left-out', 'Whoever may invite as a member may leave invite_as out', world =>
    acceptedByDefault(world, 'sendInvites'),
  ),
  check(
    'messaging.invites.role-above',
    'Whoever invites as a role above their own is refused with BAD_REQUEST',
    world => refusedRolesAbove(world, 'sendInvites'),
  ),

  check(
    'messaging.invites.channels',
    'Inviting to a channel that the caller may add subscribers to is accepted',
    accepts('channels'),
  ),
  check(
    'messaging.invites.channels-default',
    'An administrator may invite to a default channel',
    accepts('default-channel'),
  ),
  check(
    'messaging.invites.channels-required',
    'Inviting without stream_ids is refused',
    withoutParameter('sendInvites', 'stream_ids'),
  ),
  check('messaging.invites.channels-kind', 'Inviting with stream_ids that are no list of integers is refused', world =>
    refusedChannelKinds(world, 'sendInvites'),
  ),
  check(
    'messaging.invites.channels-unknown',
    'Inviting to an unknown channel is refused with BAD_REQUEST',
    async world => {
      const accepted = await control(world, 'sendInvites')
      for (const reply of await unknownChannel(world)) world.claim(reply).against(accepted).isRefused('BAD_REQUEST')
    },
  ),
  check(
    'messaging.invites.channels-unknown-nothing-sent',
    'An invitation to an unknown channel leaves no pending invitation',
    async world => {
      const accepted = await control(world, 'sendInvites')
      const refused = (await unknownChannel(world)).filter(reply => outcomeOf(reply) === 'error')
      if (refused.length === 0) return world.cannotJudge('nothing was refused')
      const among = await pending(world)
      for (const reply of refused)
        world
          .claim(reply)
          .against(accepted)
          .keeps(areNotAmong, { what: WHAT, items: addressesIn(reply), among })
    },
  ),
  check(
    'messaging.invites.channels-not-allowed',
    'Whoever invites to a channel closed to them for adding subscribers is refused with BAD_REQUEST',
    world => refusedClosedChannels(world, 'sendInvites'),
  ),

  check(
    'messaging.invites.groups',
    'Inviting into a user group that the caller may add members to is accepted',
    accepts('groups'),
  ),
  check(
    'messaging.invites.groups-kind',
    'Inviting with group_ids that are no list of integers is refused',
    async world =>
      refusesKinds('sendInvites', 'group_ids', await closedGroup(world), ['text'], verbatim('text'))(world),
  ),
  check('messaging.invites.groups-unknown', 'Inviting into an unknown user group is refused', async world =>
    refusesEach('sendInvites', 'group_ids', await unknownGroups(world))(world),
  ),
  check(
    'messaging.invites.groups-not-allowed',
    'A member who invites into a group they may not add members to is refused with BAD_REQUEST',
    world => refusedClosedGroup(world, 'sendInvites'),
  ),

  check(
    'messaging.invites.default-subscriptions',
    'Inviting accepts either value of include_realm_default_subscriptions',
    accepts('defaults'),
  ),
  check(
    'messaging.invites.default-subscriptions-kind',
    'An include_realm_default_subscriptions of an invitation that is not a boolean is refused',
    refusesNoBoolean('sendInvites', 'include_realm_default_subscriptions'),
  ),

  check('messaging.invites.notify', 'Inviting accepts either value of notify_referrer_on_join', accepts('notify')),
  check(
    'messaging.invites.notify-kind',
    'A notify_referrer_on_join that is not a boolean is refused',
    refusesNoBoolean('sendInvites', 'notify_referrer_on_join'),
  ),

  check(
    'messaging.invites.welcome',
    'An administrator may invite with a welcome text of their own',
    accepts('welcome'),
  ),
  check(
    'messaging.invites.welcome-empty',
    'An administrator may invite with an empty welcome text',
    accepts('no-welcome'),
  ),

  watch(
    'open-points',
    async world => {
      const tries = {
        'messaging.invites.malformed-address': { invitee_emails: 'no address at all' },
        'messaging.invites.expiry-not-positive': { invite_expires_in_minutes: 0 },
      } as const
      for (const [id, changes] of Object.entries(tries)) {
        const reply = await vary(world, 'sendInvites', changes, { observed: true })
        world.observe(id as keyof typeof tries, `${JSON.stringify(changes)}: ${inWords(reply)}`, reply)
      }
    },
    { needs: { actors: ['admin'], allow: 'write' } },
  ),

  watch(
    'welcome-not-admin',
    async world => {
      const text = { welcome_message_custom_text: 'Welcome from a member' }
      const reply = await vary(world, 'sendInvites', text, { by: world.member, observed: true })
      world.observe('messaging.invites.welcome-not-admin', `a member's welcome text: ${inWords(reply)}`, reply)
    },
    { needs: { actors: ['admin', 'member'], allow: 'write' } },
  ),
])
