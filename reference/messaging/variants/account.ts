/** Legal variations of deactivating one's account and of fetching an API key. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso, refuseOtherwise, uponRefusal } from '../../operations/change.ts'
import { deactivateOwnAccount } from '../account.ts'
import { fetchApiKey } from '../api-key.ts'
import type { Call } from '../call.ts'
import { deployment } from '../deployment.ts'
import type { User } from '../organization.ts'
import { variant } from './variant.ts'

const disabled = { msg: 'Password authentication is disabled', code: 'PASSWORD_AUTH_DISABLED', uncoded: true } as const

/** With a directory of users, the part of the address before the @ is enough. */
const inDirectory = ({ org, params }: Call): User | undefined =>
  org.userByEmail(`${params.text('username')}@chat.example`)

const byNumber = ({ org, params }: Call): User | undefined =>
  [...org.users.values()].find(({ id }) => params.text('username') === `uid-${id}`)

const OTHER_NAMES = ['messaging.api-key.directory-names', 'messaging.api-key.directory-names-only']

const slowDown = {
  msg: 'Too many attempts',
  code: 'RATE_LIMIT_HIT',
  uncoded: true,
  fields: { 'retry-after': 60 },
} as const

type Login = Call & { readonly user: User | undefined }

/** The times of wrong passwords in the last minute. */
const wrongLately = ({ org, nowMs, user }: Login): number[] =>
  (org.wrongLogins.get(user?.id ?? 0) ?? []).filter(at => at > nowMs - 60_000)

export const accountVariants: readonly Variant[] = [
  variant(
    'api-key.passwords-trimmed',
    'principle 1: whether blanks belong to a password is not written',
    'Blanks around a password are ignored',
    drop(fetchApiKey, 'password-right', { where: ({ user, password }) => password.trim() === user?.password }),
  ),
  variant(
    'account.entity-in-other-words',
    'account.entity-text',
    'entity speaks another language',
    alter(deactivateOwnAccount, 'refused', reply => ({ ...reply, entity: 'proprietário único' }), {
      where: (_call, reply) => 'entity' in reply,
    }),
  ),
  variant(
    'api-key.not-offered',
    'api-key.where-offered',
    'There is no login by password',
    [
      ...refuseOtherwise(fetchApiKey, ['user-known', 'password-right', 'account-active'], disabled),
      refuseAlso(fetchApiKey, disabled),
      instead(deployment, 'hasPasswords', () => false),
    ],
    { leaves: 'untried' },
  ),
  variant(
    'api-key.directory-names-only',
    'api-key.ldap-username',
    'Only the name before the @ is a username',
    [
      alter(fetchApiKey, 'given', (given, call) => ({ ...given, user: inDirectory(call) })),
      instead(deployment, 'usernameStated', () => undefined),
    ],
    { excludes: ['messaging.api-key.directory-names'] },
  ),
  variant(
    'api-key.directory-numbers',
    'api-key.ldap-username',
    'A username is a number in a directory, which the target file states',
    [
      alter(fetchApiKey, 'given', (given, call) => ({ ...given, user: byNumber(call) })),
      instead(deployment, 'usernameStated', (_it, { id }) => `uid-${id}`),
    ],
    { excludes: OTHER_NAMES },
  ),
  variant(
    'api-key.directory-numbers-unstated',
    'api-key.ldap-username',
    'A username is a number in a directory, which nobody states',
    [
      alter(fetchApiKey, 'given', (given, call) => ({ ...given, user: byNumber(call) })),
      instead(deployment, 'usernameStated', () => undefined),
    ],
    { leaves: 'incomplete', excludes: [...OTHER_NAMES, 'messaging.api-key.directory-numbers'] },
  ),
  variant(
    'api-key.directory-names',
    'api-key.ldap-username',
    'The name before the @ is a username too',
    alter(fetchApiKey, 'given', (given, call) => ({ ...given, user: given.user ?? inDirectory(call) })),
  ),
  variant(
    'api-key.another-each-time',
    'principle 1: which key is answered is not shown',
    'Each login gets a key of its own',
    instead(fetchApiKey, 'key', ({ org }, user) => {
      const key = org.key()
      if (user) org.moreKeys.set(key, user.id)
      return key
    }),
  ),
  variant(
    'api-key.ends-the-one-before',
    'principle 1: which key is answered is not shown',
    'A login ends the key that the account had before',
    instead(fetchApiKey, 'key', ({ org }, user) => {
      const key = org.key()
      if (user) Object.assign(user, { apiKey: key })
      return key
    }),
    { excludes: ['messaging.api-key.another-each-time'] },
  ),
  variant(
    'api-key.locked-for-good',
    'principle 1: what wrong logins do is not shown',
    'After eight wrong passwords in all, an account has no login any more',
    [
      ...uponRefusal(fetchApiKey, 'password-right', ({ org, user, nowMs }) => {
        if (user) org.wrongLogins.set(user.id, [...(org.wrongLogins.get(user.id) ?? []), nowMs])
      }),
      refuseAlso(
        fetchApiKey,
        { msg: 'This account is locked', code: 'LOCKED', uncoded: true },
        { where: ({ org, user }) => (org.wrongLogins.get(user?.id ?? 0) ?? []).length >= 8 },
      ),
    ],
  ),
  variant('api-key.locked-after-three', 'principle 12: slow down', 'After three wrong passwords a login has to wait', [
    ...uponRefusal(fetchApiKey, 'password-right', it => {
      const lately = wrongLately(it)
      if (it.user && lately.length < 3) it.org.wrongLogins.set(it.user.id, [...lately, it.nowMs])
    }),
    ...refuseOtherwise(fetchApiKey, 'password-right', slowDown, { where: it => wrongLately(it).length >= 2 }),
    refuseAlso(fetchApiKey, slowDown, { where: it => wrongLately(it).length >= 3 }),
  ]),
]
