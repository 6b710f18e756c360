/** Legal variations of typing. */
import type { Variant } from '../../behaviour.ts'
import { alter, instead, refuseAlso } from '../../operations/change.ts'
import { canSeeChannel } from '../access.ts'
import type { Call } from '../call.ts'
import { deployment } from '../deployment.ts'
import type { Channel } from '../organization.ts'
import { registration } from '../register-settings.ts'
import { isAdministrator } from '../roles.ts'
import { setMessageEditTypingStatus, setTypingStatus } from '../typing.ts'
import { variant } from './variant.ts'

/** A key for who types where: the event without its id and op. */
const placeOf = ({ id: _id, op: _op, ...place }: Readonly<Record<string, unknown>>): string => JSON.stringify(place)

const isTyping = ({ type }: Readonly<Record<string, unknown>>): boolean => String(type).includes('typing')

/** The latest start event that was delivered to each user of a deployment, and when. */
const starts = new WeakMap<object, Map<number, { readonly event: Record<string, unknown>; readonly at: number }>>()

/** The queues that have got such a start, which each gets only once. */
const given = new WeakSet<object>()

/** All other users who can read a channel. */
const readersOf = ({ org, caller }: Call, channel: Channel): readonly number[] =>
  [...org.users.values()].filter(user => user !== caller && canSeeChannel(channel, user)).map(({ id }) => id)

const A_STRANGER_TYPES = {
  ...{ id: 1_000_000, type: 'typing', op: 'start', message_type: 'direct' },
  sender: { user_id: 2_000_000, email: 'stranger@chat.example' },
}

const EXPIRY_MS = 8000

/** When each typing status of a deployment was last started. */
const started = new WeakMap<object, Map<string, number>>()

type Told = (told: readonly number[], it: Call) => readonly number[]

/** A status is about the same typing as another if it is of the same person and to the same users, or in the same topic. */
const conversationOf = ({ sent, caller }: Call): string => {
  const inChannel = sent.has('stream_id') && ['stream', 'channel'].includes(sent.get('type') ?? '')
  const place = inChannel ? [sent.get('stream_id'), sent.get('topic')] : [sent.get('to'), sent.get('message_id')]
  return JSON.stringify([caller.id, ...place])
}

/** Tells a stop only while the indicator is shown. */
const whileShown =
  (expiry: number): Told =>
  (told, it) => {
    const known = started.get(it.deployed) ?? new Map<string, number>()
    started.set(it.deployed, known)
    const op = it.sent.get('op')
    const typing = conversationOf(it)
    const shows = it.nowMs - (known.get(typing) ?? Number.NEGATIVE_INFINITY) < expiry
    if (op === 'start') known.set(typing, it.nowMs)
    else known.delete(typing)
    return op === 'start' || shows ? told : []
  }

/**
 * Variants that cannot be combined with replies of nine seconds, which arrive after events and last almost as long as a
 * lock-out.
 */
const notWithSlow = [
  ...['messaging.wire.slow', 'messaging.event-queues.slow', 'messaging.credentials.account-shut-out'],
  ...['messaging.credentials.account-shut-out-alike', 'messaging.credentials.address-shut-out'],
]

export const typingVariants: readonly Variant[] = [
  variant(
    'typing.start-also-later',
    'principle 1: when an event comes, and in which order, is not written',
    'A typing start also reaches queues that were registered within six seconds of it',
    [
      alter(setTypingStatus, 'event', (event, it) => {
        const known = starts.get(it.deployed) ?? new Map()
        starts.set(it.deployed, known)
        if (event.op === 'start' && !it.inChannel) for (const id of it.to) known.set(id, { event, at: it.nowMs })
        return event
      }),
      alter(deployment, 'events', (events, it, queue, now) => {
        const start = starts.get(it.deployed)?.get(queue.userId)
        if (!start || given.has(queue) || now - start.at > 6000) return events
        given.add(queue)
        return [start.event, ...events]
      }),
    ],
  ),
  variant(
    'typing.others-type',
    'principle 1: others type at any time',
    'Whenever somebody is told that another types, a third person has just begun to',
    alter(deployment, 'events', (events, _it, queue) =>
      events.some(isTyping) ? [{ ...A_STRANGER_TYPES, recipients: [{ user_id: queue.userId }] }, ...events] : events,
    ),
  ),
  variant(
    'typing.told-to-readers',
    'principle 1: who is told of typing in a channel is not written',
    'Whoever can read a channel is told who types or edits there',
    [
      alter(setTypingStatus, 'told', (told, it) => (it.inChannel && it.channel ? readersOf(it, it.channel) : told)),
      alter(setMessageEditTypingStatus, 'told', (told, it) => (it.channel ? readersOf(it, it.channel) : told)),
    ],
  ),
  variant(
    'typing.latest-only',
    'principle 1: that each of several events in a row is told is not written',
    'Of several statuses that wait to be fetched only the latest is told',
    alter(deployment, 'events', events =>
      events.filter(
        (event, at) => !isTyping(event) || !events.slice(at + 1).some(later => placeOf(later) === placeOf(event)),
      ),
    ),
  ),
  variant(
    'typing.empty-topic-by-policy',
    'principle 15: a setting that the contract names',
    'Only channels whose policy allows it have typing in the empty topic',
    refuseAlso(setTypingStatus, 'Invalid topic', {
      where: ({ inChannel, topic, channel }) =>
        inChannel && topic === '' && channel?.topicsPolicy !== 'allow_empty_topic',
    }),
  ),
  variant(
    'typing.direct-by-administrators',
    'principle 15: acceptance is due to an administrator',
    'Only administrators type direct messages',
    refuseAlso(setTypingStatus, 'Direct messages are disabled', {
      where: ({ inChannel, caller }) => !inChannel && !isAdministrator(caller),
    }),
    { leaves: 'incomplete' },
  ),
  variant(
    'typing.no-channels-before-215',
    'typing.channel-before-215',
    'Before level 215 channels have no typing',
    refuseAlso(setTypingStatus, 'Invalid type', { where: ({ inChannel, level }) => inChannel && level < 215 }),
    { levels: { until: 214 } },
  ),
  variant(
    'typing.edit-deadline',
    'principle 15: a setting may intervene',
    'Replies take seconds, and a message is edited within some minutes or no more',
    [
      instead(deployment, 'delay', () => 9000),
      refuseAlso(setMessageEditTypingStatus, 'The time limit for editing this message has passed', {
        where: ({ message, now }) => message !== undefined && now - message.timestamp > 150,
      }),
    ],
    {
      levels: { since: 361 },
      leaves: 'incomplete',
      excludes: notWithSlow,
    },
  ),
  variant(
    'typing.stop-of-what-shows',
    'principle 1: that a stop is told where nothing shows is not written',
    'Replies take seconds, and a stop is told only before the indicator has expired',
    [
      instead(deployment, 'delay', () => 9000),
      alter(registration, 'settings', settings => ({
        ...settings,
        server_typing_started_expiry_period_milliseconds: EXPIRY_MS,
      })),
      alter(setTypingStatus, 'told', whileShown(EXPIRY_MS)),
      alter(setMessageEditTypingStatus, 'told', whileShown(EXPIRY_MS)),
    ],
    {
      leaves: 'incomplete',
      excludes: [...notWithSlow, 'messaging.typing.edit-deadline'],
    },
  ),
  variant(
    'typing.stop-of-start',
    'principle 1: that a stop is told where nothing shows is not written',
    'A stop is told only where a start was told before',
    [
      alter(setTypingStatus, 'told', whileShown(Number.POSITIVE_INFINITY)),
      alter(setMessageEditTypingStatus, 'told', whileShown(Number.POSITIVE_INFINITY)),
    ],
    { excludes: ['messaging.typing.stop-of-what-shows'] },
  ),
  variant(
    'typing.not-to-oneself',
    'principle 1: typing to oneself is not written',
    'Nobody types to themselves',
    refuseAlso(setTypingStatus, 'Nobody types to themselves', {
      where: ({ inChannel, to, caller }) => !inChannel && to.includes(caller.id),
    }),
  ),
]
