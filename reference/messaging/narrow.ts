/** Which messages match a narrow. */
import { visibleMessage } from './access.ts'
import { type Call, type Reply, refuse, succeed } from './call.ts'
import { escapeHtml, highlight, render } from './markdown.ts'
import type { Message } from './organization.ts'
import type { Route } from './route.ts'
import { emptyTopicName, meantTopic } from './topics.ts'

export const narrowRoutes: readonly Route[] = [
  {
    operation: 'checkMessagesMatchNarrow',
    method: 'GET',
    path: '/messages/matches_narrow',
    parameters: [
      { name: 'msg_ids', kind: 'integers', required: true },
      { name: 'narrow', kind: 'objects', required: true },
    ],
    handle: checkMessagesMatchNarrow,
  },
]

interface Term {
  readonly operator: string
  readonly operand: unknown
  readonly negated: boolean
}

function checkMessagesMatchNarrow(call: Call): Reply {
  const { org, caller, params } = call
  const terms: Term[] = []
  for (const { operator, operand, negated } of params.objects('narrow')) {
    const missing = operator === undefined ? 'operator' : operand === undefined ? 'operand' : 'none'
    const offered = operator === 'search' || !call.uses('messaging.narrow.search-only')
    const known = missing === 'none' && typeof operator === 'string' && offered && operators[operator]
    if (known) terms.push({ operator, operand, negated: negated === true })
    else if (missing === 'none' && call.uses('messaging.narrow.unknown-operators-pass')) continue
    else if (call.keeps('narrow.known-terms', { missing })) return refuse(call, 'narrow', 'Invalid narrow operator')
  }
  const searched = terms.filter(term => term.operator === 'search' && !term.negated)
  const words = searched.flatMap(term => wordsOf(String(term.operand)))
  const matches: Record<string, unknown> = {}
  for (const id of params.integers('msg_ids')) {
    const message = visibleMessage(org, caller, id)
    if (!message && call.uses('messaging.narrow.unknown-messages-refused'))
      return refuse(call, 'message', 'Invalid message(s)')
    if (!message || !terms.every(term => holds(call, message, term))) continue
    const unsearched = searched.length === 0
    if (call.keeps('narrow.all-matches'))
      matches[id] = unsearched ? plainMatch(call, message) : match(call, message, words)
    if (!call.keeps('narrow.only-asked')) matches[id + 1] = match(call, message, words)
  }
  return succeed({ messages: matches })
}

function plainMatch(call: Call, message: Message): Record<string, unknown> {
  const { match_content, match_subject } = match(call, message, [])
  return {
    ...(call.keeps('narrow.without-search', { member: 'content' }) && { match_content }),
    match_subject: call.keeps('narrow.without-search', { member: 'subject' }) ? match_subject : message.topic,
  }
}

function match(call: Call, message: Message, words: readonly string[]): Record<string, unknown> {
  const topic = message.channelId !== undefined && message.topic === '' ? emptyTopicName : message.topic
  const subject = call.keeps('narrow.subject-escaped') ? escapeHtml(topic) : topic
  const content = call.keeps('narrow.content-html') ? render(message.content) : message.content
  const mark = call.uses('messaging.narrow.other-spans')
    ? '<span data-hit="1" class="zulip hit">'
    : '<span class="highlight">'
  return {
    match_content: call.keeps('narrow.content-highlighted') ? highlight(content, words, mark) : content,
    match_subject: call.keeps('narrow.subject-highlighted') ? highlight(subject, words, mark) : subject,
  }
}

const wordsOf = (text: string) => text.split(/\s+/).filter(word => word !== '')

function holds(call: Call, message: Message, { operator, operand, negated }: Term): boolean {
  const matched = operators[operator]?.(call, message, operand) ?? false
  const holding = matched !== negated
  return holding || !call.keeps('narrow.only-matches', { operator })
}

type Operator = (call: Call, message: Message, operand: unknown) => boolean

const inChannel: Operator = ({ org }, message, operand) => {
  if (message.channelId === undefined) return false
  return message.channelId === operand || org.channels.get(message.channelId)?.name === operand
}

const withPeople: Operator = ({ org, caller }, message, operand) => {
  if (message.channelId !== undefined) return false
  const named = Array.isArray(operand) ? operand : String(operand).split(',')
  const ids = named.map(one => (typeof one === 'number' ? one : org.userByEmail(String(one))?.id))
  const wanted = new Set([...ids, caller.id])
  return wanted.size === message.recipients.length && message.recipients.every(id => wanted.has(id))
}

const operators: Readonly<Record<string, Operator>> = {
  channel: inChannel,
  stream: inChannel,
  topic: (call, message, operand) =>
    message.channelId !== undefined && message.topic.toLowerCase() === meantTopic(call, String(operand))?.toLowerCase(),
  sender: ({ org }, message, operand) =>
    message.senderId === (typeof operand === 'number' ? operand : org.userByEmail(String(operand))?.id),
  dm: withPeople,
  'pm-with': withPeople,
  id: (_, message, operand) => message.id === Number(operand),
  search: (_, message, operand) => {
    const text = `${message.topic} ${message.content}`.toLowerCase()
    return wordsOf(String(operand)).every(word => text.includes(word.toLowerCase()))
  },
  is: ({ caller }, message, operand) => {
    if (operand === 'dm' || operand === 'private') return message.channelId === undefined
    return operand === 'unread' && caller.unread.has(message.id)
  },
  has: (_, message, operand) =>
    operand === 'link' ? /https?:\/\//.test(message.content) : operand === 'reaction' && message.reactions.length > 0,
}
