/** Faults of accounts and keys. */
import type { Fault } from '../../behaviour.ts'
import { instead } from '../../operations/change.ts'
import { endpoints } from '../endpoints.ts'
import { breach, fault } from './fault.ts'

const account: readonly Fault[] = [
  breach(
    'account.credentials-refused.served',
    'A deactivated account is served',
    'account.credentials-refused',
    'account.deactivated-cannot-call',
  ),
  breach(
    'account.credentials-refused.active',
    'Deactivating changes nothing',
    'account.credentials-refused',
    'account.deactivated',
    {
      mayAlso: ['account.*', 'user-groups.members-active-only'],
    },
  ),
  breach(
    'account.others-stay.logged-out',
    'Deactivating one account logs the others out',
    'account.others-stay',
    'account.others-stay',
    { mayAlso: '*' },
  ),
  breach(
    'account.owner-among-owners.refused',
    'No owner may leave',
    'account.owner-among-owners',
    'account.only-the-last-owner',
  ),
  breach('account.last-owner.accepted', 'The only owner may leave', 'account.last-owner', 'account.last-owner-stays', {
    mayAlso: 'account.*',
  }),
  breach(
    'account.last-owner-flag.false',
    'The only owner is told to be the only user',
    'account.last-owner-flag',
    'account.is-last-owner',
    { facts: { lastOwner: true } },
  ),
  breach(
    'account.last-owner-stays.deactivated',
    'The only owner is refused and deactivated',
    'account.last-owner-stays',
    'account.refused-unchanged',
    {
      facts: { lastOwner: true },
    },
  ),
  breach('account.last-user.accepted', 'The only user may leave', 'account.last-user', 'account.last-user-stays', {
    mayAlso: 'account.*',
  }),
  breach(
    'account.last-user-flag.true',
    'The only user is told to be the only owner',
    'account.last-user-flag',
    'account.is-last-owner',
    { facts: { lastOwner: false } },
  ),
  breach(
    'account.last-user-stays.deactivated',
    'The only user is refused and deactivated',
    'account.last-user-stays',
    'account.refused-unchanged',
    {
      facts: { lastOwner: false },
    },
  ),
]

const apiKey: readonly Fault[] = [
  fault(
    'api-key.fetched.credentials',
    'Fetching a key needs credentials',
    'api-key.fetched',
    instead(endpoints, 'open', () => false, { where: ({ operation }) => operation === 'fetchApiKey' }),
    { mayAlso: ['api-key.*', 'parameters.*'] },
  ),
  breach('api-key.key-works.other-key', 'The key is another one', 'api-key.key-works', 'api-key.works'),
  breach('api-key.key-works.other-email', 'The email is another one', 'api-key.key-works', 'api-key.own-email'),
  breach('api-key.same-user.other-id', 'The user id is another one', 'api-key.same-user', 'api-key.own-id'),
  breach('api-key.wrong-password.accepted', 'Any password will do', 'api-key.wrong-password', 'api-key.right-password'),
  breach(
    'api-key.unknown-username.accepted',
    'An unknown username is somebody',
    'api-key.unknown-username',
    'api-key.known-username',
  ),
]

export const accountFaults: readonly Fault[] = [...account, ...apiKey]
