/** Push notifications: iOS tokens and the test notification. */
import type { Call } from './call.ts'
import { operation } from './operation.ts'

const isPossible = ({ length }: string): boolean => length >= 8 && length <= 4000

export const removeApnsToken = operation({
  id: 'removeApnsToken',
  method: 'DELETE',
  path: '/users/me/apns_device_token',
  parameters: [{ name: 'token', kind: 'string', required: true }],
  thing: ({ params }) => `token ${params.text('token')}`,
  given: ({ caller, params }: Call) => {
    const token = params.text('token')
    return { token, own: caller.apnsTokens.has(token) }
  },
  rules: {
    'token-not-empty': [({ token }) => token !== '', 'Empty or invalid length token'],
    'token-length-possible': [
      ({ token, own }) => own || token === '' || isPossible(token),
      'Empty or invalid length token',
    ],
    'token-known': [({ token, own }) => own || !isPossible(token), 'Token does not exist'],
  },
  effect({ org, caller, token }) {
    caller.apnsTokens.delete(token)
    org.touch()
  },
})

export const sendTestPush = operation({
  id: 'sendTestPush',
  method: 'POST',
  path: '/mobile_push/e2ee/test_notification',
  parameters: [{ name: 'push_account_id', kind: 'integer' }],
  given: ({ org, caller, params, nowMs }: Call) => {
    const device = params.integer('push_account_id')
    return {
      state: nowMs < org.pushFault.until ? org.pushFault.state : 'none',
      device,
      reachable: device === undefined ? caller.pushDevices.size > 0 : caller.pushDevices.has(device),
    }
  },
  rules: {
    'device-registered': [
      ({ reachable }) => reachable,
      { msg: 'No active registered push device', code: 'NO_ACTIVE_PUSH_DEVICE' },
    ],
    configured: [
      ({ state }) => state !== 'admin-action-required',
      { msg: 'Push notifications are not configured', code: 'ADMIN_ACTION_REQUIRED' },
    ],
    'relay-reached': [
      ({ state }) => state !== 'relay-unreachable',
      { msg: 'Network error while connecting to the push relay', code: 'FAILED_TO_CONNECT_BOUNCER' },
    ],
    'relay-sound': [
      ({ state }) => state !== 'relay-5xx',
      { msg: 'Error on the push relay', code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER' },
    ],
  },
})
