/** Faults of typing. */
import type { Fault } from '../../behaviour.ts'
import { alter } from '../../operations/change.ts'
import { registration } from '../register-settings.ts'
import { breach, fault } from './fault.ts'

const typing: readonly Fault[] = [
  breach(
    'typing.type-default.channel',
    'Typing without a type is taken as in a channel',
    'typing.type-default',
    'setTypingStatus.type.default',
    {
      mayAlso: ['typing.*', 'parameters.*'],
    },
  ),
  breach(
    'typing.to-ignored.refused',
    'Typing in a channel refuses to',
    'typing.to-ignored',
    'typing.channel-ignores-to',
    { since: 215 },
  ),
  breach(
    'typing.to-ignored.listed',
    'Typing in a channel lists to as unsupported',
    'typing.to-ignored',
    'typing.ignored-not-listed',
    {
      since: 215,
      facts: { name: 'to' },
      mayAlso: 'parameters.*',
    },
  ),
  breach(
    'typing.stream-id-ignored.refused',
    'Direct typing refuses stream_id',
    'typing.stream-id-ignored',
    'typing.direct-ignores',
    {
      since: 215,
      facts: { name: 'stream_id' },
    },
  ),
  breach(
    'typing.stream-id-ignored.listed',
    'Direct typing lists stream_id',
    'typing.stream-id-ignored',
    'typing.ignored-not-listed',
    {
      since: 215,
      facts: { name: 'stream_id' },
      mayAlso: ['parameters.*', 'typing.stream-id-supported'],
    },
  ),
  breach(
    'typing.topic-ignored.refused',
    'Direct typing refuses topic',
    'typing.topic-ignored',
    'typing.direct-ignores',
    {
      since: 215,
      facts: { name: 'topic' },
    },
  ),
  breach(
    'typing.topic-ignored.listed',
    'Direct typing lists topic',
    'typing.topic-ignored',
    'typing.ignored-not-listed',
    {
      since: 215,
      facts: { name: 'topic' },
      mayAlso: 'parameters.*',
    },
  ),
  breach(
    'typing.to-unknown.accepted',
    'Typing to nobody known is accepted',
    'typing.to-unknown',
    'typing.known-users',
    { should: true },
  ),
  breach(
    'typing.stream-id-unknown.accepted',
    'Typing in an unknown channel is accepted',
    'typing.stream-id-unknown',
    'typing.known-channel',
    {
      should: true,
      since: 215,
    },
  ),
  ...(['start', 'stop'] as const).flatMap(op =>
    (['direct', 'stream'] as const).flatMap(kind => {
      const requirement = `typing.${kind === 'stream' ? 'channel' : 'direct'}-${op}-event`
      const more = { facts: { op, message_type: kind }, ...(kind === 'stream' && { since: 215 }) }
      const lost = breach(
        `${requirement}.lost`,
        `No ${kind} typing event for ${op}`,
        requirement,
        'typing.event-delivered',
        more,
      )
      if (op === 'start') return [lost]
      const also = { ...more, mayAlso: 'typing.*' }
      return [
        lost,
        breach(`${requirement}.as-start`, `A ${kind} stop is told as a start`, requirement, 'typing.event-op', also),
      ]
    }),
  ),
  ...(['start', 'stop'] as const).map(op =>
    breach(
      `typing.edit-${op}-event.lost`,
      `No event for ${op} while editing`,
      `typing.edit-${op}-event`,
      'typing.edit-event-delivered',
      {
        since: 361,
        facts: { op },
      },
    ),
  ),
  breach(
    'typing.edit-stop-event.as-start',
    'Stopping to edit is told as a start',
    'typing.edit-stop-event',
    'typing.edit-event-op',
    {
      since: 361,
      facts: { op: 'stop' },
    },
  ),
  breach(
    'typing.edit-unknown-message.accepted',
    'Editing an unknown message is accepted',
    'typing.edit-unknown-message',
    'typing.edit-known-message',
    {
      should: true,
      since: 361,
    },
  ),
  ...(['started_wait', 'stopped_wait', 'started_expiry'] as const).map(name =>
    fault(
      `typing.${name.replace('_', '-')}-period.zero`,
      `The period ${name} is 0`,
      `typing.${name.replace('_', '-')}-period`,
      alter(registration, 'settings', was => ({ ...was, [`server_typing_${name}_period_milliseconds`]: 0 })),
    ),
  ),
]

export const typingFaults: readonly Fault[] = [...typing]
