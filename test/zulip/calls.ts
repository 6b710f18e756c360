/** Calls of a Zulip server outside the contract, implemented with the data of the reference. */

export type Fields = Record<string, unknown>
export type Held<T> = T & { readonly id: number | string }

export interface Caller {
  readonly id: number
  readonly email: string
  readonly apiKey: string
  readonly role: number
  readonly bot: boolean
}

export class Refusal extends Error {
  readonly code: string
  constructor(message: string, code = 'BAD_REQUEST') {
    super(message)
    this.code = code
  }
}

interface Call {
  readonly caller: Caller
  readonly fields: Fields
  held<T>(kind: string): Held<T>[]
  provide(kind: string, withWhat: Fields): Promise<Fields>
  /** The reply of the reference itself to this request. */
  original(): Promise<Fields>
  readonly hasEmoji: boolean
  /** The uploaded custom emoji. */
  readonly emoji: Map<string, { readonly id: string; readonly name: string; deactivated: boolean }>
  readonly reactions: Map<number, Fields[]>
  /** When each link was made, in seconds. */
  readonly linkTimes: Map<number | string, number>
}

interface Message {
  readonly senderId: number
  readonly channelId?: number
  readonly recipients: readonly number[]
  readonly reactions: readonly Fields[]
}

const isAdministrator = ({ role, bot }: Caller): boolean => role <= 200 && !bot

function requireAdministrator({ caller }: Call): void {
  if (!isAdministrator(caller)) throw new Refusal('Must be an organization administrator', 'UNAUTHORIZED_PRINCIPAL')
}

/** Makes a call with which an administrator removes a thing of this kind. */
const removes = (kind: string, name: string) => async (call: Call) => {
  requireAdministrator(call)
  const id = Number(call.fields[name])
  if (!call.held(kind).some(one => one.id === id)) throw new Refusal(`Invalid ${kind}`)
  return call.provide('discard', { kind, id })
}

function messageFor({ caller, fields, held }: Call): Held<Message> {
  const found = held<Message>('message').find(({ id }) => id === Number(fields['id']))
  const isReader = found?.senderId === caller.id || found?.recipients.includes(caller.id)
  if (!found || (found.channelId === undefined && !isReader)) throw new Refusal('Invalid message(s)')
  return found
}

/** Removes a thing that only its owner can see. */
async function removesOwn({ held, provide }: Call, kind: string, id: number | string, isOwn: boolean): Promise<Fields> {
  if (!isOwn || !held(kind).some(one => one.id === id)) throw new Refusal(`${kind} does not exist`)
  return provide('discard', { kind, id })
}

const list = (text: unknown): unknown[] => (text === undefined ? [] : (JSON.parse(String(text)) as unknown[]))

const views = ({ caller, held }: Call): { readonly fragment: string; readonly name: unknown }[] =>
  held<{ name?: unknown }>('navigation view')
    .filter(({ id }) => String(id).startsWith(`${caller.id} `))
    .map(({ id, name }) => ({ fragment: String(id).slice(String(id).indexOf(' ') + 1), name }))

interface Attachment {
  readonly key: string
  readonly name: string | undefined
  readonly id: number
  readonly path_id: string
}

const uploads = ({ held }: Call): Attachment[] =>
  held('upload').map(({ id }, index) => ({
    key: String(id),
    name: String(id).split('/').at(-1),
    id: index + 1,
    path_id: String(id).replace(/^\/user_uploads\//, ''),
  }))

export const calls: Readonly<Record<string, (call: Call) => Promise<Fields>>> = {
  async 'POST /register'({ caller, fields, held, original, provide }) {
    if (fields['client_capabilities'] && !String(fields['client_capabilities']).includes('notification_settings_null'))
      throw new Refusal('client_capabilities["notification_settings_null"] is required')
    const types = list(fields['fetch_event_types'])
    return {
      ...(await original()),
      ...(types.includes('default_streams') && {
        realm_default_streams: (await provide('default-channels', {}))['ids'],
      }),
      ...(types.includes('realm_playgrounds') && { realm_playgrounds: held('playground') }),
      ...(types.includes('update_message_flags') && { unread_msgs: await provide('unread-of', { as: caller.email }) }),
    }
  },
  async 'GET /users'({ held }) {
    return { members: held<Caller & { name: string }>('user').map(one => ({ full_name: one.name, email: one.email })) }
  },
  async 'GET /channel_folders'({ held }) {
    return { channel_folders: held('channel folder') }
  },
  async 'GET /users/{who}'({ fields, held, original }) {
    const { who } = fields
    if (who === 'me') return original()
    const found = held<Caller>('user').find(({ id, email }) => String(id) === who || email === who)
    if (!found) throw new Refusal('No such user')
    return { user: { user_id: found.id, email: found.email, is_active: true, is_bot: found.bot } }
  },
  async 'POST /bots'(call) {
    requireAdministrator(call)
    const { userId, apiKey } = await call.provide('actor', { role: 'bot' })
    return { user_id: userId, api_key: apiKey }
  },
  'DELETE /users/{id}': removes('user', 'id'),
  'DELETE /bots/{id}': removes('user', 'id'),
  'POST /users/me/presence': ({ caller, provide }) => provide('presence', { as: caller.email }),
  async 'POST /realm/filters'(call) {
    requireAdministrator(call)
    return call.provide('linkifier', { pattern: call.fields['pattern'], urlTemplate: call.fields['url_template'] })
  },
  'DELETE /realm/filters/{id}': removes('linkifier', 'id'),
  async 'GET /realm/emoji'({ emoji, hasEmoji }) {
    const green = { id: '41', name: 'green_tick', deactivated: false }
    return { emoji: { ...Object.fromEntries(emoji), ...(hasEmoji && { 41: green }) } }
  },
  async 'POST /realm/emoji/{name}'({ emoji, fields }) {
    const id = String(emoji.size + 1)
    emoji.set(id, { id, name: String(fields['name']), deactivated: false })
    return {}
  },
  async 'DELETE /realm/emoji/{name}'({ emoji, fields }) {
    const found = [...emoji.values()].find(({ name, deactivated }) => name === fields['name'] && !deactivated)
    if (!found) throw new Refusal('No such emoji')
    found.deactivated = true
    return {}
  },
  async 'POST /messages/{id}/reactions'({ caller, fields, original, emoji, reactions }) {
    const custom = [...emoji.values()].find(({ name, deactivated }) => name === fields['emoji_name'] && !deactivated)
    if (!custom) {
      const reply = await original()
      if (reply['result'] === 'error') throw new Refusal(String(reply['msg']), String(reply['code']))
      return reply
    }
    const id = Number(fields['id'])
    const own = { emoji_name: custom.name, emoji_code: custom.id, reaction_type: 'realm_emoji', user_id: caller.id }
    reactions.set(id, [...(reactions.get(id) ?? []), own])
    return {}
  },
  async 'GET /streams'({ held }) {
    const channels = held<{ name: string; private: boolean; folderId?: number }>('channel')
    return {
      streams: channels.map(one => ({
        stream_id: one.id,
        name: one.name,
        invite_only: one.private,
        folder_id: one.folderId ?? null,
      })),
    }
  },
  async 'GET /streams/{id}/members'({ fields, held, provide }) {
    const channel = held<{ name: string }>('channel').find(({ id }) => id === Number(fields['id']))
    return { subscribers: (await provide('channel-named', { name: channel?.name }))['subscribers'] }
  },
  'PATCH /streams/{id}': async () => ({}),
  'DELETE /streams/{id}': removes('channel', 'id'),
  async 'POST /channels/create'({ fields, original, provide }) {
    const reply = await original()
    return reply['result'] === 'success'
      ? { ...reply, id: (await provide('channel-named', { name: String(fields['name']).trim() }))['id'] }
      : reply
  },
  'DELETE /default_streams': removes('default channel', 'stream_id'),
  'PATCH /channel_folders/{id}': removes('channel folder', 'id'),
  'DELETE /realm/profile_fields/{id}': removes('profile field', 'id'),
  'DELETE /realm/playgrounds/{id}': removes('playground', 'id'),
  async 'POST /invites/multiuse'({ held, linkTimes, original }) {
    const reply = await original()
    const now = Math.floor(Date.now() / 1000)
    for (const { id } of held('reusable link')) if (!linkTimes.has(id)) linkTimes.set(id, now)
    return reply
  },
  async 'GET /invites'({ held, linkTimes, original }) {
    const links = new Map(held<{ inviterId: number }>('reusable link').map(one => [one.id, one]))
    const { invites } = await original()
    const shown = (invites as { id: number; is_multiuse: boolean }[]).map(one => ({
      ...one,
      ...(one.is_multiuse && { invited: linkTimes.get(one.id), invited_by_user_id: links.get(one.id)?.inviterId }),
    }))
    return { invites: shown }
  },
  'DELETE /invites/{id}': removes('invitation', 'id'),
  async 'DELETE /drafts/{id}'(call) {
    const id = Number(call.fields['id'])
    const { drafts } = await call.provide('drafts-of', { as: call.caller.email })
    return removesOwn(
      call,
      'draft',
      id,
      (drafts as Fields[]).some(one => one['id'] === id),
    )
  },
  async 'DELETE /scheduled_messages/{id}'(call) {
    const id = Number(call.fields['id'])
    const found = call.held<{ ownerId: number }>('scheduled message').find(one => one.id === id)
    return removesOwn(call, 'scheduled message', id, found?.ownerId === call.caller.id)
  },
  async 'GET /messages/{id}'(call) {
    const { senderId, ...message } = messageFor(call)
    const all = [...message.reactions, ...(call.reactions.get(Number(message.id)) ?? [])]
    return { message: { id: message.id, sender_id: senderId, reactions: all } }
  },
  async 'DELETE /messages/{id}'(call) {
    const message = messageFor(call)
    if (message.senderId !== call.caller.id && !isAdministrator(call.caller))
      throw new Refusal("You don't have permission to delete this message")
    return call.provide('discard', { kind: 'message', id: message.id })
  },
  async 'GET /navigation_views'(call) {
    return { navigation_views: views(call) }
  },
  async 'DELETE /navigation_views/{fragment}'(call) {
    const { fragment } = call.fields
    if (!views(call).some(one => one.fragment === fragment)) throw new Refusal('Navigation view does not exist.')
    return call.provide('discard', { kind: 'navigation view', id: fragment })
  },
  async 'GET /attachments'(call) {
    return { attachments: uploads(call) }
  },
  async 'DELETE /attachments/{id}'(call) {
    const found = uploads(call).find(({ id }) => id === Number(call.fields['id']))
    if (!found) throw new Refusal('Invalid attachment')
    return call.provide('discard', { kind: 'upload', id: found.key })
  },
}
