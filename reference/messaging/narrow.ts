/** Which messages match a narrow. */
import { visibleMessage } from './access.ts'
import type { Call } from './call.ts'
import { escapeHtml, highlight, render } from './markdown.ts'
import { operation } from './operation.ts'
import type { Message } from './organization.ts'
import { emptyTopicName, meantTopic } from './topics.ts'

type Sent = Readonly<Record<string, unknown>>
type Narrow = { readonly terms: readonly Sent[] }
export type Match = { readonly match_content?: string | undefined; readonly match_subject: string }

export const mark = '<span class="highlight">'

export const checkMessagesMatchNarrow = operation({
  id: 'checkMessagesMatchNarrow',
  method: 'GET',
  path: '/messages/matches_narrow',
  parameters: [
    { name: 'msg_ids', kind: 'integers', required: true },
    { name: 'narrow', kind: 'objects', required: true },
  ],
  given: ({ org, caller, params }: Call) => ({
    terms: params.objects('narrow') as readonly Sent[],
    messages: params.integers('msg_ids').flatMap(id => visibleMessage(org, caller, id) ?? []),
  }),
  each: {
    of: ({ terms }: Narrow) => terms,
    rules: {
      'operator-given': [({ item }) => item['operator'] !== undefined, 'Missing narrow operator'],
      'operand-given': [({ item }) => item['operand'] !== undefined, 'Missing narrow operand'],
      'operator-known': [
        ({ item: { operator } }) => operator === undefined || operatorOf(operator) !== undefined,
        'Invalid narrow operator',
      ],
    },
  },
  steps: {
    matches: (it, message: Message): boolean => it.terms.every(term => holds(it, message, term)),
    shown: (_it, message: Message, words: readonly string[]): Match => ({
      match_content: highlight(render(message.content), words, mark),
      match_subject: highlight(escapeHtml(shownTopic(message)), words, mark),
    }),
  },
  effect(it, { matches, shown }) {
    const searched = it.terms.filter(({ operator, negated }) => operator === 'search' && negated !== true)
    const words = searched.flatMap(({ operand }) => wordsOf(String(operand)))
    const matching = it.messages.filter(message => matches(it, message))
    return Object.fromEntries(matching.map(message => [message.id, shown(it, message, words)]))
  },
  reply: (_it, messages) => ({ messages }),
})

export const shownTopic = ({ channelId, topic }: Message): string =>
  channelId !== undefined && topic === '' ? emptyTopicName : topic

const wordsOf = (text: string) => text.split(/\s+/).filter(word => word !== '')

/** A term without a known operator is ignored. */
export function holds(call: Call, message: Message, { operator, operand, negated }: Sent): boolean {
  const known = operatorOf(operator)
  return !known || operand === undefined || known(call, message, operand) !== (negated === true)
}

const operatorOf = (name: unknown): Operator | undefined => (typeof name === 'string' ? operators[name] : undefined)

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
