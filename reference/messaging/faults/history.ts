/** Faults of the edit history. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop } from '../../operations/change.ts'
import { getMessageHistory } from '../history.ts'
import type { Message, Snapshot } from '../organization.ts'
import { emptyTopicName } from '../topics.ts'
import { altered, fault } from './fault.ts'

const edited = {
  prev_topic: 'prev-topic',
  stream: 'stream',
  prev_stream: 'prev-stream',
  prev_content: 'prev-content',
  prev_rendered_content: 'prev-rendered-content',
  content_html_diff: 'content-html-diff',
} as const

const unedited: Readonly<Record<keyof typeof edited, string>> = {
  prev_topic: 'no-prev-topic',
  stream: 'no-streams',
  prev_stream: 'no-streams',
  prev_content: 'no-prev-content',
  prev_rendered_content: 'no-prev-content',
  content_html_diff: 'no-prev-content',
}

type Field = keyof typeof edited
const fields = Object.keys(edited) as Field[]

/** A fault that changes each snapshot of a history. */
const snapshots = (
  id: string,
  describes: string,
  shows: (
    shown: Snapshot,
    of: { readonly message: Message; readonly snapshot: Snapshot; readonly at: number },
  ) => object,
): Fault => {
  const change = alter(getMessageHistory, 'shown', (shown, { message }, snapshot, at) =>
    message ? { ...shown, ...shows(shown, { message, snapshot, at }) } : shown,
  )
  return fault(id, describes, change)
}

/** A fault that changes the list of snapshots of a history. */
const lists = (id: string, describes: string, shows: (list: Snapshot[]) => Snapshot[]): Fault =>
  fault(id, describes, alter(getMessageHistory, 'effect', shows))

const without = (field: Field, fromEdit: number) =>
  alter(getMessageHistory, 'shown', ({ [field]: _left, ...shown }) => shown as Snapshot, {
    where: (_it, _snapshot, at) => at >= fromEdit,
  })

const asItIs = ({ channelId, topic, content }: Message, field: Field): unknown =>
  field.endsWith('stream') ? channelId : field === 'prev_topic' ? topic : content

/** All fields that belong to the same kind of edit. */
const groupOf = (field: Field): readonly Field[] => fields.filter(other => unedited[other] === unedited[field])

const afterwards = { prev_topic: 'topic', prev_stream: 'stream', prev_content: 'content' } as const
const words = (field: Field): string => field.replaceAll('_', '-')

const ofEdits: readonly Fault[] = [
  ...fields.flatMap(field => [
    fault(`history.${edited[field]}.missing`, `An edit does not tell ${field}`, without(field, 0)),
    snapshots(
      `history.${unedited[field]}.${words(field)}`,
      `Every edit tells ${field}`,
      (_shown, { message, snapshot, at }) =>
        at > 0 && !groupOf(field).some(name => name in snapshot) ? { [field]: asItIs(message, field) } : {},
    ),
    snapshots(
      `history.first-snapshot.${words(field)}`,
      `The first snapshot tells ${field}`,
      (_shown, { message, at }) => (at === 0 ? { [field]: asItIs(message, field) } : {}),
    ),
  ]),
  ...(['prev_topic', 'prev_stream', 'prev_content'] as const).map(field =>
    snapshots(`history.${edited[field]}.after`, `${field} tells what came after the edit`, shown =>
      field in shown ? { [field]: shown[afterwards[field]] } : {},
    ),
  ),
  ...(['stream', 'prev_stream'] as const).map(field =>
    fault(
      `history.streams-together.no-${words(field)}`,
      `The snapshot of a moved message has no ${field}`,
      without(field, 0),
    ),
  ),
  ...(['prev_rendered_content', 'content_html_diff'] as const).map(field =>
    fault(
      `history.content-fields-together.no-${words(field)}`,
      `From the fourth edit on a snapshot has no ${field}`,
      without(field, 4),
    ),
  ),
  snapshots(
    'history.content-after.direct',
    'Each snapshot of a direct message shows the latest content',
    (_shown, { message: { channelId, content } }) => (channelId === undefined ? { content } : {}),
  ),
  snapshots(
    'history.prev-content.direct',
    'Each snapshot of a direct message shows the first content as the one before',
    (shown, { message: { channelId, history } }) =>
      channelId === undefined && 'prev_content' in shown ? { prev_content: history[0]?.content } : {},
  ),
  snapshots(
    'history.prev-stream.first',
    'prev_stream of every move is the channel that the message was sent to',
    (shown, { message: { history } }) =>
      'prev_stream' in shown ? { prev_stream: history.find(one => 'prev_stream' in one)?.['prev_stream'] } : {},
  ),
  fault(
    'history.prev-topic.moved',
    'A message that is moved to another channel and another topic at once does not tell prev_topic',
    alter(getMessageHistory, 'shown', ({ prev_topic: _left, ...shown }) => shown as Snapshot, {
      where: (_it, snapshot) => 'stream' in snapshot,
    }),
  ),
  fault(
    'history.stream.moved-with-topic',
    'A message that is moved to another channel and another topic at once does not tell its channels',
    alter(getMessageHistory, 'shown', ({ stream: _stream, prev_stream: _prevStream, ...shown }) => shown as Snapshot, {
      where: (_it, snapshot) => 'prev_topic' in snapshot,
    }),
    { breaches: ['history.stream', 'history.prev-stream'] },
  ),
  fault(
    'history.stream.moved-with-content',
    'A message whose content is changed as it is moved to another channel does not tell its channels',
    alter(getMessageHistory, 'shown', ({ stream: _stream, prev_stream: _prevStream, ...shown }) => shown as Snapshot, {
      where: (_it, snapshot) => 'prev_content' in snapshot,
    }),
    { breaches: ['history.stream', 'history.prev-stream'] },
  ),
  fault('history.prev-content.late', 'From the fourth edit on prev_content is not shown', without('prev_content', 4)),
]

const ofTopics: readonly Fault[] = [
  fault(
    'history.empty-topic-default.kept',
    'The empty topic is shown as such by default',
    alter(getMessageHistory, 'allowsEmptyTopic', () => true, {
      where: ({ params }) => !params.has('allow_empty_topic_name'),
    }),
  ),
  fault(
    'history.empty-topic-default.edited',
    'After an edit the empty topic is shown as such',
    alter(getMessageHistory, 'shown', (shown, _it, { topic }) => ({ ...shown, topic }), {
      where: (_it, _snapshot, at) => at > 0,
    }),
    { breaches: ['history.empty-topic-default', 'history.empty-topic-replaced'] },
  ),
  fault(
    'history.empty-topic-replaced.kept',
    'The empty topic is shown as such although it must not be',
    alter(getMessageHistory, 'allowsEmptyTopic', () => true, {
      where: ({ params }) => params.has('allow_empty_topic_name'),
    }),
  ),
  fault(
    'history.empty-topic-allowed.replaced',
    'The empty topic is never shown as such',
    alter(getMessageHistory, 'allowsEmptyTopic', () => false),
  ),
  fault(
    'history.empty-prev-topic-replaced.missing',
    'An edit of the empty topic does not tell prev_topic',
    alter(getMessageHistory, 'shown', ({ prev_topic: _left, ...shown }) => shown as Snapshot, {
      where: (_it, snapshot) => snapshot['prev_topic'] === '',
    }),
    { breaches: ['history.empty-prev-topic-replaced', 'history.empty-prev-topic-allowed'] },
  ),
  fault(
    'history.prev-topic.into-empty',
    'An edit that leaves no topic does not tell prev_topic',
    alter(getMessageHistory, 'shown', ({ prev_topic: _left, ...shown }) => shown as Snapshot, {
      where: (_it, { topic }) => topic === '',
    }),
    { since: 334 },
  ),
  fault(
    'history.empty-topic-allowed.into-empty',
    'An edit that leaves no topic shows the one before it',
    alter(
      getMessageHistory,
      'shown',
      ({ prev_topic, ...shown }) => ({ ...shown, topic: String(prev_topic) }) as Snapshot,
      { where: (_it, { topic, prev_topic }) => topic === '' && prev_topic !== undefined },
    ),
    { breaches: ['history.empty-topic-default', 'history.empty-topic-replaced', 'history.empty-topic-allowed'] },
  ),
  ...(
    [
      ['empty-prev-topic-replaced.kept', 'An empty prev_topic is shown as such', ''],
      ['empty-prev-topic-allowed.replaced', 'An empty prev_topic is never shown as such', emptyTopicName],
    ] as const
  ).map(([id, describes, prev_topic]) =>
    snapshots(`history.${id}`, describes, (_shown, { snapshot }) =>
      snapshot['prev_topic'] === '' ? { prev_topic } : {},
    ),
  ),
]

export const historyFaults: readonly Fault[] = [
  fault('history.unknown.empty', 'An unknown message has an empty history', drop(getMessageHistory, 'message-known')),
  snapshots('history.user-id-recent.null', 'Nobody made recent edits', (_shown, { at }) =>
    at > 0 ? { user_id: null } : {},
  ),
  snapshots('history.user-id-recent.first', 'Nobody made the message', (_shown, { at }) =>
    at === 0 ? { user_id: null } : {},
  ),
  snapshots('history.rendered-escaped.as-it-is', 'Content is put into HTML as it is', (_shown, { snapshot }) => ({
    rendered_content: `<p>${snapshot.content.replaceAll('**', '')}</p>`,
  })),
  snapshots(
    'history.prev-rendered-html.after',
    'prev_rendered_content is the rendering after the edit',
    (shown, { snapshot }) =>
      'prev_rendered_content' in shown ? { prev_rendered_content: snapshot.rendered_content } : {},
  ),
  snapshots('history.prev-rendered-html.raw', 'prev_rendered_content is Markdown', shown =>
    'prev_rendered_content' in shown ? { prev_rendered_content: shown['prev_content'] } : {},
  ),
  fault(
    'history.emphasis-rendered.literal',
    'Bold words keep their asterisks',
    alter(getMessageHistory, 'shown', shown => ({
      ...shown,
      rendered_content: shown.rendered_content.replaceAll(/<\/?strong>/g, '**'),
    })),
  ),
  snapshots('history.timestamp-seconds.milliseconds', 'Edits are timed in milliseconds', ({ timestamp }) => ({
    timestamp: timestamp * 1000,
  })),
  snapshots(
    'history.timestamp-seconds.of-message',
    'Edits are timed when their message was sent',
    (_shown, { message: { timestamp } }) => ({ timestamp }),
  ),
  snapshots(
    'history.content-after.latest',
    'Each snapshot shows the latest content',
    (_shown, { message: { content } }) => ({
      content,
    }),
  ),
  snapshots('history.rendered-after.first', 'Each snapshot shows the first rendering', (_shown, { message }) => ({
    rendered_content: message.history[0]?.rendered_content,
  })),
  snapshots('history.topic-after.latest', 'Each snapshot shows the latest topic', (_shown, { message: { topic } }) => ({
    topic,
  })),
  lists('history.never-edited.empty', 'A message that was never edited has no snapshot', list =>
    list.length === 1 ? [] : list,
  ),
  lists('history.never-edited.twice', 'A message that was never edited has two snapshots', list =>
    list.length === 1 ? [...list, ...list] : list,
  ),
  fault(
    'history.never-edited.reacted',
    'A reaction to a message adds a snapshot',
    alter(getMessageHistory, 'effect', (list, { message }) => (message?.reactions.length ? [...list, ...list] : list), {
      where: ({ message }) => message?.history.length === 1,
    }),
  ),
  lists('history.oldest-first.newest', 'Snapshots stand newest first', list => list.toReversed()),
  lists('history.each-once.newest', 'The newest snapshot is listed twice', list => [...list, ...list.slice(-1)]),
  lists('history.oldest-first.newest-second', 'The newest snapshot stands second', list =>
    list.length > 2 ? [...list.slice(0, 1), ...list.slice(-1), ...list.slice(1, -1)] : list,
  ),
  lists('history.timestamps-ordered.back', 'The newest snapshot is timed before the one that it follows', list =>
    list.map((shown, at) =>
      at > 0 && at === list.length - 1 ? { ...shown, timestamp: shown.timestamp - 100 } : shown,
    ),
  ),
  ...ofEdits,
  ...ofTopics,
  ...(
    [
      ['history.timestamp.last-one', 'The last snapshot has its timestamp as text', 'timestamp', { as: 'string' }],
      ['history.user-id-recent.last-one', 'The last snapshot names nobody', 'user_id', { as: 'null' }],
      ['history.timestamp-seconds.last-one', 'The last snapshot is of 1970', 'timestamp', { set: 1 }],
    ] as const
  ).map(([id, describes, field, does]) =>
    altered(id, describes, ['getMessageHistory', 'success', `message_history/#last/${field}`], does),
  ),
  fault(
    'history.content-html-diff-not-blank.empty',
    'The difference that an edit made is an empty text',
    alter(getMessageHistory, 'effect', list =>
      list.map(shown => ('content_html_diff' in shown ? { ...shown, content_html_diff: '' } : shown)),
    ),
  ),
  altered(
    'history.timestamp.to-moderators-only',
    'Moderators are shown timestamps as text',
    ['getMessageHistory', 'success', 'message_history/*/timestamp'],
    { as: 'string' },
    { facts: { role: 'moderator' } },
  ),
]
