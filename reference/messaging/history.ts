/** The edit history of a message. */
import { visibleMessage } from './access.ts'
import { type Call, type Reply, refuse, succeed } from './call.ts'
import type { Message, Snapshot } from './organization.ts'
import { pathId, type Route } from './route.ts'
import { emptyTopicName } from './topics.ts'

export const historyRoutes: readonly Route[] = [
  {
    operation: 'getMessageHistory',
    method: 'GET',
    path: '/messages/{message_id}/history',
    parameters: [pathId('message_id'), { name: 'allow_empty_topic_name', kind: 'boolean', since: 334 }],
    handle: getMessageHistory,
  },
]

function getMessageHistory(call: Call): Reply {
  const { org, caller, params } = call
  const message = visibleMessage(org, caller, params.integer('message_id'))
  if (!message) {
    return call.keeps('history.known-message')
      ? refuse(call, 'message', 'Invalid message(s)')
      : succeed({ message_history: [] })
  }
  const asked = params.flag('allow_empty_topic_name', !call.keeps('history.default-names-empty-topic'))
  const emptyAllowed = asked || (params.has('allow_empty_topic_name') && !call.keeps('history.false-names-empty-topic'))
  const snapshots = call.uses('messaging.history.edits-merged') ? merged(message.history) : message.history
  const shown = snapshots.map((snapshot, at) => shownSnapshot(call, message, snapshot, at, emptyAllowed))
  if (!call.keeps('history.oldest-first')) shown.reverse()
  if (!call.keeps('history.last-is-last') && shown.length > 2) shown.splice(1, 0, ...shown.splice(-1))
  const last = shown.at(-1)
  if (last && shown.length > 1 && !call.keeps('history.time-goes-on'))
    shown.splice(-1, 1, { ...last, timestamp: last.timestamp - 100 })
  if (!call.keeps('history.first-snapshot-for-unedited') && shown.length === 1) shown.pop()
  if (!call.keeps('history.one-snapshot-for-unedited') && shown.length === 1) shown.push(...shown)
  return succeed({ message_history: shown })
}

/** Edits within an hour share a snapshot: what was before the first of them, and what is after the last. */
function merged(history: readonly Snapshot[]): Snapshot[] {
  const [first, ...edits] = history
  const kept = first ? [first] : []
  for (const edit of edits) {
    const before = kept.length > 1 ? kept.at(-1) : undefined
    if (before && edit.timestamp - before.timestamp < 3600) {
      const earlier = Object.entries(before).filter(([name]) => name.startsWith('prev_'))
      kept.splice(-1, 1, { ...before, ...edit, ...Object.fromEntries(earlier) })
    } else kept.push(edit)
  }
  return kept
}

const afterwards = { prev_topic: 'topic', prev_stream: 'stream', prev_content: 'content' }

const editFields: Readonly<Record<string, readonly string[]>> = {
  topic: ['prev_topic'],
  channel: ['stream', 'prev_stream'],
  content: ['prev_content', 'prev_rendered_content', 'content_html_diff'],
}

function shownSnapshot(call: Call, message: Message, snapshot: Snapshot, at: number, emptyAllowed: boolean): Snapshot {
  const shown: Record<string, unknown> = { ...snapshot }
  if (at > 0 && !call.keeps('history.editor-recorded')) shown['user_id'] = null
  if (!call.keeps('history.timestamp-seconds')) shown['timestamp'] = snapshot.timestamp * 1000
  if (!call.keeps('history.content-after')) shown['content'] = message.content
  if (!call.keeps('history.rendered-after')) shown['rendered_content'] = message.history[0]?.rendered_content
  if (!call.keeps('history.topic-after')) shown['topic'] = message.topic
  for (const [field, after] of Object.entries(afterwards)) {
    if (field in shown && !call.keeps('history.before-values', { field })) shown[field] = shown[after]
  }
  const named = message.channelId !== undefined && !(emptyAllowed && call.keeps('history.allows-empty-topic'))
  if (named) {
    if (shown['topic'] === '' && call.keeps('history.names-empty-topic', { edited: at > 0 }))
      shown['topic'] = emptyTopicName
    if (shown['prev_topic'] === '' && call.keeps('history.names-empty-prev-topic')) shown['prev_topic'] = emptyTopicName
  } else if (shown['prev_topic'] === '' && !call.keeps('history.allows-empty-prev-topic'))
    shown['prev_topic'] = emptyTopicName
  if (message.channelId === undefined && call.uses('messaging.history.direct-topic-named'))
    shown['topic'] = 'direct message'
  for (const [edited, fields] of Object.entries(editFields)) {
    const due = fields.some(field => field in snapshot)
    for (const field of fields) {
      if (due && !call.keeps('history.edit-fields', { edited, field, late: at > 3 })) delete shown[field]
      if (!due && at > 0 && !call.keeps('history.only-edit-fields', { edited, field }))
        shown[field] = unedited(message, field)
      if (at === 0 && !call.keeps('history.first-has-five', { field })) shown[field] = unedited(message, field)
    }
  }
  return shown as Snapshot
}

function unedited(message: Message, field: string): unknown {
  return field.endsWith('stream') ? message.channelId : field === 'prev_topic' ? message.topic : message.content
}
