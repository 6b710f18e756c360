/** Faults of invitations by email. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, drop, instead, refuseAlso, uponRefusal } from '../../operations/change.ts'
import type { Call } from '../call.ts'
import { termsOf } from '../invitation-terms.ts'
import { addressesIn, sendInvites, storeInvitation } from '../invites.ts'
import { isAdministrator } from '../roles.ts'
import { altered, fault } from './fault.ts'

const notSent = () => {}

const splitBy = (separators: RegExp): Change =>
  alter(sendInvites, 'given', (given, { params }) => ({
    ...given,
    emails: addressesIn(params.text('invitee_emails'), separators),
  }))

/** Sends the invitations although they are refused. */
export function sendAllTheSame(call: Call): void {
  const it = { ...call, ...termsOf(call) }
  for (const email of addressesIn(call.sent.get('invitee_emails') ?? '')) storeInvitation(it, email)
}

const { problem } = sendInvites.steps

export const inviteFaults: readonly Fault[] = [
  fault('invites.accepted.refused', 'sendInvites is refused', refuseAlso(sendInvites, 'Not today'), {
    breaches: ['invites.accepted', 'properties.accepts-invites'],
  }),
  ...([true, false] as const).map(value =>
    fault(
      `invites.notify.refused-${value}`,
      `sendInvites refuses notify_referrer_on_join (${value})`,
      refuseAlso(sendInvites, 'Invalid notify_referrer_on_join', {
        where: ({ params }) =>
          params.has('notify_referrer_on_join') && params.flag('notify_referrer_on_join') === value,
      }),
    ),
  ),
  fault('invites.emails-empty.accepted', 'No address at all is accepted', drop(sendInvites, 'an-address-given')),
  fault(
    'invites.emails-empty.commas-accepted',
    'Commas without an address are accepted',
    drop(sendInvites, 'an-address-given', { where: ({ params }) => params.text('invitee_emails').includes(',') }),
  ),
  fault('invites.emails-commas.unsplit', 'Commas do not separate addresses', splitBy(/\n/)),
  fault('invites.emails-newlines.unsplit', 'Newlines do not separate addresses', splitBy(/,/)),
  fault('invites.pending.none', 'Invitations are accepted and not sent', instead(sendInvites, 'send', notSent), {
    breaches: ['invites.pending', 'invites.existing-among-new-pending'],
  }),
  fault(
    'invites.pending.first-only',
    'Only the first address of a list is invited',
    instead(sendInvites, 'send', notSent, { where: (_it, _email, at) => at > 0 }),
  ),
  fault(
    'invites.pending.third-address',
    'The third address of a list is passed over',
    instead(sendInvites, 'send', notSent, { where: (_it, _email, at) => at === 2 }),
  ),
  fault(
    'invites.pending.every-third-request',
    'Some requests send nothing',
    instead(sendInvites, 'send', notSent, { oneIn: 3 }),
  ),
  fault(
    'invites.channels-unknown-nothing-sent.sent',
    'A refused invitation is sent all the same',
    uponRefusal(sendInvites, 'channels-known', sendAllTheSame),
  ),
  fault(
    'invites.refused-not-pending.unknown-ids',
    'Invitations into an unknown group are refused and sent',
    uponRefusal(sendInvites, 'groups-known', sendAllTheSame),
  ),
  fault(
    'invites.refused-not-pending.malformed',
    'Invitations with a malformed parameter are refused and sent',
    alter(
      sendInvites,
      'refused',
      (refusal, call) => {
        sendAllTheSame(call)
        return refusal
      },
      { where: ({ params }) => !params.has('invitee_emails') },
    ),
  ),
  fault(
    'invites.existing-account.accepted',
    'Existing accounts are invited',
    instead(sendInvites, 'problem', () => undefined, {
      where: ({ org }, email) => org.userByEmail(email) !== undefined,
    }),
    { breaches: ['invites.existing-account', 'invites.existing-among-new'] },
  ),
  fault(
    'invites.existing-account.not-administrators',
    'Existing accounts are invited, unless they are of administrators',
    instead(sendInvites, 'problem', () => undefined, {
      where: ({ org }, email) => {
        const user = org.userByEmail(email)
        return user !== undefined && !isAdministrator(user)
      },
    }),
    { breaches: ['invites.existing-account', 'invites.existing-among-new'] },
  ),
  fault(
    'invites.existing-among-new-pending.none',
    'One existing account stops all invitations',
    instead(sendInvites, 'send', notSent, { where: it => it.emails.some(email => problem(it, email)) }),
  ),
  fault(
    'invites.existing-among-new-pending.none-beside-two',
    'Two existing accounts stop all invitations',
    instead(sendInvites, 'send', notSent, {
      where: it => it.emails.filter(email => problem(it, email)).length > 1,
    }),
  ),
  fault(
    'invites.existing-not-sent.always-sent',
    'sent_invitations is always true',
    alter(sendInvites, 'effect', made => ({ ...made, sent: true })),
  ),
  ...['daily', 'license'].map(limit =>
    altered(
      `invites.failed-limits-not-reached.${limit}`,
      `The ${limit} limit is always said to be reached`,
      ['sendInvites', 'error', `${limit}_limit_reached`],
      { set: true },
      { facts: { code: 'INVITATION_FAILED' } },
    ),
  ),
  fault(
    'invites.existing-among-new.not-sent',
    'sent_invitations is false although some were sent',
    alter(sendInvites, 'effect', made => ({ ...made, sent: false })),
  ),
  fault(
    'invites.failed-errors-name.nobody',
    'The errors of a failed invitation name nobody',
    alter(sendInvites, 'effect', made => ({ ...made, errors: [] })),
  ),
  fault(
    'invites.failed-errors-name.first-only',
    'Only the first address that failed is named',
    alter(sendInvites, 'effect', made => ({ ...made, errors: made.errors.slice(0, 1) })),
  ),
  fault(
    'invites.failed-errors-name.everybody',
    'The errors name those who were invited as well',
    alter(sendInvites, 'effect', (made, { emails }) => ({
      ...made,
      errors: emails.map(email => [email, 'Not invited', false] as const),
    })),
  ),
]
