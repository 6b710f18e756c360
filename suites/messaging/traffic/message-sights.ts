/** Rules about drafts, messages, histories and reactions in traffic. */
import { equals, integers, isObject, type Sight, valueAt } from '../../../harness/index.ts'
import { distinctIds } from '../drafts/drafts.predicates.ts'
import { contentsFollow, timesInSeconds } from '../messages/history.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import { isFaultless } from './quiet.ts'
import { refused, refusedFor } from './refusal-sights.ts'
import { isNoIntegerList, isNoObjectList, objectsIn } from './sent-values.ts'

type Draft = Readonly<Record<string, unknown>>

/** A rule for requests in which at least one draft is like that; elements that are not objects are ignored. */
const draft = (requirement: string, isLike: (one: Draft) => boolean): Sight =>
  refused(`drafts.${requirement}`, 'createDrafts', ({ drafts }) => objectsIn(drafts).some(isLike))

const has = (one: Draft, name: string): boolean => Object.hasOwn(one, name)
const isIn = (one: Draft, type: 'stream' | 'private'): boolean => one['type'] === type
const TYPES: readonly unknown[] = ['', 'stream', 'private', 'channel', 'direct', null]
const hasNull = (value: unknown): boolean => typeof value === 'string' && value.includes('\0')
const isNoInteger = (value: unknown): boolean =>
  value !== undefined && value !== null && !Number.isInteger(value) && !/^[\d.]*$/.test(String(value))

const isEmptyList = (value: unknown): boolean => Array.isArray(value) && value.length === 0
const isOfNotOneChannel = (one: Draft): boolean => {
  const { to } = one
  return (
    isIn(one, 'stream') && Array.isArray(to) && to.every(Number.isInteger) && (to.length === 0 || new Set(to).size > 1)
  )
}

/** Whether all drafts differ: it is open whether a deployment keeps equal ones apart. */
const areDifferent = (drafts: readonly Draft[]): boolean =>
  new Set(drafts.map(({ content }) => JSON.stringify(content))).size === drafts.length

const isText = (value: unknown): boolean => typeof value === 'string' && !hasNull(value)
const isRight = (one: Draft): boolean =>
  TYPES.includes(one['type']) &&
  isText(one['content']) &&
  isText(one['topic']) &&
  !isNoInteger(one['timestamp']) &&
  !isNoIntegerList(one['to']) &&
  !isOfNotOneChannel(one)

/** A rule about a history on its own, without knowing the edits. */
const history = (requirement: string, predicate: unknown): Sight => ({
  requirement: `messaging.history.${requirement}`,
  operation: 'getMessageHistory',
  predicate: predicate as Sight['predicate'],
  isPartial: true,
  about: (_request, exchange) => {
    const isList = Array.isArray(valueAt(exchange.json, '/message_history'))
    return outcomeOf(exchange) === 'success' && isList ? { args: {} } : null
  },
})

export const messageSights: readonly Sight[] = [
  refused('drafts.drafts-kind', 'createDrafts', ({ drafts }) => isNoObjectList(drafts)),
  draft('type-required', one => !has(one, 'type')),
  draft('type-outside', one => has(one, 'type') && !TYPES.includes(one['type'])),
  draft('to-required', one => (isIn(one, 'stream') || isIn(one, 'private')) && !has(one, 'to')),
  draft('to-kind', one => (isIn(one, 'stream') || isIn(one, 'private')) && isNoIntegerList(one['to'])),
  refused('drafts.one-channel', 'createDrafts', ({ drafts }) => objectsIn(drafts).some(isOfNotOneChannel), {
    codes: ['BAD_REQUEST'],
    sure: ({ drafts }) => objectsIn(drafts).length === 1 && objectsIn(drafts).every(one => isEmptyList(one['to'])),
  }),
  draft('topic-required', one => isIn(one, 'stream') && !has(one, 'topic')),
  draft('topic-null-byte', one => isIn(one, 'stream') && hasNull(one['topic'])),
  draft('content-required', one => !has(one, 'content')),
  draft('content-null-byte', one => hasNull(one['content'])),
  draft('timestamp-kind', one => isNoInteger(one['timestamp'])),
  {
    requirement: 'messaging.drafts.one-id-each',
    operation: 'createDrafts',
    predicate: integers as unknown as Sight['predicate'],
    about: (request, exchange) => {
      const { drafts } = request.params
      const isRightOnes = isFaultless(request) && objectsIn(drafts).length > 0 && objectsIn(drafts).every(isRight)
      return isRightOnes && outcomeOf(exchange) === 'success'
        ? { args: { pointer: '/ids', count: objectsIn(drafts).length } }
        : null
    },
    leavesOpen: ({ isKnown, params: { drafts } }, exchange) =>
      isKnown && outcomeOf(exchange) === 'error' && objectsIn(drafts).length > 0 && objectsIn(drafts).every(isRight)
        ? 'a request that the contract describes was refused'
        : null,
  },
  {
    requirement: 'messaging.drafts.ids-distinct',
    operation: 'createDrafts',
    predicate: distinctIds as unknown as Sight['predicate'],
    about: ({ params: { drafts } }, exchange) => {
      const ids = valueAt(exchange.json, '/ids')
      const isSeveral = outcomeOf(exchange) === 'success' && Array.isArray(ids) && ids.length > 1
      return isSeveral && areDifferent(objectsIn(drafts)) ? { args: {} } : null
    },
  },

  history('timestamp-seconds', timesInSeconds),
  history('prev-content', contentsFollow),
  refusedFor('history.empty-topic-kind', 'getMessageHistory', 'allow_empty_topic_name', 'kind'),
  refusedFor('narrow.msg-ids-required', 'checkMessagesMatchNarrow', 'msg_ids', 'missing'),
  refused('narrow.msg-ids-kind', 'checkMessagesMatchNarrow', params => isNoIntegerList(params['msg_ids'])),
  refusedFor('narrow.narrow-required', 'checkMessagesMatchNarrow', 'narrow', 'missing'),
  refused('narrow.narrow-kind', 'checkMessagesMatchNarrow', ({ narrow }) => isNoObjectList(narrow)),
  refused('narrow.narrow-operator', 'checkMessagesMatchNarrow', ({ narrow }) =>
    objectsIn(narrow).some(one => !has(one, 'operator')),
  ),
  refused('narrow.narrow-operand', 'checkMessagesMatchNarrow', ({ narrow }) =>
    objectsIn(narrow).some(one => !has(one, 'operand')),
  ),
  refusedFor('reactions.type-outside', 'removeReaction', 'reaction_type', 'outside'),
  refusedFor('event-queues.queue-id-required', 'deleteEventQueue', 'queue_id', 'missing'),
  {
    requirement: 'messaging.event-queues.error-queue-id',
    operation: 'deleteEventQueue',
    predicate: equals as unknown as Sight['predicate'],
    about: ({ isKnown, texts }, { json }) => {
      const sent = texts.get('queue_id')
      const isBad = isObject(json) && json['result'] === 'error' && json['code'] === 'BAD_EVENT_QUEUE_ID'
      return isKnown && isBad && sent !== undefined ? { args: { pointer: '/queue_id', value: sent } } : null
    },
  },
]
