/** Faults of iOS tokens and of the test notification. */
import type { Fault } from '../../behaviour.ts'
import { drop, instead, refuseAlso, refuseOtherwise, uponRefusal } from '../../operations/change.ts'
import { removeApnsToken, sendTestPush } from '../devices.ts'
import { fault } from './fault.ts'

const notRemoved = () => {}

const tokens: readonly Fault[] = [
  fault('apns.removed.refused', 'removeApnsToken is refused', refuseAlso(removeApnsToken, 'Not today')),
  fault(
    'apns.removed-twice.accepted',
    'A token is removed any number of times',
    drop(removeApnsToken, 'token-known', { after: { operation: 'removeApnsToken', outcome: 'accepted' } }),
  ),
  fault('apns.removed-twice.kept', 'Removing a token changes nothing', instead(removeApnsToken, 'effect', notRemoved)),
  fault(
    'apns.removed-twice.every-third',
    'The first removal of a token does nothing',
    instead(removeApnsToken, 'effect', notRemoved, { nth: 1 }),
  ),
  fault('apns.unknown.accepted', 'An unknown token is removed', drop(removeApnsToken, 'token-known', { nth: 1 })),
  fault(
    'apns.unknown.prefix',
    'A token is known by its beginning',
    drop(removeApnsToken, ['token-known', 'token-length-possible'], {
      where: ({ caller, token }) => [...caller.apnsTokens].some(one => one.startsWith(token) || token.startsWith(one)),
    }),
  ),
  fault('apns.empty.accepted', 'An empty token is removed', drop(removeApnsToken, 'token-not-empty')),
  fault(
    'apns.invalid-length.accepted',
    'A token of any length is removed',
    drop(removeApnsToken, 'token-length-possible'),
  ),
  fault(
    'apns.refused-stays.removed',
    'A refused removal removes another token',
    uponRefusal(
      removeApnsToken,
      ['token-not-empty', 'token-length-possible', 'token-known'],
      ({ caller: { apnsTokens } }) => {
        apnsTokens.delete([...apnsTokens].at(-1) ?? '')
      },
    ),
  ),
]

const states = [
  ['admin-action-required', 'configured'],
  ['relay-unreachable', 'relay-reached'],
  ['relay-5xx', 'relay-sound'],
] as const

const notifications: readonly Fault[] = [
  fault('push.all-devices.refused', 'sendTestPush is refused', refuseAlso(sendTestPush, 'Not today'), {
    breaches: ['push.all-devices', 'properties.accepts-push'],
  }),
  fault(
    'push.one-device.refused',
    'sendTestPush refuses push_account_id (refused)',
    refuseAlso(sendTestPush, 'Invalid push_account_id', { where: ({ device }) => device !== undefined }),
  ),
  fault(
    'push.no-device.accepted',
    'Nobody needs a device',
    drop(sendTestPush, 'device-registered', { where: ({ device }) => device === undefined }),
  ),
  fault(
    'push.no-device.as-relay',
    'Who has no device hears that the relay is down',
    refuseOtherwise(sendTestPush, 'device-registered', { msg: 'Relay', code: 'FAILED_TO_CONNECT_BOUNCER' }),
  ),
  fault(
    'push.no-device.as-admin-action',
    'Who has no device hears that push is not configured',
    refuseOtherwise(sendTestPush, 'device-registered', { msg: 'Not configured', code: 'ADMIN_ACTION_REQUIRED' }),
  ),
  fault(
    'push.device-unknown.accepted',
    'An unknown device is served',
    drop(sendTestPush, 'device-registered', { where: ({ device }) => device !== undefined }),
  ),
  ...states.flatMap(([state, rule]) => [
    fault(`push.${state}.accepted`, `A test succeeds in the state ${state}`, drop(sendTestPush, rule)),
    fault(
      `push.${state}.named-device`,
      `A test for one device does not tell ${state}`,
      drop(sendTestPush, rule, { where: ({ device }) => device !== undefined }),
    ),
  ]),
  fault(
    'push.relay-5xx.as-unreachable',
    'A 5xx of the relay is reported as a network error',
    refuseOtherwise(sendTestPush, 'relay-sound', { msg: 'Relay', code: 'FAILED_TO_CONNECT_BOUNCER' }),
  ),
  fault(
    'push.relay-unreachable.as-5xx',
    'A network error is reported as a 5xx of the relay',
    refuseOtherwise(sendTestPush, 'relay-reached', { msg: 'Relay', code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER' }),
  ),
]

export const deviceFaults: readonly Fault[] = [...tokens, ...notifications]
