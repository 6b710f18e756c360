/** The edit history of a message. */
import { visibleMessage } from './access.ts'
import type { Call } from './call.ts'
import { operation } from './operation.ts'
import type { Snapshot } from './organization.ts'
import { pathId } from './route.ts'
import { emptyTopicName } from './topics.ts'

const named = (topic: unknown): unknown => (topic === '' ? emptyTopicName : topic)

export const getMessageHistory = operation({
  id: 'getMessageHistory',
  method: 'GET',
  path: '/messages/{message_id}/history',
  parameters: [pathId('message_id'), { name: 'allow_empty_topic_name', kind: 'boolean', since: 334 }],
  thing: ({ sent }) => `message ${sent.get('message_id')}`,
  given: ({ org, caller, params }: Call) => ({ message: visibleMessage(org, caller, params.integer('message_id')) }),
  rules: {
    'message-known': [({ message }) => message !== undefined, 'Invalid message(s)'],
  },
  steps: {
    /** Whether the empty topic is returned as the empty string. */
    allowsEmptyTopic: ({ params }): boolean => params.flag('allow_empty_topic_name'),
    snapshots: ({ message }): readonly Snapshot[] => message?.history ?? [],
    shown({ message }, snapshot: Snapshot, _at: number, emptyAllowed: boolean): Snapshot {
      if (message?.channelId === undefined || emptyAllowed) return snapshot
      const { topic, prev_topic } = snapshot
      return {
        ...snapshot,
        topic: String(named(topic)),
        ...('prev_topic' in snapshot && { prev_topic: named(prev_topic) }),
      }
    },
  },
  effect(it, { allowsEmptyTopic, snapshots, shown }) {
    const emptyAllowed = allowsEmptyTopic(it)
    return snapshots(it).map((snapshot, at) => shown(it, snapshot, at, emptyAllowed))
  },
  reply: (_it, message_history) => ({ message_history }),
})
