/** Faults about values: one that is listed is refused, or one that is not is accepted. */
import type { Fault } from '../../behaviour.ts'
import { breach, type More, sinceOf } from './fault.ts'

type Accepted = readonly [
  word: string,
  operation: string,
  parameter: string,
  requirement: string,
  facts: object,
  more?: More,
]

const accepted: readonly Accepted[] = [
  ['direct', 'updateScheduledMessage', 'type', 'scheduled-messages.type-values', { value: 'direct' }, {}],
  ['private', 'updateScheduledMessage', 'type', 'scheduled-messages.type-values', { value: 'private' }],
  ['stream', 'updateScheduledMessage', 'type', 'scheduled-messages.type-values', { value: 'stream' }, {}],
  [
    'refused',
    'updateScheduledMessage',
    'type',
    'scheduled-messages.type-channel',
    { value: 'channel' },
    { since: 248 },
  ],
  ['refused', 'updateScheduledMessage', 'to', 'scheduled-messages.to-channel', { form: 'number' }, {}],
  ['refused', 'updateScheduledMessage', 'to', 'scheduled-messages.to-users', { form: 'list' }, {}],
  ['refused', 'updateScheduledMessage', 'content', 'scheduled-messages.content', {}, {}],
  ['refused', 'updateScheduledMessage', 'topic', 'scheduled-messages.topic', {}, {}],
  ['refused', 'updateScheduledMessage', 'scheduled_delivery_timestamp', 'scheduled-messages.timestamp', {}, {}],
  ...[1, 2, 4, 5, 6, 8].map(
    value => [`type-${value}`, 'createProfileField', 'field_type', 'profile-fields.types', { value }, {}] as const,
  ),
  ['refused', 'createProfileField', 'field_data', 'profile-fields.options', {}, {}],
  ['other-scripts', 'createProfileField', 'name', 'profile-fields.name-kept', { script: 'other' }],
]

export const valueFaults: readonly Fault[] = [
  ...accepted.map(([word, operation, parameter, requirement, facts, more]) => {
    const describes = `${operation} refuses ${parameter} (${word})`
    const all = { ...sinceOf(operation), ...more, facts: { ...facts } }
    return breach(
      `${requirement}.${word === 'refused' ? word : `refused-${word}`}`,
      describes,
      requirement,
      `${operation}.${parameter}.accepted`,
      all,
    )
  }),
  breach(
    'channels.retention-outside.taken',
    'createChannel takes anything for message_retention_days',
    'channels.retention-outside',
    'createChannel.message_retention_days.kind',
    { since: 417 },
  ),
  breach(
    'profile-fields.name-optional.demanded',
    'A profile field without a name is refused',
    'profile-fields.name-optional',
    'createProfileField.name.optional',
    { should: true },
  ),
]
