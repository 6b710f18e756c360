/** Invitations by email: messaging contract, "POST /invites". */
import { area, type Reply, valueAt, verbatim, type World } from '../../harness/index.ts'
import { newAddress } from './controls-invitations.ts'
import {
  closedGroup,
  refusedChannelKinds,
  refusedClosedChannels,
  refusedRolesAbove,
  refusedToMember,
  sharedTerms,
  unknownChannels,
  unknownGroups,
} from './invitation-makers.ts'
import { namesAddress } from './invites.predicates.ts'
import { areAmong, areNotAmong } from './membership.predicates.ts'
import { optionalParameters } from './optional-parameters.ts'
import { sentIn } from './sent-in.ts'
import { told } from './told.ts'
import { control, refusesEach, refusesKinds, vary, withoutParameter } from './variations.ts'

const addresses = (world: World, count: number): string[] => Array.from({ length: count }, () => newAddress(world))

const { accepts, reply: invited } = optionalParameters('sendInvites', {
  ...sharedTerms,
  commas: async world => [{ invitee_emails: addresses(world, 6).join(',') }],
  newlines: async world => [{ invitee_emails: addresses(world, 3).join('\n') }],
  notify: [{ notify_referrer_on_join: false }, { notify_referrer_on_join: true }],
})

/** Invitations to an unknown channel, alone or beside another. */
const unknownChannel = (world: World): Promise<Reply[]> =>
  world.once('invites: an unknown channel', async () => {
    const replies: Reply[] = []
    for (const stream_ids of await unknownChannels(world))
      replies.push(await vary(world, 'sendInvites', { stream_ids }))
    return replies
  })

const existingOnly = (world: World): Promise<Reply> =>
  world.once('invites: an existing account', () => vary(world, 'sendInvites', { invitee_emails: world.admin.email }))

/** An account that exists in the midst of new addresses, some of which come after it. */
const existingAmongNew = (world: World): Promise<{ reply: Reply; fresh: string[] }> =>
  world.once('invites: an existing account among new addresses', async () => {
    const fresh = addresses(world, 6)
    const emails = [...fresh.slice(0, 2), world.admin.email, ...fresh.slice(2)]
    const reply = await vary(world, 'sendInvites', { invitee_emails: emails.join(',') })
    return { reply, fresh }
  })

const pending = async (world: World): Promise<unknown> =>
  (await world.provide('invitations', { as: world.admin.email }))['emails']

/** The addresses with a pending invitation once these are among them, or after a moment's patience. */
const pendingWith = async (world: World, emails: readonly string[]): Promise<unknown> => {
  let among = await pending(world)
  for (const wait of [200, 800, 2000, 5000]) {
    if (Array.isArray(among) && emails.every(email => (among as unknown[]).includes(email))) break
    await world.clock.sleep(wait)
    among = await pending(world)
  }
  return among
}

const WHAT = 'the pending invitations'

export default area('messaging.invites', ({ check, visit, watch }) => [
  visit('sendInvites', { actors: ['admin'], allow: 'write' }, async world => void (await existingOnly(world))),

  check('accepted', 'Inviting a new address with an empty list of channels is accepted', async world => {
    world.claim(await world.once('control of sendInvites', () => vary(world, 'sendInvites', {}))).succeeds()
  }),

  check(
    'emails-required',
    'Inviting without invitee_emails is refused',
    withoutParameter('sendInvites', 'invitee_emails'),
  ),
  check(
    'emails-empty',
    'Inviting with no address in invitee_emails is refused with BAD_REQUEST',
    refusesEach('sendInvites', 'invitee_emails', [''], 'BAD_REQUEST'),
  ),
  check('emails-commas', 'Several addresses separated by commas are accepted', accepts('commas')),
  check('emails-newlines', 'Several addresses separated by newlines are accepted', accepts('newlines')),

  check('pending', 'Each address invited, alone or in a list, has a pending invitation afterwards', async world => {
    const single = await control(world, 'sendInvites')
    for (const reply of [single, await invited(world, 'commas'), await invited(world, 'newlines')]) {
      world.requireAccepted(reply)
      const items = (sentIn(reply, 'invitee_emails') ?? '').split(/[,\n]/)
      world.claim(reply).keeps(areAmong, { what: WHAT, items, among: await pendingWith(world, items) })
    }
  }),

  check('expires', 'Inviting with a number of minutes until expiry is accepted', accepts('expires')),
  check('expires-never', 'Inviting with a null expiry is accepted', accepts('never')),
  check(
    'expires-kind',
    'An expiry that is neither an integer nor null is refused',
    refusesKinds('sendInvites', 'invite_expires_in_minutes', 'text', [60]),
  ),

  check('role-values', 'An administrator may invite as administrator, moderator, member and guest', accepts('role')),
  check('role-owner', 'An owner may invite as owner', async world => {
    world.claim(await vary(world, 'sendInvites', { invite_as: 100 })).succeeds()
  }),
  check(
    'role-outside',
    'Inviting as a role outside the five is refused',
    refusesKinds('sendInvites', 'invite_as', 500, 401, 0),
  ),
  check(
    'role-kind',
    'An invite_as that is no integer is refused',
    refusesKinds('sendInvites', 'invite_as', 'text', [400]),
  ),
  check('role-above', 'Whoever invites as a role above their own is refused with BAD_REQUEST', world =>
    refusedRolesAbove(world, 'sendInvites'),
  ),

  check('channels', 'Inviting to a channel that the caller may add subscribers to is accepted', accepts('channels')),
  check('channels-required', 'Inviting without stream_ids is refused', withoutParameter('sendInvites', 'stream_ids')),
  check('channels-kind', 'Inviting with stream_ids that are no list of integers is refused', world =>
    refusedChannelKinds(world, 'sendInvites'),
  ),
  check('channels-unknown', 'Inviting to an unknown channel is refused with BAD_REQUEST', async world => {
    const accepted = await control(world, 'sendInvites')
    for (const reply of await unknownChannel(world)) world.claim(reply).against(accepted).isRefused('BAD_REQUEST')
  }),
  check(
    'channels-unknown-nothing-sent',
    'An invitation to an unknown channel leaves no pending invitation',
    async world => {
      const accepted = await control(world, 'sendInvites')
      for (const reply of await unknownChannel(world)) {
        const items = [sentIn(reply, 'invitee_emails')]
        world
          .claim(reply)
          .against(accepted)
          .keeps(areNotAmong, { what: WHAT, items, among: await pending(world) })
      }
    },
  ),
  check(
    'channels-not-allowed',
    'A member who invites to a channel closed to them for adding subscribers is refused with BAD_REQUEST',
    world => refusedClosedChannels(world, 'sendInvites'),
  ),

  check('groups', 'Inviting into a user group that the caller may add members to is accepted', accepts('groups')),
  check('groups-kind', 'Inviting with group_ids that are no list of integers is refused', async world =>
    refusesKinds('sendInvites', 'group_ids', await closedGroup(world), ['text'], verbatim('text'))(world),
  ),
  check('groups-unknown', 'Inviting into an unknown user group is refused', async world =>
    refusesEach('sendInvites', 'group_ids', await unknownGroups(world))(world),
  ),
  check(
    'groups-not-allowed',
    'A member who invites into a group they may not add members to is refused with BAD_REQUEST',
    async world => refusedToMember(world, 'sendInvites', { group_ids: [await closedGroup(world)] }),
  ),

  check(
    'default-subscriptions',
    'Inviting accepts either value of include_realm_default_subscriptions',
    accepts('defaults'),
  ),
  check(
    'default-subscriptions-kind',
    'An include_realm_default_subscriptions of an invitation that is no boolean is refused',
    refusesKinds('sendInvites', 'include_realm_default_subscriptions', 'text', []),
  ),

  check('notify', 'Inviting accepts either value of notify_referrer_on_join', accepts('notify')),
  check(
    'notify-kind',
    'A notify_referrer_on_join that is no boolean is refused',
    refusesKinds('sendInvites', 'notify_referrer_on_join', 'text', []),
  ),

  check('welcome', 'An administrator may invite with a welcome text of their own', accepts('welcome')),
  check('welcome-empty', 'An administrator may invite with an empty welcome text', accepts('no-welcome')),

  check(
    'existing-account',
    'Inviting only addresses that have accounts is refused with INVITATION_FAILED',
    async world => {
      const accepted = await control(world, 'sendInvites')
      world
        .claim(await existingOnly(world))
        .against(accepted)
        .isRefused('INVITATION_FAILED')
    },
  ),

  check(
    'existing-among-new',
    'Inviting an existing account among new addresses gives INVITATION_FAILED with sent_invitations true',
    async world => {
      const accepted = await invited(world, 'commas')
      world.requireAccepted(accepted)
      const { reply } = await existingAmongNew(world)
      world.claim(reply).against(accepted).isRefused('INVITATION_FAILED').equals('/sent_invitations', true)
    },
  ),

  check('failed-errors-name', 'The errors of INVITATION_FAILED name the address that has an account', async world => {
    for (const reply of [await existingOnly(world), (await existingAmongNew(world)).reply]) {
      if (valueAt(reply.json, '/code') !== 'INVITATION_FAILED') return world.cannotJudge('there was no such error')
      world.claim(reply).keeps(namesAddress, { email: world.admin.email })
    }
  }),

  check(
    'existing-among-new-pending',
    'The new addresses beside an existing account have pending invitations afterwards',
    async world => {
      const accepted = await invited(world, 'commas')
      world.requireAccepted(accepted)
      const { reply, fresh } = await existingAmongNew(world)
      const among = await pendingWith(world, fresh)
      world.claim(reply).against(accepted).keeps(areAmong, { what: WHAT, items: fresh, among })
    },
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
        world.observe(id as keyof typeof tries, `${JSON.stringify(changes)}: ${told(reply)}`, reply)
      }
    },
    { needs: { actors: ['admin'], allow: 'write' } },
  ),

  watch(
    'welcome-not-admin',
    async world => {
      const text = { welcome_message_custom_text: 'Welcome from a member' }
      const reply = await vary(world, 'sendInvites', text, { by: world.member, observed: true })
      world.observe('messaging.invites.welcome-not-admin', `a member's welcome text: ${told(reply)}`, reply)
    },
    { needs: { actors: ['admin', 'member'], allow: 'write' } },
  ),
])
