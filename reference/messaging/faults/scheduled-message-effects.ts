/** Faults of the effect of edits of scheduled messages: stored in part, lost, or stored although refused. */
import type { Fault } from '../../behaviour.ts'
import { alter, type Change, uponRefusal } from '../../operations/change.ts'
import type { Seen } from '../../operations/stage.ts'
import type { Organization, ScheduledMessage } from '../organization.ts'
import { type Edited, updateScheduledMessage } from '../scheduled-messages.ts'
import { fault } from './fault.ts'
import { editFault } from './scheduled-messages.ts'

type Given = Seen<typeof updateScheduledMessage>
type Where = (it: Given) => boolean

/** The rules after those that find the message and its owner: for an edit of the caller's own message that is refused. */
const { 'message-known': _known, 'message-is-own': _own, ...later } = updateScheduledMessage.rules
const laterRules = Object.keys(later) as (keyof typeof later)[]

const writtenThoughRefused = (
  where: (it: Given, message: ScheduledMessage) => boolean,
  writes: (it: Given, message: ScheduledMessage) => void = writeHastily,
): Change[] =>
  uponRefusal(updateScheduledMessage, laterRules, it => {
    if (it.message && where(it, it.message)) writes(it, it.message)
  })

/** Stores what a hasty server has written by the time it refuses the edit. */
function writeHastily(it: Given, message: ScheduledMessage): void {
  const channel = message.type === 'stream' ? it.params.integer('to') : undefined
  if (channel !== undefined) message.to = channel
  if (it.type !== undefined) message.type = it.type
  message.content = it.content ?? message.content
  message.topic = it.topic ?? message.topic
}

const kept = (
  id: string,
  describes: string,
  keeps: (edited: Edited, message: ScheduledMessage, it: Given) => Partial<Edited>,
  where: Where = () => true,
): Fault =>
  editFault(
    id,
    describes,
    alter(updateScheduledMessage, 'edited', (edited, it, message) => ({ ...edited, ...keeps(edited, message, it) }), {
      where,
    }),
  )

const oldKept = (field: keyof Edited) => (_edited: Edited, message: ScheduledMessage) => ({ [field]: message[field] })

/** Edits the message that a request names, even if the request is refused. */
export function editNamedMessage({ org, sent }: { org: Organization; sent: ReadonlyMap<string, string> }): void {
  const message = org.scheduled.get(Number(sent.get('scheduled_message_id')))
  if (message) message.content = sent.get('content') ?? `${message.content} (edited)`
}

const effects: readonly Fault[] = [
  ...(
    [
      ['content', 'content-changed'],
      ['topic', 'topic-changed'],
      ['type', 'type-changed'],
      ['to', 'type-changed'],
      ['deliverAt', 'timestamp-changed'],
    ] as const
  ).map(([field, requirement]) =>
    kept(`${requirement}.${field.toLowerCase()}-kept-old`, `A changed ${field} is not stored`, oldKept(field)),
  ),
  kept('type-changed.two-at-most', 'A scheduled direct message keeps two recipients', ({ to }) => ({
    to: Array.isArray(to) ? to.slice(0, 2) : to,
  })),
  editFault(
    'content-changed.every-third',
    'One in three edits leaves the content',
    alter(updateScheduledMessage, 'edited', (edited, _it, { content }) => ({ ...edited, content }), { oneIn: 3 }),
  ),
  kept('content-changed.cut', 'Content of more than 255 letters is cut', ({ content }) => ({
    content: content.length > 255 ? content.slice(0, 30) : content,
  })),
  kept('topic-changed.cut', 'A topic of more than 30 letters is cut', ({ topic }) => ({ topic: topic.slice(0, 30) })),
  kept(
    'rest-kept.content-lost',
    'A changed type loses the content',
    () => ({ content: '' }),
    ({ retyped, content }) => retyped && content === undefined,
  ),
  kept(
    'rest-kept.content-lost-to-users',
    'Turning into a direct message loses the content',
    () => ({ content: '' }),
    ({ retyped, type, content }) => retyped && type === 'direct' && content === undefined,
  ),
  kept(
    'rest-kept.time-reset',
    'A changed type sets a new time',
    (_edited, _message, { now }) => ({ deliverAt: now + 60 }),
    ({ retyped, time }) => retyped && time === undefined,
  ),
  kept(
    'rest-kept.topic-lost',
    'New content loses the topic',
    () => ({ topic: '' }),
    ({ retyped, content, topic }) => !retyped && content !== undefined && topic === undefined,
  ),
  kept(
    'rest-kept.time-reset-by-content',
    'New content sets a new time',
    (_edited, _message, { now }) => ({ deliverAt: now + 60 }),
    ({ retyped, content, time }) => !retyped && content !== undefined && time === undefined,
  ),
]

/** Stores a refused list of recipients without the unknown ones. */
const sentToKnown = (isOne: (message: ScheduledMessage) => boolean) =>
  uponRefusal(updateScheduledMessage, 'users-known', ({ org, message, to = [] }) => {
    const known = to.filter(id => org.activeUser(id))
    if (message?.type === 'direct' && known.length > 0 && isOne(message)) message.to = known
  })

const refusedAndWritten: readonly Fault[] = [
  editFault(
    'failed-unchanged.written',
    'A refused edit of a failed message is written all the same',
    writtenThoughRefused((_it, { failed }) => failed),
  ),
  editFault(
    'failed-unchanged.content',
    'A failed message is refused its edit and keeps the new content',
    writtenThoughRefused(
      (_it, { failed }) => failed,
      ({ content }, message) => {
        message.content = content ?? message.content
      },
    ),
  ),
  fault(
    'scheduled-messages.refused-unchanged.written',
    'A refused edit is written all the same',
    writtenThoughRefused((_it, { failed }) => !failed),
    { breaches: ['scheduled-messages.refused-unchanged', 'scheduled-messages.any-refused-unchanged'] },
  ),
  editFault(
    'any-refused-unchanged.direct-written',
    'A refused edit of a direct message is written',
    writtenThoughRefused((_it, { failed, type }) => !failed && type === 'direct'),
  ),
  editFault(
    'any-refused-unchanged.retyped-written',
    'An edit refused for its new type is written',
    writtenThoughRefused(({ retyped }, { failed }) => !failed && retyped),
  ),
  editFault(
    'any-refused-unchanged.time-written',
    'The time of a refused edit is kept',
    writtenThoughRefused(
      () => true,
      ({ time }, message) => {
        message.deliverAt = time ?? message.deliverAt
      },
    ),
  ),
  editFault(
    'failed-unchanged.known-users',
    'An edit refused for an unknown user sends a message that failed to the known ones',
    sentToKnown(({ failed }) => failed),
  ),
  editFault(
    'any-refused-unchanged.known-users',
    'An edit refused for an unknown user sends a message to the known ones',
    sentToKnown(({ failed }) => !failed),
  ),
  fault(
    'properties.updateScheduledMessage-kept-although-refused',
    'A scheduled message is edited although that was refused',
    alter(updateScheduledMessage, 'refused', (refusal, call) => {
      editNamedMessage(call)
      return refusal
    }),
    { breaches: 'properties.refused-edits-not-made' },
  ),
]

export const scheduledMessageEffectFaults: readonly Fault[] = [...effects, ...refusedAndWritten]
