/** Reusable invitation links. */
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { invitationTerms } from './invitation-terms.ts'
import { sharedInviteParameters } from './invites.ts'
import type { InviteLink } from './organization.ts'
import { isAdministrator } from './roles.ts'
import { pathId, type Route } from './route.ts'

export const inviteLinkRoutes: readonly Route[] = [
  {
    operation: 'createReusableInviteLink',
    method: 'POST',
    path: '/invites/multiuse',
    parameters: [{ name: 'stream_ids', kind: 'integers' }, ...sharedInviteParameters],
    handle: createReusableInviteLink,
  },
  {
    operation: 'revokeReusableInviteLink',
    method: 'DELETE',
    path: '/invites/multiuse/{invite_id}',
    parameters: [pathId('invite_id')],
    handle: revokeReusableInviteLink,
  },
]

function createReusableInviteLink(call: Call): Reply {
  const { org, caller, origin } = call
  const terms = invitationTerms(call)
  if ('result' in terms) return terms
  const link: InviteLink = { id: org.id('invitation'), inviterId: caller.id, key: org.key(), revoked: false, ...terms }
  org.inviteLinks.set(link.id, link)
  org.touch()
  return succeed({ invite_link: linkAddress(call, origin, link) })
}

function linkAddress(call: Call, origin: string, link: InviteLink): string {
  if (!call.keeps('invite-links.whole-address')) return `/join/${link.key}/`
  if (call.uses('messaging.invite-links.other-host'))
    return `https://join.elsewhere.example:8443/#/i/${link.key}?from=a%20b`
  return `${origin}${call.org.slug ? `/chat/${call.org.slug}` : '/chat'}/join/${link.key}/`
}

function revokeReusableInviteLink(call: Call): Reply {
  const { org, caller, params } = call
  const link = org.inviteLinks.get(params.integer('invite_id') ?? -1)
  if ((!link || link.revoked) && !call.keeps('invite-links.refused-leaves-others', { known: link !== undefined }))
    revokeBeside(call, one => one.inviterId === caller.id)
  if (!link) return call.keeps('invite-links.known') ? refuse(call, 'link', 'No such invitation') : succeed()
  const manages =
    (isAdministrator(caller) && !call.uses('messaging.invite-links.creator-only')) || link.inviterId === caller.id
  if (!manages && call.keeps('invite-links.own-only')) {
    if (!call.keeps('invite-links.refused-unchanged')) link.revoked = true
    if (!call.keeps('invite-links.refused-keeps-it')) org.inviteLinks.delete(link.id)
    return refuse(call, 'permission', 'Insufficient permission')
  }
  if (link.revoked && call.keeps('invite-links.revoked-once'))
    return refuse(call, 'revoked', 'Invitation has already been revoked')
  org.touch()
  if (call.keeps('invite-links.revoked')) link.revoked = true
  if (!call.keeps('invite-links.others-stay')) revokeBeside(call, one => one.id > link.id)
  if (!call.keeps('invite-links.earlier-stay')) revokeBeside(call, one => one.id < link.id)
  return succeed()
}

/** Other links of the organization go with it. */
function revokeBeside({ org }: Call, concerned: (link: InviteLink) => boolean): void {
  for (const one of org.inviteLinks.values()) if (concerned(one)) one.revoked = true
}
