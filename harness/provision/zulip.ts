/** The built-in provisioner for Zulip servers, which speak a superset of the messaging contract. */
import { randomBytes } from 'node:crypto'
import type { Clock } from '../clock.ts'
import type { Client } from '../http/client.ts'
import type { Target } from '../target/load-target.ts'
import type { FixtureValue } from './provisioner.ts'
import { type ZulipCaller, zulipCaller } from './zulip-caller.ts'
import { emojiFor } from './zulip-emoji.ts'

export interface ZulipParts {
  readonly target: Target
  readonly client: Client
  readonly clock: Clock
  readonly runId: string
  readonly learn: (secret: string) => void
}

type Answer = { readonly value: FixtureValue } | { readonly unavailable: string }
type Maker = (withWhat: FixtureValue, zulip: Workshop) => Promise<FixtureValue>

interface Workshop extends ZulipParts {
  readonly calls: ZulipCaller
  /** A number nobody else of this run has. */
  next(): number
  /** One after the other: where the answer is told from the difference between two lists. */
  inTurn<T>(deed: () => Promise<T>): Promise<T>
  readonly queues: Map<string, { readonly as: string; lastEventId: number }>
  readonly settings: Map<string, Promise<FixtureValue>>
}

/** Why something cannot be had of a Zulip server: the fixture is unavailable, which is nobody's fault. */
export class NotOnZulip extends Error {}

export function zulip(parts: ZulipParts): (kind: string, withWhat: FixtureValue) => Promise<Answer> {
  let made = 0
  let last: Promise<unknown> = Promise.resolve()
  const workshop: Workshop = {
    ...parts,
    calls: zulipCaller(parts),
    next: () => ++made,
    inTurn(deed) {
      const mine = last.then(deed, deed)
      last = mine
      return mine
    },
    queues: new Map(),
    settings: new Map(),
  }
  return async (kind, withWhat) => {
    const maker = makers[kind]
    if (!maker) return { unavailable: reasons[kind] ?? 'a Zulip server has no known call for it' }
    try {
      return { value: await maker(withWhat, workshop) }
    } catch (error) {
      if (error instanceof NotOnZulip) return { unavailable: error.message }
      throw error
    }
  }
}

const NO_CALL = 'the provisioner for Zulip knows no call that'

const reasons: Readonly<Record<string, string>> = {
  'last-owner': `${NO_CALL} makes an organization`,
  'last-user': `${NO_CALL} makes an organization`,
  'push-device': `${NO_CALL} registers a device for encrypted notifications`,
  'push-fault': `${NO_CALL} disturbs the notification service`,
  presence: `${NO_CALL} reports activity`,
  linkifier: `${NO_CALL} makes a linkifier`,
  'scheduled-state': `${NO_CALL} reads a scheduled message back`,
  'default-channels': `${NO_CALL} reads the default channels`,
  'channel-named': `${NO_CALL} tells who is subscribed to a channel and whether it is private`,
  'drafts-of': `${NO_CALL} reads drafts back`,
  'unread-of': `${NO_CALL} counts unread messages`,
}

interface Link {
  readonly id: number
  readonly is_multiuse: boolean
  /** Newer servers tell it; its start may be left out. */
  readonly link_url?: unknown
}

const isSameLink = (told: unknown, made: unknown): boolean =>
  typeof told === 'string' && typeof made === 'string' && told.length > 8 && made.endsWith(told)

const makers: Readonly<Record<string, Maker>> = {
  async actor(withWhat, { calls, target, runId, next, learn }) {
    const role = withWhat['role'] ?? 'member'
    if (role !== 'member')
      throw new NotOnZulip(`${NO_CALL} makes a new account with the role ${role}: name one in the target file`)
    const n = next()
    const email = `assay-${runId}-${n}@${target.messaging?.inviteDomain ?? 'assay.invalid'}`
    const password = randomBytes(18).toString('base64url')
    learn(password)
    const made = await calls.as(calls.admin(), 'POST', '/users', {
      email,
      password,
      full_name: `assay ${runId} member ${n}`,
    })
    const key = await calls.as(null, 'POST', '/fetch_api_key', { username: email, password })
    return { email, apiKey: key['api_key'], userId: made['user_id'], password }
  },

  async channel(withWhat, { calls, runId, next }) {
    const name = String(withWhat['name'] ?? `assay ${runId} channel ${next()}`)
    const settings = (withWhat['settings'] ?? {}) as FixtureValue
    const invite_only = withWhat['private'] === true
    const subscribers = (withWhat['subscribers'] ?? []) as number[]
    if (Object.keys(settings).length > 0)
      await calls.as(calls.admin(), 'POST', '/channels/create', { name, subscribers, invite_only, ...settings })
    else
      await calls.as(calls.admin(), 'POST', '/users/me/subscriptions', {
        subscriptions: [{ name }],
        invite_only,
        principals: subscribers,
      })
    const { stream_id } = await calls.as(calls.admin(), 'GET', '/get_stream_id', { stream: name })
    return { id: stream_id, name }
  },

  async message(withWhat, { calls, runId }) {
    const { channelId, topic, to, content } = withWhat
    const where =
      channelId === undefined
        ? { type: 'direct', to }
        : { type: 'stream', to: channelId, topic: topic ?? `assay ${runId}` }
    const { id } = await calls.as(withWhat['as'], 'POST', '/messages', {
      ...where,
      content: content ?? `assay ${runId} message`,
    })
    return { id }
  },

  async edit(withWhat, { calls }) {
    const { messageId, content, topic, channelId } = withWhat
    await calls.as(withWhat['as'], 'PATCH', `/messages/${messageId}`, {
      content,
      topic,
      stream_id: channelId,
      ...((topic ?? channelId) !== undefined && { propagate_mode: 'change_one' }),
    })
    return {}
  },

  async reaction(withWhat, { calls }) {
    const emoji = emojiFor(withWhat['reactionType'], withWhat['emojiName'])
    if (!emoji) throw new NotOnZulip(`no code is known for ${withWhat['reactionType']} ${withWhat['emojiName'] ?? ''}`)
    const { emoji_name } = emoji
    await calls.as(withWhat['as'], 'POST', `/messages/${withWhat['messageId']}/reactions`, { emoji_name })
    return { ...emoji }
  },

  async 'scheduled-message'(withWhat, { calls, clock, runId }) {
    if (withWhat['failed'] === true) throw new NotOnZulip(`${NO_CALL} makes the sending of a scheduled message fail`)
    const toChannel = withWhat['type'] === 'stream' || withWhat['type'] === 'channel'
    const to = toChannel && Array.isArray(withWhat['to']) ? withWhat['to'][0] : withWhat['to']
    const { scheduled_message_id } = await calls.as(withWhat['as'], 'POST', '/scheduled_messages', {
      type: toChannel ? 'stream' : 'direct',
      to,
      ...(toChannel && { topic: withWhat['topic'] ?? `assay ${runId}` }),
      content: withWhat['content'] ?? `assay ${runId} later`,
      scheduled_delivery_timestamp: Math.floor(clock.now() / 1000) + 86_400,
    })
    return { id: scheduled_message_id }
  },

  async 'event-queue'(withWhat, { calls, queues }) {
    const { queue_id, last_event_id } = await calls.as(withWhat['as'], 'POST', '/register', {
      ...(withWhat['eventTypes'] !== undefined && { event_types: withWhat['eventTypes'] }),
      client_capabilities: { stream_typing_notifications: true },
    })
    queues.set(String(queue_id), { as: String(withWhat['as']), lastEventId: Number(last_event_id) })
    return { queueId: queue_id }
  },

  async events({ queueId }, { calls, queues }) {
    const queue = queues.get(String(queueId))
    if (!queue) throw new NotOnZulip('the queue is none of those made here')
    const reply = await calls.as(queue.as, 'GET', '/events', {
      queue_id: queueId,
      last_event_id: queue.lastEventId,
      dont_block: true,
    })
    const events = (reply['events'] ?? []) as { id: number }[]
    queue.lastEventId = Math.max(queue.lastEventId, ...events.map(({ id }) => id))
    return { events }
  },

  register({ as }, { calls, settings }) {
    const email = String(as)
    const known =
      settings.get(email) ?? calls.as(as, 'POST', '/register', { event_types: [], fetch_event_types: ['realm'] })
    settings.set(email, known)
    return known
  },

  'multiuse-invite': (withWhat, { calls, inTurn }) =>
    inTurn(async () => {
      const links = async (): Promise<Link[]> => {
        const { invites } = await calls.as(withWhat['as'], 'GET', '/invites', {})
        return ((invites ?? []) as Link[]).filter(one => one.is_multiuse)
      }
      for (let tries = 0; tries < 3; tries++) {
        const before = new Set((await links()).map(({ id }) => id))
        const { invite_link } = await calls.as(withWhat['as'], 'POST', '/invites/multiuse', {})
        const after = (await links()).filter(({ id }) => !before.has(id))
        const ours = after.filter(one => isSameLink(one.link_url, invite_link))
        const [link, ...more] = ours.length > 0 ? ours : after
        if (link && more.length === 0) return { id: link.id }
      }
      throw new NotOnZulip('which of the links is the new one cannot be told')
    }),

  async 'apns-token'(withWhat, { calls, learn }) {
    const token = randomBytes(32).toString('hex')
    learn(token)
    await calls.as(withWhat['as'], 'POST', '/users/me/apns_device_token', { token, appid: 'org.zulip.Zulip' })
    return { token }
  },

  async unread(withWhat, { calls, runId }) {
    const sender = calls.other(String(withWhat['as']))
    const to = [calls.userId(String(withWhat['as']))]
    for (let n = 1; n <= Number(withWhat['count'] ?? 1); n++)
      await calls.as(sender, 'POST', '/messages', { type: 'direct', to, content: `assay ${runId} unread ${n}` })
    return {}
  },

  async invitations(withWhat, { calls }) {
    const { invites } = await calls.as(withWhat['as'], 'GET', '/invites', {})
    const pending = (invites ?? []) as { email?: unknown; is_multiuse?: boolean }[]
    return {
      emails: pending.flatMap(one => (one.is_multiuse !== true && typeof one.email === 'string' ? [one.email] : [])),
    }
  },

  async discard({ kind }) {
    throw new NotOnZulip(`${NO_CALL} removes the ${kind}`)
  },
}
