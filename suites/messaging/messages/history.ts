/** Edit history: messaging contract, "Messages", GET /messages/{message_id}/history, and the snapshot's field table. */
import { type Exchange, notBlank, valueAt } from '../../../harness/index.ts'
import { area } from '../area.ts'
import { control, refusesEach, refusesNoBoolean, vary } from '../controls/variations.ts'
import { listsNoneOf, successWith } from '../conventions/parameters.predicates.ts'
import { channelOf, NO_SUCH_ID, newlyMade, registered, unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import type { World } from '../world.ts'
import {
  editOmits,
  editorsNamed,
  editShows,
  editsRecent,
  emptyPreviousShown,
  emptyTopicShown,
  escapesEach,
  fieldsTogether,
  firstIsPlain,
  hadValues,
  hasSnapshots,
  inOrder,
  lastEditLater,
  listedOnce,
  rendersEach,
  rendersEmphasis,
  timesOrdered,
  topicEditsReported,
} from './history.predicates.ts'
import {
  channelEdited,
  contentEdited,
  directEdited,
  editedAtOnce,
  fromEmptyTopic,
  movedAtOnce,
  type Sequence,
  topicEdited,
} from './message-histories.ts'

const CONTENT_FIELDS = ['prev_content', 'prev_rendered_content', 'content_html_diff']

type Thing = 'content' | 'topic' | 'channel'

/** Messages of which only the content was edited: one in a channel and, beyond the quick budget, a direct one if possible. */
async function contentsEdited(world: World): Promise<Sequence[]> {
  const inChannel = await contentEdited(world)
  const direct = world.budget === 'quick' ? null : await directEdited(world).catch(unlessMissing)
  return direct ? [inChannel, direct] : [inChannel]
}

const valuesOf = ({ states }: Sequence, thing: Thing): unknown[] => states.map(state => state[thing])

/** Claims that snapshots of edits of a thing have a field. */
const shows =
  (
    thing: Thing,
    field: string,
    value: 'before' | 'after' | 'string',
    ...sequences: ((world: World) => Promise<Sequence>)[]
  ) =>
  async (world: World) => {
    for (const sequence of sequences) {
      const { reply, states } = await sequence(world)
      world.claim(reply).keeps(editShows, { states, thing, field, value })
    }
  }

/** Claims that snapshots of edits of other things have none of these fields. */
const omits =
  (thing: Thing, fields: readonly string[], ...sequences: ((world: World) => Promise<Sequence>)[]) =>
  async (world: World) => {
    for (const sequence of sequences) {
      const { reply, states } = await sequence(world)
      world.claim(reply).keeps(editOmits, { states, thing, fields })
    }
  }

/** Claims how the empty topic is shown, in a snapshot or before an edit; `allowed` is sent, or left out if undefined. */
const showsEmptyTopic =
  (allowed: boolean | undefined, judge: typeof emptyTopicShown = emptyTopicShown) =>
  async (world: World) => {
    const settings = allowed
      ? await registered(world, DISPLAY_NAME).catch(unlessMissing)
      : await registered(world, DISPLAY_NAME)
    const [as, other] = allowed ? ['', settings] : [settings, '']
    const never = other === as ? null : other
    const { reply, again, unedited } = await fromEmptyTopic(world, allowed)
    if (judge === emptyPreviousShown && unedited !== null) throw unedited
    world.claim(reply).succeeds().keeps(judge, { as, never, again })
  }

const DISPLAY_NAME = 'realm_empty_topic_display_name'

const isHistory = (exchange: Exchange): boolean =>
  exchange.operation === 'getMessageHistory' && outcomeOf(exchange) === 'success'

export default area('messaging.history', ({ always, check, visit, watch }) => [
  visit('getMessageHistory', { actors: ['user'], fixtures: ['message'] }, async world => {
    await control(world, 'getMessageHistory')
  }),

  check(
    'messaging.history.unknown',
    'Reading the history of a message that does not exist is refused with BAD_REQUEST',
    refusesEach('getMessageHistory', 'message_id', [NO_SUCH_ID], 'BAD_REQUEST'),
  ),

  check(
    'messaging.history.user-id-recent',
    'The snapshot of a message or an edit made just now has a user_id that is not null',
    async world => {
      world.claim((await contentEdited(world)).reply).keeps(editorsNamed, {})
    },
  ),

  check(
    'messaging.history.timestamp-seconds',
    'The timestamp of an edit made just now is the present in UNIX seconds',
    async world => {
      const { reply, states } = await contentEdited(world)
      world.claim(reply).keeps(editsRecent, { now: world.clock.now() })
      if (world.budget !== 'quick') world.claim(reply).keeps(lastEditLater, { edits: states.length - 1 })
    },
  ),

  check(
    'messaging.history.content-after',
    'The content of a snapshot is the raw Markdown as it was after that edit',
    async world => {
      for (const sequence of await contentsEdited(world))
        world.claim(sequence.reply).keeps(hadValues, { field: 'content', values: valuesOf(sequence, 'content') })
    },
  ),

  check(
    'messaging.history.rendered-after',
    "The rendered_content of a snapshot is HTML of that snapshot's content",
    async world => {
      world.claim((await contentEdited(world)).reply).keeps(rendersEach, {})
    },
  ),

  check('messaging.history.rendered-escaped', 'What HTML has to escape is escaped in rendered_content', async world => {
    world.claim((await contentEdited(world)).reply).keeps(escapesEach, {})
  }),

  check(
    'messaging.history.emphasis-rendered',
    'Bold words of the Markdown show no asterisks in rendered_content',
    async world => {
      world.claim((await contentEdited(world)).reply).keeps(rendersEmphasis, {})
    },
  ),

  check(
    'messaging.history.topic-after',
    'The topic of a snapshot is the topic as it was after that edit',
    async world => {
      const sequence = await topicEdited(world)
      world.claim(sequence.reply).keeps(hadValues, { field: 'topic', values: valuesOf(sequence, 'topic') })
    },
  ),

  check('messaging.history.never-edited', 'A message that was never edited has exactly one snapshot', async world => {
    const { user } = world
    const unedited = async (where: Readonly<Record<string, unknown>>): Promise<void> => {
      const messageId = await newlyMade(world, 'message', {
        as: user.email,
        content: world.name('message'),
        ...where,
      })
      // A reaction is not an edit.
      const reaction = { as: user.email, messageId, emojiName: 'octopus', reactionType: 'unicode_emoji' }
      if (world.budget !== 'quick') await world.provide('reaction', reaction).catch(unlessMissing)
      const reply = await vary(world, 'getMessageHistory', { message_id: messageId })
      world.requireAccepted(reply)
      world.claim(reply).keeps(hasSnapshots, { count: 1 })
    }
    await unedited({ to: [user.userId] })
    const channelId = world.budget === 'quick' ? null : await channelOf(world, user).catch(unlessMissing)
    if (channelId !== null) await unedited({ channelId, topic: 'assay' })
  }),

  always(
    'messaging.history.first-snapshot',
    'The first snapshot holds none of the six fields that tell of an edit',
    isHistory,
    firstIsPlain,
  ),

  always(
    'messaging.history.timestamps-ordered',
    'The timestamps of the snapshots of a message never decrease',
    isHistory,
    timesOrdered,
  ),

  always(
    'messaging.history.streams-together',
    'A snapshot has stream exactly where it has prev_stream',
    isHistory,
    fieldsTogether,
    () => ({ fields: ['stream', 'prev_stream'] }),
  ),

  always(
    'messaging.history.content-fields-together',
    'A snapshot has all three fields about edited content or none of them',
    isHistory,
    fieldsTogether,
    () => ({ fields: CONTENT_FIELDS }),
  ),

  check(
    'messaging.history.content-html-diff-not-blank',
    'The content_html_diff of an edit is not blank',
    async world => {
      const { reply } = await contentEdited(world)
      world.claim(reply).keeps(notBlank, { paths: ['/message_history/*/content_html_diff'] })
    },
  ),

  check(
    'messaging.history.oldest-first',
    'Snapshots stand in the order of the edits, the oldest first',
    async world => {
      for (const sequence of await contentsEdited(world))
        world.claim(sequence.reply).keeps(inOrder, { field: 'content', values: valuesOf(sequence, 'content') })
    },
  ),

  check('messaging.history.each-once', 'No snapshot of an edit is listed twice', async world => {
    for (const { reply } of await contentsEdited(world)) world.claim(reply).keeps(listedOnce, {})
  }),

  check(
    'messaging.history.prev-topic',
    'The snapshot of a topic edit has prev_topic, the topic before it, as a string',
    async world => {
      await shows('topic', 'prev_topic', 'before', topicEdited)(world)
      const toEmpty = world.level >= 334 ? await fromEmptyTopic(world, true).catch(unlessMissing) : null
      if (toEmpty?.again && outcomeOf(toEmpty.reply) === 'success')
        world.claim(toEmpty.reply).keeps(topicEditsReported, {})
      const both = await editedAtOnce(world).catch(unlessMissing)
      if (both) world.claim(both.reply).lists('/message_history', { prev_topic: both.states[0]?.topic })
    },
  ),

  check(
    'messaging.history.stream',
    'The snapshot of a channel edit has stream, the id of the channel after it',
    async world => {
      await shows('channel', 'stream', 'after', channelEdited)(world)
      if (world.budget === 'quick') return
      const both = await movedAtOnce(world).catch(unlessMissing)
      if (both) world.claim(both.reply).lists('/message_history', { stream: both.states[1]?.channel })
    },
  ),

  check(
    'messaging.history.prev-stream',
    'The snapshot of a channel edit has prev_stream, the id of the channel before it',
    async world => {
      await shows('channel', 'prev_stream', 'before', channelEdited)(world)
      if (world.budget === 'quick') return
      const both = await movedAtOnce(world).catch(unlessMissing)
      if (both) world.claim(both.reply).lists('/message_history', { prev_stream: both.states[0]?.channel })
    },
  ),

  check(
    'messaging.history.prev-content',
    'The snapshot of a content edit has prev_content, the content before it, as a string',
    async world => {
      await shows('content', 'prev_content', 'before', contentEdited, topicEdited, channelEdited)(world)
      const both = await editedAtOnce(world).catch(unlessMissing)
      if (both) world.claim(both.reply).lists('/message_history', { prev_content: both.states[0]?.content })
      if (world.budget === 'quick') return
      const direct = await directEdited(world).catch(unlessMissing)
      if (direct) await shows('content', 'prev_content', 'before', async () => direct)(world)
    },
  ),

  check(
    'messaging.history.prev-rendered-content',
    'The snapshot of a content edit has prev_rendered_content as a string',
    shows('content', 'prev_rendered_content', 'string', contentEdited),
  ),

  check(
    'messaging.history.prev-rendered-html',
    'The prev_rendered_content of an edit is HTML of its prev_content',
    async world => {
      world.claim((await contentEdited(world)).reply).keeps(rendersEach, { before: true })
    },
  ),

  check(
    'messaging.history.content-html-diff',
    'The snapshot of a content edit has content_html_diff as a string',
    shows('content', 'content_html_diff', 'string', contentEdited),
  ),

  check(
    'messaging.history.no-prev-topic',
    'The snapshot of an edit that left the topic alone has no prev_topic',
    omits('topic', ['prev_topic'], contentEdited, topicEdited, channelEdited),
  ),

  check(
    'messaging.history.no-streams',
    'The snapshot of an edit that left the channel alone has neither stream nor prev_stream',
    omits('channel', ['stream', 'prev_stream'], contentEdited, topicEdited, channelEdited),
  ),

  check(
    'messaging.history.no-prev-content',
    'The snapshot of an edit that left the content alone has none of the three fields about it',
    omits('content', CONTENT_FIELDS, topicEdited, channelEdited),
  ),

  check(
    'messaging.history.empty-topic-default',
    'Without allow_empty_topic_name an empty topic is shown by its display name',
    showsEmptyTopic(undefined),
  ),

  check(
    'messaging.history.empty-topic-replaced',
    'With allow_empty_topic_name false an empty topic is shown by its display name',
    showsEmptyTopic(false),
  ),

  check(
    'messaging.history.empty-topic-allowed',
    'With allow_empty_topic_name true an empty topic is shown as the empty string',
    showsEmptyTopic(true),
  ),

  check(
    'messaging.history.empty-prev-topic-replaced',
    'Unless allow_empty_topic_name is true an empty prev_topic is shown by the display name of the empty topic',
    async world => {
      for (const allowed of [undefined, false]) await showsEmptyTopic(allowed, emptyPreviousShown)(world)
    },
  ),

  check(
    'messaging.history.empty-prev-topic-allowed',
    'With allow_empty_topic_name true an empty prev_topic is shown as the empty string',
    showsEmptyTopic(true, emptyPreviousShown),
  ),

  check(
    'messaging.history.empty-topic-kind',
    'An allow_empty_topic_name that is not a boolean is refused',
    refusesNoBoolean('getMessageHistory', 'allow_empty_topic_name'),
  ),

  always(
    'messaging.history.empty-topic-supported',
    'An allow_empty_topic_name sent when reading a history is not listed as unsupported',
    successWith('getMessageHistory', 'allow_empty_topic_name'),
    listsNoneOf,
    () => ({ supported: ['allow_empty_topic_name'] }),
  ),

  watch(
    'direct-topic',
    async world => {
      const reply = await control(world, 'getMessageHistory')
      const topic = valueAt(reply.json, '/message_history/0/topic')
      world.observe('messaging.history.direct-topic', `the topic is ${JSON.stringify(topic)}`, reply)
    },
    { needs: { actors: ['user'], fixtures: ['message'] } },
  ),

  watch(
    'several-at-once',
    async world => {
      const { reply } = await editedAtOnce(world)
      const snapshots = valueAt(reply.json, '/message_history')
      const count = Array.isArray(snapshots) ? snapshots.length - 1 : 'no list of'
      world.observe('messaging.history.several-at-once', `one edit gave ${count} snapshots`, reply)
    },
    { needs: { actors: ['user'], fixtures: ['channel', 'message', 'edit'], allow: 'write' } },
  ),
])
