/** Faults of accounts, keys, devices and uploads. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'

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
  breach(
    'api-key.fetched.credentials',
    'Fetching a key needs credentials',
    'api-key.fetched',
    'api-key.without-credentials',
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

const devices: readonly Fault[] = [
  breach(
    'apns.removed-twice.accepted',
    'A token is removed any number of times',
    'apns.removed-twice',
    'apns.known-token',
    { facts: { gone: true } },
  ),
  breach('apns.removed-twice.kept', 'Removing a token changes nothing', 'apns.removed-twice', 'apns.removed'),
  breach('apns.unknown.accepted', 'An unknown token is removed', 'apns.unknown', 'apns.known-token', {
    facts: { gone: false },
  }),
  breach('apns.empty.accepted', 'An empty token is removed', 'apns.empty', 'apns.token-not-empty'),
  breach(
    'apns.invalid-length.accepted',
    'A token of any length is removed',
    'apns.invalid-length',
    'apns.token-length',
  ),
  breach(
    'apns.refused-stays.removed',
    'A refused removal removes another token',
    'apns.refused-stays',
    'apns.refused-unchanged',
    { mayAlso: 'apns.*' },
  ),
  breach('push.no-device.accepted', 'Nobody needs a device', 'push.no-device', 'push.needs-device', {
    facts: { named: false },
  }),
  breach('push.device-unknown.accepted', 'An unknown device is served', 'push.device-unknown', 'push.needs-device', {
    facts: { named: true },
    should: true,
  }),
  ...(['admin-action-required', 'relay-unreachable', 'relay-5xx'] as const).map(state =>
    breach(`push.${state}.accepted`, `A test succeeds in the state ${state}`, `push.${state}`, 'push.tells-state', {
      facts: { state },
    }),
  ),
  breach(
    'push.relay-5xx.as-unreachable',
    'A 5xx of the relay is told as a network error',
    'push.relay-5xx',
    'push.right-state',
    { facts: { state: 'relay-5xx' } },
  ),
  breach(
    'push.relay-unreachable.as-5xx',
    'A network error is told as a 5xx of the relay',
    'push.relay-unreachable',
    'push.right-state',
    {
      facts: { state: 'relay-unreachable' },
    },
  ),
]

const uploads: readonly Fault[] = [
  breach('uploads.uri-equals-url.other', 'uri and url differ', 'uploads.uri-equals-url', 'uploads.uri-equals-url', {
    since: 272,
  }),
  breach('uploads.uri.gone', 'uri is gone since there is url', 'uploads.uri', 'uploads.uri-stays', {
    since: 272,
    mayAlso: 'uploads.uri-equals-url',
  }),
  breach('uploads.no-file.accepted', 'An upload without a file is accepted', 'uploads.no-file', 'uploads.some-file'),
  breach(
    'uploads.two-files.accepted',
    'An upload of two files is accepted',
    'uploads.two-files',
    'uploads.only-one-file',
    { mayAlso: 'uploads.*' },
  ),
  ...(['brackets', 'spaces', 'other'] as const).map(name =>
    breach(
      `uploads.names.${name}`,
      `File names with ${name === 'other' ? 'letters of other scripts' : name} are refused`,
      'uploads.names',
      'uploads.any-name',
      {
        facts: { name },
      },
    ),
  ),
  breach('uploads.resumable-answers.nothing', 'Nothing is at /tus', 'uploads.resumable-answers', 'uploads.tus-answers'),
]

export const accountFaults: readonly Fault[] = [...account, ...apiKey, ...devices, ...uploads]
