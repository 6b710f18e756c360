/** Faults of what typing tells others: now and then, to some of them, or when it should not. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'

const ops = ['start', 'stop'] as const

export const typingEffectFaults: readonly Fault[] = [
  ...(
    [
      ['empty-topic', ''],
      ['no-topic', '(no topic)'],
      ['display-name-topic', 'general chat'],
    ] as const
  ).map(([requirement, value]) =>
    breach(
      `typing.${requirement}.refused`,
      `Typing in the topic '${value}' is refused`,
      `typing.${requirement}`,
      'setTypingStatus.topic.accepted',
      { should: true, since: 334, until: 416, facts: { value }, mayAlso: 'parameters.*' },
    ),
  ),
  breach(
    'typing.to-ignored.empty-refused',
    'Typing in a channel refuses an empty list of users',
    'typing.to-ignored',
    'typing.channel-ignores-to',
    { since: 215, facts: { empty: true } },
  ),
  breach(
    'typing.to-ignored.unknown-refused',
    'Typing in a channel looks up the users in to',
    'typing.to-ignored',
    'typing.channel-ignores-to',
    { since: 215, facts: { known: false } },
  ),
  breach(
    'typing.to-ignored.several-refused',
    'Typing in a channel refuses several users in to',
    'typing.to-ignored',
    'typing.channel-ignores-to',
    { since: 215, facts: { several: true } },
  ),
  breach(
    'typing.stream-id-ignored.zero-refused',
    'Direct typing refuses the stream_id 0',
    'typing.stream-id-ignored',
    'typing.direct-ignores',
    { since: 215, facts: { name: 'stream_id', zero: true } },
  ),
  breach(
    'typing.stream-id-ignored.unknown-refused',
    'Direct typing looks up the channel in stream_id',
    'typing.stream-id-ignored',
    'typing.direct-ignores',
    { since: 215, facts: { name: 'stream_id', known: false } },
  ),
  breach(
    'typing.topic-ignored.empty-refused',
    'Direct typing refuses an empty topic',
    'typing.topic-ignored',
    'typing.direct-ignores',
    { since: 215, facts: { name: 'topic', empty: true } },
  ),
  ...ops.map(op =>
    breach(
      `typing.direct-${op}-event.every-third`,
      `Every third direct ${op} is told to nobody`,
      `typing.direct-${op}-event`,
      'typing.event-delivered',
      { every: 3, facts: { message_type: 'direct', op }, mayAlso: 'typing.*' },
    ),
  ),
  ...ops.map(op =>
    breach(
      `typing.channel-${op}-event.every-third`,
      `Every third ${op} in a channel is told to nobody`,
      `typing.channel-${op}-event`,
      'typing.event-delivered',
      { every: 3, since: 215, facts: { message_type: 'stream', op }, mayAlso: 'typing.*' },
    ),
  ),
  ...ops.map(op =>
    breach(
      `typing.edit-${op}-event.direct`,
      `No event for ${op} while a direct message is edited`,
      `typing.edit-${op}-event`,
      'typing.edit-event-delivered',
      { since: 361, facts: { op, channel: false } },
    ),
  ),
  breach(
    'typing.edit-stop-event.every-third',
    'Every third stop while editing is told to nobody',
    'typing.edit-stop-event',
    'typing.edit-event-delivered',
    { every: 3, since: 361, facts: { op: 'stop' } },
  ),
  breach(
    'typing.refused-tells-nobody.no-channel',
    'A typing that is refused for want of a channel is told to the users in to',
    'typing.refused-tells-nobody',
    'typing.refused-silent',
    { since: 215, facts: { why: 'channel' } },
  ),
  breach(
    'typing.refused-tells-nobody.known-users',
    'A typing that is refused for an unknown user is told to the known ones',
    'typing.refused-tells-nobody',
    'typing.refused-silent',
    { since: 215, facts: { why: 'user' } },
  ),
  breach(
    'typing.ignored-tells-nobody.users',
    'Typing in a channel is also told to the users in to',
    'typing.ignored-tells-nobody',
    'typing.ignored-silent',
    { since: 215, facts: { name: 'to' } },
  ),
  breach(
    'typing.ignored-tells-nobody.channel',
    'Direct typing is also told to the channel in stream_id',
    'typing.ignored-tells-nobody',
    'typing.ignored-silent',
    { since: 215, facts: { name: 'stream_id' } },
  ),
]
