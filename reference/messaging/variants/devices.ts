/** Legal variations of iOS tokens and of the test notification. */
import type { Variant } from '../../behaviour.ts'
import { alter, type Change, drop, refuseOtherwise } from '../../operations/change.ts'
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
    'push.not-configured',
    'principle 15: configuration that the contract names',
    'Push notifications are not configured',
    always('admin-action-required'),
    { leaves: 'incomplete' },
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
    { excludes: ['messaging.push.not-configured'], leaves: 'incomplete' },
  ),
]
