/** Legal variations of whole deployments: ids, initial content, values of fixtures, load. */
import type { Variant } from '../../behaviour.ts'
import { alter, instead } from '../../operations/change.ts'
import { json, plainText } from '../../wire.ts'
import type { Reply } from '../call.ts'
import { deployment } from '../deployment.ts'
import { deleteEventQueue } from '../event-queues.ts'
import type { Queue } from '../organization.ts'
import { getProfileFields } from '../profile-fields.ts'
import { type Leaving, response } from '../respond.ts'
import { getUserGroups } from '../user-groups.ts'
import { variant } from './variant.ts'

const withoutP = (pattern: string): string => pattern.replaceAll('(?P<', '(?<')

/** The list, starting at another place. */
function rotated<T>(list: readonly T[], { nowMs, org }: { nowMs: number; org: { changes: number } }): readonly T[] {
  const cut = list.length < 2 ? 0 : 1 + ((nowMs + org.changes) % (list.length - 1))
  return [...list.slice(cut), ...list.slice(0, cut)]
}

/** Since when the events of a queue have been waiting. */
const waitingSince = new WeakMap<Queue, number>()

function isDue(queue: Queue, now: number): boolean {
  if (queue.events.length === 0) return false
  const since = waitingSince.get(queue) ?? now
  if (now - since >= 8000) return waitingSince.delete(queue)
  waitingSince.set(queue, since)
  return false
}

const READING = /^(?:get|check|register)/

/** The number of changes that each deployment has made. */
const changesMade = new WeakMap<object, number>()

function tooSoon(reply: Reply, { org }: Leaving): Reply {
  const count = (changesMade.get(org) ?? 0) + 1
  changesMade.set(org, count)
  return count % 30 === 0 ? { ...slowDown, result: 'error' } : reply
}

const slowDown = { result: 'error', msg: 'API usage exceeded rate limit', code: 'RATE_LIMIT_HIT', 'retry-after': 1 }

const born: readonly Variant[] = [
  ...(
    [
      ['large', 'Ids are large and far apart'],
      ['alike', 'Things of every kind are counted from one'],
      ['descending', 'What is newer has a smaller id'],
    ] as const
  ).map(([scheme, describes]) =>
    variant(
      `ids.${scheme}`,
      'principle 2: any id scheme',
      describes,
      instead(deployment, 'idScheme', () => scheme),
    ),
  ),
  variant(
    'scheduled-messages.told-in-short',
    'principle 11: a fixture is not evidence',
    'What a fixture says of a scheduled message leaves out recipients and topic',
    alter(deployment, 'scheduledState', ({ type, content, deliverAt }) => ({ type, content, deliverAt })),
    { leaves: 'untried' },
  ),
  variant(
    'linkifiers.translated',
    'linkifiers.pattern-dialect',
    'What a fixture makes is written in the dialect of the server',
    alter(deployment, 'pattern', withoutP, { where: (_it, _python, made) => made === 'by-fixture' }),
    { excludes: ['messaging.linkifiers.other-dialect'] },
  ),
  variant(
    'linkifiers.other-dialect',
    'linkifiers.pattern-dialect',
    'Patterns name their groups without a P',
    alter(deployment, 'pattern', withoutP, { where: (_it, _python, made) => made === 'at-first' }),
  ),
  variant(
    'account.last-user-owns',
    'account.last-user-is-owner',
    'The only user is also the only owner',
    instead(deployment, 'roleOfOnlyUser', () => 'owner' as const),
  ),
  variant(
    'account.one-address',
    'principle 1: where an organization of its own stands',
    'Organizations made by fixtures are at the same address, and their only user is an owner',
    [instead(deployment, 'sharesAddress', () => true), instead(deployment, 'roleOfOnlyUser', () => 'owner' as const)],
    { excludes: ['messaging.account.last-user-owns'] },
  ),
]

const replies: readonly Variant[] = [
  variant(
    'wire.slow',
    'principle 1: nothing says how fast a reply comes',
    'Each reply takes more than two seconds',
    instead(deployment, 'delay', () => 2500),
  ),
  variant('wire.lists-shuffled', 'principle 2: any order of arrays', 'Lists come in another order each time', [
    alter(getUserGroups, 'listed', rotated),
    alter(getProfileFields, 'listed', rotated),
  ]),
  variant(
    'limits.wait-until',
    'principle 12: slow down',
    'Now and then a reply names the time until which to wait',
    alter(deployment, 'turnedAway', (was, _it, { count }, now) => {
      if (was || count % 50 !== 0) return was
      const headers = { 'retry-after': new Date(now + 3000).toUTCString(), 'content-type': 'text/html' }
      return { status: 503, headers, body: '<h1>Back soon</h1>' }
    }),
  ),
  variant(
    'limits.three-per-second',
    'limits.rate',
    'Three requests a second are served, the others told to wait without saying how long',
    alter(deployment, 'turnedAway', (was, _it, arrivals, now) => {
      if (was) return was
      const within = arrivals.lately.filter(at => at > now - 1000)
      arrivals.lately = within.length < 3 ? [...within, now] : within
      return within.length < 3 ? undefined : plainText(429, 'too fast')
    }),
    { excludes: ['messaging.limits.rate-limited'] },
  ),
  variant(
    'limits.rate-limited',
    'limits.rate',
    'Every fortieth request is told to wait',
    alter(deployment, 'turnedAway', (was, _it, { count }) =>
      count % 40 === 0 ? json(429, slowDown, { 'retry-after': '1' }) : was,
    ),
  ),
  variant(
    'limits.slow-down-when-done',
    'principle 12: slow down',
    'Every thirtieth change that was made is answered as if it came too soon',
    [
      alter(response, 'reply', tooSoon, {
        where: ({ operation }, { result }) => result === 'success' && !READING.test(operation),
      }),
      instead(response, 'headers', () => ({ 'retry-after': '1' }), { where: (_it, status) => status === 429 }),
    ],
    { leaves: 'incomplete', excludes: ['messaging.limits.rate-limited', 'messaging.limits.three-per-second'] },
  ),
  variant(
    'uploads.tus-elsewhere',
    'uploads.resumable-requests',
    'The resumable endpoint takes no request',
    instead(deployment, 'beforeTus', () => plainText(405, 'use another host')),
  ),
  variant(
    'uploads.tus-by-post-only',
    'uploads.resumable-requests',
    'The resumable endpoint knows POST and nothing else',
    instead(deployment, 'beforeTus', () => plainText(404, 'no such page'), {
      where: (_it, { method }) => method !== 'POST',
    }),
    { excludes: ['messaging.uploads.tus-elsewhere'] },
  ),
  variant(
    'uploads.tus-with-key',
    'uploads.resumable-authorization',
    'The resumable endpoint wants a key',
    instead(deployment, 'beforeTus', () => plainText(401, 'unauthorized'), {
      where: (_it, request) => request.header('authorization') === undefined,
    }),
  ),
]

const queues: readonly Variant[] = [
  variant(
    'event-queues.long-ids',
    'event-queues.register',
    'Queue ids are long and of several scripts',
    alter(deployment, 'queue', queue => ({ ...queue, ids: 'long' as const })),
  ),
  variant(
    'event-queues.counted-ids',
    'event-queues.register',
    'Queue ids are short and counted up',
    alter(deployment, 'queue', queue => ({ ...queue, ids: 'counted' as const })),
  ),
  variant(
    'event-queues.either-case',
    'event-queues.register',
    'Queue ids are of capital letters, and the same in either case',
    [
      alter(deployment, 'queue', queue => ({ ...queue, ids: 'capital' as const })),
      alter(deleteEventQueue, 'given', (given, { org }) => {
        const id = given.id.toUpperCase()
        const queue = org.queues.get(id)
        return queue ? { id, queue } : given
      }),
    ],
    { excludes: ['messaging.event-queues.counted-ids', 'messaging.event-queues.long-ids'] },
  ),
  variant(
    'event-queues.nothing-declared',
    'principle 11: a fixture is not evidence',
    'Event queues are registered without any capability',
    [
      alter(deployment, 'queue', queue => ({ ...queue, channelTyping: false })),
      instead(deployment, 'declared', () => undefined),
    ],
    { leaves: 'untried' },
  ),
  variant(
    'event-queues.slow',
    'event-queues.fetching',
    'Events can be fetched eight seconds after they were first asked for',
    instead(deployment, 'events', () => [], { where: (_it, queue, now) => !isDue(queue, now) }),
  ),
  variant(
    'event-queues.heartbeats',
    'event-queues.fetching',
    'Events begin with a heartbeat',
    alter(deployment, 'events', events => [{ type: 'heartbeat', id: -1 }, ...events]),
  ),
  variant(
    'event-queues.more-types',
    'event-queues.event-types',
    'Events of unheard types come along',
    alter(deployment, 'events', events => [...events.map(({ id }) => ({ type: 'realm_hint', id })), ...events]),
  ),
  variant(
    'envelope.whole-records',
    'envelope.record-fields',
    'Records of users carry more fields',
    alter(deployment, 'events', events =>
      events.map(event => ({ sender: { full_name: 'Ж', avatar_version: 3 }, ...event })),
    ),
  ),
]

export const deploymentVariants: readonly Variant[] = [...born, ...replies, ...queues]
