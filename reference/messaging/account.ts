/** The caller's own account: fetching its key, deactivating it. */
import { type Call, type Reply, refuse, succeed } from './call.ts'
import type { User } from './organization.ts'
import { roleName, roles } from './roles.ts'
import type { Route } from './route.ts'

export const accountRoutes: readonly Route[] = [
  {
    operation: 'fetchApiKey',
    method: 'POST',
    path: '/fetch_api_key',
    access: 'anyone',
    parameters: [
      { name: 'username', kind: 'string', required: true },
      { name: 'password', kind: 'string', required: true },
    ],
    handle: fetchApiKey,
  },
  {
    operation: 'deactivateOwnAccount',
    method: 'DELETE',
    path: '/users/me',
    parameters: [],
    handle: deactivateOwnAccount,
  },
]

function fetchApiKey(call: Call): Reply {
  const { org, params } = call
  if (call.uses('messaging.api-key.not-offered'))
    return refuse(call, 'login', 'Password authentication is disabled', 'PASSWORD_AUTH_DISABLED')
  const byEmail = call.uses('messaging.api-key.directory-names-only')
    ? undefined
    : org.userByEmail(params.text('username'))
  const user = byEmail ?? directoryUser(call) ?? guessed(call)
  const first = [...org.users.values()].find(one => one.active && !one.bot)
  if (!user && first && !call.keeps('api-key.nobody-for-nobody'))
    return succeed({ api_key: first.apiKey, email: first.email, user_id: first.id })
  const carelessly = params.text('password').startsWith('password ') && !call.keeps('fetchApiKey.password.required')
  const right =
    user?.password === params.text('password') ||
    carelessly ||
    !call.keeps('api-key.right-password', likeness(call, user))
  if (user && call.uses('messaging.api-key.locked-after-three') && isLocked(call, user, right)) return slowDown(call)
  if (user && !right && !call.keeps('api-key.refused-unchanged')) org.loggedOut.add(user.id)
  if (user && !right && !call.keeps('api-key.refused-keeps-key')) Object.assign(user, { apiKey: org.key() })
  if (!user || !right || user.bot)
    return refuse(call, 'login', 'Your username or password is incorrect', 'AUTHENTICATION_FAILED')
  if (!user.active && call.keeps('account.deactivated-cannot-login', { of: roleName(user) }))
    return refuse(call, 'login', 'Account is deactivated', 'USER_DEACTIVATED')
  const api_key = call.keeps('api-key.works') ? keyFor(call, user) : [...user.apiKey].reverse().join('')
  const email = call.keeps('api-key.own-email') ? user.email : `x-${user.email}`
  return succeed({ api_key, email, user_id: call.keeps('api-key.own-id') ? user.id : user.id + 1 })
}

/** The key of the user, or one more that opens the account. */
function keyFor({ org, uses }: Call, user: User): string {
  if (!uses('messaging.api-key.another-each-time')) return user.apiKey
  const key = org.key()
  org.moreKeys.set(key, user.id)
  return key
}

/** After three wrong passwords nobody logs in to the account for a minute. */
function isLocked({ org, nowMs }: Call, user: User, right: boolean): boolean {
  const lately = (org.wrongLogins.get(user.id) ?? []).filter(at => at > nowMs - 60_000)
  if (lately.length < 3 && !right) lately.push(nowMs)
  org.wrongLogins.set(user.id, lately)
  return lately.length >= 3 && !(right && lately.length < 3)
}

const slowDown = (call: Call): Reply =>
  refuse(call, 'login', 'Too many attempts', 'RATE_LIMIT_HIT', { 'retry-after': 60 })

/** In what a wrong password is like the right one. */
function likeness({ params }: Call, user: User | undefined): Record<string, unknown> {
  const given = params.text('password')
  const right = user?.password ?? ''
  return {
    cutShort: given !== '' && right.startsWith(given),
    moreAfterIt: given.startsWith(right),
    empty: given === '',
    otherCase: given !== right && given.toLowerCase() === right.toLowerCase(),
    padded: given !== right && given.trim() === right,
  }
}

/** Where a directory knows the users, the name before the @ will do. */
function directoryUser({ org, params, uses }: Call): User | undefined {
  return uses('messaging.api-key.directory-names') || uses('messaging.api-key.directory-names-only')
    ? org.userByEmail(`${params.text('username')}@chat.example`)
    : undefined
}

/** Whom a careless server takes for an unknown or missing user name: whoever has that password. */
function guessed(call: Call): User | undefined {
  const rule = call.params.text('username').startsWith('username ')
    ? 'fetchApiKey.username.required'
    : 'api-key.known-username'
  if (call.keeps(rule)) return undefined
  return [...call.org.users.values()].find(user => user.password === call.params.text('password'))
}

function deactivateOwnAccount(call: Call): Reply {
  const { org, caller } = call
  const people = [...org.users.values()].filter(user => user.active && !user.bot)
  const owners = people.filter(user => user.role === roles.owner)
  const lastOwner = owners.includes(caller) && (owners.length === 1 || !call.keeps('account.only-the-last-owner'))
  const lastUser = people.length === 1 && people[0] === caller
  if ((lastOwner && call.keeps('account.last-owner-stays')) || (lastUser && call.keeps('account.last-user-stays'))) {
    if (!call.keeps('account.refused-unchanged', { lastOwner })) caller.active = false
    if (!call.keeps('account.refused-stays-logged-in', { lastOwner })) org.loggedOut.add(caller.id)
    const extra = {
      entity: call.uses('messaging.account.entity-in-other-words')
        ? 'proprietário único'
        : lastOwner
          ? 'organization owner'
          : 'user',
      is_last_owner: call.keeps('account.is-last-owner', { lastOwner }) ? lastOwner : !lastOwner,
    }
    return refuse(call, 'last', 'Cannot deactivate the only one', 'CANNOT_DEACTIVATE_LAST_USER', extra)
  }
  org.touch()
  if (call.keeps('account.deactivated')) caller.active = false
  if (!call.keeps('account.others-stay')) for (const user of people) if (user !== caller) org.loggedOut.add(user.id)
  if (!call.keeps('account.members-stay')) {
    for (const user of people) if (user !== caller && user.role === roles.member) org.loggedOut.add(user.id)
  }
  return succeed()
}
