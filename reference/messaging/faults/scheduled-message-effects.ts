/** Faults of what an edit of a scheduled message leaves behind: kept in part, lost, or written although it was refused. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'

const kept = (id: string, describes: string, breaks: string, facts: Readonly<Record<string, unknown>>): Fault =>
  breach(`scheduled-messages.rest-kept.${id}`, describes, 'scheduled-messages.rest-kept', breaks, {
    facts,
  })

const unchanged = (
  id: string,
  describes: string,
  breaks: string,
  facts: Readonly<Record<string, unknown>> = {},
): Fault =>
  breach(
    `scheduled-messages.any-refused-unchanged.${id}`,
    describes,
    'scheduled-messages.any-refused-unchanged',
    breaks,
    {
      facts,
    },
  )

export const scheduledMessageEffectFaults: readonly Fault[] = [
  kept('content-lost', 'A changed type loses the content', 'scheduled.retype-keeps', { field: 'content' }),
  kept('content-lost-to-users', 'Turning into a direct message loses the content', 'scheduled.retype-keeps', {
    field: 'content',
    type: 'direct',
  }),
  kept('time-reset', 'A changed type sets a new time', 'scheduled.retype-keeps', { field: 'deliverAt' }),
  kept('topic-lost', 'New content loses the topic', 'scheduled.content-keeps', { field: 'topic' }),
  kept('time-reset-by-content', 'New content sets a new time', 'scheduled.content-keeps', { field: 'deliverAt' }),
  unchanged('direct-written', 'A refused edit of a direct message is written', 'scheduled.refused-unchanged', {
    failed: false,
    of: 'direct',
  }),
  unchanged('retyped-written', 'An edit refused for its new type is written', 'scheduled.refused-unchanged', {
    failed: false,
    retyped: true,
  }),
  unchanged('time-written', 'The time of a refused edit is kept', 'scheduled.refused-keeps-time'),
  breach(
    'scheduled-messages.unknown-user.when-retyped',
    'Turning into a direct message takes an unknown user',
    'scheduled-messages.unknown-user',
    'scheduled.known-users',
    { facts: { retyped: true } },
  ),
  breach(
    'scheduled-messages.content-changed.every-third',
    'Every third edit leaves the content',
    'scheduled-messages.content-changed',
    'scheduled.changed',
    { every: 3, facts: { field: 'content' } },
  ),
  breach(
    'scheduled-messages.content-changed.cut',
    'Content of more than 255 letters is cut',
    'scheduled-messages.content-changed',
    'scheduled.stored-whole',
    { facts: { field: 'content' } },
  ),
  breach(
    'scheduled-messages.topic-changed.cut',
    'A topic of more than 30 letters is cut',
    'scheduled-messages.topic-changed',
    'scheduled.stored-whole',
    { facts: { field: 'topic' } },
  ),
  breach(
    'scheduled-messages.topic-ignored.empty-refused',
    'An empty topic for a direct message is refused',
    'scheduled-messages.topic-ignored',
    'scheduled.direct-ignores-topic',
    { facts: { empty: true } },
  ),
  ...(
    [
      ['topic-empty', ''],
      ['topic-no-topic', '(no topic)'],
      ['topic-display-name', 'general chat'],
    ] as const
  ).map(([requirement, spelling]) =>
    breach(
      `scheduled-messages.${requirement}-before-334.accepted`,
      `Before level 334 a channel message is made with the topic '${spelling}'`,
      `scheduled-messages.${requirement}-before-334`,
      'scheduled.topic-not-empty',
      { until: 333, facts: { spelling } },
    ),
  ),
]
