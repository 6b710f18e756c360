/** Faults that show only in part: for one role, one script, one spelling, one place in a list. */
import type { Fault } from '../../behaviour.ts'
import { breach, type More } from './fault.ts'

export type Row = readonly [
  id: string,
  describes: string,
  breaches: string | readonly string[],
  breaks: string,
  more?: More,
]

const typing: readonly Row[] = [
  ...(['start', 'stop'] as const).flatMap(op =>
    (['first', 'last'] as const).flatMap((place): Row[] =>
      (['direct', 'stream'] as const).map(kind => {
        const requirement = `typing.${kind === 'stream' ? 'channel' : 'direct'}-${op}-event`
        const more = { facts: { message_type: kind, op }, ...(kind === 'stream' && { since: 215 }) }
        return [
          `${requirement}.all-but-the-${place}`,
          `The ${place} to be told of a ${op} is not`,
          requirement,
          `typing.tells-the-${place}`,
          more,
        ]
      }),
    ),
  ),
  ...(['start', 'stop'] as const).map(
    (op): Row => [
      `typing.channel-${op}-event.lost-for-channel`,
      `No event for ${op} of type channel`,
      `typing.channel-${op}-event`,
      'typing.event-delivered',
      { facts: { type: 'channel', op }, since: 248 },
    ],
  ),
  [
    'typing.stream.other-scripts',
    'Topics of other scripts are refused',
    ['typing.stream', 'typing.channel'],
    'setTypingStatus.topic.accepted',
    { facts: { script: 'other' }, since: 248 },
  ],
  [
    'typing.op-values.refused-start',
    "Typing refuses op 'start'",
    'typing.op-values',
    'setTypingStatus.op.accepted',
    { facts: { value: 'start' }, mayAlso: ['typing.*', 'parameters.*'] },
  ],
  [
    'typing.edit-op-values.refused-start',
    "Typing while editing refuses op 'start'",
    'typing.edit-op-values',
    'setMessageEditTypingStatus.op.accepted',
    { facts: { value: 'start' }, since: 361, mayAlso: ['typing.*', 'parameters.*'] },
  ],
]

const scheduled: readonly Row[] = [
  [
    'scheduled-messages.content.other-scripts',
    'Content of other scripts is refused',
    ['scheduled-messages.content', 'scheduled-messages.content-changed'],
    'updateScheduledMessage.content.accepted',
    { facts: { script: 'other' } },
  ],
  [
    'scheduled-messages.topic.other-scripts',
    'Topics of other scripts are refused',
    'scheduled-messages.topic',
    'updateScheduledMessage.topic.accepted',
    { facts: { script: 'other' } },
  ],
  [
    'scheduled-messages.to-required.for-channel',
    "The type 'channel' needs no to",
    'scheduled-messages.to-required',
    'scheduled.new-type-needs-to',
    { facts: { as: 'channel' }, since: 248 },
  ],
  [
    'scheduled-messages.to-required.for-private',
    "The type 'private' needs no to",
    'scheduled-messages.to-required',
    'scheduled.new-type-needs-to',
    { facts: { as: 'private' } },
  ],
  [
    'scheduled-messages.topic-required.for-channel',
    "The type 'channel' needs no topic",
    'scheduled-messages.topic-required',
    'scheduled.new-channel-needs-topic',
    { facts: { as: 'channel' }, since: 248 },
  ],
  [
    'scheduled-messages.topic-empty.for-channel',
    "The type 'channel' takes an empty topic",
    'scheduled-messages.topic-empty',
    'scheduled.topic-not-empty',
    { facts: { as: 'channel', spelling: '' }, since: 334, should: true },
  ],
  [
    'scheduled-messages.unknown-channel.for-channel',
    "The type 'channel' takes an unknown channel",
    'scheduled-messages.unknown-channel',
    'scheduled.known-channel',
    { facts: { as: 'channel' }, since: 248, mayAlso: 'scheduled-messages.*' },
  ],
  [
    'scheduled-messages.unknown-user.not-last',
    'Only the last of several users is looked up',
    'scheduled-messages.unknown-user',
    'scheduled.known-users',
    { facts: { last: false } },
  ],
]

const parameters: readonly Row[] = [
  [
    'profile-fields.summary-third.of-another-type',
    'A third date field is in the summary',
    'profile-fields.summary-third',
    'profile-fields.two-in-summary',
    { facts: { type: 4 } },
  ],
]

export const partialFaults: readonly Fault[] = [...typing, ...scheduled, ...parameters].map(row => breach(...row))
