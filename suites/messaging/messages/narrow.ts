/** Matching messages: messaging contract, "Messages", GET /messages/matches_narrow. */
import { type Exchange, integerIn, type Reply, verbatim } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { askUntil } from '../ask-until.ts'
import { control, refusesEach, refusesNoList, vary, withoutParameter } from '../controls/variations.ts'
import { channelOf, messageToOneself, NO_SUCH_ID, newlyMade, wordFor } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { BEFORE, wordAndTopic } from '../names.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { spanTags } from './html.ts'
import {
  highlights,
  INDEX_WAITS,
  isEscaped,
  isHtml,
  keysAmong,
  keysAre,
  keysIn,
  keysWithin,
} from './narrow.predicates.ts'

const search = (operand: string) => [{ operator: 'search', operand }]

/** A word that occurs nowhere and resembles no other: a search may tolerate typing errors. */
const NOWHERE = 'zqxjvkwyhupf'

/** Repeats the request until this many messages match: an index may need a moment for a new message. */
const whenIndexed = (world: World, ask: () => Promise<Reply>, count: number): Promise<Reply> =>
  askUntil(world, ask, reply => outcomeOf(reply) !== 'success' || keysIn(reply.exchange).length >= count, INDEX_WAITS)

/** The reply in which the control's message matches its own word. */
const matched = shared(async (world): Promise<Reply> => {
  const first = await control(world, 'checkMessagesMatchNarrow')
  if (keysIn(first.exchange).length > 0) return first
  return whenIndexed(world, () => vary(world, 'checkMessagesMatchNarrow', {}), 1)
})

/**
 * Seven messages of a channel, four of them with a word, and a direct one with it; and the reply to a search for that word.
 * In two of them, the word comes after text that must be escaped or takes more bytes than letters.
 */
const searched = shared(async world => {
  const { word, topic, after } = await wordAndTopic(world, `${await wordFor(world)}x`)
  const channelId = await channelOf(world, world.user)
  const content = `**plain** ${word} text ${word}`
  const texts = [
    { topic, content },
    { topic: after, content: `${BEFORE} ${content}` },
  ]
  const ids: number[] = []
  const topics = new Map<number, string>()
  for (const at of [0, 1, 2, 3, 4, 5, 6]) {
    const text = at % 2 === 0 ? texts[(at / 2) % 2] : undefined
    const { topic: of = 'else', content: says = 'plain text' } = text ?? {}
    const id = await newlyMade(world, 'message', { as: world.user.email, channelId, topic: of, content: says })
    ids.push(id)
    topics.set(id, of)
  }
  const inChannel = ids.filter((_id, at) => at % 2 === 0)
  const toOneself = { as: world.user.email, to: [world.user.userId], content }
  ids.push(await newlyMade(world, 'message', toOneself))
  const params = { msg_ids: ids, narrow: search(word) }
  const matching = [...new Set([...inChannel, ...ids.slice(-1)])]
  const ask = (): Promise<Reply> => world.user.sends('checkMessagesMatchNarrow', params)
  const reply = await whenIndexed(world, ask, matching.length)
  return { word, topics, reply, matching, inChannel, ids, channelId }
})

/** The ids in the query of a request. */
function askedFor({ request }: Exchange): number[] {
  const digits = new URL(request.url).searchParams.get('msg_ids')?.match(/-?\d+/g) ?? []
  return digits.map(integerIn)
}

const answered = async (world: World) => {
  const found = await searched(world)
  world.requireAccepted(found.reply)
  return found
}

export default area('messaging.narrow', ({ always, check, visit, watch }) => [
  visit('checkMessagesMatchNarrow', { actors: ['user'], fixtures: ['message'] }, async world => {
    await matched(world)
  }),

  always(
    'messaging.narrow.keys',
    'Each key of messages is one of the message ids asked for',
    exchange => exchange.operation === 'checkMessagesMatchNarrow' && outcomeOf(exchange) === 'success',
    keysAmong,
    exchange => ({ ids: askedFor(exchange) }),
  ),

  check(
    'messaging.narrow.only-matching',
    'Of the messages asked for exactly those that match the narrow are answered',
    async world => {
      const { reply, matching, ids, word } = await answered(world)
      world.claim(reply).keeps(keysAre, { ids: matching })
      if (world.budget === 'quick') return
      const beyond = { msg_ids: [...ids, NO_SUCH_ID], narrow: search(word) }
      const wider = await world.user.sends('checkMessagesMatchNarrow', beyond)
      // It is open whether an unknown message may be requested, but it must not match.
      if (outcomeOf(wider) === 'success') world.claim(wider).keeps(keysWithin, { least: [], most: matching })
    },
  ),

  check(
    'messaging.narrow.every-filter',
    'A message that matches only some of several filters is not answered',
    async world => {
      const { ids, word } = await answered(world)
      const narrow = [...search(NOWHERE), ...search(word)]
      const reply = await world.user.sends('checkMessagesMatchNarrow', { msg_ids: ids, narrow })
      if (outcomeOf(reply) !== 'success') return world.lacks('two filters at once were not accepted')
      world.claim(reply).keeps(keysAre, { ids: [] })
    },
  ),

  check(
    'messaging.narrow.content-highlighted',
    'Words searched for are wrapped in span elements inside match_content',
    async world => {
      const { reply, matching, word } = await answered(world)
      for (const id of matching) world.claim(reply).keeps(highlights, { id, member: 'match_content', word })
    },
  ),

  check(
    'messaging.narrow.subject-highlighted',
    'Words searched for are wrapped in span elements inside match_subject',
    async world => {
      const { reply, inChannel, word, topics } = await answered(world)
      if (inChannel.some(id => !topics.get(id)?.includes(word))) return world.lacks('topics are too short for a word')
      for (const id of inChannel) world.claim(reply).keeps(highlights, { id, member: 'match_subject', word })
    },
  ),

  check(
    'messaging.narrow.without-search',
    'A match of a narrow without search has match_content and the escaped topic as match_subject as well',
    async world => {
      const { channelId, topics, ids } = await answered(world)
      const narrows = [
        [{ operator: 'channel', operand: channelId }],
        [{ operator: 'stream', operand: channelId }],
        [{ operator: 'sender', operand: world.user.email }],
        [],
      ]
      for (const narrow of narrows) {
        const reply = await world.user.sends('checkMessagesMatchNarrow', { msg_ids: ids, narrow })
        const [id] = ids.filter((one, at) => at % 2 === 0 && keysIn(reply.exchange).includes(String(one)))
        if (outcomeOf(reply) !== 'success' || id === undefined) continue
        world
          .claim(reply)
          .has('/messages/*/match_content', { type: 'string' })
          .has('/messages/*/match_subject', { type: 'string' })
          .keeps(isEscaped, { id, topic: topics.get(id) ?? '' })
        return
      }
      world.lacks('no narrow without search was accepted and matched')
    },
  ),

  check('messaging.narrow.content-html', "match_content is HTML of the message's content", async world => {
    const { reply, matching } = await answered(world)
    for (const id of matching) world.claim(reply).keeps(isHtml, { id })
  }),

  check(
    'messaging.narrow.subject-escaped',
    'match_subject is the topic with its special characters escaped for HTML',
    async world => {
      const { reply, inChannel, topics } = await answered(world)
      for (const id of inChannel) world.claim(reply).keeps(isEscaped, { id, topic: topics.get(id) ?? '' })
    },
  ),

  check(
    'messaging.narrow.msg-ids-required',
    'Matching without msg_ids is refused',
    withoutParameter('checkMessagesMatchNarrow', 'msg_ids'),
  ),

  check(
    'messaging.narrow.msg-ids-kind',
    'A msg_ids that is not a list of integers is refused',
    refusesNoList('checkMessagesMatchNarrow', 'msg_ids', world => messageToOneself(world, world.user)),
  ),

  check(
    'messaging.narrow.narrow-required',
    'Matching without narrow is refused',
    withoutParameter('checkMessagesMatchNarrow', 'narrow'),
  ),

  check('messaging.narrow.narrow-kind', 'A narrow that is not a list of objects is refused', async world => {
    const [known] = search(await wordFor(world))
    const wrong = world.tries([known, [known, 7], [7], verbatim('text')], 2)
    await refusesEach('checkMessagesMatchNarrow', 'narrow', wrong)(world)
  }),

  check('messaging.narrow.narrow-operator', 'A narrow element without operator is refused', async world => {
    const { operand } = search(await wordFor(world))[0] ?? {}
    await refusesEach('checkMessagesMatchNarrow', 'narrow', [[{ operand }]])(world)
  }),

  check(
    'messaging.narrow.narrow-operand',
    'A narrow element without operand is refused',
    refusesEach('checkMessagesMatchNarrow', 'narrow', [[{ operator: 'search' }]]),
  ),

  watch(
    'open-points',
    async world => {
      const asked = (changes: Record<string, unknown>): Promise<Reply> =>
        vary(world, 'checkMessagesMatchNarrow', changes, { observed: true })
      for (const narrow of [
        [],
        [{ operator: 'sender', operand: world.user.email }],
        [{ operator: 'nonsense', operand: 'x' }],
      ]) {
        const reply = await asked({ narrow })
        world.observe('messaging.narrow.operators', `${JSON.stringify(narrow)}: ${inWords(reply)}`, reply)
      }
      const unknown = await asked({ msg_ids: [NO_SUCH_ID] })
      const keys = `${keysIn(unknown.exchange).length} matches`
      world.observe(
        'messaging.narrow.unknown-messages',
        `a message that does not exist: ${inWords(unknown)}, ${keys}`,
        unknown,
      )
    },
    { needs: { actors: ['user'], fixtures: ['message'] } },
  ),

  watch(
    'highlight-form',
    async world => {
      const { reply } = await answered(world)
      const tags = [...new Set(spanTags(JSON.stringify(reply.json)))]
      world.observe('messaging.narrow.highlight-form', tags.join(' ') || 'none seen', reply)
    },
    { needs: { actors: ['user'], fixtures: ['channel', 'message'], allow: 'write' } },
  ),
])
