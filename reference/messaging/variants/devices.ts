/** Legal variations of iOS tokens and of the test notification. */
import type { Variant } from '../../behaviour.ts'
import { alter, type Change, drop, instead, refuseOtherwise } from '../../operations/change.ts'
import { deployment } from '../deployment.ts'
import { removeApnsToken, sendTestPush } from '../devices.ts'
import { variant } from './variant.ts'

const always = (state: string): Change => alter(sendTestPush, 'given', given => ({ ...given, state }))

export const deviceVariants: readonly Variant[] = [
  variant(
    'apns.short-tokens',
    'apns.lengths',
    'Tokens have at most 100 characters',
    refuseOtherwise(removeApnsToken, 'token-known', 'Empty or invalid length token', {
      where: ({ token }) => token.length > 100,
    }),
  ),
  variant(
    'apns.one-per-user',
    'principle 1: how many tokens a user has is not shown',
    'A new token of a user takes the place of the one before',
    alter(deployment, 'apnsToken', (token, _it, { apnsTokens }) => {
      apnsTokens.clear()
      apnsTokens.add(token)
      return token
    }),
  ),
  variant(
    'apns.either-way',
    'principle 11: a fixture is not evidence',
    'A fixture registers tokens that are the same from either end',
    instead(deployment, 'apnsToken', (_it, { apnsTokens }, made) => {
      const token = `${made}${[...made].reverse().join('')}`
      apnsTokens.add(token)
      return token
    }),
    { excludes: ['messaging.apns.one-per-user', 'messaging.apns.same-again'] },
  ),
  variant(
    'apns.same-again',
    'principle 11: a fixture is not evidence',
    'A fixture registers the same token of a user each time',
    instead(deployment, 'apnsToken', (_it, { id, apnsTokens }) => {
      const token = `device ${id} `.padEnd(32, '0123456789abcdef')
      apnsTokens.add(token)
      return token
    }),
    { leaves: 'untried', excludes: ['messaging.apns.one-per-user'] },
  ),
  variant(
    'push.not-configured',
    'principle 15: configuration that the contract names',
    'Push notifications are not configured',
    always('admin-action-required'),
    { leaves: 'untried' },
  ),
  variant(
    'push.devices-forgotten',
    'principle 1: how long a device stays registered is not shown',
    'The relay knows none of the devices: each is forgotten with its first test',
    instead(sendTestPush, 'effect', ({ caller, device }) => {
      if (device === undefined) caller.pushDevices.clear()
      else caller.pushDevices.delete(device)
    }),
    { leaves: 'untried' },
  ),
  variant(
    'push.configuration-first',
    'principle 3: two sentences, either outcome',
    'A bad configuration is told before a missing device',
    drop(sendTestPush, 'device-registered', { where: ({ state }) => state === 'admin-action-required' }),
  ),
  variant(
    'push.relay-down',
    'principle 15: configuration that the contract names',
    'The push relay cannot be reached',
    [always('relay-unreachable'), ...drop(sendTestPush, 'device-registered')],
    { excludes: ['messaging.push.not-configured'], leaves: 'untried' },
  ),
]
