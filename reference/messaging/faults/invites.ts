/** Faults of invitations by email. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, drop, instead, refuseAlso, uponRefusal } from '../../operations/change.ts'
import type { Call } from '../call.ts'
import { termsOf } from '../invitation-terms.ts'
import { addressesIn, sendInvites, storeInvitation } from '../invites.ts'
import { isAdministrator } from '../roles.ts'
import { altered, fault } from './fault.ts'

const should = { should: true } as const

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
  fault(
    'invites.accepted.refused',
    'sendInvites is refused',
    ['invites.accepted', 'properties.accepts-invites'],
    refuseAlso(sendInvites, 'Not today'),
  ),
  ...([true, false] as const).map(value =>
    fault(
      `invites.notify.refused-${value}`,
      `sendInvites refuses notify_referrer_on_join (${value})`,
      'invites.notify',
      refuseAlso(sendInvites, 'Invalid notify_referrer_on_join', {
        where: ({ params }) =>
          params.has('notify_referrer_on_join') && params.flag('notify_referrer_on_join') === value,
      }),
    ),
  ),
  fault(
    'invites.emails-empty.accepted',
    'No address at all is accepted',
    'invites.emails-empty',
    drop(sendInvites, 'an-address-given'),
  ),
  fault(
    'invites.emails-empty.commas-accepted',
    'Commas without an address are accepted',
    'invites.emails-empty',
    drop(sendInvites, 'an-address-given', { where: ({ params }) => params.text('invitee_emails').includes(',') }),
  ),
  fault('invites.emails-commas.unsplit', 'Commas do not separate addresses', 'invites.emails-commas', splitBy(/\n/)),
  fault(
    'invites.emails-newlines.unsplit',
    'Newlines do not separate addresses',
    'invites.emails-newlines',
    splitBy(/,/),
  ),
  fault(
    'invites.pending.none',
    'Invitations are accepted and not sent',
    ['invites.pending', 'invites.existing-among-new-pending'],
    instead(sendInvites, 'send', notSent),
  ),
  fault(
    'invites.pending.first-only',
    'Only the first address of a list is invited',
    'invites.pending',
    instead(sendInvites, 'send', notSent, { where: (_it, _email, at) => at > 0 }),
  ),
  fault(
    'invites.pending.third-address',
    'The third address of a list is passed over',
    'invites.pending',
    instead(sendInvites, 'send', notSent, { where: (_it, _email, at) => at === 2 }),
  ),
  fault(
    'invites.pending.every-third-request',
    'Some requests send nothing',
    'invites.pending',
    instead(sendInvites, 'send', notSent, { oneIn: 3 }),
  ),
  fault(
    'invites.channels-unknown-nothing-sent.sent',
    'A refused invitation is sent all the same',
    'invites.channels-unknown-nothing-sent',
    uponRefusal(sendInvites, 'channels-known', sendAllTheSame),
  ),
  fault(
    'invites.refused-not-pending.unknown-ids',
    'Invitations into an unknown group are refused and sent',
    'invites.refused-not-pending',
    uponRefusal(sendInvites, 'groups-known', sendAllTheSame),
  ),
  fault(
    'invites.refused-not-pending.malformed',
    'Invitations with a malformed parameter are refused and sent',
    'invites.refused-not-pending',
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
    ['invites.existing-account', 'invites.existing-among-new'],
    instead(sendInvites, 'problem', () => undefined, {
      where: ({ org }, email) => org.userByEmail(email) !== undefined,
    }),
  ),
  fault(
    'invites.existing-account.not-administrators',
    'Existing accounts are invited, unless they are of administrators',
    ['invites.existing-account', 'invites.existing-among-new'],
    instead(sendInvites, 'problem', () => undefined, {
      where: ({ org }, email) => {
        const user = org.userByEmail(email)
        return user !== undefined && !isAdministrator(user)
      },
    }),
  ),
  fault(
    'invites.existing-among-new-pending.none',
    'One existing account stops all invitations',
    'invites.existing-among-new-pending',
    instead(sendInvites, 'send', notSent, { where: it => it.emails.some(email => problem(it, email)) }),
  ),
  fault(
    'invites.existing-not-sent.always-sent',
    'sent_invitations is always true',
    'invites.existing-not-sent',
    alter(sendInvites, 'effect', made => ({ ...made, sent: true })),
    should,
  ),
  ...['daily', 'license'].map(limit =>
    altered(
      `invites.failed-limits-not-reached.${limit}`,
      `The ${limit} limit is always said to be reached`,
      'invites.failed-limits-not-reached',
      ['sendInvites', 'error', `${limit}_limit_reached`],
      { set: true },
      { ...should, facts: { code: 'INVITATION_FAILED' } },
    ),
  ),
  fault(
    'invites.existing-among-new.not-sent',
    'sent_invitations is false although some were sent',
    'invites.existing-among-new',
    alter(sendInvites, 'effect', made => ({ ...made, sent: false })),
  ),
  fault(
    'invites.failed-errors-name.nobody',
    'The errors of a failed invitation name nobody',
    'invites.failed-errors-name',
    alter(sendInvites, 'effect', made => ({ ...made, errors: [] })),
    should,
  ),
  fault(
    'invites.failed-errors-name.first-only',
    'Only the first address that failed is named',
    'invites.failed-errors-name',
    alter(sendInvites, 'effect', made => ({ ...made, errors: made.errors.slice(0, 1) })),
    should,
  ),
  fault(
    'invites.failed-errors-name.everybody',
    'The errors name those who were invited as well',
    'invites.failed-errors-name',
    alter(sendInvites, 'effect', (made, { emails }) => ({
      ...made,
      errors: emails.map(email => [email, 'Not invited', false] as const),
    })),
    should,
  ),
]
