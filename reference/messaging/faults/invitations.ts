/** Faults of invitations by email and by link. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'

const invitations: readonly Fault[] = (
  [
    ['sendInvites', 'invites'],
    ['createReusableInviteLink', 'invite-links'],
  ] as const
).flatMap(([operation, area]) => [
  breach(
    `${area}.role-above.accepted`,
    'Members invite to any role',
    `${area}.role-above`,
    'invites.own-role-or-lower',
    { facts: { operation } },
  ),
  breach(
    `${area}.role-above.moderators`,
    'Members invite moderators',
    `${area}.role-above`,
    'invites.own-role-or-lower',
    {
      facts: { operation, invited: 300 },
    },
  ),
  breach(`${area}.role-above.owners`, 'Members invite owners', `${area}.role-above`, 'invites.own-role-or-lower', {
    facts: { operation, invited: 100 },
  }),
  breach(`${area}.channels.refused`, 'Channels are refused', `${area}.channels`, `${operation}.stream_ids.accepted`, {
    facts: { empty: false },
    mayAlso: `${area}.*`,
  }),
  breach(
    `${area}.channels-unknown.accepted`,
    'Unknown channels are accepted',
    `${area}.channels-unknown`,
    'invites.known-channels',
    {
      facts: { operation },
      mayAlso: 'invites.channels-unknown-nothing-sent',
    },
  ),
  breach(
    `${area}.channels-not-allowed.accepted`,
    'Members invite to any channel',
    `${area}.channels-not-allowed`,
    'invites.may-subscribe',
    { facts: { operation } },
  ),
  breach(`${area}.groups.refused`, 'User groups are refused', `${area}.groups`, `${operation}.group_ids.accepted`, {
    facts: { empty: false },
    mayAlso: [`${area}.*`, 'user-groups.deactivated-no-invitation'],
  }),
  breach(
    `${area}.groups-unknown.accepted`,
    'Unknown groups are accepted',
    `${area}.groups-unknown`,
    'invites.usable-groups',
    {
      facts: { operation, deactivated: false },
      should: true,
    },
  ),
  breach(
    `${area}.groups-not-allowed.accepted`,
    'Members invite into any group',
    `${area}.groups-not-allowed`,
    'invites.may-add-to-groups',
    { facts: { operation }, should: true },
  ),
  breach(
    `${area === 'invites' ? 'limits.welcome-text' : 'limits.link-welcome-text'}.refused`,
    'A welcome text at the limit is refused',
    area === 'invites' ? 'limits.welcome-text' : 'limits.link-welcome-text',
    'invites.welcome-at-limit',
    { facts: { operation } },
  ),
  breach(
    `${area === 'invites' ? 'limits.welcome-text' : 'limits.link-welcome-text'}.bytes`,
    'A welcome text is measured in bytes',
    area === 'invites' ? 'limits.welcome-text' : 'limits.link-welcome-text',
    'invites.welcome-in-characters',
    { facts: { operation } },
  ),
  breach(
    `${area === 'invites' ? 'limits.welcome-text-over' : 'limits.link-welcome-text-over'}.accepted`,
    'A welcome text over the limit is accepted',
    area === 'invites' ? 'limits.welcome-text-over' : 'limits.link-welcome-text-over',
    'invites.welcome-limit',
    { facts: { operation }, should: true },
  ),
])

const invites: readonly Fault[] = [
  breach(
    'invites.emails-empty.accepted',
    'No address at all is accepted',
    'invites.emails-empty',
    'invites.some-address',
  ),
  breach(
    'invites.emails-commas.unsplit',
    'Commas do not separate addresses',
    'invites.emails-commas',
    'invites.commas-separate',
    { mayAlso: 'invites.*' },
  ),
  breach(
    'invites.emails-newlines.unsplit',
    'Newlines do not separate addresses',
    'invites.emails-newlines',
    'invites.newlines-separate',
    { mayAlso: 'invites.*' },
  ),
  breach(
    'invites.pending.none',
    'Invitations are accepted and not sent',
    ['invites.pending', 'invites.existing-among-new-pending'],
    'invites.sent',
  ),
  breach(
    'invites.pending.first-only',
    'Only the first address of a list is invited',
    'invites.pending',
    'invites.each-sent',
    {
      mayAlso: 'invites.existing-among-new-pending',
    },
  ),
  breach(
    'invites.channels-unknown-nothing-sent.sent',
    'A refused invitation is sent all the same',
    'invites.channels-unknown-nothing-sent',
    'invites.refused-sends-nothing',
    { mayAlso: 'invites.refused-not-pending' },
  ),
  breach(
    'invites.existing-account.accepted',
    'Existing accounts are invited',
    ['invites.existing-account', 'invites.existing-among-new'],
    'invites.existing-account',
    {
      mayAlso: 'invites.*',
    },
  ),
  breach(
    'invites.failed-errors-name.nobody',
    'The errors of a failed invitation name nobody',
    'invites.failed-errors-name',
    'invites.errors-named',
    { should: true },
  ),
  breach(
    'invites.existing-among-new.not-sent',
    'sent_invitations is false although some were sent',
    'invites.existing-among-new',
    'invites.sent-flag',
    {
      facts: { some: true },
    },
  ),
  breach(
    'invites.existing-among-new-pending.none',
    'One existing account stops all invitations',
    'invites.existing-among-new-pending',
    'invites.others-are-sent',
  ),
]

const links: readonly Fault[] = [
  breach('invite-links.link-url.path', 'A link is a path', 'invite-links.link-url', 'invite-links.whole-address'),
  breach(
    'invite-links.empty-lists.refused',
    'An empty list of channels is refused',
    'invite-links.empty-lists',
    'createReusableInviteLink.stream_ids.accepted',
    {
      facts: { empty: true },
    },
  ),
  breach(
    'invite-links.empty-lists.groups',
    'An empty list of groups is refused',
    'invite-links.empty-lists',
    'createReusableInviteLink.group_ids.accepted',
    {
      facts: { empty: true },
    },
  ),
  breach(
    'invite-links.revoked-twice.accepted',
    'A link is revoked any number of times',
    'invite-links.revoked-twice',
    'invite-links.revoked-once',
  ),
  breach(
    'invite-links.revoked-twice.kept',
    'Revoking a link changes nothing',
    'invite-links.revoked-twice',
    'invite-links.revoked',
  ),
  breach(
    'invite-links.revoke-unknown.accepted',
    'An unknown link is revoked',
    'invite-links.revoke-unknown',
    'invite-links.known',
  ),
  breach(
    'invite-links.revoke-one-only.later-ones',
    'Revoking one link revokes the later ones as well',
    'invite-links.revoke-one-only',
    'invite-links.others-stay',
    { after: 1, mayAlso: 'invite-links.*' },
  ),
  breach(
    'invite-links.revoke-not-managed.accepted',
    'Anybody revokes any link',
    'invite-links.revoke-not-managed',
    'invite-links.own-only',
    { should: true, mayAlso: 'invite-links.revoke-not-managed-unchanged' },
  ),
  breach(
    'invite-links.revoke-not-managed-unchanged.revoked',
    'A member is refused and the link revoked',
    'invite-links.revoke-not-managed-unchanged',
    'invite-links.refused-unchanged',
  ),
]

export const invitationFaults: readonly Fault[] = [...invitations, ...invites, ...links]
