/** Faults of presence. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { getPresence } from '../presence.ts'
import { fault } from './fault.ts'

const twoDays = 172_800_000

type Entry = ReturnType<typeof getPresence.steps.entries>['aggregated']

const otherStatus = (one: Entry): Entry => ({ ...one, status: one.status === 'active' ? 'idle' : 'active' })
const otherTime = (one: Entry): Entry => ({ ...one, timestamp: one.timestamp - 1 })

/** Differences between the two entries: of all users, or only of the third. */
const differing = (
  [
    ['status', 'The two entries differ in status', otherStatus],
    ['timestamp', 'The two entries differ in timestamp', otherTime],
    ['third-status', 'The two entries of a third user differ in their status', otherStatus, 2],
    ['third-timestamp', 'The two entries of a third user differ in their timestamp', otherTime, 2],
  ] as const
).map(([word, describes, other, place]) =>
  fault(
    `presence.identical.${word}`,
    describes,
    alter(getPresence, 'entries', ({ website, aggregated }) => ({ website, aggregated: other(aggregated) }), {
      where: (_it, _user, at) => at === (place ?? at),
    }),
    place === undefined ? {} : {},
  ),
)

const pushableTwice = <E extends { readonly aggregated: Entry }>(said: E): E => ({
  ...said,
  aggregated: { ...said.aggregated, pushable: false },
})

export const presenceFaults: readonly Fault[] = [
  ...differing,
  fault(
    'presence.keyed-by-email.ids',
    'Presences are keyed by user id',
    alter(getPresence, 'effect', (presences, { people }) =>
      Object.fromEntries(people.flatMap(({ id, email }) => (presences[email] ? [[id, presences[email]]] : []))),
    ),
  ),
  fault(
    'presence.status.online',
    "The status is 'online'",
    alter(getPresence, 'entries', ({ website, aggregated }) => ({
      website: { ...website, status: 'online' },
      aggregated: { ...aggregated, status: 'online' },
    })),
  ),
  fault(
    'presence.pushable-website.true',
    'pushable is true',
    alter(getPresence, 'entries', said => ({ ...said, website: { ...said.website, pushable: true } })),
  ),
  fault(
    'presence.pushable-aggregated.present',
    "'aggregated' has pushable",
    alter(getPresence, 'entries', pushableTwice),
  ),
  fault(
    'presence.pushable-aggregated.others',
    'What is said of others carries a pushable twice',
    alter(getPresence, 'entries', pushableTwice, { where: ({ caller }, { id }) => id !== caller.id }),
  ),
  fault(
    'presence.recent.stale',
    'Presence lags two days behind',
    alter(getPresence, 'given', ({ people }) => ({
      people: people.map(one => ({ ...one, seenAt: one.seenAt - twoDays })),
    })),
  ),
  fault(
    'presence.recent.own-only',
    'Only the caller is shown as active just now',
    alter(getPresence, 'given', ({ people }, { caller }) => ({
      people: people.map(one => (one.id === caller.id ? one : { ...one, seenAt: one.seenAt - twoDays })),
    })),
  ),
  fault(
    'presence.recent.milliseconds',
    'Presence is timed in milliseconds',
    alter(getPresence, 'entries', ({ website, aggregated }, _it, { seenAt }) => ({
      website: { ...website, timestamp: seenAt },
      aggregated: { ...aggregated, timestamp: seenAt },
    })),
  ),
]
