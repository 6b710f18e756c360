/** Faults of history, narrows, reactions and the read state. */
import type { Fault } from '../../behaviour.ts'
import { breach } from './fault.ts'

const edited = {
  prev_topic: 'prev-topic',
  stream: 'stream',
  prev_stream: 'prev-stream',
  prev_content: 'prev-content',
  prev_rendered_content: 'prev-rendered-content',
  content_html_diff: 'content-html-diff',
} as const

const unedited = {
  prev_topic: 'no-prev-topic',
  stream: 'no-streams',
  prev_stream: 'no-streams',
  prev_content: 'no-prev-content',
  prev_rendered_content: 'no-prev-content',
  content_html_diff: 'no-prev-content',
} as const

const history: readonly Fault[] = [
  breach(
    'history.unknown.empty',
    'An unknown message has an empty history',
    'history.unknown',
    'history.known-message',
  ),
  breach(
    'history.user-id-recent.null',
    'Nobody made recent edits',
    'history.user-id-recent',
    'history.editor-recorded',
  ),
  breach(
    'history.timestamp-seconds.milliseconds',
    'Edits are timed in milliseconds',
    'history.timestamp-seconds',
    'history.timestamp-seconds',
  ),
  breach(
    'history.content-after.latest',
    'Each snapshot shows the latest content',
    'history.content-after',
    'history.content-after',
    { mayAlso: 'history.*' },
  ),
  breach(
    'history.rendered-after.first',
    'Each snapshot shows the first rendering',
    'history.rendered-after',
    'history.rendered-after',
  ),
  breach(
    'history.topic-after.latest',
    'Each snapshot shows the latest topic',
    'history.topic-after',
    'history.topic-after',
    { mayAlso: 'history.*' },
  ),
  breach(
    'history.never-edited.empty',
    'A message that was never edited has no snapshot',
    'history.never-edited',
    'history.first-snapshot-for-unedited',
    {
      mayAlso: ['history.*', 'parameters.*'],
    },
  ),
  breach(
    'history.never-edited.twice',
    'A message that was never edited has two snapshots',
    'history.never-edited',
    'history.one-snapshot-for-unedited',
    {
      mayAlso: 'history.*',
    },
  ),
  breach(
    'history.oldest-first.newest',
    'Snapshots stand newest first',
    'history.oldest-first',
    'history.oldest-first',
    { mayAlso: 'history.*' },
  ),
  breach(
    'history.oldest-first.newest-second',
    'The newest snapshot stands second',
    'history.oldest-first',
    'history.last-is-last',
    { mayAlso: 'history.*' },
  ),
  breach(
    'history.timestamps-ordered.back',
    'The newest snapshot is timed before the one that it follows',
    'history.timestamps-ordered',
    'history.time-goes-on',
    { mayAlso: 'history.*' },
  ),
  ...(['stream', 'prev_stream'] as const).map(field =>
    breach(
      `history.streams-together.no-${field.replace('_', '-')}`,
      `The snapshot of a moved message has no ${field}`,
      'history.streams-together',
      'history.edit-fields',
      { facts: { field }, mayAlso: 'history.*' },
    ),
  ),
  ...(['prev_rendered_content', 'content_html_diff'] as const).map(field =>
    breach(
      `history.content-fields-together.no-${field.replaceAll('_', '-')}`,
      `From the fourth edit on a snapshot has no ${field}`,
      'history.content-fields-together',
      'history.edit-fields',
      { facts: { field, late: true }, mayAlso: 'history.*' },
    ),
  ),
  breach(
    'history.empty-prev-topic-replaced.kept',
    'An empty prev_topic is shown as such',
    'history.empty-prev-topic-replaced',
    'history.names-empty-prev-topic',
    { since: 334 },
  ),
  breach(
    'history.empty-prev-topic-allowed.replaced',
    'An empty prev_topic is never shown as such',
    'history.empty-prev-topic-allowed',
    'history.allows-empty-prev-topic',
    { since: 334 },
  ),
  ...Object.entries(edited).map(([field, requirement]) =>
    breach(
      `history.${requirement}.missing`,
      `An edit does not tell ${field}`,
      `history.${requirement}`,
      'history.edit-fields',
      { facts: { field }, mayAlso: 'history.*' },
    ),
  ),
  ...(['prev_topic', 'prev_stream', 'prev_content'] as const).map(field =>
    breach(
      `history.${edited[field]}.after`,
      `${field} tells what came after the edit`,
      `history.${edited[field]}`,
      'history.before-values',
      { facts: { field } },
    ),
  ),
  ...Object.entries(unedited).map(([field, requirement]) =>
    breach(
      `history.${requirement}.${field.replaceAll('_', '-')}`,
      `Every edit tells ${field}`,
      `history.${requirement}`,
      'history.only-edit-fields',
      {
        facts: { field },
        mayAlso: 'history.*',
      },
    ),
  ),
  ...Object.keys(edited).map(field =>
    breach(
      `history.first-snapshot.${field.replaceAll('_', '-')}`,
      `The first snapshot tells ${field}`,
      'history.first-snapshot',
      'history.first-has-five',
      {
        facts: { field },
        mayAlso: 'history.*',
      },
    ),
  ),
  breach(
    'history.empty-topic-default.kept',
    'The empty topic is shown as such by default',
    'history.empty-topic-default',
    'history.default-names-empty-topic',
    {
      since: 334,
    },
  ),
  breach(
    'history.empty-topic-replaced.kept',
    'The empty topic is shown as such although it must not be',
    'history.empty-topic-replaced',
    'history.false-names-empty-topic',
    {
      since: 334,
    },
  ),
  breach(
    'history.empty-topic-allowed.replaced',
    'The empty topic is never shown as such',
    'history.empty-topic-allowed',
    'history.allows-empty-topic',
    {
      since: 334,
      mayAlso: 'parameters.query-get',
    },
  ),
]

const narrow: readonly Fault[] = [
  breach('narrow.keys.others', 'Messages that nobody asked for are answered', 'narrow.keys', 'narrow.only-asked', {
    mayAlso: 'narrow.only-matching',
  }),
  breach(
    'narrow.only-matching.all',
    'Messages that do not match are answered',
    'narrow.only-matching',
    'narrow.only-matches',
  ),
  breach(
    'narrow.only-matching.none',
    'Messages that match are not answered',
    'narrow.only-matching',
    'narrow.all-matches',
    { mayAlso: 'narrow.*' },
  ),
  breach(
    'narrow.content-highlighted.plain',
    'Content is not highlighted',
    'narrow.content-highlighted',
    'narrow.content-highlighted',
  ),
  breach(
    'narrow.subject-highlighted.plain',
    'Topics are not highlighted',
    'narrow.subject-highlighted',
    'narrow.subject-highlighted',
  ),
  breach('narrow.subject-escaped.raw', 'Topics are not escaped', 'narrow.subject-escaped', 'narrow.subject-escaped'),
  breach(
    'narrow.narrow-operator.missing',
    'An element without operator is accepted',
    'narrow.narrow-operator',
    'narrow.known-terms',
    { facts: { missing: 'operator' } },
  ),
  breach(
    'narrow.narrow-operand.missing',
    'An element without operand is accepted',
    'narrow.narrow-operand',
    'narrow.known-terms',
    { facts: { missing: 'operand' } },
  ),
]

const reactions: readonly Fault[] = [
  breach(
    'reactions.removed-twice.accepted',
    'A reaction is removed any number of times',
    'reactions.removed-twice',
    'reactions.existing-only',
    { facts: { gone: true } },
  ),
  breach(
    'reactions.removed-twice.kept',
    'Removing a reaction changes nothing',
    'reactions.removed-twice',
    'reactions.removed',
  ),
  breach(
    'reactions.others-stay.all-removed',
    'Removing one reaction removes all of that user',
    'reactions.others-stay',
    'reactions.others-stay',
    {
      mayAlso: 'reactions.*',
    },
  ),
  breach(
    'reactions.never-made.accepted',
    'A reaction that nobody made is removed',
    'reactions.never-made',
    'reactions.existing-only',
    {
      facts: { gone: false },
      mayAlso: 'reactions.*',
    },
  ),
  breach(
    'reactions.invalid-code.accepted',
    'An invalid emoji code is accepted',
    'reactions.invalid-code',
    'reactions.known-code',
    {
      mayAlso: 'reactions.type-outside',
    },
  ),
  breach('reactions.name-only.refused', 'A name alone is refused', 'reactions.name-only', 'reactions.by-name', {
    should: true,
  }),
  breach(
    'reactions.code-only.refused',
    'A code without a name is refused',
    'reactions.code-only',
    'reactions.by-code',
    { should: true },
  ),
  breach(
    'reactions.unknown-message.accepted',
    'Reactions of unknown messages are removed',
    'reactions.unknown-message',
    'reactions.known-message',
    { should: true },
  ),
]

const readState: readonly Fault[] = [
  breach('read-state.ends.never', 'complete is never true', 'read-state.ends', 'read-state.completes-at-last', {
    mayAlso: 'read-state.*',
  }),
  breach(
    'read-state.nothing-left.nothing-marked',
    'Nothing is marked as read',
    'read-state.nothing-left',
    'read-state.marked',
  ),
  breach(
    'read-state.nothing-left.one-left',
    'The oldest message stays unread',
    'read-state.nothing-left',
    'read-state.all-marked',
  ),
]

export const messageFaults: readonly Fault[] = [...history, ...narrow, ...reactions, ...readState]
