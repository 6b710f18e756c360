/** Inviting people by email. */
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { invitationTerms } from './invitation-terms.ts'
import type { Route } from './route.ts'

const DAILY = 12

const roleValues = [100, 200, 300, 400, 600]

export const sharedInviteParameters = [
  { name: 'invite_expires_in_minutes', kind: 'integer-or-null' },
  { name: 'invite_as', kind: 'integer', values: roleValues },
  { name: 'group_ids', kind: 'integers' },
  { name: 'include_realm_default_subscriptions', kind: 'boolean' },
  { name: 'welcome_message_custom_text', kind: 'string' },
] as const

export const inviteRoutes: readonly Route[] = [
  {
    operation: 'sendInvites',
    method: 'POST',
    path: '/invites',
    parameters: [
      { name: 'invitee_emails', kind: 'string', required: true },
      { name: 'stream_ids', kind: 'integers', required: true },
      { name: 'notify_referrer_on_join', kind: 'boolean' },
      ...sharedInviteParameters,
    ],
    handle: sendInvites,
  },
]

function sendInvites(call: Call): Reply {
  const { params } = call
  const separators = call.keeps('invites.newlines-separate') ? /[,\n]/ : /,/
  const commas = call.keeps('invites.commas-separate') ? separators : /\n/
  const emails = params
    .text('invitee_emails')
    .split(commas)
    .map(addressIn)
    .filter(email => email !== '')
  if (emails.length === 0 && call.keeps('invites.some-address'))
    return refuse(call, 'no-address', 'You must specify at least one email address.')
  const terms = invitationTerms(call)
  if ('result' in terms) {
    if (!call.keeps('invites.refused-sends-nothing')) invite(call, emails, terms)
    return terms
  }
  if (call.uses('messaging.invites.daily-limit') && call.org.invitations.size + emails.length > DAILY) {
    return refuse(call, 'failed', 'Enough for today', 'INVITATION_FAILED', {
      errors: [],
      sent_invitations: false,
      daily_limit_reached: true,
      license_limit_reached: false,
    })
  }
  const errors = emails.map(email => problemWith(call, email)).filter(problem => problem !== undefined)
  const rest = emails.filter(email => !errors.some(([failed]) => failed === email))
  const others = errors.length === 0 || call.keeps('invites.others-are-sent')
  if (others && call.keeps('invites.sent'))
    invite(call, call.keeps('invites.each-sent') ? rest.filter(sentTo(call)) : rest.slice(0, 1), terms)
  if (errors.length === 0) return succeed()
  const msg =
    rest.length > 0
      ? "Some of those addresses are already using Zulip, so we didn't send them an invitation."
      : "We weren't able to invite anyone."
  return refuse(call, 'failed', msg, 'INVITATION_FAILED', {
    errors: (call.keeps('invites.errors-named') ? errors : []).filter(
      (_error, at) => at === 0 || call.keeps('invites.every-error-named'),
    ),
    sent_invitations: call.keeps('invites.sent-flag', { some: rest.length > 0 }) ? rest.length > 0 : rest.length === 0,
    daily_limit_reached: false,
    license_limit_reached: false,
  })
}

/** All addresses, or all but the third. */
const sentTo = (call: Call) => (_email: string, at: number) => at !== 2 || call.keeps('invites.third-sent')

/** The address inside `Name <address>`, or the text itself. */
function addressIn(text: string): string {
  return (/<([^<>]+)>\s*$/.exec(text)?.[1] ?? text).trim()
}

function problemWith(call: Call, email: string): [string, string, boolean] | undefined {
  const wellFormed = /^[^\s@]+@[^\s@]+$/.test(email)
  if (!wellFormed) return call.uses('messaging.invites.any-address') ? undefined : [email, 'Invalid address.', false]
  const user = call.org.userByEmail(email)
  if (!user || !call.keeps('invites.existing-account')) return undefined
  return [email, user.active ? 'Already has an account.' : 'Account has been deactivated.', !user.active]
}

function invite(call: Call, emails: readonly string[], terms: object): void {
  const { org, caller } = call
  const role = 'role' in terms ? Number(terms.role) : 400
  const expiresAt = 'expiresAt' in terms ? (terms.expiresAt as number | null) : null
  for (const sent of emails) {
    const email = call.uses('messaging.invites.small-letters') ? sent.toLowerCase() : sent
    const id = org.id('invitation')
    org.invitations.set(id, { id, email, inviterId: caller.id, role, expiresAt })
    org.touch()
  }
}
