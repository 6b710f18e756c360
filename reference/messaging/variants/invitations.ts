/** Legal variations of invitations by email and by link. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso } from '../../operations/change.ts'
import { covers } from '../group-settings.ts'
import { type Invited, isUsable } from '../invitation-terms.ts'
import { createReusableInviteLink, revokeReusableInviteLink } from '../invite-links.ts'
import { addressesIn, sendInvites, storeInvitation } from '../invites.ts'
import { variant } from './variant.ts'

const daily = 12

/** The separator of the addresses in this list. */
const separatorOf = (text: string): RegExp => (text.includes('\n') ? /\n/ : /,/)

const enoughForToday = {
  msg: 'Enough for today',
  code: 'INVITATION_FAILED',
  fields: { errors: [], sent_invitations: false, daily_limit_reached: true, license_limit_reached: false },
}

/** A group without a setting for it: only its creator adds members, whatever the role of others. */
const namesGroupOfOthers = ({ org, caller, groups }: Invited): boolean =>
  groups.filter(isUsable).some(({ creatorId, settings }) => {
    const adders = settings.get('can_add_members_group')
    return adders === undefined ? creatorId !== caller.id : !covers(org, adders, caller)
  })

/** A channel without a setting for it: nobody adds subscribers, whatever their role. */
const namesChannelOfOthers = ({ org, caller, channels }: Invited): boolean =>
  channels.some(channel => {
    if (!channel || channel.isDefault) return false
    const adders = channel.settings.get('can_add_subscribers_group')
    return adders === undefined || adders === org.group('role:everyone').id || !covers(org, adders, caller)
  })

/** Refuses invitations both by address and by link. */
const mayNotInvite = (where: (it: Invited) => boolean) => [
  refuseAlso(sendInvites, 'Insufficient permission', { where }),
  refuseAlso(createReusableInviteLink, 'Insufficient permission', { where }),
]

export const invitationVariants: readonly Variant[] = [
  variant(
    'invites.one-separator',
    'principle 1: whether both separators may stand in one list is not written',
    'The addresses of one list are separated by newlines, or else by commas',
    alter(sendInvites, 'given', (given, { params }) => {
      const text = params.text('invitee_emails')
      return { ...given, emails: addressesIn(text, separatorOf(text)) }
    }),
  ),
  variant(
    'invites.daily-limit',
    'principle 15: a limit that the contract names',
    'Twelve invitations are sent in a day',
    refuseAlso(sendInvites, enoughForToday, {
      where: ({ org, emails }) => org.invitations.size + emails.length > daily,
    }),
    { leaves: 'incomplete' },
  ),
  variant(
    'invites.small-letters',
    'principle 1: how an address is kept is not shown',
    'Addresses are kept in small letters',
    instead(sendInvites, 'send', (it, email) => storeInvitation(it, email.toLowerCase())),
  ),
  variant(
    'invites.capital-letters',
    'principle 1: how an address is kept is not shown',
    'The domain of an address is kept in capital letters',
    instead(sendInvites, 'send', (it, email) =>
      storeInvitation(
        it,
        email.replace(/@.*/, domain => domain.toUpperCase()),
      ),
    ),
    { excludes: ['messaging.invites.small-letters'] },
  ),
  variant(
    'invites.reachable-only',
    'principle 1: why else an invitation cannot be sent is not written',
    'No invitation is sent to a domain that mail does not reach',
    instead(sendInvites, 'problem', (_it, email) => [email, 'No mail reaches it.', false] as const, {
      where: (_it, email) => email.endsWith('.invalid'),
    }),
    { leaves: 'incomplete' },
  ),
  variant(
    'invites.groups-or-none',
    'principle 1: an empty list of groups is not written',
    'An empty list of groups is refused',
    refuseAlso(sendInvites, 'No groups given', {
      where: ({ params }) => params.has('group_ids') && params.integers('group_ids').length === 0,
    }),
  ),
  variant(
    'invites.groups-of-their-adders',
    'principle 1: who may add members to a group is its setting',
    'No administrator adds members to a group that does not name them',
    mayNotInvite(namesGroupOfOthers),
  ),
  variant(
    'invites.channels-of-their-adders',
    'principle 1: who may add subscribers to a channel is its setting',
    'No administrator invites to a channel whose setting does not name them',
    mayNotInvite(namesChannelOfOthers),
  ),
  variant('invites.members-welcome-ignored', 'invites.welcome-not-admin', 'A welcome text of a member is ignored', [
    ...drop(sendInvites, 'welcome-by-administrators'),
    ...drop(createReusableInviteLink, 'welcome-by-administrators'),
  ]),
  variant(
    'invites.any-address',
    'invites.malformed-address',
    'Anything passes for an address',
    instead(sendInvites, 'problem', () => undefined, { where: (_it, email) => !/^[^\s@]+@[^\s@]+$/.test(email) }),
  ),
  variant('invites.any-expiry', 'invites.expiry-not-positive', 'An expiry of zero minutes is taken', [
    ...drop(sendInvites, 'expiry-positive'),
    ...drop(createReusableInviteLink, 'expiry-positive'),
  ]),
  variant(
    'invite-links.creator-only',
    'invite-links.who-may-manage',
    'Only its creator manages a link',
    refuseAlso(revokeReusableInviteLink, 'Insufficient permission', {
      where: ({ link, caller }) => link !== undefined && link.inviterId !== caller.id,
    }),
  ),
  variant(
    'invite-links.other-host',
    'principle 1: any address of a link',
    'Links lead to another host',
    instead(
      createReusableInviteLink,
      'address',
      (_it, { key }) => `https://join.elsewhere.example:8443/#/i/${key}?from=a%20b`,
    ),
  ),
  variant(
    'invite-links.of-an-app',
    'principle 1: any address of a link',
    'Links name an application instead of a host',
    instead(createReusableInviteLink, 'address', (_it, { key }) => `chat:join?key=${key}`),
    { excludes: ['messaging.invite-links.other-host'] },
  ),
]
