/**
 * The fixtures that the doctor requests: each kind that a run needs. A kind that needs another one gets the one just
 * made.
 */
import type { FixtureValue, Session } from '../../harness/index.ts'

export interface FixtureRequest {
  readonly kind: string
  /** The parameters of the fixture, or a text that names what is missing for it. */
  readonly with: (made: ReadonlyMap<string, FixtureValue>) => FixtureValue | string
  /** Only these requirements need the fixture in this form. */
  readonly only?: RegExp
  readonly form?: string
  /** People whom the target file does not name, and whom this fixture would provide. */
  readonly people?: readonly string[]
}

type Actors = NonNullable<NonNullable<Session['target']['messaging']>['actors']>

function personOf(actors: Actors, ...roles: readonly string[]): { email: string; userId?: number } | undefined {
  for (const role of roles) {
    const found = Object.entries(actors).find(([name, entry]) => (entry.role ?? name) === role)
    if (found) return found[1]
  }
  return undefined
}

/** Kinds that only the built-in provisioner can remove again. With other provisioners they are not tried. */
export const NOT_REMOVABLE: readonly string[] = ['last-owner', 'last-user', 'unread']

export function readingRequests(actors: Actors): FixtureRequest[] {
  const user = personOf(actors, 'member', 'admin', 'owner', 'moderator')
  const admin = personOf(actors, 'admin', 'owner')
  return [
    { kind: 'default-channels', with: () => ({}) },
    ...(user ? ['register', 'drafts-of', 'unread-of'].map(kind => ({ kind, with: () => ({ as: user.email }) })) : []),
    ...(admin ? [{ kind: 'invitations', with: () => ({ as: admin.email }) }] : []),
  ]
}

/** Roles that no actor of the target file has, with the words that requirements use for them. */
function unnamed(actors: Actors): (readonly [role: string, people: readonly string[]])[] {
  const roles = Object.entries(actors).map(([name, entry]) => entry.role ?? name)
  const full = roles.filter(role => ['owner', 'admin', 'moderator', 'member'].includes(role)).length
  const words = [
    ...['owner', 'moderator', 'guest', 'bot'].filter(role => !roles.includes(role)),
    ...(roles.includes('admin') || roles.includes('owner') ? [] : ['admin']),
  ].map(role => [role, [role]] as const)
  const members = [
    ...(roles.includes('member') ? [] : ['member']),
    ...(full > 0 ? [] : ['user']),
    ...(full > 1 ? [] : ['second']),
  ]
  return members.length > 0 ? [...words, ['member', members]] : words
}

export function makingRequests(actors: Actors, runId: string): FixtureRequest[] {
  const content = `assay ${runId} doctor`
  const user = personOf(actors, 'member', 'admin', 'owner', 'moderator')
  const admin = personOf(actors, 'admin', 'owner')
  const as = user?.email
  const to = user?.userId === undefined ? null : [user.userId]
  const noUser = 'a member under messaging.actors'
  const noId = user ? 'the userId of a member under messaging.actors' : noUser
  const byUser =
    (rest: FixtureValue = {}) =>
    (): FixtureValue | string =>
      as ? { as, ...rest } : noUser
  const toUser = (rest: FixtureValue) => (): FixtureValue | string => (to ? { as, to, ...rest } : noId)
  const of =
    (kind: string, name: string, rest: FixtureValue = {}) =>
    (made: ReadonlyMap<string, FixtureValue>) => {
      const value = made.get(kind)?.[name === 'messageId' ? 'id' : name]
      return value === undefined ? `${kind}, which cannot be had either` : { as, [name]: value, ...rest }
    }
  const emoji = (reactionType: string): FixtureRequest['with'] => of('message', 'messageId', { reactionType })
  return [
    { kind: 'actor', with: () => ({ role: 'member', fresh: true }) },
    ...unnamed(actors).map(([role, people]) => ({ kind: 'actor', with: () => ({ role, fresh: true }), people })),
    { kind: 'channel', with: () => ({ subscribers: to ?? [] }) },
    { kind: 'channel-named', with: of('channel', 'name') },
    { kind: 'message', with: toUser({ content }) },
    { kind: 'edit', with: of('message', 'messageId', { content: `${content} edited` }) },
    { kind: 'reaction', with: emoji('unicode_emoji') },
    { kind: 'reaction', with: emoji('realm_emoji'), form: 'realm_emoji', only: /^messaging\.reactions\.realm-emoji$/ },
    {
      kind: 'reaction',
      with: emoji('zulip_extra_emoji'),
      form: 'zulip_extra_emoji',
      only: /^messaging\.reactions\.zulip-extra-emoji$/,
    },
    { kind: 'scheduled-message', with: toUser({ type: 'direct', content }) },
    { kind: 'scheduled-state', with: of('scheduled-message', 'id') },
    {
      kind: 'scheduled-message',
      with: toUser({ type: 'direct', content, failed: true }),
      form: 'failed',
      only: /^messaging\.scheduled-messages\.failed-/,
    },
    { kind: 'event-queue', with: byUser({ eventTypes: ['message'] }) },
    { kind: 'events', with: of('event-queue', 'queueId') },
    ...['apns-token', 'presence', 'push-device'].map(kind => ({ kind, with: byUser() })),
    { kind: 'push-fault', with: () => ({ state: 'none', forSeconds: 1 }) },
    { kind: 'unread', with: byUser({ count: 1 }) },
    {
      kind: 'linkifier',
      with: () => ({
        pattern: `assay-${runId}-doctor-(?P<number>\\d+)`,
        urlTemplate: 'https://assay.invalid/{number}',
      }),
    },
    { kind: 'multiuse-invite', with: () => (admin ? { as: admin.email } : 'an admin under messaging.actors') },
    { kind: 'last-owner', with: () => ({}) },
    { kind: 'last-user', with: () => ({}) },
  ]
}
