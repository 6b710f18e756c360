/** Faults of reusable invitation links. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, drop, instead, refuseAlso, uponRefusal } from '../../operations/change.ts'
import type { Call } from '../call.ts'
import { createReusableInviteLink, revokeReusableInviteLink } from '../invite-links.ts'
import type { InviteLink } from '../organization.ts'
import { fault } from './fault.ts'

const nothing = () => {}
const keepsIt = instead(revokeReusableInviteLink, 'effect', nothing)

function revokeWhere({ org }: Call, concerned: (link: InviteLink) => boolean): void {
  for (const one of org.inviteLinks.values()) if (concerned(one)) one.revoked = true
}

/** Revokes other links of the organization too. */
const revokesBeside = (concerned: (other: InviteLink, link: InviteLink) => boolean): Change =>
  alter(revokeReusableInviteLink, 'effect', (_made, it) => {
    const { link } = it
    if (link) revokeWhere(it, other => concerned(other, link))
  })

const created: readonly Fault[] = [
  fault(
    'invite-links.created.refused',
    'createReusableInviteLink is refused',
    refuseAlso(createReusableInviteLink, 'Not today'),
    { breaches: ['invite-links.created', 'properties.accepts-invite-links'] },
  ),
  fault(
    'invite-links.link-url.path',
    'A link is a path',
    instead(createReusableInviteLink, 'address', (_it, { key }) => `/join/${key}/`),
  ),
  fault(
    'invite-links.role-values.one-link',
    'All links of a user lead to the first of them, whatever role they are for',
    instead(createReusableInviteLink, 'address', (it, link) => {
      const first = [...it.org.inviteLinks.values()].find(({ inviterId }) => inviterId === link.inviterId)
      return createReusableInviteLink.steps.address(it, first ?? link)
    }),
  ),
  ...(
    [
      ['refused', 'channels', 'stream_ids'],
      ['groups', 'groups', 'group_ids'],
    ] as const
  ).map(([word, what, name]) =>
    fault(
      `invite-links.empty-lists.${word}`,
      `An empty list of ${what} is refused`,
      refuseAlso(createReusableInviteLink, `Invalid ${name}`, {
        where: ({ params }) => params.has(name) && params.integers(name).length === 0,
      }),
    ),
  ),
]

const revoked: readonly Fault[] = [
  fault(
    'invite-links.revoked.refused',
    'revokeReusableInviteLink is refused',
    refuseAlso(revokeReusableInviteLink, 'Not today'),
  ),
  fault(
    'invite-links.revoked.every-third-refused',
    'A link is revoked only at the second try',
    refuseAlso(revokeReusableInviteLink, 'Try again', { nth: 1 }),
  ),
  fault(
    'invite-links.revoked.owners-only',
    'Administrators cannot revoke links',
    refuseAlso(revokeReusableInviteLink, 'Not today', { role: 'admin' }),
  ),
  fault(
    'invite-links.revoked-twice.accepted',
    'A link is revoked any number of times',
    drop(revokeReusableInviteLink, 'link-not-revoked'),
  ),
  fault('invite-links.revoked-twice.kept', 'Revoking a link changes nothing', keepsIt),
  fault(
    'invite-links.revoked-twice.every-third-unchanged',
    'The first revocation of a link changes nothing',
    instead(revokeReusableInviteLink, 'effect', nothing, { nth: 1 }),
  ),
  fault('sequences.revokeReusableInviteLink-changes-nothing', 'Revoking a link changes nothing', keepsIt, {
    breaches: 'sequences.invite-links',
  }),
  fault(
    'sequences.lapses.links',
    'What a caller who is not an owner revokes stays',
    instead(revokeReusableInviteLink, 'effect', nothing, { role: ['admin', 'moderator', 'member'] }),
    { breaches: 'sequences.invite-links' },
  ),
  fault(
    'invite-links.revoke-unknown.accepted',
    'An unknown link is revoked',
    drop(revokeReusableInviteLink, 'link-known'),
  ),
  fault(
    'invite-links.revoke-one-only.later-ones',
    'Revoking one link revokes the later ones as well',
    revokesBeside((other, { id }) => other.id > id),
  ),
  fault(
    'invite-links.revoke-one-only.earlier-ones',
    'Revoking a link revokes those made before it',
    revokesBeside((other, { id }) => other.id < id),
  ),
  ...(
    [
      ['revoked', 'a revoked', 'link-not-revoked'],
      ['unknown', 'an unknown', 'link-known'],
    ] as const
  ).map(([word, what, rule]) =>
    fault(
      `invite-links.revoke-refused-unchanged.${word}`,
      `Revoking ${what} link is refused and revokes the caller's others`,
      uponRefusal(revokeReusableInviteLink, rule, it => revokeWhere(it, one => one.inviterId === it.caller.id)),
    ),
  ),
]

const notManaged: readonly Fault[] = [
  fault(
    'invite-links.revoke-not-managed.accepted',
    'Anybody revokes any link',
    drop(revokeReusableInviteLink, 'link-managed'),
  ),
  fault(
    'invite-links.revoke-not-managed.by-members',
    'Members revoke links of others',
    drop(revokeReusableInviteLink, 'link-managed', { role: 'member' }),
  ),
  fault(
    'invite-links.revoke-not-managed.by-guests',
    'Guests revoke links of others',
    drop(revokeReusableInviteLink, 'link-managed', { role: 'guest' }),
  ),
  fault(
    'invite-links.revoke-not-managed-unchanged.revoked',
    'A member is refused and the link revoked',
    uponRefusal(revokeReusableInviteLink, 'link-managed', ({ link }) => {
      if (link) link.revoked = true
    }),
  ),
  fault(
    'invite-links.revoke-not-managed-unchanged.gone',
    'Who may not revoke a link is refused, and the link is gone',
    uponRefusal(revokeReusableInviteLink, 'link-managed', ({ org, link }) => {
      if (link) org.inviteLinks.delete(link.id)
    }),
  ),
]

export const inviteLinkFaults: readonly Fault[] = [...created, ...revoked, ...notManaged]
