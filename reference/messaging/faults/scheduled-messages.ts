/** Faults of scheduled messages: what an edit needs, and what it accepts. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, drop, instead, refuseAlso } from '../../operations/change.ts'
import type { Seen } from '../../operations/stage.ts'
import { scriptOf } from '../call.ts'
import { updateScheduledMessage } from '../scheduled-messages.ts'
import { emptyTopicName, topics } from '../topics.ts'
import { fault, type More } from './fault.ts'

type Given = Seen<typeof updateScheduledMessage>
type Where = (it: Given) => boolean

export const editFault = (id: string, describes: string, changes: Change | readonly Change[], more: More = {}): Fault =>
  fault(`scheduled-messages.${id}`, describes, changes, more)

const refuses = (id: string, what: string, where: Where, more: More = {}): Fault =>
  editFault(
    id,
    `updateScheduledMessage refuses ${what}`,
    refuseAlso(updateScheduledMessage, `Invalid ${what}`, { where }),
    more,
  )

const withTopicUnused: Where = ({ type, topic }) => type === 'direct' && topic !== undefined

const needs: readonly Fault[] = [
  editFault('to-required.optional', 'A changed type needs no to', drop(updateScheduledMessage, 'new-type-needs-to')),
  ...(
    [
      ['direct-only', 'Turning into a direct message needs no to', ({ type }) => type === 'direct', {}],
      ['for-channel', "The type 'channel' needs no to", ({ as }) => as === 'channel', { since: 248 }],
      ['for-private', "The type 'private' needs no to", ({ as }) => as === 'private', {}],
    ] satisfies (readonly [string, string, Where, More])[]
  ).map(([word, describes, where, more]) =>
    editFault(`to-required.${word}`, describes, drop(updateScheduledMessage, 'new-type-needs-to', { where }), more),
  ),
  editFault(
    'topic-required.optional',
    'Turning into a channel message needs no topic',
    drop(updateScheduledMessage, 'new-channel-needs-topic'),
  ),
  editFault(
    'topic-required.for-channel',
    "The type 'channel' needs no topic",
    drop(updateScheduledMessage, 'new-channel-needs-topic', { where: ({ as }) => as === 'channel' }),
    { since: 248 },
  ),
  editFault(
    'failed-needs-timestamp.optional',
    'A failed message needs no new time',
    drop(updateScheduledMessage, 'failed-needs-time'),
  ),
  editFault(
    'failed-needs-timestamp.in-channels',
    'A failed message in a channel needs no new time',
    drop(updateScheduledMessage, 'failed-needs-time', { where: ({ type }) => type === 'stream' }),
  ),
  editFault(
    'failed-needs-timestamp.second-time',
    'A failed message needs no new time once an edit was refused for lack of one',
    drop(updateScheduledMessage, 'failed-needs-time', {
      after: { operation: 'updateScheduledMessage', outcome: 'refused' },
    }),
  ),
  editFault(
    'failed-needs-timestamp.for-content',
    'A failed message gets new content without a new time',
    drop(updateScheduledMessage, 'failed-needs-time', { where: ({ content }) => content !== undefined }),
  ),
]

/** Accepts an edit that turns a message into a channel message with this empty topic. */
const emptyTopicTaken = (where: Where): Change[] =>
  drop(updateScheduledMessage, ['new-channel-topic-not-empty', 'topic-valid'], { where })

const emptyTopics: readonly Fault[] = [
  ...(
    [
      ['topic-empty', '', 'A channel message is made without a topic'],
      ['topic-no-topic', '(no topic)', "A channel message is made with '(no topic)'"],
      ['topic-display-name', emptyTopicName, 'A channel message is made with the display name'],
    ] as const
  ).flatMap(([requirement, spelling, describes]) => {
    const changes = emptyTopicTaken(({ topic }) => topic === spelling)
    const before = `Before level 334 a channel message is made with the topic '${spelling}'`
    return [
      editFault(`${requirement}.accepted`, describes, changes),
      editFault(`${requirement}-before-334.accepted`, before, changes),
    ]
  }),
  editFault(
    'topic-empty.for-channel',
    "The type 'channel' takes an empty topic",
    emptyTopicTaken(({ as, topic }) => as === 'channel' && topic === ''),
  ),
  ...(
    [
      ['no-topic', '(no topic)', "'(no topic)' is a topic of its own"],
      ['display-name', emptyTopicName, 'The display name is a topic of its own'],
    ] as const
  ).map(([word, spelling, describes]) =>
    editFault(
      `topic-spellings.${word}`,
      describes,
      instead(topics, 'meant', (_it, text) => text, { where: (_it, text) => text === spelling }),
    ),
  ),
]

const unknownThings: readonly Fault[] = [
  editFault(
    'unknown.accepted',
    'An unknown scheduled message is edited',
    drop(updateScheduledMessage, 'message-known'),
  ),
  editFault(
    'unknown-channel.accepted',
    'An unknown channel is accepted',
    drop(updateScheduledMessage, 'channel-known'),
  ),
  editFault(
    'unknown-channel.for-channel',
    "The type 'channel' takes an unknown channel",
    drop(updateScheduledMessage, 'channel-known', { where: ({ as }) => as === 'channel' }),
    { since: 248 },
  ),
  editFault(
    'unknown-channel-field.text',
    'stream_id of the error is text',
    alter(updateScheduledMessage, 'refused', reply => ({ ...reply, stream_id: String(reply['stream_id']) }), {
      where: (_call, { code }) => code === 'STREAM_DOES_NOT_EXIST',
    }),
  ),
  editFault(
    'unknown-channel-named.another',
    'stream_id of the error is another one',
    alter(updateScheduledMessage, 'refused', reply => ({ ...reply, stream_id: Number(reply['stream_id']) - 1 }), {
      where: (_call, { code }) => code === 'STREAM_DOES_NOT_EXIST',
    }),
  ),
  editFault('unknown-user.accepted', 'An unknown user is accepted', drop(updateScheduledMessage, 'users-known')),
  editFault(
    'unknown-user.not-last',
    'Only the last of several users is looked up',
    drop(updateScheduledMessage, 'users-known', {
      where: ({ org, to = [] }) => Boolean(org.activeUser(to.at(-1) ?? 0)),
    }),
  ),
  editFault(
    'unknown-user.when-retyped',
    'Turning into a direct message takes an unknown user',
    drop(updateScheduledMessage, 'users-known', { where: ({ retyped }) => retyped }),
  ),
]

const refusals: readonly Fault[] = [
  ...['direct', 'private', 'stream'].map(type =>
    refuses(`type-values.refused-${type}`, `type (${type})`, ({ as }) => as === type),
  ),
  refuses('type-channel.refused', 'type (channel)', ({ as }) => as === 'channel'),
  refuses('to-channel.refused', 'to (a number)', ({ params }) => typeof params.raw('to') === 'number'),
  refuses('to-users.refused', 'to (a list)', ({ params }) => Array.isArray(params.raw('to'))),
  refuses('content.refused', 'content', ({ content }) => content !== undefined),
  refuses('topic.refused', 'topic', ({ topic }) => topic !== undefined),
  refuses('topic.other-scripts', 'topics of other scripts', ({ topic = '' }) => scriptOf(topic) === 'other'),
  refuses('timestamp.refused', 'scheduled_delivery_timestamp', ({ time }) => time !== undefined),
  fault(
    'scheduled-messages.content.other-scripts',
    'Content of other scripts is refused',
    refuseAlso(updateScheduledMessage, 'Invalid content', {
      where: ({ content = '' }) => scriptOf(content) === 'other',
    }),
    { breaches: ['scheduled-messages.content', 'scheduled-messages.content-changed'] },
  ),
  refuses('topic-ignored.refused', 'a topic for a direct message', withTopicUnused),
  refuses(
    'topic-ignored.empty-refused',
    'an empty topic for a direct message',
    it => withTopicUnused(it) && it.topic === '',
  ),
  editFault(
    'topic-ignored.listed',
    'A topic for a direct message is listed as unsupported',
    alter(updateScheduledMessage, 'reply', reply => ({ ...reply, ignored_parameters_unsupported: ['topic'] }), {
      where: withTopicUnused,
    }),
    { since: 167 },
  ),
  refuses(
    'failed-with-timestamp.refused',
    'a new time for a failed message',
    ({ message, time }) => message?.failed === true && time !== undefined,
  ),
  editFault(
    'failed-with-timestamp.unknown',
    'A failed message is not found any more',
    alter(updateScheduledMessage, 'given', given => ({
      ...given,
      message: given.message?.failed ? undefined : given.message,
    })),
  ),
]

export const scheduledMessageFaults: readonly Fault[] = [...needs, ...emptyTopics, ...unknownThings, ...refusals]
