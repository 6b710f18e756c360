/** The model of matching messages: messaging contract, "Messages", GET /messages/matches_narrow. */
import { field, type Reply, type Ruling } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { newlyMade, wordFor } from '../fixtures.ts'
import {
  highlights,
  highlightsOne,
  INDEX_WAITS,
  isEscaped,
  isHtml,
  keysAre,
  keysIn,
  keysWithin,
} from '../messages/narrow.predicates.ts'
import { BEFORE, wordAndTopic } from '../names.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { parameters } from './derive.ts'
import { type Done, everybody, firstIn, type OperationModel, orNull, times } from './operation-model.ts'
import { room } from './rooms.ts'
import { type RequirementId, refused, refusedPreferably } from './rules.ts'
import { type ModelValue, type RequestContext, value, withOpenRefusal, wrong } from './values.ts'

type Letter = 'a' | 'b'

interface Message {
  readonly id: number
  /** The letters of the words that its topic and content have. */
  readonly has: string
  /** Null for a direct message, whose topic is open. */
  readonly topic: string | null
}

interface Corpus {
  readonly channelId: number
  readonly words: Readonly<Record<Letter, string>>
  readonly messages: readonly Message[]
  /** A message that only its author sees; null if it cannot be had. */
  readonly direct: Message | null
}

const HAS = ['a', 'b', 'ab', '', 'ba', 'a', 'b', '', 'a', 'ab', 'b', 'a']

/** Messages with one of two words, with both and with neither, in a channel of all callers. */
const corpusIn = shared.by(
  (channelId: number) => String(channelId),
  async (world, channelId): Promise<Corpus> => {
    const { word } = await wordAndTopic(world, await wordFor(world))
    const words = { a: word, b: unlike(word) }
    const messages: Message[] = []
    for (const [at, has] of HAS.entries()) {
      const found = [...has].map(letter => words[letter as Letter])
      const topics = found[0] === undefined ? null : await wordAndTopic(world, found[0])
      const isAfter = at % 3 === 0
      const topic = (isAfter ? topics?.after : topics?.topic) ?? 'else'
      const content = [...(isAfter ? [BEFORE] : []), '**plain**', ...found, 'text', ...found].join(' ')
      const id = await newlyMade(world, 'message', { as: world.user.email, channelId, topic, content })
      messages.push({ id, has, topic })
    }
    const corpus = { channelId, words, messages, direct: await directWith(world, words.a) }
    await whenIndexed(world, corpus)
    return corpus
  },
)

async function directWith(world: World, word: string): Promise<Message | null> {
  const { email, userId } = world.user
  const content = `**plain** ${word} text`
  const id = await orNull(newlyMade(world, 'message', { as: email, to: [userId], content }))
  return id === null ? null : { id, has: 'a', topic: null }
}

/** A word that differs at every letter: a search may tolerate typing errors. */
const unlike = (word: string): string =>
  [...word].map(letter => String.fromCodePoint(97 + ((letter.charCodeAt(0) - 97 + 13) % 26))).join('')

/** Waits until a search finds the new messages: an index may need a moment. */
async function whenIndexed(world: World, corpus: Corpus): Promise<void> {
  const { words } = corpus
  const messages = seenBy(world.user, world, corpus)
  const msg_ids = messages.map(({ id }) => id)
  const isKnown = async (letter: Letter): Promise<boolean> => {
    const reply = await world.user.sends('checkMessagesMatchNarrow', { msg_ids, narrow: searches(words, letter) })
    const wanted = messages.filter(({ has }) => has.includes(letter)).length
    return outcomeOf(reply) !== 'success' || keysIn(reply.exchange).length >= wanted
  }
  for (const wait of [0, ...INDEX_WAITS]) {
    await world.clock.sleep(wait)
    if ((await isKnown('a')) && (await isKnown('b'))) return
  }
}

const seenBy = ({ email }: Actor, { user }: World, { messages, direct }: Corpus): readonly Message[] =>
  direct && email === user.email ? [...messages, direct] : messages

/** Reads one of the messages by another endpoint, which shows whether this person can see them. */
const sees = shared.by(
  (somebody: Actor, { channelId }: Corpus) => `${somebody.email} ${channelId}`,
  async (_world, somebody: Actor, { messages }: Corpus): Promise<Reply> =>
    somebody.sends('getMessageHistory', { message_id: messages[0]?.id }),
)

const corpus = async (context: RequestContext): Promise<Corpus> => {
  const found = await corpusIn(context.world, await room(context))
  context.notes.set('corpus', found)
  context.world.requireAccepted(await sees(context.world, context.caller, found))
  return found
}

const searches = (words: Corpus['words'], letters: string) =>
  [...letters].map(letter => ({ operator: 'search', operand: words[letter as Letter] }))

const searching = (letters: string): ModelValue =>
  value([...letters].join(' and '), async (context: RequestContext) => searches((await corpus(context)).words, letters))

const inChannel = (name: string, count: number): ModelValue =>
  withOpenRefusal(
    value(name, async (context: RequestContext) => {
      const { channelId } = await corpus(context)
      return Array.from({ length: count }, () => ({ operator: 'channel', operand: channelId }))
    }),
  )

const chosen = (name: string, choose: (all: readonly Message[]) => readonly Message[]): ModelValue =>
  value(name, async (context: RequestContext) =>
    choose(seenBy(context.caller, context.world, await corpus(context))).map(({ id }) => id),
  )

export const checkMessagesMatchNarrow: OperationModel = {
  operation: 'checkMessagesMatchNarrow',
  needs: { actors: ['user'], fixtures: ['channel', 'message'], allow: 'write' },
  accepted: 'messaging.narrow.only-matching',
  decides: [
    'messaging.narrow.content-highlighted',
    'messaging.narrow.subject-highlighted',
    'messaging.narrow.content-html',
    'messaging.narrow.subject-escaped',
    'messaging.narrow.without-search',
    'messaging.narrow.every-filter',
  ],
  factors: level => [
    everybody,
    ...parameters('checkMessagesMatchNarrow', level, {
      msg_ids: {
        values: [
          chosen('all', all => all),
          // Not sorted by age.
          chosen('two', all => [...all.slice(2, 3), ...all.slice(0, 1)]),
          chosen('one', all => all.slice(2, 3)),
        ],
        missing: refusedPreferably('messaging.narrow.msg-ids-required'),
        kind: refused('messaging.narrow.msg-ids-kind'),
        more: [wrong('a bare id', barely, refused('messaging.narrow.msg-ids-kind'))],
      },
      narrow: {
        values: [
          searching('a'),
          // The contract does not say how many filters are accepted; that each of them counts is only recommended.
          ...['ba', 'abababababa'].map(letters => withOpenRefusal(searching(letters))),
          inChannel('the channel', 1),
          inChannel('the channel eleven times', 11),
        ],
        missing: refusedPreferably('messaging.narrow.narrow-required'),
        kind: refused('messaging.narrow.narrow-kind'),
        more: [
          wrong('a bare filter', { operator: 'search', operand: 'x' }, refused('messaging.narrow.narrow-kind')),
          wrong('without operator', [{ operand: 'x' }], refused('messaging.narrow.narrow-operator')),
          wrong('without operand', [{ operator: 'search' }], refused('messaging.narrow.narrow-operand')),
        ],
      },
    }),
    firstIn('narrow'),
    times(),
  ],
  judge: done => (done.outcome === 'success' ? matches(done) : []),
  rows: { quick: 0, standard: 110, thorough: 300 },
}

async function barely(context: RequestContext): Promise<number> {
  return (await corpus(context)).messages[0]?.id ?? 0
}

/** Judges that the reply has exactly the matching messages, with their words highlighted. */
function matches({ row, reply, params, notes }: Done): Ruling[] {
  const found = notes.get('corpus') as Corpus | undefined
  const ids = params['msg_ids']
  if (!found || !Array.isArray(ids)) return []
  const on = (requirement: RequirementId, predicate: unknown, args: object): Ruling =>
    ({ requirement, row, replies: [reply], predicate, args }) as Ruling
  const all = found.direct ? [...found.messages, found.direct] : found.messages
  const requested = all.filter(({ id }) => ids.includes(id))
  if (row['narrow']?.startsWith('the channel')) {
    const [shown] = requested.filter(({ id, topic }) => topic !== null && keysIn(reply.exchange).includes(String(id)))
    return shown
      ? [
          on('messaging.narrow.without-search', field, {
            path: '/messages/*/match_content',
            schema: { type: 'string' },
            required: true,
          }),
          on('messaging.narrow.without-search', isEscaped, { id: shown.id, topic: shown.topic }),
        ]
      : []
  }
  const letters = [...new Set(row['narrow']?.split(' and '))] as Letter[]
  const matching = requested.filter(({ has }) => letters.every(letter => has.includes(letter)))
  const word = found.words[letters[0] ?? 'a']
  const words = letters.map(letter => found.words[letter])
  const least = matching.map(({ id }) => id)
  if (letters.length > 1) {
    const most = requested.filter(({ has }) => letters.some(letter => has.includes(letter))).map(({ id }) => id)
    return [
      on('messaging.narrow.only-matching', keysWithin, { least, most }),
      on('messaging.narrow.every-filter', keysAre, { ids: least }),
      on('messaging.narrow.content-highlighted', highlightsOne, { ids: most, member: 'match_content', words }),
      ...matching.map(({ id, topic }) => on('messaging.narrow.subject-escaped', isEscaped, { id, topic })),
    ]
  }
  return [
    on('messaging.narrow.only-matching', keysAre, { ids: least }),
    ...matching.flatMap(({ id, topic }) => [
      on('messaging.narrow.content-highlighted', highlights, { id, member: 'match_content', word, words }),
      ...(topic?.includes(word)
        ? [on('messaging.narrow.subject-highlighted', highlights, { id, member: 'match_subject', word, words })]
        : []),
      on('messaging.narrow.content-html', isHtml, { id }),
      ...(topic === null ? [] : [on('messaging.narrow.subject-escaped', isEscaped, { id, topic })]),
    ]),
  ]
}
