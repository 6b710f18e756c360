/** Creating drafts. */
import { visibleChannel } from './access.ts'
import { type Call, type Reply, refuse, scriptOf, succeed } from './call.ts'
import { deliver } from './deliver.ts'
import { fitted } from './limits.ts'
import type { Draft } from './organization.ts'
import type { Route } from './route.ts'
import { meantTopic } from './topics.ts'

export const draftRoutes: readonly Route[] = [
  {
    operation: 'createDrafts',
    method: 'POST',
    path: '/drafts',
    parameters: [{ name: 'drafts', kind: 'objects' }],
    handle: createDrafts,
  },
]

type NewDraft = Omit<Draft, 'id' | 'ownerId'>

/** All or none: one bad draft refuses the batch. */
function createDrafts(call: Call): Reply {
  const { org, caller, params } = call
  const sentDrafts = params.objects('drafts')
  if (params.has('drafts') && sentDrafts.length === 0 && call.uses('messaging.drafts.empty-list-refused')) {
    return refuse(call, 'draft', 'No drafts')
  }
  const drafts: NewDraft[] = []
  for (const [at, sent] of sentDrafts.entries()) {
    const draft = readDraft(call, sent)
    if ('result' in draft) {
      const place = at === 0 ? 'first' : 'later'
      if (!call.keeps('drafts.each-of-a-batch', { place, many: sentDrafts.length > 1 })) continue
      if (call.uses('messaging.drafts.good-ones-of-a-batch')) store(call, drafts)
      return draft
    }
    drafts.push(draft)
  }
  const stored = call.keeps('drafts.created') ? store(call, drafts) : drafts.map(() => org.id('draft'))
  if (!call.keeps('drafts.distinct-ids')) stored.fill([...org.drafts.keys()][0] ?? 0)
  const ids = call.keeps('drafts.one-id-each', { many: drafts.length > 5 }) ? stored : stored.slice(0, -1)
  if (call.uses('messaging.drafts.ids-reversed')) ids.reverse()
  if (drafts.length > 0 && call.keeps('drafts.event', { many: drafts.length > 1 })) {
    const shown = stored
      .map(id => org.drafts.get(id))
      .filter(draft => draft !== undefined)
      .map(shownDraft)
    deliver(org, [caller.id], { type: 'drafts', op: 'add', drafts: shown })
  }
  return succeed({ ids })
}

/** A draft of no channel or of two, which only a fault lets through, is answered and not kept. */
function store(call: Call, drafts: readonly NewDraft[]): number[] {
  return drafts.map((draft, at) => {
    const lost = (draft.type === 'stream' && draft.to.length !== 1) || !call.keeps('drafts.kept', { later: at > 0 })
    return lost ? call.org.id('draft') : keep(call, draft)
  })
}

function keep({ org, caller }: Call, draft: NewDraft): number {
  const id = org.id('draft')
  org.drafts.set(id, { ...draft, id, ownerId: caller.id })
  org.touch()
  return id
}

export function shownDraft({ ownerId, ...draft }: Draft): Omit<Draft, 'ownerId'> {
  return draft
}

function readDraft(call: Call, sent: Record<string, unknown>): NewDraft | Reply {
  const type = member(call, sent, 'type', '', isText)
  const inChannel = type === 'stream'
  const to = member(call, sent, 'to', inChannel ? [...call.org.channels.keys()].slice(0, 1) : [], isIntegers)
  const topic = member(call, sent, 'topic', inChannel ? 'standing in' : '', isText)
  const content = member(call, sent, 'content', '', isText)
  if (type === undefined || to === undefined || topic === undefined || content === undefined) {
    return refuse(call, 'draft', 'Malformed draft')
  }
  if ('id' in sent && call.uses('messaging.drafts.id-refused')) return refuse(call, 'draft', 'Drafts have no id yet')
  if (topic.includes('\0') && call.uses('messaging.drafts.null-byte-nowhere')) return refuse(call, 'null', 'Null byte')
  if (content.trim() === '' && call.uses('messaging.drafts.never-empty')) return refuse(call, 'content', 'Nothing said')
  if (!isKnownType(call, type)) return refuse(call, 'type', 'Invalid draft type')
  if (content.includes('\0') && call.keeps('drafts.content-no-null', { type }))
    return refuse(call, 'null', 'Content holds null bytes')
  const timestamp = readTimestamp(call, sent['timestamp'])
  if (timestamp === undefined) return refuse(call, 'draft', 'Malformed timestamp')
  const fit = fitted(call, content, 'max_message_length')
  if (fit === undefined) return refuse(call, 'content', 'Content is too long')
  const kept = call.keeps('drafts.content-kept') ? fit : `${fit.slice(0, 8)}…`
  if (type === 'stream' || type === 'channel') return channelDraft(call, { to, topic, content: kept, timestamp })
  if (type === '') {
    if (to.length > 0 && !call.keeps('drafts.unaddressed-ignores-to')) return refuse(call, 'to', 'Unaddressed')
    if (topic !== '' && !call.keeps('drafts.unaddressed-ignores-topic')) return refuse(call, 'topic', 'Unaddressed')
    return { type: call.keeps('drafts.type-kept') ? type : 'private', to: [], topic: '', content: kept, timestamp }
  }
  if (topic !== '' && !call.keeps('drafts.direct-ignores-topic'))
    return refuse(call, 'topic', 'No topic in direct messages')
  if (to.some(id => !call.org.activeUser(id)) && call.keeps('drafts.known-users'))
    return refuse(call, 'user', 'Invalid user ID')
  return { type: 'private', to, topic: '', content: kept, timestamp }
}

function channelDraft(call: Call, draft: Omit<NewDraft, 'type'>): NewDraft | Reply {
  const { to, topic, content, timestamp } = draft
  if (to.length !== 1 && call.keeps('drafts.one-channel', { channels: to.length })) {
    if (!call.keeps('drafts.refused-creates-nothing')) keep(call, { ...draft, type: 'stream' })
    return refuse(call, 'one-channel', 'Must specify exactly 1 channel ID for channel messages')
  }
  const visible = to.length !== 1 || visibleChannel(call.org, call.caller, to[0])
  if (!visible && call.keeps('drafts.known-channel')) return refuse(call, 'channel', 'Invalid channel ID')
  if (topic.includes('\0') && call.keeps('drafts.topic-no-null')) return refuse(call, 'null', 'Topic holds null bytes')
  const meant = meantTopic(call, topic)
  const fit = meant === undefined ? undefined : fitted(call, meant, 'max_topic_length')
  if (fit === undefined) return refuse(call, 'topic', 'Invalid topic')
  const topicKept = call.keeps('drafts.topic-kept', { script: scriptOf(fit) })
  const shownTopic = call.uses('messaging.drafts.topic-as-sent') ? topic : fit
  const channelKept = call.keeps('drafts.channel-kept')
  return {
    type: 'stream',
    to: channelKept ? to : to.map(id => id + 1),
    topic: topicKept ? shownTopic : '',
    content,
    timestamp,
  }
}

function isKnownType(call: Call, type: string): boolean {
  if (type === '' || type === 'stream' || type === 'private') return call.keeps('drafts.each-type', { type })
  const newer = type === 'channel' || type === 'direct'
  return (newer && call.uses('messaging.drafts.newer-types')) || (!newer && !call.keeps('drafts.known-type'))
}

function readTimestamp(call: Call, sent: unknown): number | undefined {
  if (sent === undefined) return call.keeps('drafts.timestamp-filled') ? call.now : 0
  if (Number.isSafeInteger(sent)) {
    const kept = call.uses('messaging.drafts.own-timestamps') ? call.now : Number(sent)
    return call.keeps('drafts.timestamp-accepted') ? kept : undefined
  }
  return call.keeps('drafts.timestamp.kind') ? undefined : call.now
}

/** A required member of the right kind; undefined where it is missing or wrong. */
function member<T>(
  call: Call,
  sent: Record<string, unknown>,
  name: string,
  spare: T,
  right: (value: unknown) => value is T,
): T | undefined {
  const value = sent[name]
  if (value === undefined) return call.keeps(`drafts.${name}.required`) ? undefined : spare
  if (right(value)) return value
  const mismatch = typeof value === 'number' ? 'bare' : Array.isArray(value) ? 'element' : 'other'
  return call.keeps(`drafts.${name}.kind`, { mismatch }) ? undefined : spare
}

const isText = (value: unknown): value is string => typeof value === 'string'
const isIntegers = (value: unknown): value is number[] => Array.isArray(value) && value.every(Number.isSafeInteger)
