/** Faults of drafts. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'

const drafts: readonly Fault[] = [
  breach('drafts.unaddressed.refused', 'Unaddressed drafts are refused', 'drafts.unaddressed', 'drafts.each-type', {
    facts: { type: '' },
    mayAlso: ['drafts.*', 'parameters.*', 'credentials.*'],
  }),
  breach('drafts.channel.refused', 'Channel drafts are refused', 'drafts.channel', 'drafts.each-type', {
    facts: { type: 'stream' },
    mayAlso: ['drafts.*', 'parameters.*'],
  }),
  breach('drafts.direct.refused', 'Direct drafts are refused', 'drafts.direct', 'drafts.each-type', {
    facts: { type: 'private' },
    mayAlso: ['drafts.*', 'parameters.*'],
  }),
  breach('drafts.one-id-each.one-short', 'One id is missing', 'drafts.one-id-each', 'drafts.one-id-each', {
    mayAlso: ['drafts.*', 'parameters.*'],
  }),
  breach(
    'drafts.one-id-each.over-five',
    'One id is missing in batches over five',
    'drafts.one-id-each',
    'drafts.one-id-each',
    { facts: { many: true } },
  ),
  breach('drafts.ids-distinct.repeated', 'All drafts get the same id', 'drafts.ids-distinct', 'drafts.distinct-ids', {
    mayAlso: ['drafts.*', 'parameters.*'],
  }),
  breach(
    'drafts.kept.lost',
    'Drafts are answered but not kept',
    ['drafts.kept', 'drafts.channel-kept'],
    'drafts.created',
    { mayAlso: ['drafts.*', 'parameters.*'] },
  ),
  breach('drafts.kept.shortened', 'Only the start of a draft is kept', 'drafts.kept', 'drafts.content-kept', {
    mayAlso: ['drafts.*', 'parameters.*'],
  }),
  breach('drafts.kept.retyped', 'Unaddressed drafts are kept as direct ones', 'drafts.kept', 'drafts.type-kept'),
  breach('drafts.channel-kept.topic', 'The topic of a draft is lost', 'drafts.channel-kept', 'drafts.topic-kept'),
  breach('drafts.channel-kept.channel', 'The channel of a draft is lost', 'drafts.channel-kept', 'drafts.channel-kept'),
  breach(
    'drafts.one-channel.none',
    'A channel draft with no channel is accepted',
    'drafts.one-channel',
    'drafts.one-channel',
    {
      facts: { channels: 0 },
    },
  ),
  breach(
    'drafts.one-channel.two',
    'A channel draft with two channels is accepted',
    'drafts.one-channel',
    'drafts.one-channel',
    {
      facts: { channels: 2 },
    },
  ),
  breach(
    'drafts.one-channel-creates-nothing.created',
    'A refused channel draft is created',
    'drafts.one-channel-creates-nothing',
    'drafts.refused-creates-nothing',
  ),
  breach(
    'drafts.to-unknown-channel.accepted',
    'A draft for an unknown channel is accepted',
    'drafts.to-unknown-channel',
    'drafts.known-channel',
    { should: true },
  ),
  breach(
    'drafts.to-unknown-user.accepted',
    'A draft for an unknown user is accepted',
    'drafts.to-unknown-user',
    'drafts.known-users',
    { should: true },
  ),
  breach(
    'drafts.to-ignored.refused',
    'Unaddressed drafts refuse to',
    'drafts.to-ignored',
    'drafts.unaddressed-ignores-to',
  ),
  breach(
    'drafts.topic-ignored-direct.refused',
    'Direct drafts refuse a topic',
    'drafts.topic-ignored-direct',
    'drafts.direct-ignores-topic',
  ),
  breach(
    'drafts.topic-ignored-unaddressed.refused',
    'Unaddressed drafts refuse a topic',
    'drafts.topic-ignored-unaddressed',
    'drafts.unaddressed-ignores-topic',
  ),
  breach(
    'drafts.topic-null-byte.accepted',
    'A null byte in a topic is accepted',
    'drafts.topic-null-byte',
    'drafts.topic-no-null',
  ),
  breach(
    'drafts.content-null-byte.accepted',
    'A null byte in content is accepted',
    'drafts.content-null-byte',
    'drafts.content-no-null',
  ),
  breach(
    'drafts.timestamp-sent.refused',
    'A timestamp is refused',
    'drafts.timestamp-sent',
    'drafts.timestamp-accepted',
    { mayAlso: 'drafts.timestamp-kind' },
  ),
  breach(
    'drafts.timestamp-filled.zero',
    'A timestamp that was not sent is 0',
    'drafts.timestamp-filled',
    'drafts.timestamp-filled',
  ),
  breach('drafts.event.none', 'No drafts event is sent', 'drafts.event', 'drafts.event'),
]

export const draftFaults: readonly Fault[] = [...drafts]
