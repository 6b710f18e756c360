/** Controls of invitations by email and of reusable links. */
import { isObject, type Reply, valueAt } from '../../../harness/index.ts'
import { newlyMade } from '../fixtures.ts'
import { namedIn } from '../invitations/invites.predicates.ts'
import { sentIn } from '../sent-in.ts'
import type { World } from '../world.ts'
import { admin, type Control } from './control.ts'

type InvitationOperation = 'sendInvites' | 'createReusableInviteLink' | 'revokeReusableInviteLink'

/** An unused address: it has no account and no invitation, and nobody reads its mail. */
export const newAddress = (world: World): string =>
  `${world.name('invitee').replaceAll(' ', '-')}@${world.inviteDomain}`.toLowerCase()

export const invitationControls: { readonly [Id in InvitationOperation]: Control<Id> } = {
  sendInvites: {
    who: admin,
    params: async world => ({ invitee_emails: newAddress(world), stream_ids: [] }),
    showsNothing: reply => limitReached(reply) ?? unreachable(reply),
    sendDespiteLimit: (by, world, reply) => {
      const count = limitReached(reply) ? addressesIn(reply).length : 1
      const emails = Array.from({ length: count }, () => newAddress(world))
      return by.sendInvites({ invitee_emails: emails.join(','), stream_ids: [] })
    },
  },
  createReusableInviteLink: {
    who: admin,
    params: async () => ({}),
  },
  revokeReusableInviteLink: {
    who: admin,
    params: async (world, by) => ({
      invite_id: await newlyMade(world, 'multiuse-invite', { as: by.email }),
    }),
  },
}

export const addressesOf = (list: string): string[] => list.toLowerCase().split(/[,\n]/)

/** The addresses that a request invited. */
export const addressesIn = (reply: Reply): string[] => addressesOf(sentIn(reply, 'invitee_emails') ?? '')

/** The limit of invitations that a refusal reports, if any: such a refusal says nothing about the request. */
function limitReached({ json }: Reply): string | null {
  if (!isObject(json) || json['code'] !== 'INVITATION_FAILED') return null
  if (json['daily_limit_reached'] === true) return 'the daily limit of invitations is reached'
  return json['license_limit_reached'] === true ? 'the license limit is reached' : null
}

/**
 * Why no address can be invited, if all are of a reserved domain and all are among the errors: a deployment may look up the
 * domain before it sends mail.
 */
function unreachable(reply: Reply): string | null {
  const invited = addressesIn(reply)
  const isReserved = invited.every(email => /[@.](invalid|test|example|localhost|example\.(com|net|org))$/.test(email))
  if (!isReserved || valueAt(reply.json, '/code') !== 'INVITATION_FAILED') return null
  const failed = namedIn(reply.exchange)
  return invited.every(email => failed.includes(email))
    ? 'no invitation could be sent to an address of the reserved domain: set inviteDomain to one that the deployment accepts'
    : null
}
