/** Faults of fetching a key. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso, uponRefusal } from '../../operations/change.ts'
import type { Seen } from '../../operations/stage.ts'
import { fetchApiKey } from '../api-key.ts'
import { endpoints } from '../endpoints.ts'
import { roles } from '../roles.ts'
import { fault } from './fault.ts'

/** How a wrong password that is accepted resembles the right one. */
const likenesses: readonly (readonly [
  word: string,
  describes: string,
  is: (given: string, right: string) => boolean,
])[] = [
  ['accepted', 'Any password will do', () => true],
  ['cut-short', 'A password cut short will do', (given, right) => given !== '' && right.startsWith(given)],
  ['more-after-it', 'A password with more after it will do', (given, right) => given.startsWith(right)],
  ['empty', 'A password left empty will do', given => given === ''],
  [
    'any-case',
    'Passwords are compared without regard to case',
    (given, right) => given.toLowerCase() === right.toLowerCase(),
  ],
  ['more-before-it', 'A password with more before it will do', (given, right) => given.endsWith(right)],
]

const isUnknown = ({ org, params }: Seen<typeof fetchApiKey>): boolean => !org.userByEmail(params.text('username'))

export const apiKeyFaults: readonly Fault[] = [
  fault('api-key.fetched.refused', 'fetchApiKey is refused', refuseAlso(fetchApiKey, 'Not today')),
  fault(
    'api-key.fetched.credentials',
    'Fetching a key needs credentials',
    instead(endpoints, 'open', () => false, { where: ({ operation }) => operation === 'fetchApiKey' }),
  ),
  fault(
    'api-key.key-works.other-key',
    'The key is another one',
    alter(fetchApiKey, 'key', key => [...key].reverse().join('')),
  ),
  fault(
    'api-key.key-works.other-email',
    'The email is another one',
    alter(fetchApiKey, 'reply', reply => ({ ...reply, email: `x-${reply['email']}` })),
  ),
  fault(
    'api-key.same-user.other-id',
    'The user id is another one',
    alter(fetchApiKey, 'reply', reply => ({ ...reply, user_id: Number(reply['user_id']) + 1 })),
  ),
  fault(
    'api-key.same-user.of-moderators',
    'The user id of a moderator is another one',
    alter(fetchApiKey, 'reply', reply => ({ ...reply, user_id: Number(reply['user_id']) + 1 }), {
      where: ({ user }) => user?.role === roles.moderator,
    }),
  ),
  fault(
    'api-key.key-works.of-administrators',
    'The key of an administrator is another one',
    alter(fetchApiKey, 'key', key => [...key].reverse().join(''), {
      where: (_it, user) => user?.role === roles.admin,
    }),
  ),
  fault(
    'api-key.wrong-password.of-guests',
    'Any password opens the account of a guest',
    drop(fetchApiKey, 'password-right', { where: ({ user }) => user?.role === roles.guest }),
  ),
  ...likenesses.map(([word, describes, is]) =>
    fault(
      `api-key.wrong-password.${word}`,
      describes,
      drop(fetchApiKey, 'password-right', { where: ({ user, password }) => is(password, user?.password ?? '') }),
    ),
  ),
  fault(
    'api-key.unknown-username.accepted',
    'An unknown username is somebody',
    alter(fetchApiKey, 'given', ({ user, password }, { org }) => ({
      user: user ?? [...org.users.values()].find(one => one.password === password),
      password,
    })),
  ),
  fault(
    'api-key.unknown-username.first-account',
    'An unknown username is taken for the first account, whatever the password',
    [
      alter(fetchApiKey, 'given', ({ user, password }, { org }) => ({
        user: user ?? [...org.users.values()].find(one => one.active && !one.bot),
        password,
      })),
      ...drop(fetchApiKey, 'password-right', { where: isUnknown }),
    ],
  ),
  fault(
    'api-key.refused-changes-nothing.other-key',
    'A wrong password gives the account another key',
    uponRefusal(fetchApiKey, 'password-right', ({ org, user }) => {
      if (user) Object.assign(user, { apiKey: org.key() })
    }),
  ),
  fault(
    'api-key.refused-changes-nothing.members',
    'A wrong password gives the account of a member another key',
    uponRefusal(fetchApiKey, 'password-right', ({ org, user }) => {
      if (user?.role === roles.member) Object.assign(user, { apiKey: org.key() })
    }),
  ),
]
