/** Endpoints outside the contract that clients and provisioners need: server, queue, users and subscriptions. */
import { type Call, stepsOf } from './call.ts'
import { addChannel, channelNamed } from './channels.ts'
import { deployment } from './deployment.ts'
import { shownDraft } from './drafts.ts'
import { addQueue } from './event-queues.ts'
import { messageOperations } from './message-endpoints.ts'
import { type AnyOperation, operation } from './operation.ts'
import type { Organization } from './organization.ts'
import { isObject } from './params.ts'
import { registerSettings } from './register-settings.ts'
import { isAdministrator, roles } from './roles.ts'
import { needed, pathId, text } from './route.ts'

const getServerSettings = operation({
  id: 'getServerSettings',
  method: 'GET',
  path: '/server_settings',
  access: 'anyone',
  parameters: [],
  reply: ({ level, origin }) => ({
    zulip_version: '11.0-reference',
    zulip_feature_level: level,
    realm_uri: origin,
    realm_name: 'Reference',
    authentication_methods: { password: true },
    push_notifications_enabled: true,
  }),
})

const registerQueue = operation({
  id: 'registerQueue',
  method: 'POST',
  path: '/register',
  parameters: ['event_types', 'fetch_event_types', 'client_capabilities', 'narrow', 'slim_presence'].map(text),
  effect(it) {
    const types = parsed(it.params.text('event_types'))
    const capabilities = parsed(it.params.text('client_capabilities'))
    const wanted = stepsOf(it, deployment).queue(it, {
      eventTypes: Array.isArray(types) ? types.map(String) : null,
      channelTyping: isObject(capabilities) && capabilities['stream_typing_notifications'] === true,
    })
    return addQueue(it.org, it.caller, wanted)
  },
  reply: (it, queue) => ({ queue_id: queue.id, last_event_id: -1, ...registerSettings(it) }),
})

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const getOwnUser = operation({
  id: 'getOwnUser',
  method: 'GET',
  path: '/users/me',
  parameters: [],
  reply: ({ caller }) => ({
    user_id: caller.id,
    email: caller.email,
    full_name: caller.name,
    role: caller.role,
    is_bot: caller.bot,
    is_active: true,
    is_admin: isAdministrator(caller),
  }),
})

const createUser = operation({
  id: 'createUser',
  method: 'POST',
  path: '/users',
  access: 'administrators',
  parameters: [needed('email'), needed('full_name'), text('password')],
  rules: {
    'email-free': [
      ({ org, params }) => !org.userByEmail(params.text('email')),
      { msg: 'Email is already in use', code: 'EMAIL_ALREADY_IN_USE' },
    ],
  },
  effect({ org, params }) {
    org.touch()
    return org.addUser({
      email: params.text('email'),
      name: params.text('full_name'),
      role: roles.member,
      bot: false,
      password: params.text('password'),
    })
  },
  reply: (_it, user) => ({ user_id: user.id }),
})

const updateUser = operation({
  id: 'updateUser',
  method: 'PATCH',
  path: '/users/{user_id}',
  access: 'administrators',
  parameters: [pathId('user_id'), { name: 'role', kind: 'integer', required: true }],
  given: ({ org, params }: Call) => ({ user: org.activeUser(params.integer('user_id') ?? -1) }),
  rules: { 'user-known': [({ user }) => user !== undefined, 'No such user'] },
  effect({ org, user, params }) {
    if (user) Object.assign(user, { role: params.integer('role') })
    org.touch()
  },
})

const subscribe = operation({
  id: 'subscribe',
  method: 'POST',
  path: '/users/me/subscriptions',
  parameters: [
    { name: 'subscriptions', kind: 'objects', required: true },
    { name: 'principals', kind: 'integers' },
    { name: 'invite_only', kind: 'boolean' },
  ],
  effect({ org, caller, params }) {
    const people = params.has('principals') ? params.integers('principals') : [caller.id]
    for (const { name } of params.objects('subscriptions')) {
      const channel =
        channelNamed(org, String(name)) ??
        addChannel(org, { name: String(name), private: params.flag('invite_only'), subscribers: [] })
      for (const id of people) channel.subscribers.add(id)
    }
    org.touch()
  },
  reply: () => ({ subscribed: {}, already_subscribed: {} }),
})

const getChannelId = operation({
  id: 'getChannelId',
  method: 'GET',
  path: '/get_stream_id',
  parameters: [needed('stream')],
  given: ({ org, params }: Call) => ({ channel: channelNamed(org, params.text('stream')) }),
  rules: { 'channel-known': [({ channel }) => channel !== undefined, 'Invalid channel name'] },
  reply: ({ channel }) => ({ stream_id: channel?.id }),
})

const getInvites = operation({
  id: 'getInvites',
  method: 'GET',
  path: '/invites',
  parameters: [],
  reply: ({ org }) => ({ invites: [...pendingInvitations(org), ...validLinks(org)] }),
})

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

const getDrafts = operation({
  id: 'getDrafts',
  method: 'GET',
  path: '/drafts',
  parameters: [],
  reply({ org, caller }) {
    const own = [...org.drafts.values()].filter(draft => draft.ownerId === caller.id).map(shownDraft)
    return { drafts: own, count: own.length }
  },
})

const addApnsToken = operation({
  id: 'addApnsToken',
  method: 'POST',
  path: '/users/me/apns_device_token',
  parameters: [needed('token'), text('appid')],
  effect({ caller, params, org }) {
    caller.apnsTokens.add(params.text('token'))
    org.touch()
  },
})

export const clientOperations: readonly AnyOperation[] = [
  ...messageOperations,
  getServerSettings,
  registerQueue,
  getOwnUser,
  createUser,
  updateUser,
  subscribe,
  getChannelId,
  getInvites,
  getDrafts,
  addApnsToken,
]
