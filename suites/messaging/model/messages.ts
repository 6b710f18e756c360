/** The models of matching messages, reading histories and removing reactions: messaging contract, "Messages". */

import type { Reply, Row, Ruling } from '../../../harness/index.ts'
import { isRefused, succeeds } from '../envelope.predicates.ts'
import { channelOf, newlyMade, wordFor } from '../fixtures.ts'
import { editOmits, editShows, hadValues, hasSnapshots, type State, toldMoves } from '../history.predicates.ts'
import { keysAre, keysIn } from '../narrow.predicates.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { parameters } from './derive.ts'
import { anyOrder, callers, type Done, type OperationModel, type Params } from './operation-model.ts'
import { type RequirementId, refused, refusedPreferably } from './rules.ts'
import { ownChannel } from './things.ts'
import { type Asked, opened, value, wrong } from './values.ts'

interface Searched {
  readonly words: Readonly<Record<'a' | 'b', string>>
  /** Which words each message has. */
  readonly messages: readonly { readonly id: number; readonly has: string }[]
}

const HAS = ['a', 'b', 'ab', '', 'ba', 'a']

/** Messages with one of two words, with both and with none. */
const searched = shared(async (world): Promise<Searched> => {
  const word = await wordFor(world)
  const words = { a: `${word}p`, b: `${word}q` }
  const channelId = await channelOf(world, world.user)
  const messages: { id: number; has: string }[] = []
  for (const has of HAS) {
    const content = ['plain', ...[...has].map(letter => words[letter as 'a' | 'b']), 'text'].join(' ')
    messages.push({
      id: await newlyMade(world, 'message', { as: world.user.email, channelId, topic: 'assay', content }),
      has,
    })
  }
  const ask = (): Promise<Reply> =>
    world.user.sends('checkMessagesMatchNarrow', { msg_ids: messages.map(({ id }) => id), narrow: filters(words, 'b') })
  // An index may need a moment to know new messages.
  for (const wait of [0, 300, 1500, 4000]) {
    await world.clock.sleep(wait)
    const reply = await ask()
    if (outcomeOf(reply) !== 'success' || keysIn(reply.exchange).length === HAS.filter(has => has.includes('b')).length)
      break
  }
  return { words, messages }
})

const filters = (words: Searched['words'], letters: string) =>
  [...letters].map(letter => ({ operator: 'search', operand: words[letter as 'a' | 'b'] }))

const narrowOf =
  (letters: string) =>
  async ({ world }: Asked) =>
    filters((await searched(world)).words, letters)

const chosen =
  (pick: (all: Searched['messages']) => Searched['messages']) =>
  async ({ world }: Asked) =>
    pick((await searched(world)).messages).map(({ id }) => id)

export const checkMessagesMatchNarrow: OperationModel = {
  operation: 'checkMessagesMatchNarrow',
  needs: { actors: ['user'], fixtures: ['channel', 'message'], allow: 'write' },
  accepted: 'messaging.narrow.only-matching',
  factors: level => [
    callers('user'),
    ...parameters('checkMessagesMatchNarrow', level, {
      msg_ids: {
        values: [
          value(
            'all',
            chosen(all => all),
          ),
          value(
            'reversed',
            chosen(all => all.toReversed()),
          ),
          value(
            'the last three',
            chosen(all => all.slice(-3)),
          ),
          value(
            'one',
            chosen(all => all.slice(2, 3)),
          ),
        ],
        missing: refusedPreferably('messaging.narrow.msg-ids-required'),
        kind: refused('messaging.narrow.msg-ids-kind'),
      },
      narrow: {
        values: [
          value('a', narrowOf('a')),
          value('b', narrowOf('b')),
          // How many filters a deployment takes is open; where it takes two, both count.
          opened(value('a and b', narrowOf('ab'))),
          opened(value('b and a', narrowOf('ba'))),
        ],
        missing: refusedPreferably('messaging.narrow.narrow-required'),
        kind: refused('messaging.narrow.narrow-kind'),
        more: [
          wrong('without operator', [{ operand: 'x' }], refused('messaging.narrow.narrow-operator')),
          wrong('without operand', [{ operator: 'search' }], refused('messaging.narrow.narrow-operand')),
        ],
      },
    }),
    anyOrder,
  ],
  review: async (world, all) => {
    const { messages } = await searched(world)
    return all
      .filter(({ outcome }) => outcome === 'success')
      .map(({ row, reply, params }) => {
        const letters = row['narrow']?.split(' and ') ?? []
        const ids = messages
          .filter(
            ({ id, has }) => (params['msg_ids'] as number[]).includes(id) && letters.every(one => has.includes(one)),
          )
          .map(({ id }) => id)
        const requirement = 'messaging.narrow.only-matching'
        return { requirement, row, replies: [reply], predicate: keysAre as never, args: { ids } }
      })
  },
  rows: { quick: 0, standard: 28, thorough: 80 },
}

const THINGS = ['content', 'topic', 'channel'] as const
const EDITS = ['content', 'topic', 'channel', 'content and topic', 'topic and channel', 'content, topic and channel']

export const getMessageHistory: OperationModel = {
  operation: 'getMessageHistory',
  needs: { actors: ['user'], fixtures: ['channel', 'message', 'edit'], allow: 'write' },
  accepted: 'messaging.history.list',
  decides: [
    'messaging.history.never-edited',
    'messaging.history.content-after',
    'messaging.history.topic-after',
    'messaging.history.prev-topic',
    'messaging.history.stream',
    'messaging.history.prev-stream',
    'messaging.history.prev-content',
    'messaging.history.content-html-diff',
    'messaging.history.prev-rendered-content',
    'messaging.history.no-prev-topic',
    'messaging.history.no-streams',
    'messaging.history.no-prev-content',
  ],
  factors: level => [
    callers('user', 'owner'),
    { name: 'first edit', parameter: null, values: ['none', ...EDITS].map(edit => value(edit, undefined)) },
    {
      name: 'second edit',
      parameter: null,
      values: ['none', 'content', 'topic', 'topic and channel'].map(edit => value(edit, undefined)),
    },
    ...parameters('getMessageHistory', level, {
      message_id: {
        values: [value('made', undefined)],
        unknown: refused('messaging.history.unknown', 'BAD_REQUEST'),
      },
      allow_empty_topic_name: level >= 334 ? { kind: refused('messaging.history.empty-topic-kind') } : {},
    }),
  ],
  exclusions: [
    {
      reason: 'there is no second edit without a first',
      excludes: row =>
        row['first edit'] === 'none' && row['second edit'] !== undefined && row['second edit'] !== 'none',
    },
  ],
  request: async (asked, params) =>
    params['message_id'] === undefined ? { ...params, message_id: await editedMessage(asked) } : params,
  review: async (_world, all) => all.flatMap(done => (done.outcome === 'success' ? histories(done) : [])),
  rows: { quick: 0, standard: 13, thorough: 120 },
}

/** A message with the edits of the row; its states are noted. */
async function editedMessage({ world, caller, row, notes }: Asked): Promise<number> {
  const as = caller.email
  const states: State[] = [
    {
      content: `${world.name('before')} **bold**`,
      topic: world.name('topic'),
      channel: await ownChannel(world, caller, 1),
    },
  ]
  const first = states[0] as State
  const messageId = await newlyMade(world, 'message', {
    as,
    channelId: first.channel,
    topic: first.topic,
    content: first.content,
  })
  for (const [turn, edit] of [row['first edit'], row['second edit']].entries()) {
    if (edit === undefined || edit === 'none') continue
    const change = {
      ...(edit.includes('content') && { content: `${world.name('after')} **bold**` }),
      ...(edit.includes('topic') && { topic: world.name('moved') }),
      ...(edit.includes('channel') && { channelId: await ownChannel(world, caller, turn + 2) }),
    }
    await world.provide('edit', { as, messageId, ...change })
    const before = states.at(-1) as State
    states.push({
      content: change.content ?? before.content,
      topic: change.topic ?? before.topic,
      channel: change.channelId ?? before.channel,
    })
  }
  notes.set('states', states)
  return messageId
}

const SHOWN = [
  ['topic', 'prev_topic', 'before', 'messaging.history.prev-topic'],
  ['channel', 'stream', 'after', 'messaging.history.stream'],
  ['channel', 'prev_stream', 'before', 'messaging.history.prev-stream'],
  ['content', 'prev_content', 'before', 'messaging.history.prev-content'],
  ['content', 'prev_rendered_content', 'string', 'messaging.history.prev-rendered-content'],
  ['content', 'content_html_diff', 'string', 'messaging.history.content-html-diff'],
] as const

const OMITTED = {
  topic: ['messaging.history.no-prev-topic', ['prev_topic']],
  channel: ['messaging.history.no-streams', ['stream', 'prev_stream']],
  content: ['messaging.history.no-prev-content', ['prev_content', 'prev_rendered_content', 'content_html_diff']],
} as const

/** What the history shows of each edit, and what it does not. */
function histories({ row, reply, notes }: Done): Ruling[] {
  const states = notes.get('states') as State[] | undefined
  if (!states) return []
  const on = (requirement: RequirementId, predicate: unknown, args: object): Ruling =>
    ({ requirement, row, replies: [reply], predicate, args }) as Ruling
  if (states.length === 1) return [on('messaging.history.never-edited', hasSnapshots, { count: 1 })]
  const valuesOf = (thing: 'content' | 'topic'): string[] => states.map(state => state[thing])
  const changes = states.slice(1).map((state, at) => THINGS.filter(thing => state[thing] !== states[at]?.[thing]))
  // One snapshot may stand for several edits.
  const moves = states.flatMap(({ channel: from }, at) =>
    states.slice(at + 1).flatMap(({ channel: to }) => (from === to ? [] : [[from, to]])),
  )
  const values = [
    on('messaging.history.content-after', hadValues, { field: 'content', values: valuesOf('content') }),
    on('messaging.history.topic-after', hadValues, { field: 'topic', values: valuesOf('topic') }),
    ...(moves.length > 0 ? [on('messaging.history.stream', toldMoves, { moves })] : []),
  ]
  // An edit of several things may show as several snapshots: which fields each of them has is then open.
  if (changes.some(change => change.length > 1)) return values
  const ever = (thing: (typeof THINGS)[number]): boolean => changes.some(change => change.includes(thing))
  const always = (thing: (typeof THINGS)[number]): boolean => changes.every(change => change.includes(thing))
  return [
    ...values,
    ...SHOWN.filter(([thing]) => ever(thing)).map(([thing, field, when, requirement]) =>
      on(requirement, editShows, { states, thing, field, value: when }),
    ),
    ...THINGS.filter(thing => !always(thing)).map(thing => {
      const [requirement, fields] = OMITTED[thing]
      return on(requirement, editOmits, { states, thing, fields })
    }),
  ]
}

const GONE = 'REACTION_DOES_NOT_EXIST'

interface Reaction {
  readonly message_id: number
  readonly emoji_name: unknown
  readonly emoji_code: unknown
  readonly reaction_type: unknown
}

const EMOJI: Readonly<Record<string, { readonly reactionType: string; readonly emojiName?: string }>> = {
  unicode: { reactionType: 'unicode_emoji', emojiName: 'octopus' },
  'another unicode': { reactionType: 'unicode_emoji', emojiName: 'tada' },
  custom: { reactionType: 'realm_emoji' },
  extra: { reactionType: 'zulip_extra_emoji' },
}

const typeBy: Readonly<Record<string, RequirementId>> = {
  unicode: 'messaging.reactions.unicode-emoji',
  custom: 'messaging.reactions.realm-emoji',
  extra: 'messaging.reactions.zulip-extra-emoji',
}

export const removeReaction: OperationModel = {
  operation: 'removeReaction',
  needs: { actors: ['user'], fixtures: ['message', 'reaction'], allow: 'write' },
  accepted: 'messaging.reactions.removed',
  decides: [
    'messaging.reactions.removed-twice',
    'messaging.reactions.others-stay',
    'messaging.reactions.refused-stays',
  ],
  factors: () => [
    callers('user', 'owner'),
    { name: 'emoji', parameter: null, values: Object.keys(EMOJI).map(emoji => value(emoji, undefined, typeBy[emoji])) },
    {
      name: 'named by',
      parameter: null,
      values: [
        value('name, code and type', undefined),
        value('code and type', undefined, 'messaging.reactions.code-only'),
        wrong('an invalid code', undefined, refused('messaging.reactions.invalid-code', 'BAD_REQUEST', GONE)),
        wrong('another type', undefined, refused('messaging.reactions.type-outside')),
        wrong('an emoji of nobody', undefined, refused('messaging.reactions.never-made', GONE)),
      ],
    },
    { name: 'beside', parameter: null, values: ['nothing', 'another emoji'].map(beside => value(beside, undefined)) },
    anyOrder,
  ],
  exclusions: [
    {
      reason: 'the emoji of nobody is a unicode one',
      excludes: row =>
        row['named by'] === 'an emoji of nobody' && row['emoji'] !== undefined && row['emoji'] !== 'unicode',
    },
  ],
  request: reacted,
  review: reviewReactions,
  rows: { quick: 0, standard: 12, thorough: 80 },
}

async function react({ world, caller }: Asked, messageId: number, emoji: string): Promise<Reaction> {
  const wish = { as: caller.email, messageId, ...EMOJI[emoji] }
  const made = await world.provide('reaction', wish as never)
  const { emoji_name, emoji_code, reaction_type } = made as Params
  return { message_id: messageId, emoji_name, emoji_code, reaction_type }
}

/** The caller's reaction to a message of their own. */
async function reacted(asked: Asked): Promise<Params> {
  const { world, caller, row, notes } = asked
  const content = world.name('message')
  const id = await newlyMade(world, 'message', { as: caller.email, to: [caller.userId], content })
  const own = await react(asked, id, row['emoji'] ?? 'unicode')
  notes.set('own', own)
  if (row['beside'] === 'another emoji')
    notes.set('beside', await react(asked, id, row['emoji'] === 'another unicode' ? 'unicode' : 'another unicode'))
  if (row['named by'] === 'code and type') return { ...own, emoji_name: undefined }
  if (row['named by'] === 'an invalid code') return { ...own, emoji_code: 'nonsense' }
  if (row['named by'] === 'another type') return { ...own, reaction_type: 'nonsense' }
  if (row['named by'] === 'an emoji of nobody')
    return {
      ...own,
      message_id: await newlyMade(world, 'message', {
        as: caller.email,
        to: [caller.userId],
        content: world.name('other'),
      }),
    }
  return { ...own }
}

/** What was removed is gone, what stood beside it is not; what was refused is still there. */
async function reviewReactions(_world: World, all: readonly Done[]): Promise<readonly Ruling[]> {
  const rulings: Ruling[] = []
  for (const { row, caller, notes, reply, outcome } of all) {
    const again = async (requirement: RequirementId, params: unknown, gone: boolean): Promise<void> => {
      const answer = await caller.sends('removeReaction', { ...(params as Params) })
      const predicate = (gone ? isRefused : succeeds) as never
      const args = gone ? { codes: [GONE] } : {}
      rulings.push({ requirement, row, replies: [answer], control: reply, predicate, args })
    }
    if (outcome === 'success') await again('messaging.reactions.removed-twice', notes.get('own'), true)
    if (outcome === 'success' && notes.has('beside') && differ(notes))
      await again('messaging.reactions.others-stay', notes.get('beside'), false)
    if (outcome === 'error' && isCause(row)) await again('messaging.reactions.refused-stays', notes.get('own'), false)
  }
  return rulings
}

const isCause = (row: Row): boolean => !['name, code and type', 'code and type'].includes(row['named by'] ?? '')

/** A provisioner may know one emoji alone. */
const differ = (notes: Done['notes']): boolean =>
  (notes.get('own') as Reaction).emoji_code !== (notes.get('beside') as Reaction).emoji_code
