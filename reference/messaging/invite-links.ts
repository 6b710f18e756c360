/** Reusable invitation links. */
import type { Call } from './call.ts'
import { expiryOf, termParameters, termRules, termsOf } from './invitation-terms.ts'
import { operation } from './operation.ts'
import type { InviteLink } from './organization.ts'
import { isAdministrator } from './roles.ts'
import { pathId } from './route.ts'

export const createReusableInviteLink = operation({
  id: 'createReusableInviteLink',
  method: 'POST',
  path: '/invites/multiuse',
  parameters: [{ name: 'stream_ids', kind: 'integers' }, ...termParameters],
  given: termsOf,
  rules: termRules,
  steps: {
    address: ({ org, origin }, { key }: InviteLink): string =>
      `${origin}${org.slug ? `/chat/${org.slug}` : '/chat'}/join/${key}/`,
  },
  effect(it) {
    const { org, caller, role } = it
    const made = { id: org.id('invitation'), inviterId: caller.id, key: org.key(), revoked: false }
    const link: InviteLink = { ...made, role, expiresAt: expiryOf(it) }
    org.inviteLinks.set(link.id, link)
    org.touch()
    return link
  },
  reply: (it, link, { address }) => ({ invite_link: address(it, link) }),
})

export const revokeReusableInviteLink = operation({
  id: 'revokeReusableInviteLink',
  method: 'DELETE',
  path: '/invites/multiuse/{invite_id}',
  parameters: [pathId('invite_id')],
  thing: ({ params }) => `link ${params.integer('invite_id')}`,
  given: ({ org, params }: Call) => ({ link: org.inviteLinks.get(params.integer('invite_id') ?? -1) }),
  rules: {
    'link-known': [({ link }) => link !== undefined, 'No such invitation'],
    'link-managed': [
      ({ link, caller }) => !link || isAdministrator(caller) || link.inviterId === caller.id,
      'Insufficient permission',
    ],
    'link-not-revoked': [({ link }) => !link?.revoked, 'Invitation has already been revoked'],
  },
  effect({ org, link }) {
    if (link) link.revoked = true
    org.touch()
  },
})
