/** Endpoints outside the contract that clients and provisioners need: server, queue, users and subscriptions. */
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { addChannel, channelNamed } from './channels.ts'
import { shownDraft } from './drafts.ts'
import { addQueue } from './event-queues.ts'
import { messageRoutes } from './message-endpoints.ts'
import type { Organization } from './organization.ts'
import { isObject } from './params.ts'
import { registerSettings } from './register-settings.ts'
import { isAdministrator, roles } from './roles.ts'
import { type Parameter, pathId, type Route } from './route.ts'

const text = (name: string): Parameter => ({ name, kind: 'string' })
const needed = (name: string): Parameter => ({ name, kind: 'string', required: true })

export const clientRoutes: readonly Route[] = [
  ...messageRoutes,
  {
    operation: 'getServerSettings',
    method: 'GET',
    path: '/server_settings',
    access: 'anyone',
    parameters: [],
    handle: getServerSettings,
  },
  {
    operation: 'registerQueue',
    method: 'POST',
    path: '/register',
    parameters: [
      text('event_types'),
      text('fetch_event_types'),
      text('client_capabilities'),
      text('narrow'),
      text('slim_presence'),
    ],
    handle: registerQueue,
  },
  { operation: 'getOwnUser', method: 'GET', path: '/users/me', parameters: [], handle: getOwnUser },
  {
    operation: 'createUser',
    method: 'POST',
    path: '/users',
    access: 'administrators',
    parameters: [needed('email'), needed('full_name'), text('password')],
    handle: createUser,
  },
  {
    operation: 'updateUser',
    method: 'PATCH',
    path: '/users/{user_id}',
    access: 'administrators',
    parameters: [pathId('user_id'), { name: 'role', kind: 'integer', required: true }],
    handle: updateUser,
  },
  {
    operation: 'subscribe',
    method: 'POST',
    path: '/users/me/subscriptions',
    parameters: [
      { name: 'subscriptions', kind: 'objects', required: true },
      { name: 'principals', kind: 'integers' },
      { name: 'invite_only', kind: 'boolean' },
    ],
    handle: subscribe,
  },
  {
    operation: 'getChannelId',
    method: 'GET',
    path: '/get_stream_id',
    parameters: [needed('stream')],
    handle: getChannelId,
  },
  { operation: 'getInvites', method: 'GET', path: '/invites', parameters: [], handle: getInvites },
  { operation: 'getDrafts', method: 'GET', path: '/drafts', parameters: [], handle: getDrafts },
  {
    operation: 'addApnsToken',
    method: 'POST',
    path: '/users/me/apns_device_token',
    parameters: [needed('token'), text('appid')],
    handle: addApnsToken,
  },
]

function getServerSettings(call: Call): Reply {
  return succeed({
    zulip_version: '11.0-reference',
    zulip_feature_level: call.level,
    realm_uri: call.origin,
    realm_name: 'Reference',
    authentication_methods: { password: true },
    push_notifications_enabled: true,
  })
}

function registerQueue(call: Call): Reply {
  const types = parsed(call.params.text('event_types'))
  const capabilities = parsed(call.params.text('client_capabilities'))
  const queue = addQueue(call.org, call.caller, {
    eventTypes: Array.isArray(types) ? types.map(String) : null,
    channelTyping: isObject(capabilities) && capabilities['stream_typing_notifications'] === true,
    longIds: call.uses('messaging.event-queues.long-ids'),
  })
  return succeed({ queue_id: queue.id, last_event_id: -1, ...registerSettings(call) })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function getOwnUser({ caller }: Call): Reply {
  const { id, email, name, role, bot } = caller
  return succeed({
    user_id: id,
    email,
    full_name: name,
    role,
    is_bot: bot,
    is_active: true,
    is_admin: isAdministrator(caller),
  })
}

function createUser(call: Call): Reply {
  const { org, params } = call
  const email = params.text('email')
  if (org.userByEmail(email)) return refuse(call, 'email', 'Email is already in use', 'EMAIL_ALREADY_IN_USE')
  const user = org.addUser({
    email,
    name: params.text('full_name'),
    role: roles.member,
    bot: false,
    password: params.text('password'),
  })
  org.touch()
  return succeed({ user_id: user.id })
}

function updateUser(call: Call): Reply {
  const { org, params } = call
  const user = org.activeUser(params.integer('user_id') ?? -1)
  if (!user) return refuse(call, 'user', 'No such user')
  Object.assign(user, { role: params.integer('role') })
  org.touch()
  return succeed()
}

function subscribe(call: Call): Reply {
  const { org, caller, params } = call
  const people = params.has('principals') ? params.integers('principals') : [caller.id]
  for (const { name } of params.objects('subscriptions')) {
    const channel =
      channelNamed(org, String(name)) ??
      addChannel(org, { name: String(name), private: params.flag('invite_only'), subscribers: [] })
    for (const id of people) channel.subscribers.add(id)
  }
  org.touch()
  return succeed({ subscribed: {}, already_subscribed: {} })
}

function getChannelId(call: Call): Reply {
  const channel = channelNamed(call.org, call.params.text('stream'))
  return channel ? succeed({ stream_id: channel.id }) : refuse(call, 'channel', 'Invalid channel name')
}

function getInvites({ org }: Call): Reply {
  return succeed({ invites: [...pendingInvitations(org), ...validLinks(org)] })
}

function pendingInvitations(org: Organization): Record<string, unknown>[] {
  return [...org.invitations.values()].map(one => ({
    id: one.id,
    email: one.email,
    invited_as: one.role,
    is_multiuse: false,
  }))
}

function validLinks(org: Organization): Record<string, unknown>[] {
  const valid = [...org.inviteLinks.values()].filter(link => !link.revoked)
  return valid.map(link => ({ id: link.id, invited_as: link.role, is_multiuse: true, link_url: `/join/${link.key}/` }))
}

function getDrafts({ org, caller }: Call): Reply {
  const own = [...org.drafts.values()].filter(draft => draft.ownerId === caller.id).map(shownDraft)
  return succeed({ drafts: own, count: own.length })
}

function addApnsToken({ caller, params, org }: Call): Reply {
  caller.apnsTokens.add(params.text('token'))
  org.touch()
  return succeed()
}
