/** Who is calling, and whether the endpoint is for them. */
import { type Moment, type Reply, refuse } from './call.ts'
import type { Organization, User } from './organization.ts'
import { isAdministrator, isGuest, roleName } from './roles.ts'
import type { Route } from './route.ts'

export type Credentials = { readonly email: string; readonly key: string } | undefined

export function authenticate(moment: Moment, org: Organization, credentials: Credentials): User | Reply {
  if (!credentials) {
    return moment.keeps('credentials.needed') ? unauthorized(moment, 'Not logged in') : someAdministrator(org)
  }
  const user = org.userByEmail(credentials.email)
  if (!user) {
    return moment.keeps('credentials.known-email') ? unauthorized(moment, 'No such account') : someAdministrator(org)
  }
  if (user.apiKey !== credentials.key && org.moreKeys.get(credentials.key) !== user.id) {
    const facts = { role: roleName(user), operation: moment.operation, ...likeness(org, user, credentials.key) }
    if (moment.keeps('credentials.right-key', facts)) {
      return unauthorized(moment, 'Invalid API key')
    }
  }
  if (!user.active && moment.keeps('account.deactivated-cannot-call', { operation: moment.operation })) {
    return unauthorized(moment, 'Account is deactivated')
  }
  if (!moment.keeps('credentials.accepted', { role: roleName(user) }) || org.loggedOut.delete(user.id)) {
    return unauthorized(moment, 'Please log in again')
  }
  return user
}

/** In what a wrong key is like the right one. */
function likeness(org: Organization, { apiKey }: User, key: string): Record<string, unknown> {
  return {
    rightLength: key.length === apiKey.length,
    cutShort: key !== '' && apiKey.startsWith(key),
    moreAfterIt: key.startsWith(apiKey),
    empty: key === '',
    anothers: [...org.users.values()].some(other => other.apiKey === key),
  }
}

function unauthorized(moment: Moment, msg: string): Reply {
  const code = moment.uses('messaging.credentials.bad-request-code') ? 'BAD_REQUEST' : 'UNAUTHORIZED'
  return refuse(moment, 'credentials', msg, code)
}

function someAdministrator(org: Organization): User {
  const [first] = [...org.users.values()].filter(user => user.active && isAdministrator(user))
  if (!first) throw new Error('an organization without administrators')
  return first
}

/** Refuses callers for whom the endpoint is not. */
export function refusedAccess(moment: Moment, route: Route, caller: User): Reply | undefined {
  const facts = { role: roleName(caller) }
  const rule = `${route.operation}.access`
  if (route.access === 'administrators' && !isAdministrator(caller) && moment.keeps(rule, facts)) {
    const folder = route.operation === 'createChannelFolder'
    const plainCode = folder
      ? !moment.keeps('folders.principal-code', facts)
      : moment.uses('messaging.administrators.bad-request-code')
    const code = plainCode ? 'BAD_REQUEST' : 'UNAUTHORIZED_PRINCIPAL'
    return refuse(moment, 'access', 'Must be an organization administrator', code)
  }
  const moderator = facts.role === 'moderator' && moment.uses('messaging.user-groups.not-for-moderators')
  if (
    route.access === 'no-guests-or-bots' &&
    (isGuest(caller) || caller.bot || moderator) &&
    moment.keeps(rule, facts)
  ) {
    return refuse(
      moment,
      'access',
      caller.bot ? 'This endpoint does not accept bot requests.' : 'Not allowed for guest users',
    )
  }
  const creates = createdByMany.has(route.operation) && moment.uses('messaging.credentials.administrators-create')
  return creates && !isAdministrator(caller) ? refuse(moment, 'permission', 'Insufficient permission') : undefined
}

/** What a deployment may leave to administrators. */
const createdByMany = new Set([
  'createChannel',
  'createUserGroup',
  'addPlayground',
  'sendInvites',
  'createReusableInviteLink',
])
