/** Typing status: messaging contract, "Typing", POST /typing. */
import { verbatim } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { acceptsControl, refusesEach, refusesNoList, vary, withoutParameter } from '../controls/variations.ts'
import { listsNoneOf, successWith } from '../conventions/parameters.predicates.ts'
import { idOf, NO_SUCH_ID, sharedChannel } from '../fixtures.ts'
import { inWords } from '../in-words.ts'
import { outcomeOf } from '../outcome.ts'
import {
  accepted,
  acceptsInChannel,
  acceptsTopic,
  channelTypes,
  direct,
  EMPTY_TOPICS,
  ignoredByDirect,
  ignores,
  inChannel,
  period,
  refusedInChannel,
  refusesOpInChannel,
} from './typing-requests.ts'

export default area('messaging.typing', ({ always, check, visit, watch }) => [
  visit('setTypingStatus', { actors: ['user'], fixtures: ['channel'], allow: 'write' }, async world => {
    if (world.level >= 215) await accepted(world)
  }),

  always(
    'messaging.typing.stream-id-supported',
    'A stream_id sent when setting the typing status is not listed as unsupported',
    successWith('setTypingStatus', 'stream_id'),
    listsNoneOf,
    () => ({ supported: ['stream_id'] }),
  ),

  check(
    'messaging.typing.direct',
    "Typing of type 'direct' with a list of user ids is accepted",
    acceptsControl('setTypingStatus'),
  ),

  check(
    'messaging.typing.stream',
    "Typing of type 'stream' with a channel id and a topic is accepted",
    acceptsInChannel('stream'),
  ),

  check(
    'messaging.typing.channel',
    "Typing of type 'channel' with a channel id and a topic is accepted",
    acceptsInChannel('channel'),
  ),

  check(
    'messaging.typing.channel-ahead',
    "Before feature level 248 typing of type 'channel' is refused",
    async world => {
      const from = await accepted(world)
      world.requireAccepted(from)
      world
        .claim(await inChannel(world, { type: 'channel' }))
        .against(from)
        .isRefused()
    },
  ),

  check('messaging.typing.private', "Before feature level 215 typing of type 'private' is accepted", async world => {
    world.claim(await vary(world, 'setTypingStatus', { type: 'private' })).succeeds()
  }),

  check(
    'messaging.typing.private-dropped',
    "From feature level 215 typing of type 'private' is refused",
    refusesEach('setTypingStatus', 'type', ['private']),
  ),

  check('messaging.typing.type-default', "Typing without a type is taken as 'direct'", async world => {
    const reply = await direct.reply(world, 'untyped')
    world.claim(reply).succeeds()
    if (world.budget === 'quick') return
    world
      .claim(await vary(world, 'setTypingStatus', { type: undefined, to: undefined }))
      .against(reply)
      .isRefused()
  }),

  check(
    'messaging.typing.type-outside',
    'Typing of a type outside the listed ones is refused',
    refusesEach('setTypingStatus', 'type', ['Direct']),
  ),

  check('messaging.typing.op-values', "Typing accepts both 'start' and 'stop' as op", async world => {
    await acceptsControl('setTypingStatus')(world)
    world.claim(await direct.reply(world, 'stop')).succeeds()
  }),

  check('messaging.typing.op-required', 'Typing without op is refused', async world => {
    await withoutParameter('setTypingStatus', 'op')(world)
    await refusesOpInChannel(world, undefined)
  }),

  check('messaging.typing.op-outside', "Typing with an op other than 'start' and 'stop' is refused", async world => {
    await refusesEach('setTypingStatus', 'op', ['Start'])(world)
    await refusesOpInChannel(world, 'nonsense')
  }),

  check(
    'messaging.typing.to-required',
    "Typing of type 'direct' without to is refused",
    withoutParameter('setTypingStatus', 'to'),
  ),

  check(
    'messaging.typing.to-kind',
    'Typing to a bare user id, or to anything else that is not a list of integers, is refused',
    refusesNoList('setTypingStatus', 'to', world => world.second.userId),
  ),

  check(
    'messaging.typing.to-ignored',
    'Typing in a channel ignores to: neither refused nor listed as unsupported',
    async world => {
      for (const type of channelTypes(world, 'stream')) {
        if (type === 'channel' && outcomeOf(await accepted(world, type)) !== 'success') continue
        const id = idOf(world.user)
        const all = { ofKind: [[NO_SUCH_ID], [], [id], [id, NO_SUCH_ID]], others: [id, verbatim('text'), ['text'], ''] }
        const few = { ofKind: [world.random.sample(all.ofKind, 1)[0]], others: [] }
        await ignores(world, 'to', world.budget === 'quick' ? few : all, changes =>
          inChannel(world, { type, ...changes }),
        )
      }
    },
  ),

  check(
    'messaging.typing.to-unknown',
    'Typing to a user id that does not exist is refused',
    refusesEach('setTypingStatus', 'to', [[NO_SUCH_ID]]),
  ),

  check(
    'messaging.typing.stream-id-required',
    'Typing in a channel without stream_id is refused with BAD_REQUEST',
    async world => {
      for (const type of channelTypes(world, 'stream'))
        await refusedInChannel(world, { type, stream_id: undefined }, 'BAD_REQUEST')
    },
  ),

  check(
    'messaging.typing.stream-id-kind',
    'Typing in a channel with a stream_id that is not an integer is refused',
    async world => {
      const known = await sharedChannel(world)
      for (const type of channelTypes(world, 'channel'))
        for (const wrong of world.tries([`${known}abc`, 'text']))
          await refusedInChannel(world, { type, stream_id: verbatim(wrong) })
    },
  ),

  check(
    'messaging.typing.stream-id-ignored',
    "Typing of type 'direct' ignores stream_id: neither refused nor listed as unsupported",
    ignoredByDirect('stream_id'),
  ),

  check('messaging.typing.stream-id-unknown', 'Typing in a channel that does not exist is refused', async world => {
    for (const type of channelTypes(world, 'channel')) await refusedInChannel(world, { type, stream_id: NO_SUCH_ID })
  }),

  check('messaging.typing.topic-required', 'Typing in a channel without topic is refused', async world => {
    for (const type of channelTypes(world, 'channel')) {
      const from = await accepted(world, type)
      world.requireAccepted(from)
      world
        .claim(await inChannel(world, { type, topic: undefined }))
        .against(from)
        .isRefusedPreferably('BAD_REQUEST')
    }
  }),

  check(
    'messaging.typing.topic-ignored',
    "Typing of type 'direct' ignores topic: neither refused nor listed as unsupported",
    ignoredByDirect('topic'),
  ),

  check(
    'messaging.typing.empty-topic',
    'Typing in the empty topic of a channel is accepted',
    acceptsTopic(EMPTY_TOPICS.empty, 'anywhere'),
  ),

  check(
    'messaging.typing.no-topic',
    "Typing in the topic '(no topic)' of a channel is accepted like the empty topic",
    acceptsTopic(EMPTY_TOPICS.noTopic, 'anywhere'),
  ),

  check(
    'messaging.typing.display-name-topic',
    'Typing in a topic spelled as the display name of the empty topic is accepted like the empty topic',
    acceptsTopic(EMPTY_TOPICS.displayName, 'anywhere'),
  ),

  check(
    'messaging.typing.empty-topic-allowed',
    'Typing in the empty topic of a channel whose topics_policy allows it is accepted',
    acceptsTopic(EMPTY_TOPICS.empty, 'allowed'),
  ),

  check(
    'messaging.typing.no-topic-allowed',
    "Typing in the topic '(no topic)' is accepted where the topics_policy of the channel allows the empty topic",
    acceptsTopic(EMPTY_TOPICS.noTopic, 'allowed'),
  ),

  check(
    'messaging.typing.display-name-topic-allowed',
    'Typing in a topic spelled as the display name of the empty topic is accepted where the topics_policy allows it',
    acceptsTopic(EMPTY_TOPICS.displayName, 'allowed'),
  ),

  check(
    'messaging.typing.empty-topic-ahead',
    'Before feature level 334 typing in the empty topic of a channel is refused',
    async world => {
      await refusedInChannel(world, { topic: '' })
    },
  ),

  check(
    'messaging.typing.started-wait-period',
    'The register settings hold the period between typing starts as a positive integer of milliseconds',
    period('server_typing_started_wait_period_milliseconds', 'the period between typing starts'),
  ),

  check(
    'messaging.typing.stopped-wait-period',
    'The register settings hold the period of inactivity before a stop as a positive integer of milliseconds',
    period('server_typing_stopped_wait_period_milliseconds', 'the period of inactivity before a stop'),
  ),

  check(
    'messaging.typing.started-expiry-period',
    'The register settings hold the expiry period of an indicator as a positive integer of milliseconds',
    period('server_typing_started_expiry_period_milliseconds', 'the expiry period of an indicator'),
  ),

  watch(
    'channel-before-215',
    async world => {
      if (world.level >= 215) return
      const params = { type: 'stream', op: 'start', to: [await sharedChannel(world)], topic: 'assay' }
      const reply = await world.user.sends('setTypingStatus', params, { observed: true })
      world.observe('messaging.typing.channel-before-215', `the channel id as to: ${inWords(reply)}`, reply)
    },
    { needs: { actors: ['user'], fixtures: ['channel'], allow: 'write' } },
  ),
])
