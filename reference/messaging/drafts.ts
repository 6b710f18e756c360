/** Creating drafts: all of a batch or none. */
import { visibleChannel } from './access.ts'
import type { Call } from './call.ts'
import { deliver } from './deliver.ts'
import { fitted } from './limits.ts'
import { operation } from './operation.ts'
import type { Draft } from './organization.ts'
import { meantTopic } from './topics.ts'

type NewDraft = Omit<Draft, 'id' | 'ownerId'>
type Sent = Readonly<Record<string, unknown>>

const isText = (value: unknown): value is string => typeof value === 'string'
const isIntegers = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isSafeInteger)

/** The members of a draft, each empty if it is missing or of another kind. */
export const readDraft = (sent: Sent) => ({
  sent,
  type: isText(sent['type']) ? sent['type'] : '',
  to: isIntegers(sent['to']) ? sent['to'] : [],
  topic: isText(sent['topic']) ? sent['topic'] : '',
  content: isText(sent['content']) ? sent['content'] : '',
  timestamp: Number.isSafeInteger(sent['timestamp']) ? Number(sent['timestamp']) : undefined,
})

type ReadDraft = ReturnType<typeof readDraft>
type Batch = { readonly drafts: readonly ReadDraft[] }

/** The topic of a channel draft; undefined if it is not valid. */
function topicOf(call: Call, { topic }: ReadDraft): string | undefined {
  const meant = meantTopic(call, topic)
  return meant === undefined ? undefined : fitted(call, meant, 'max_topic_length')
}

const inChannel = ({ type }: ReadDraft): boolean => type === 'stream'

export const createDrafts = operation({
  id: 'createDrafts',
  method: 'POST',
  path: '/drafts',
  parameters: [{ name: 'drafts', kind: 'objects' }],
  given: ({ params }: Call) => ({ drafts: params.objects('drafts').map(readDraft) }),
  each: {
    of: ({ drafts }: Batch) => drafts,
    rules: {
      'members-given': [({ item: { sent } }) => members.every(name => name in sent), 'Malformed draft'],
      'members-of-their-kind': [
        ({ item: { sent } }) =>
          isText(sent['type']) && isIntegers(sent['to']) && isText(sent['topic']) && isText(sent['content']),
        'Malformed draft',
      ],
      'timestamp-an-integer': [
        ({ item: { sent, timestamp } }) => sent['timestamp'] === undefined || timestamp !== undefined,
        'Malformed timestamp',
      ],
      'type-known': [({ item: { type } }) => ['', 'stream', 'private'].includes(type), 'Invalid draft type'],
      'content-without-null-byte': [
        ({ item: { content } }) => !content.includes('\0'),
        { msg: 'Content holds null bytes', uncoded: true },
      ],
      'content-within-limit': [
        it => fitted(it, it.item.content, 'max_message_length') !== undefined,
        { msg: 'Content is too long', uncoded: true },
      ],
      'one-channel': [
        ({ item }) => !inChannel(item) || item.to.length === 1,
        'Must specify exactly 1 channel ID for channel messages',
      ],
      'channel-known': [
        ({ item, org, caller }) =>
          !inChannel(item) || item.to.length !== 1 || visibleChannel(org, caller, item.to[0]) !== undefined,
        'Invalid channel ID',
      ],
      'topic-without-null-byte': [
        ({ item }) => !inChannel(item) || !item.topic.includes('\0'),
        { msg: 'Topic holds null bytes', uncoded: true },
      ],
      'topic-valid': [it => !inChannel(it.item) || topicOf(it, it.item) !== undefined, 'Invalid topic'],
      'users-known': [
        ({ item: { type, to }, org }) => type !== 'private' || to.every(id => org.activeUser(id)),
        'Invalid user ID',
      ],
    },
  },
  steps: {
    /** The draft as it is stored. */
    kept(it, draft: ReadDraft): NewDraft {
      const content = fitted(it, draft.content, 'max_message_length') ?? ''
      const timestamp = draft.timestamp ?? it.now
      if (inChannel(draft)) return { type: 'stream', to: draft.to, topic: topicOf(it, draft) ?? '', content, timestamp }
      if (draft.type === '') return { type: '', to: [], topic: '', content, timestamp }
      return { type: 'private', to: draft.to, topic: '', content, timestamp }
    },
    store: (it, draft: NewDraft, _at: number): number => storeDraft(it, draft),
    announce({ org, caller }, ids: readonly number[]): void {
      const drafts = ids.flatMap(id => org.drafts.get(id) ?? []).map(shownDraft)
      deliver(org, [caller.id], { type: 'drafts', op: 'add', drafts })
    },
  },
  effect(it, { kept, store, announce }) {
    const ids = it.drafts.map((draft, at) => store(it, kept(it, draft), at))
    if (ids.length > 0) announce(it, ids)
    return ids
  },
  reply: (_it, ids) => ({ ids }),
})

const members = ['type', 'to', 'topic', 'content']

export function storeDraft({ org, caller }: Call, draft: NewDraft): number {
  const id = org.id('draft')
  org.drafts.set(id, { ...draft, id, ownerId: caller.id })
  org.touch()
  return id
}

export function shownDraft({ ownerId, ...draft }: Draft): Omit<Draft, 'ownerId'> {
  return draft
}
