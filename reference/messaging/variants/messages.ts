/** Legal variations of histories, narrows, reactions and the read state. */
import type { Variant } from '../../behaviour.ts'
import { alter, drop, instead, refuseAlso } from '../../operations/change.ts'
import type { Call } from '../call.ts'
import { deployment } from '../deployment.ts'
import { getMessageHistory } from '../history.ts'
import { sendMessage } from '../messages.ts'
import { checkMessagesMatchNarrow, mark } from '../narrow.ts'
import type { Snapshot } from '../organization.ts'
import { removal, removeReaction } from '../reactions.ts'
import { markAllAsRead } from '../read-state.ts'
import { variant } from './variant.ts'

const otherMark = '<span data-hit="1" class="zulip hit">'

const telling = '<span class="highlight" title="score > 0">'

const NAMES: Readonly<Record<string, string>> = { Ж: 'ZHcy', ч: 'chcy', е: 'iecy', т: 'tcy', ы: 'ycy', р: 'rcy' }

/** Writes some Cyrillic letters, < and & as named entities. */
const byName = (html: string): string =>
  html
    .replaceAll(/[Жчетыр]/g, letter => `&${NAMES[letter]};`)
    .replaceAll('&#60;', '&LT;')
    .replaceAll('&#38;', '&amp;')

/** Merges edits within an hour into one snapshot, with what was before the first and what is after the last. */
function merged([first, ...edits]: readonly Snapshot[]): readonly Snapshot[] {
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

/** When each user last marked all as read. */
const markedAt = new WeakMap<object, number>()

/** Another user writes to the caller during the request. */
function messageMeanwhile<T>(outcome: T, { org, caller, now }: Call): T {
  const sender = [...org.users.values()].find(user => user !== caller && user.active)
  if (sender) sendMessage(org, now, { sender, to: [caller.id], content: 'Meanwhile' })
  return outcome
}

/** Hex digits in the other case; 'zulip' stays as it is. */
const otherCase = (code: string): string =>
  /^[\da-f-]+$/.test(code) ? code.toUpperCase() : /^[\dA-F-]+$/.test(code) ? code.toLowerCase() : code

export const messageVariants: readonly Variant[] = [
  variant(
    'narrow.search-only',
    'narrow.operators',
    'Narrows know no operator but search',
    refuseAlso(checkMessagesMatchNarrow, 'Invalid narrow operator', {
      where: ({ terms }) => terms.some(({ operator }) => operator !== 'search'),
    }),
    { excludes: ['messaging.narrow.unknown-operators-pass'], leaves: 'untried' },
  ),
  variant(
    'narrow.unknown-operators-pass',
    'narrow.operators',
    'Unknown operators are passed over',
    drop(checkMessagesMatchNarrow, 'operator-known'),
  ),
  variant(
    'narrow.unknown-messages-refused',
    'narrow.unknown-messages',
    'Unknown messages are refused',
    refuseAlso(checkMessagesMatchNarrow, 'Invalid message(s)', {
      where: ({ messages, params }) => messages.length < params.integers('msg_ids').length,
    }),
  ),
  variant(
    'narrow.other-spans',
    'narrow.highlight-form',
    'Highlights are spans of another class',
    alter(checkMessagesMatchNarrow, 'shown', ({ match_content, match_subject }) => ({
      match_content: match_content?.replaceAll(mark, otherMark),
      match_subject: match_subject.replaceAll(mark, otherMark),
    })),
  ),
  variant(
    'narrow.hits-together',
    'narrow.highlight-form',
    'Hits that stand side by side share one span',
    alter(checkMessagesMatchNarrow, 'shown', ({ match_content, match_subject }) => ({
      match_content: match_content?.replaceAll(/<\/span>(\s+)<span class="highlight">/g, '$1'),
      match_subject: match_subject.replaceAll(/<\/span>(\s+)<span class="highlight">/g, '$1'),
    })),
  ),
  variant(
    'narrow.spans-around',
    'principle 1: how HTML is written is open',
    'What is highlighted stands within a span of another kind, and says why in a quoted attribute',
    alter(checkMessagesMatchNarrow, 'shown', ({ match_content, match_subject }) => ({
      match_content: `<div><span dir="auto">${match_content?.replaceAll(mark, telling)}</span></div>`,
      match_subject: match_subject.replaceAll(mark, telling),
    })),
    { excludes: ['messaging.narrow.other-spans', 'messaging.narrow.hits-together'] },
  ),
  variant(
    'narrow.similar-words',
    'principle 1: what a search finds is not written',
    'A search forgives a wrong last letter',
    alter(
      checkMessagesMatchNarrow,
      'matches',
      (was, { terms }, { topic, content }) =>
        was ||
        terms.every(({ operator, operand }) => {
          const start = String(operand).slice(0, -1)
          return operator === 'search' && start.length > 9 && `${topic} ${content}`.includes(start)
        }),
    ),
  ),
  variant(
    'history.direct-topic-named',
    'history.direct-topic',
    'Direct messages have a topic of sorts',
    alter(getMessageHistory, 'shown', snapshot => ({ ...snapshot, topic: 'direct message' }), {
      where: ({ message }) => message?.channelId === undefined,
    }),
  ),
  variant(
    'history.letters-by-number',
    'principle 1: how HTML writes a letter is open',
    'Letters beyond ASCII are numbers in HTML',
    alter(getMessageHistory, 'shown', snapshot => ({
      ...snapshot,
      rendered_content: snapshot.rendered_content.replaceAll(/[^\0-\x7f]/gu, one => `&#${one.codePointAt(0)};`),
    })),
  ),
  variant(
    'history.letters-by-name',
    'principle 1: how HTML writes a letter is open',
    'Letters and marks have the names that HTML gives them',
    [
      alter(getMessageHistory, 'shown', snapshot => ({
        ...snapshot,
        rendered_content: byName(snapshot.rendered_content),
      })),
      alter(checkMessagesMatchNarrow, 'shown', match => ({ ...match, match_subject: byName(match.match_subject) })),
    ],
    { excludes: ['messaging.history.letters-by-number'] },
  ),
  variant(
    'history.soft-hyphens',
    'principle 1: how HTML is written is open',
    'Long words have soft hyphens in HTML',
    alter(getMessageHistory, 'shown', snapshot => ({
      ...snapshot,
      rendered_content: snapshot.rendered_content.replaceAll(/(?<=>[^<&]*\p{L}{2})(?=\p{L}{2}[^<]*<)/gu, '\u00ad'),
    })),
  ),
  variant(
    'history.comments-in-html',
    'principle 1: how HTML is written is open',
    'HTML has comments, and tags with quoted attributes over several lines',
    alter(getMessageHistory, 'shown', snapshot => ({
      ...snapshot,
      rendered_content: snapshot.rendered_content.replaceAll('<p>', '<P\n class=x title="a>b"><!-- a < b -->'),
    })),
  ),
  variant(
    'history.one-thing-per-snapshot',
    'history.several-at-once',
    'An edit of several things is several snapshots',
    instead(deployment, 'edits', (_it, edits) => edits),
  ),
  variant(
    'history.edits-merged',
    'principle 1: that each edit has a snapshot is not written',
    'Edits within an hour share one snapshot',
    alter(getMessageHistory, 'snapshots', merged),
    { leaves: 'untried' },
  ),
  variant(
    'reactions.unnamed-passes',
    'reactions.unnamed',
    'A removal that names no emoji is accepted',
    drop(removeReaction, 'emoji-known', {
      where: ({ params }) => !params.has('emoji_code') && !params.has('emoji_name'),
    }),
  ),
  variant(
    'reactions.one-emoji-made',
    'principle 11: a fixture is not evidence',
    'Whatever emoji a fixture asks for, the reaction is the one at hand',
    alter(deployment, 'emojiMade', ({ emoji_name, ...wanted }) => wanted),
    { leaves: 'untried' },
  ),
  variant(
    'reactions.one-each',
    'principle 1: how many reactions to a message a user has is not shown',
    "A user's reaction takes the place of the one before",
    alter(deployment, 'reactionsBeside', (reactions, _it, _all, userId) =>
      reactions.filter(one => one.userId !== userId),
    ),
    { leaves: 'untried' },
  ),
  variant(
    'reactions.upper-case-hex',
    'principle 1: the case of hex digits is not written',
    'The codes of unicode emoji are of upper case, and are compared so',
    [
      alter(removeReaction, 'given', (_given, call) => removal(call, {}, otherCase(call.params.text('emoji_code')))),
      alter(deployment, 'emojiTold', emoji => ({ ...emoji, emoji_code: otherCase(emoji.emoji_code) })),
    ],
    { excludes: ['messaging.reactions.unicode-assumed'] },
  ),
  variant(
    'reactions.unicode-assumed',
    'reactions.type-default',
    'Without a type unicode is assumed',
    alter(removeReaction, 'given', (_given, call) => removal(call, { reaction_type: 'unicode_emoji' })),
  ),
  variant(
    'read-state.message-meanwhile',
    'principle 11: messages of others come at any time',
    'After the second request a message comes in',
    alter(markAllAsRead, 'effect', messageMeanwhile, { nth: 2 }),
  ),
  variant(
    'read-state.unread-means-of-others',
    'principle 1: which narrows there are, and what they mean, is not written',
    'A message comes in after the second request, and a narrow for what is unread has whatever others wrote',
    [
      alter(markAllAsRead, 'effect', messageMeanwhile, { nth: 2 }),
      alter(checkMessagesMatchNarrow, 'matches', (found, { terms, caller }, message) =>
        terms.some(({ operand }) => operand === 'unread') ? message.senderId !== caller.id : found,
      ),
    ],
    { excludes: ['messaging.read-state.message-meanwhile'] },
  ),
  variant(
    'read-state.messages-all-the-time',
    'principle 11: messages of others come at any time',
    'Others write to everybody twenty times a second',
    [
      alter(markAllAsRead, 'batch', (ids, { caller, nowMs }) => {
        markedAt.set(caller, nowMs)
        return ids
      }),
      alter(
        deployment,
        'unreadRead',
        (count, _it, _count, reader, nowMs) => count + 1 + Math.floor((nowMs - (markedAt.get(reader) ?? 0)) / 50),
      ),
    ],
    { leaves: 'untried' },
  ),
  variant(
    'read-state.in-batches',
    'read-state.left-when-incomplete',
    'Five messages are marked with each request',
    alter(markAllAsRead, 'batch', ids => ids.slice(0, 5)),
  ),
]
