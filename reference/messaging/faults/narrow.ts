/** Faults of narrows. */
import type { Fault } from '../../behaviour.ts'
import { alter, drop } from '../../operations/change.ts'
import { escapeHtml, highlight, render } from '../markdown.ts'
import { checkMessagesMatchNarrow, holds, type Match, mark, shownTopic } from '../narrow.ts'
import type { Message } from '../organization.ts'
import { altered, fault, type More } from './fault.ts'

/** A fault that changes each match. */
const shows = (
  id: string,
  describes: string,
  breaches: string,
  match: (message: Message, words: readonly string[], shown: Match) => Partial<Match>,
  more: More = {},
): Fault => {
  const change = alter(checkMessagesMatchNarrow, 'shown', (was, _it, message, words) => ({
    ...was,
    ...match(message, words, was),
  }))
  return fault(id, describes, change, { ...more, breaches })
}

/** Highlights a word at a position that was found in another text, or counted differently. */
function marked(html: string, at: number, { length }: string): string {
  return at < 0 ? html : `${html.slice(0, at)}${mark}${html.slice(at, at + length)}</span>${html.slice(at + length)}`
}

export const narrowFaults: readonly Fault[] = [
  shows(
    'narrow.subject-highlighted.before-escaping',
    'What is highlighted in a topic stands where the word stood before it was escaped',
    'narrow.subject-highlighted',
    (message, [word = '']) => {
      const topic = shownTopic(message)
      return word === '' ? {} : { match_subject: marked(escapeHtml(topic), topic.indexOf(word), word) }
    },
  ),
  shows(
    'narrow.content-highlighted.in-bytes',
    'What is highlighted in content is as many letters away as there are bytes before the word',
    'narrow.content-highlighted',
    ({ content }, [word = '']) => {
      const html = render(content)
      const at = Buffer.from(html).indexOf(word)
      return word === '' ? {} : { match_content: marked(html, at, word) }
    },
  ),
  shows(
    'narrow.content-highlighted.first-only',
    'A word that stands twice in content is highlighted once',
    'narrow.content-highlighted',
    (_message, _words, { match_content = '' }) => {
      const [before = '', ...hits] = match_content.split(mark)
      const others = hits.slice(1).map(hit => hit.replace('</span>', ''))
      return { match_content: [before, ...hits.slice(0, 1)].join(mark) + others.join('') }
    },
  ),
  fault(
    'narrow.only-matching.ascending',
    'A message that is asked for after a newer one is not found',
    alter(checkMessagesMatchNarrow, 'given', ({ messages, ...given }) => ({
      ...given,
      messages: messages.filter(({ id }, at) => messages.slice(0, at).every(before => before.id <= id)),
    })),
  ),
  fault(
    'narrow.keys.others',
    'Messages that nobody asked for are answered',
    alter(checkMessagesMatchNarrow, 'effect', found => ({
      ...found,
      ...Object.fromEntries(Object.entries(found).map(([id, match]) => [Number(id) + 1, match])),
    })),
  ),
  fault(
    'narrow.only-matching.all',
    'Messages that do not match are answered',
    alter(checkMessagesMatchNarrow, 'matches', () => true),
  ),
  fault(
    'narrow.every-filter.any',
    'A message that matches one of several filters is answered',
    alter(
      checkMessagesMatchNarrow,
      'matches',
      (was, it, message) => was || it.terms.some(term => holds(it, message, term)),
    ),
  ),
  fault(
    'narrow.only-matching.unknown',
    'Messages that do not exist are answered',
    alter(checkMessagesMatchNarrow, 'effect', (found, { params, org }) => {
      const unknown = params.integers('msg_ids').filter(id => !org.messages.has(id))
      return { ...found, ...Object.fromEntries(unknown.map(id => [id, { match_content: '', match_subject: '' }])) }
    }),
  ),
  fault(
    'narrow.only-matching.none',
    'Messages that match are not answered',
    alter(checkMessagesMatchNarrow, 'effect', () => ({})),
  ),
  fault(
    'narrow.only-matching.direct',
    'No search finds a direct message',
    alter(checkMessagesMatchNarrow, 'matches', () => false, {
      where: ({ terms }, { channelId }) =>
        channelId === undefined && terms.some(({ operator }) => operator === 'search'),
    }),
  ),
  shows(
    'narrow.content-highlighted.direct',
    'The content of direct messages is not highlighted',
    'narrow.content-highlighted',
    ({ content, channelId }) => (channelId === undefined ? { match_content: render(content) } : {}),
  ),
  shows(
    'narrow.content-highlighted.plain',
    'Content is not highlighted',
    'narrow.content-highlighted',
    ({ content }) => ({
      match_content: render(content),
    }),
  ),
  shows(
    'narrow.content-highlighted.one-word-only',
    'Content is not highlighted where several filters search for words',
    'narrow.content-highlighted',
    ({ content }, words) => (words.length > 1 ? { match_content: render(content) } : {}),
  ),
  shows('narrow.subject-highlighted.plain', 'Topics are not highlighted', 'narrow.subject-highlighted', message => ({
    match_subject: escapeHtml(shownTopic(message)),
  })),
  shows('narrow.subject-escaped.raw', 'Topics are not escaped', 'narrow.subject-escaped', (message, words) => ({
    match_subject: highlight(shownTopic(message), words, mark),
  })),
  shows('narrow.content-html.markdown', 'match_content is Markdown', 'narrow.content-html', ({ content }, words) => ({
    match_content: highlight(content, words, mark),
  })),
  shows(
    'narrow.without-search.no-content',
    'Without a search a match has no match_content',
    'narrow.without-search',
    (_message, words) => (words.length === 0 ? { match_content: undefined } : {}),
  ),
  shows(
    'narrow.without-search.raw-topic',
    'Without a search topics are not escaped',
    'narrow.without-search',
    ({ topic }, words) => (words.length === 0 ? { match_subject: topic } : {}),
  ),
  fault(
    'narrow.narrow-operator.missing',
    'An element without operator is accepted',
    drop(checkMessagesMatchNarrow, 'operator-given'),
  ),
  fault(
    'narrow.narrow-operand.missing',
    'An element without operand is accepted',
    drop(checkMessagesMatchNarrow, 'operand-given'),
  ),
  altered(
    'narrow.messages.to-bots-only',
    'Bots are answered a list',
    ['checkMessagesMatchNarrow', 'success', 'messages'],
    { set: [] },
    { facts: { role: 'bot' } },
  ),
]
