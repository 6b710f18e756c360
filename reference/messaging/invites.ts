/** Inviting people by email. */
import type { Call } from './call.ts'
import { expiryOf, type Invited, termParameters, termRules, termsOf } from './invitation-terms.ts'
import { operation } from './operation.ts'

/** An address that is not invited, the reason, and whether it belongs to a deactivated account. */
type Problem = readonly [address: string, reason: string, deactivated: boolean]

export const sendInvites = operation({
  id: 'sendInvites',
  method: 'POST',
  path: '/invites',
  parameters: [
    { name: 'invitee_emails', kind: 'string', required: true },
    { name: 'stream_ids', kind: 'integers', required: true },
    { name: 'notify_referrer_on_join', kind: 'boolean' },
    ...termParameters,
  ],
  given: (call: Call) => ({ ...termsOf(call), emails: addressesIn(call.params.text('invitee_emails')) }),
  rules: {
    'an-address-given': [({ emails }) => emails.length > 0, 'You must specify at least one email address.'],
    ...termRules,
  },
  steps: {
    problem({ org }, email: string): Problem | undefined {
      if (!/^[^\s@]+@[^\s@]+$/.test(email)) return [email, 'Invalid address.', false]
      const user = org.userByEmail(email)
      if (!user) return undefined
      return [email, user.active ? 'Already has an account.' : 'Account has been deactivated.', !user.active]
    },
    send: (it, email: string, _at: number): void => storeInvitation(it, email),
  },
  effect(it, { problem, send }) {
    const errors = it.emails.map(email => problem(it, email)).filter(one => one !== undefined)
    const rest = it.emails.filter(email => !errors.some(([failed]) => failed === email))
    for (const [at, email] of rest.entries()) send(it, email, at)
    return { failed: errors.length > 0, errors, sent: rest.length > 0 }
  },
  /** If some addresses cannot be invited, the reply is an error although the others are invited. */
  reply: (_it, { failed, errors, sent }) =>
    failed
      ? {
          result: 'error',
          msg: sent
            ? "Some of those addresses are already using Zulip, so we didn't send them an invitation."
            : "We weren't able to invite anyone.",
          code: 'INVITATION_FAILED',
          errors,
          sent_invitations: sent,
          daily_limit_reached: false,
          license_limit_reached: false,
        }
      : {},
})

export function addressesIn(text: string, separators = /[,\n]/): string[] {
  return text
    .split(separators)
    .map(addressIn)
    .filter(email => email !== '')
}

/** The address inside `Name <address>`, or the text itself. */
function addressIn(text: string): string {
  return (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim()
}

export function storeInvitation(it: Invited, email: string): void {
  const id = it.org.id('invitation')
  it.org.invitations.set(id, { id, email, inviterId: it.caller.id, role: it.role, expiresAt: expiryOf(it) })
  it.org.touch()
}
