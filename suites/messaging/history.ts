/** Edit history: messaging contract, "Messages", GET /messages/{message_id}/history, and the snapshot's field table. */
import { area, outcomeOf, valueAt, verbatim, type World } from '../../harness/index.ts'
import { NO_SUCH_ID, newlyMade, registered } from './fixtures.ts'
import {
  editHas,
  editIsRecent,
  editLacks,
  editSays,
  firstIsPlain,
  goesThrough,
  hasSnapshots,
  inOrder,
  rendersEach,
} from './history.predicates.ts'
import {
  type Course,
  channelEdited,
  contentEdited,
  editedAtOnce,
  editedInEmptyTopic,
  leftEmptyTopic,
  topicEdited,
} from './message-courses.ts'
import { listsNoneOf, successWith } from './parameters.predicates.ts'
import { control, refusesEach, vary } from './variations.ts'

const CONTENT_FIELDS = ['prev_content', 'prev_rendered_content', 'content_html_diff']

/** The snapshot of an edit is found by the content and the topic that it led to. */
const after = ({ contents, topics }: Course, index: number) => ({ content: contents[index], topic: topics[index] })

/** The numbers of the edits. */
const editsOf = ({ contents }: Course): number[] => contents.map((_content, index) => index).slice(1)

const hasString = (name: string) => async (world: World) => {
  const course = await contentEdited(world)
  for (const index of editsOf(course))
    world.claim(course.reply).keeps(editHas, { where: after(course, index), fields: { [name]: 'string' } })
}

const lacks = async (world: World, course: Course, edits: readonly number[], fields: readonly string[]) => {
  for (const index of edits) world.claim(course.reply).keeps(editLacks, { where: after(course, index), fields })
}

/** How the empty topic is shown, where allowing its name is said or left out. */
const showsTopic = (allowed: boolean | undefined) => async (world: World) => {
  const topic = allowed ? '' : await registered(world, 'realm_empty_topic_display_name')
  const id = await world.once('history: a message in the empty topic', () => editedInEmptyTopic(world))
  const reply = await vary(world, 'getMessageHistory', { message_id: id, allow_empty_topic_name: allowed })
  world.claim(reply).succeeds().has('/message_history/*/topic', { const: topic })
}

export default area('messaging.history', ({ always, check, visit, watch }) => [
  visit('getMessageHistory', { actors: ['user'], fixtures: ['message'] }, async world => {
    await control(world, 'getMessageHistory')
  }),

  check(
    'unknown',
    'Reading the history of a message that does not exist is refused with BAD_REQUEST',
    refusesEach('getMessageHistory', 'message_id', [NO_SUCH_ID], 'BAD_REQUEST'),
  ),

  check('user-id-recent', 'The snapshot of an edit made just now has a user_id that is not null', async world => {
    const course = await contentEdited(world)
    for (const index of editsOf(course))
      world.claim(course.reply).keeps(editHas, { where: after(course, index), fields: { user_id: 'integer' } })
  }),

  check('timestamp-seconds', 'The timestamp of an edit made just now is the present in UNIX seconds', async world => {
    const course = await contentEdited(world)
    const now = world.clock.now()
    for (const index of editsOf(course))
      world.claim(course.reply).keeps(editIsRecent, { where: after(course, index), now })
  }),

  check('content-after', 'The content of a snapshot is the raw Markdown as it was after that edit', async world => {
    const { reply, contents } = await contentEdited(world)
    world.claim(reply).keeps(goesThrough, { field: 'content', values: contents })
  }),

  check('rendered-after', "The rendered_content of a snapshot is HTML of that snapshot's content", async world => {
    world.claim((await contentEdited(world)).reply).keeps(rendersEach, {})
  }),

  check('topic-after', 'The topic of a snapshot is the topic as it was after that edit', async world => {
    const { reply, topics } = await topicEdited(world)
    world.claim(reply).keeps(goesThrough, { field: 'topic', values: topics })
  }),

  check('never-edited', 'A message that was never edited has exactly one snapshot', async world => {
    const { user } = world
    const sent = { as: user.email, to: [user.userId], content: world.name('message') }
    const reply = await vary(world, 'getMessageHistory', { message_id: await newlyMade(world, 'message', sent) })
    world.requireAccepted(reply)
    world.claim(reply).keeps(hasSnapshots, { count: 1 })
  }),

  always(
    'first-snapshot',
    'The first snapshot holds none of the six fields that tell of an edit',
    exchange => exchange.operation === 'getMessageHistory' && outcomeOf(exchange) === 'success',
    firstIsPlain,
  ),

  check(
    'oldest-first',
    'Each edit adds a snapshot, and snapshots stand in the order of the edits, the oldest first',
    async world => {
      const { reply, contents } = await contentEdited(world)
      world.claim(reply).keeps(inOrder, { field: 'content', values: contents })
    },
  ),

  check('prev-topic', 'The snapshot of a topic edit has prev_topic, the topic before it, as a string', async world => {
    const course = await topicEdited(world)
    for (const index of [1, 3])
      world
        .claim(course.reply)
        .keeps(editSays, { where: after(course, index), says: { prev_topic: course.topics[index - 1] } })
    if (world.budget === 'quick') return
    const { reply, topics } = await editedAtOnce(world)
    world.claim(reply).lists('/message_history', { prev_topic: topics[0] })
  }),

  check('stream', 'The snapshot of a channel edit has stream, the id of the channel after it', async world => {
    const { reply, channels } = await channelEdited(world)
    world.claim(reply).lists('/message_history', { stream: channels[1] })
  }),

  check(
    'prev-stream',
    'The snapshot of a channel edit has prev_stream, the id of the channel before it',
    async world => {
      const { reply, channels } = await channelEdited(world)
      world.claim(reply).lists('/message_history', { prev_stream: channels[0] })
    },
  ),

  check(
    'prev-content',
    'The snapshot of a content edit has prev_content, the content before it, as a string',
    async world => {
      const course = await contentEdited(world)
      for (const index of editsOf(course))
        world
          .claim(course.reply)
          .keeps(editSays, { where: after(course, index), says: { prev_content: course.contents[index - 1] } })
      if (world.budget === 'quick') return
      const { reply, contents } = await editedAtOnce(world)
      world.claim(reply).lists('/message_history', { prev_content: contents[0] })
    },
  ),

  check(
    'prev-rendered-content',
    'The snapshot of a content edit has prev_rendered_content as a string',
    hasString('prev_rendered_content'),
  ),

  check(
    'content-html-diff',
    'The snapshot of a content edit has content_html_diff as a string',
    hasString('content_html_diff'),
  ),

  check('no-prev-topic', 'The snapshot of an edit that left the topic alone has no prev_topic', async world => {
    await lacks(world, await contentEdited(world), editsOf(await contentEdited(world)), ['prev_topic'])
    await lacks(world, await topicEdited(world), [2], ['prev_topic'])
    await lacks(world, await channelEdited(world), [1, 2], ['prev_topic'])
  }),

  check(
    'no-streams',
    'The snapshot of an edit that left the channel alone has neither stream nor prev_stream',
    async world => {
      await lacks(world, await contentEdited(world), editsOf(await contentEdited(world)), ['stream', 'prev_stream'])
      await lacks(world, await topicEdited(world), [1, 2, 3], ['stream', 'prev_stream'])
      await lacks(world, await channelEdited(world), [2], ['stream', 'prev_stream'])
    },
  ),

  check(
    'no-prev-content',
    'The snapshot of an edit that left the content alone has none of the three fields about it',
    async world => {
      await lacks(world, await topicEdited(world), [1, 3], CONTENT_FIELDS)
      await lacks(world, await channelEdited(world), [1], CONTENT_FIELDS)
    },
  ),

  check(
    'empty-topic-default',
    'Without allow_empty_topic_name an empty topic is shown by its display name',
    showsTopic(undefined),
  ),

  check(
    'empty-topic-replaced',
    'With allow_empty_topic_name false an empty topic is shown by its display name',
    showsTopic(false),
  ),

  check(
    'empty-topic-allowed',
    'With allow_empty_topic_name true an empty topic is shown as the empty string',
    showsTopic(true),
  ),

  check(
    'empty-topic-kind',
    'An allow_empty_topic_name that is no boolean is refused',
    refusesEach('getMessageHistory', 'allow_empty_topic_name', [verbatim('text')]),
  ),

  always(
    'empty-topic-supported',
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

  watch(
    'prev-topic-empty',
    async world => {
      if (world.level < 334) return
      const reply = await leftEmptyTopic(world)
      const before = valueAt(reply.json, '/message_history/1/prev_topic')
      world.observe('messaging.history.prev-topic-empty', `prev_topic is ${JSON.stringify(before)}`, reply)
    },
    { needs: { actors: ['user'], fixtures: ['channel', 'message', 'edit'], allow: 'write' } },
  ),
])
