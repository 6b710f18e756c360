/** Faults of scheduled messages. */
import type { Fault } from '../../behaviour.ts'
import { instead } from '../../operations/change.ts'
import { emptyTopicName, topics } from '../topics.ts'
import { breach, fault } from './fault.ts'

const scheduled: readonly Fault[] = [
  ...(
    [
      ['content', 'content-changed'],
      ['topic', 'topic-changed'],
      ['type', 'type-changed'],
      ['to', 'type-changed'],
      ['deliverAt', 'timestamp-changed'],
    ] as const
  ).map(([field, requirement]) =>
    breach(
      `scheduled-messages.${requirement}.${field.toLowerCase()}-kept-old`,
      `A changed ${field} is not stored`,
      `scheduled-messages.${requirement}`,
      'scheduled.changed',
      {
        facts: { field },
      },
    ),
  ),
  breach(
    'scheduled-messages.to-required.optional',
    'A changed type needs no to',
    'scheduled-messages.to-required',
    'scheduled.new-type-needs-to',
  ),
  breach(
    'scheduled-messages.to-required.direct-only',
    'Turning into a direct message needs no to',
    'scheduled-messages.to-required',
    'scheduled.new-type-needs-to',
    {
      facts: { type: 'direct' },
    },
  ),
  breach(
    'scheduled-messages.topic-required.optional',
    'Turning into a channel message needs no topic',
    'scheduled-messages.topic-required',
    'scheduled.new-channel-needs-topic',
  ),
  breach(
    'scheduled-messages.topic-ignored.refused',
    'A topic for a direct message is refused',
    'scheduled-messages.topic-ignored',
    'scheduled.direct-ignores-topic',
  ),
  breach(
    'scheduled-messages.topic-ignored.listed',
    'A topic for a direct message is listed as unsupported',
    'scheduled-messages.topic-ignored',
    'scheduled.topic-not-listed',
    {
      since: 167,
    },
  ),
  breach(
    'scheduled-messages.topic-empty.accepted',
    'A channel message is made without a topic',
    'scheduled-messages.topic-empty',
    'scheduled.topic-not-empty',
    {
      facts: { spelling: '' },
      since: 334,
      should: true,
    },
  ),
  breach(
    'scheduled-messages.topic-no-topic.accepted',
    "A channel message is made with '(no topic)'",
    'scheduled-messages.topic-no-topic',
    'scheduled.topic-not-empty',
    {
      facts: { spelling: '(no topic)' },
      since: 334,
      should: true,
    },
  ),
  breach(
    'scheduled-messages.topic-display-name.accepted',
    'A channel message is made with the display name',
    'scheduled-messages.topic-display-name',
    'scheduled.topic-not-empty',
    { facts: { spelling: 'general chat' }, since: 334, should: true },
  ),
  fault(
    'scheduled-messages.topic-spellings.no-topic',
    "'(no topic)' is a topic of its own",
    'scheduled-messages.topic-spellings',
    instead(topics, 'meant', (_it, text) => text, { where: (_it, text) => text === '(no topic)' }),
    { since: 334, should: true },
  ),
  fault(
    'scheduled-messages.topic-spellings.display-name',
    'The display name is a topic of its own',
    'scheduled-messages.topic-spellings',
    instead(topics, 'meant', (_it, text) => text, { where: (_it, text) => text === emptyTopicName }),
    { since: 334, should: true },
  ),
  breach(
    'scheduled-messages.failed-needs-timestamp.optional',
    'A failed message needs no new time',
    'scheduled-messages.failed-needs-timestamp',
    'scheduled.failed-needs-time',
  ),
  breach(
    'scheduled-messages.failed-with-timestamp.refused',
    'A failed message cannot be edited',
    'scheduled-messages.failed-with-timestamp',
    'scheduled.failed-can-be-moved',
  ),
  breach(
    'scheduled-messages.failed-unchanged.written',
    'A refused edit of a failed message is written all the same',
    'scheduled-messages.failed-unchanged',
    'scheduled.refused-unchanged',
    {
      facts: { failed: true },
    },
  ),
  breach(
    'scheduled-messages.refused-unchanged.written',
    'A refused edit is written all the same',
    ['scheduled-messages.refused-unchanged', 'scheduled-messages.any-refused-unchanged'],
    'scheduled.refused-unchanged',
    {
      facts: { failed: false },
    },
  ),
  breach(
    'scheduled-messages.unknown-channel.accepted',
    'An unknown channel is accepted',
    'scheduled-messages.unknown-channel',
    'scheduled.known-channel',
  ),
  breach(
    'scheduled-messages.unknown-channel-field.text',
    'stream_id of the error is text',
    'scheduled-messages.unknown-channel-field',
    'scheduled.stream-id-of-error',
  ),
  breach(
    'scheduled-messages.unknown-user.accepted',
    'An unknown user is accepted',
    'scheduled-messages.unknown-user',
    'scheduled.known-users',
  ),
  breach(
    'scheduled-messages.unknown.accepted',
    'An unknown scheduled message is edited',
    'scheduled-messages.unknown',
    'scheduled.existing-only',
  ),
]

export const scheduledMessageFaults: readonly Fault[] = [...scheduled]
