/** Makes fixtures: things that the contract gives no way to make. */
import type { Provision } from '../api.ts'
import type { Behaviour } from '../behaviour.ts'
import { addChannel } from './channels.ts'
import { deploymentOf } from './deployment.ts'
import { findEmoji } from './emoji.ts'
import { addQueue } from './event-queues.ts'
import { type Maker, type MakerContext, Unavailable, type With } from './fixture-maker.ts'
import { fitted } from './limits.ts'
import { editMessage, sendMessage } from './messages.ts'
import type { GroupSetting, Organization, ScheduledMessage, User } from './organization.ts'
import { isObject } from './params.ts'
import { discard, readBacks } from './provision-read-back.ts'
import { type RoleName, roles } from './roles.ts'
import { addPerson, emptyOrganization } from './seed.ts'
import { credentialsOf } from './target.ts'

export interface Provisioner {
  origin: string
  provision(kind: string, withWhat: With): Promise<Provision>
}

export function createProvisioner(
  behaviour: Behaviour,
  org: Organization,
  organizations: Map<string, Organization>,
): Provisioner {
  const provisioner: Provisioner = {
    origin: '',
    async provision(kind, withWhat) {
      const maker = makers[kind]
      if (!maker) return { unavailable: `no fixture of kind ${kind}` }
      const now = Math.floor(behaviour.clock.now() / 1000)
      const context: MakerContext = {
        behaviour,
        org,
        organizations,
        origin: provisioner.origin,
        now,
        as: sent => personOf(org, sent),
      }
      try {
        return { value: maker(context, withWhat) }
      } catch (error) {
        if (error instanceof Unavailable) return { unavailable: error.message }
        throw error
      }
    },
  }
  return provisioner
}

function personOf(org: Organization, withWhat: With): User {
  const user = org.userByEmail(String(withWhat['as']))
  if (!user) throw new Unavailable(`nobody here is ${withWhat['as']}`)
  return user
}

const numbers = (value: unknown): number[] => (Array.isArray(value) ? value.map(Number) : [])
const textOf = (value: unknown, otherwise: string) => (typeof value === 'string' ? value : otherwise)

function throwaway(context: MakerContext, people: readonly RoleName[]): Record<string, unknown> {
  const slug = `org-${context.organizations.size}`
  const org = emptyOrganization(context.behaviour, slug)
  const [first] = people.map((role, at) => addPerson(org, `${role} ${at}`, role, `${role}-${at}@${slug}.example`))
  if (!first) throw new Unavailable('nobody to be')
  addChannel(org, { name: 'general', isDefault: true, subscribers: org.users.keys() })
  context.organizations.set(slug, org)
  const { moment, sharesAddress } = deploymentOf(context.behaviour)
  const address = sharesAddress(moment) ? {} : { baseUrl: `${context.origin}/chat/${slug}/api/v1` }
  return { ...credentialsOf(first, context.behaviour), ...address }
}

const makers: Readonly<Record<string, Maker>> = {
  actor: ({ org, behaviour }, withWhat) => {
    const role = textOf(withWhat['role'], 'member') as RoleName
    if (role !== 'bot' && !(role in roles)) throw new Unavailable(`no role ${role}`)
    const n = org.users.size
    const user = addPerson(org, `${role} ${n}`, role, `${role}-${n}@chat.example`)
    for (const channel of org.channels.values()) if (channel.isDefault) channel.subscribers.add(user.id)
    return credentialsOf(user, behaviour)
  },
  'last-owner': context => throwaway(context, ['owner', 'member', 'admin']),
  'last-user': context => {
    const { moment, roleOfOnlyUser } = deploymentOf(context.behaviour)
    return throwaway(context, [roleOfOnlyUser(moment)])
  },
  channel: ({ org }, withWhat) => {
    const settings = isObject(withWhat['settings'])
      ? (Object.entries(withWhat['settings']) as [string, GroupSetting][])
      : []
    const channel = addChannel(org, {
      name: textOf(withWhat['name'], `fixture ${org.channels.size}`),
      private: withWhat['private'] === true,
      subscribers: numbers(withWhat['subscribers']),
      settings: new Map(settings),
    })
    return { id: channel.id, name: channel.name }
  },
  message: (context, withWhat) => {
    const to = withWhat['channelId'] === undefined ? { to: numbers(withWhat['to']) } : inChannel(context, withWhat)
    const content = textOf(withWhat['content'], 'A message')
    return { id: sendMessage(context.org, context.now, { sender: context.as(withWhat), content, ...to }).id }
  },
  edit: (context, withWhat) => {
    const message = messageOf(context, withWhat)
    const { content, topic, channelId } = withWhat
    const empty = context.behaviour.level >= 334 && topic === '(no topic)'
    const { moment, edits } = deploymentOf(context.behaviour)
    const wanted = [
      ...(typeof content === 'string' ? [{ content }] : []),
      ...(typeof topic === 'string' ? [{ topic: empty ? '' : withinLimit(context, topic) }] : []),
      ...(channelId !== undefined ? [{ channelId: Number(channelId) }] : []),
    ]
    for (const edit of edits(moment, wanted, message, context.behaviour.clock.now()))
      editMessage(context.org, context.now, context.as(withWhat), message, edit)
    return {}
  },
  reaction: (context, withWhat) => {
    const reaction_type = textOf(withWhat['reactionType'], 'unicode_emoji')
    const { moment, emojiMade, emojiTold, reactionsBeside } = deploymentOf(context.behaviour)
    const named = withWhat['emojiName'] === undefined ? {} : { emoji_name: String(withWhat['emojiName']) }
    const emoji = findEmoji(emojiMade(moment, { reaction_type, ...named }))
    if (!emoji) throw new Unavailable(`no ${reaction_type} named ${withWhat['emojiName']}`)
    const message = messageOf(context, withWhat)
    const userId = context.as(withWhat).id
    const there = message.reactions.some(one => one.userId === userId && one.emoji_code === emoji.emoji_code)
    if (!there) message.reactions = [...reactionsBeside(moment, message.reactions, userId), { ...emoji, userId }]
    return { ...emojiTold(moment, emoji) }
  },
  'scheduled-message': (context, withWhat) => {
    const toChannel = withWhat['type'] === 'stream' || withWhat['type'] === 'channel'
    const to = Array.isArray(withWhat['to']) ? numbers(withWhat['to']) : [Number(withWhat['to'])]
    const message: ScheduledMessage = {
      id: context.org.id('scheduled'),
      ownerId: context.as(withWhat).id,
      type: toChannel ? 'stream' : 'direct',
      to: toChannel ? (to[0] ?? 0) : to,
      topic: toChannel ? textOf(withWhat['topic'], 'later') : '',
      content: textOf(withWhat['content'], 'Later'),
      deliverAt: context.now + 86_417,
      failed: withWhat['failed'] === true,
    }
    context.org.scheduled.set(message.id, message)
    return { id: message.id }
  },
  'event-queue': (context, withWhat) => {
    const { moment, queue: made, declared } = deploymentOf(context.behaviour)
    const eventTypes = Array.isArray(withWhat['eventTypes']) ? withWhat['eventTypes'].map(String) : null
    const { capabilities } = withWhat
    const named = Array.isArray(capabilities) ? capabilities : Object.keys(isObject(capabilities) ? capabilities : {})
    const channelTyping = named.includes('stream_typing_notifications')
    const queue = addQueue(context.org, context.as(withWhat), made(moment, { eventTypes, channelTyping }))
    const told = declared(moment, named.map(String))
    return { queueId: queue.id, ...(told && { declared: told }) }
  },
  'multiuse-invite': (context, withWhat) => {
    const link = {
      id: context.org.id('invitation'),
      inviterId: context.as(withWhat).id,
      role: 400,
      key: context.org.key(),
    }
    context.org.inviteLinks.set(link.id, { ...link, expiresAt: null, revoked: false })
    return { id: link.id }
  },
  'apns-token': (context, withWhat) => {
    const { moment, apnsToken } = deploymentOf(context.behaviour)
    return { token: apnsToken(moment, context.as(withWhat), context.org.key()) }
  },
  'push-device': (context, withWhat) => {
    const pushAccountId = context.org.id('device')
    context.as(withWhat).pushDevices.add(pushAccountId)
    return { pushAccountId }
  },
  'push-fault': ({ org, behaviour }, withWhat) => {
    const seconds = Number(withWhat['forSeconds'] ?? 60)
    org.pushFault = { state: textOf(withWhat['state'], 'none'), until: behaviour.clock.now() + seconds * 1000 }
    return {}
  },
  presence: (context, withWhat) => {
    context.as(withWhat).seenAt = context.behaviour.clock.now()
    return {}
  },
  unread: (context, withWhat) => {
    const reader = context.as(withWhat)
    const sender = [...context.org.users.values()].find(user => user !== reader && user.active) ?? reader
    const count = Number(withWhat['count'] ?? 1)
    for (let n = 0; n < count; n += 1)
      sendMessage(context.org, context.now, { sender, to: [reader.id], content: `Unread ${n}` })
    return {}
  },
  linkifier: ({ org, behaviour }, withWhat) => {
    const id = org.id('linkifier')
    const { moment, pattern: patternOf } = deploymentOf(behaviour)
    const pattern = patternOf(moment, String(withWhat['pattern']), 'by-fixture')
    const urlTemplate = String(withWhat['urlTemplate'])
    org.linkifiers.set(id, { id, pattern, url_template: urlTemplate })
    return { id, pattern, urlTemplate }
  },
  ...readBacks,
  discard,
}

/** The limit of topics applies to the topic of a fixture too. */
function withinLimit({ behaviour }: MakerContext, topic: string): string {
  const fits = fitted(deploymentOf(behaviour).moment, topic, 'max_topic_length')
  if (fits === undefined) throw new Unavailable(`the topic ${topic} is too long`)
  return fits
}

function inChannel(context: MakerContext, withWhat: With): { channelId: number; topic: string } {
  const { org, behaviour } = context
  const channelId = Number(withWhat['channelId'])
  if (!org.channels.has(channelId)) throw new Unavailable(`no channel ${channelId}`)
  const topic = withinLimit(context, textOf(withWhat['topic'], 'fixture'))
  if (behaviour.level < 334) return { channelId, topic: topic === '' ? '(no topic)' : topic }
  return { channelId, topic: topic === '(no topic)' ? '' : topic }
}

function messageOf({ org }: MakerContext, withWhat: With) {
  const message = org.messages.get(Number(withWhat['messageId']))
  if (!message) throw new Unavailable(`no message ${withWhat['messageId']}`)
  return message
}
