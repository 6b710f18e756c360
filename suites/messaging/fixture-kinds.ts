/** The kinds of fixtures of the messaging contract, each written once; docs/provisioning.md says what is asked with them. */
import type { FixtureValue, FixtureKind as Kind, Left } from '../../harness/index.ts'

const PERSON = { email: 'text', apiKey: 'text' } as const
const ORGANIZATION = { kind: 'throwaway organization', id: 'baseUrl' } as const

const kinds = {
  actor: {
    makes: true,
    value: PERSON,
    // Accounts that the provisioner keeps for all runs are left to it.
    leaves: { kind: 'user', id: 'email', when: (wish, value) => wish['fresh'] === true || value['fresh'] === true },
  },
  'last-owner': { makes: true, lasting: true, value: PERSON, leaves: ORGANIZATION },
  'last-user': { makes: true, lasting: true, value: PERSON, leaves: ORGANIZATION },
  channel: {
    makes: true,
    lasting: true,
    named: true,
    value: { id: 'integer' },
    leaves: { kind: 'channel', id: 'id' },
    unlike: unlikeChannel,
  },
  message: { makes: true, lasting: true, value: { id: 'integer' }, leaves: { kind: 'message', id: 'id' } },
  edit: { makes: true },
  reaction: {
    makes: true,
    value: { emoji_name: 'text', emoji_code: 'text', reaction_type: 'text' },
    leavesToo: (_wish, { uploaded }) => (typeof uploaded === 'string' ? [{ kind: 'custom emoji', id: uploaded }] : []),
  },
  'scheduled-message': {
    makes: true,
    value: { id: 'integer' },
    leaves: { kind: 'scheduled message', id: 'id' },
  },
  'event-queue': {
    makes: true,
    value: { queueId: 'text' },
    leaves: {
      kind: 'event queue',
      id: 'queueId',
      remove: (actor, queue_id) => actor.sends('deleteEventQueue', { queue_id }, { observed: true }),
    },
  },
  events: { value: { events: 'objects' } },
  register: { lasting: true },
  'multiuse-invite': {
    makes: true,
    value: { id: 'integer' },
    leaves: {
      kind: 'multiuse invite',
      id: 'id',
      remove: (actor, invite_id) => actor.sends('revokeReusableInviteLink', { invite_id }, { observed: true }),
    },
  },
  'apns-token': {
    makes: true,
    value: { token: 'text' },
    leaves: {
      kind: 'apns token',
      id: 'token',
      secret: true,
      remove: (actor, token) => actor.sends('removeApnsToken', { token }, { observed: true }),
    },
  },
  'push-device': {
    makes: true,
    lasting: true,
    value: { pushAccountId: 'integer' },
    leaves: { kind: 'push device', id: 'pushAccountId' },
  },
  'push-fault': { makes: true },
  presence: { makes: true, lasting: true },
  unread: { makes: true, lasting: true, leavesToo: unreadMessages },
  linkifier: { makes: true, lasting: true, value: { id: 'integer' }, leaves: { kind: 'linkifier', id: 'id' } },
  invitations: { value: { emails: 'texts' } },
  'scheduled-state': { value: { type: 'text', content: 'maybe-empty', deliverAt: 'integer' } },
  'default-channels': { value: { ids: 'integers' } },
  'channel-named': { value: { id: 'integer', private: 'boolean', subscribers: 'integers' } },
  'drafts-of': { value: { drafts: 'objects' } },
  'unread-of': { value: { count: 'integer' } },
  discard: { makes: true },
} as const satisfies Readonly<Record<string, Kind>>

export type FixtureKind = keyof typeof kinds

export const fixtureKinds: Readonly<Record<string, Kind>> = kinds

/** Whether a ready-made one of this kind can be lent. */
export const isLasting = (kind: string): boolean => fixtureKinds[kind]?.lasting ?? false

/** A provisioner that says which messages it sent can remove them too. */
function unreadMessages({ as, count = 1 }: FixtureValue, { messageIds }: FixtureValue): Left[] {
  if (Array.isArray(messageIds))
    return messageIds.flatMap(id => (typeof id === 'number' ? [{ kind: 'message', id }] : []))
  const why = 'the provisioner does not say which they are'
  return [{ kind: 'unread messages', id: `${count} to ${as}`, remove: why }]
}

/** A wish that an ordinary channel does not fulfil, unless the file says that this one does. */
function unlikeChannel(wishes: FixtureValue, value: FixtureValue): string | null {
  if (wishes['private'] === true && value['private'] !== true) return 'it is not said to be private'
  const { settings } = wishes
  return typeof settings === 'object' && settings !== null && Object.keys(settings).length > 0
    ? 'a check needs one with settings of its own'
    : null
}
