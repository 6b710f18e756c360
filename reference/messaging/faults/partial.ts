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
    { facts: { as: 'channel' }, since: 248 },
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

export const partialFaults: readonly Fault[] = [...scheduled, ...parameters].map(row => breach(...row))
