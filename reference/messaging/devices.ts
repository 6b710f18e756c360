/** Push notifications: iOS tokens and the test notification. */
import { type Call, type Reply, refuse, succeed } from './call.ts'
import type { Route } from './route.ts'

export const deviceRoutes: readonly Route[] = [
  {
    operation: 'removeApnsToken',
    method: 'DELETE',
    path: '/users/me/apns_device_token',
    parameters: [{ name: 'token', kind: 'string', required: true }],
    handle: removeApnsToken,
  },
  {
    operation: 'sendTestPush',
    method: 'POST',
    path: '/mobile_push/e2ee/test_notification',
    parameters: [{ name: 'push_account_id', kind: 'integer' }],
    handle: sendTestPush,
  },
]

const longestToken = 4000

function removeApnsToken(call: Call): Reply {
  const { org, caller, params } = call
  const token = params.text('token')
  const refused = refusedToken(call, token)
  if (refused) {
    const [newest] = [...caller.apnsTokens].reverse()
    if (newest !== undefined && !call.keeps('apns.refused-unchanged')) caller.apnsTokens.delete(newest)
    return refused
  }
  org.touch()
  org.gone.add(token)
  if (call.keeps('apns.removed')) caller.apnsTokens.delete(token)
  return succeed()
}

function refusedToken(call: Call, token: string): Reply | undefined {
  if (token === '')
    return call.keeps('apns.token-not-empty') ? refuse(call, 'empty', 'Empty or invalid length token') : undefined
  if (call.caller.apnsTokens.has(token)) return undefined
  const near = [...call.caller.apnsTokens].find(one => one.startsWith(token) || token.startsWith(one))
  if (near !== undefined && !call.keeps('apns.whole-token')) return undefined
  const longest = call.uses('messaging.apns.short-tokens') ? 100 : longestToken
  const impossible = token.length > longest || token.length < 8
  if (impossible)
    return call.keeps('apns.token-length') ? refuse(call, 'length', 'Empty or invalid length token') : undefined
  const gone = call.org.gone.has(token)
  return call.keeps('apns.known-token', { gone })
    ? refuse(call, gone ? 'gone' : 'unknown', 'Token does not exist')
    : undefined
}

const pushFaults: Readonly<Record<string, { readonly code: string; readonly msg: string }>> = {
  'admin-action-required': { code: 'ADMIN_ACTION_REQUIRED', msg: 'Push notifications are not configured' },
  'relay-unreachable': { code: 'FAILED_TO_CONNECT_BOUNCER', msg: 'Network error while connecting to the push relay' },
  'relay-5xx': { code: 'INTERNAL_SERVER_ERROR_ON_BOUNCER', msg: 'Error on the push relay' },
}

const mistakenFor: Readonly<Record<string, string>> = {
  'relay-5xx': 'relay-unreachable',
  'relay-unreachable': 'relay-5xx',
}

function sendTestPush(call: Call): Reply {
  const { org, caller, params } = call
  const down = call.uses('messaging.push.relay-down')
  const idle = call.uses('messaging.push.not-configured')
    ? 'admin-action-required'
    : down
      ? 'relay-unreachable'
      : 'none'
  const state = call.nowMs < org.pushFault.until && idle === 'none' ? org.pushFault.state : idle
  const unconfigured = state === 'admin-action-required' && call.uses('messaging.push.configuration-first')
  const wanted = params.integer('push_account_id')
  const reachable = wanted === undefined ? caller.pushDevices.size > 0 : caller.pushDevices.has(wanted)
  if (!reachable && !call.keeps('push.no-device-code'))
    return refuse(call, 'device', 'Relay', 'FAILED_TO_CONNECT_BOUNCER')
  if (!reachable && !unconfigured && !down && call.keeps('push.needs-device', { named: wanted !== undefined })) {
    return refuse(call, 'device', 'No active registered push device', 'NO_ACTIVE_PUSH_DEVICE')
  }
  const fault = pushFaults[call.keeps('push.right-state', { state }) ? state : (mistakenFor[state] ?? state)]
  if (fault && call.keeps('push.tells-state', { state, named: wanted !== undefined }))
    return refuse(call, state, fault.msg, fault.code)
  return succeed()
}
