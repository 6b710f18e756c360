/** Messages that were edited in several ways, each with its history as it was read afterwards. */
import { type Reply, valueAt, verbatim } from '../../harness/index.ts'
import { channelOf, newlyMade, unlessMissing } from './fixtures.ts'
import type { State } from './history.predicates.ts'
import { nameFor } from './names.ts'
import { carrying } from './riders.ts'
import { shared } from './shared.ts'
import { type Changes, vary } from './variations.ts'
import type { World } from './world.ts'

export interface Sequence {
  readonly reply: Reply
  /** What the message was before, and after each edit. */
  readonly states: readonly State[]
}

interface Edit {
  readonly content?: string
  readonly topic?: string
  readonly channelId?: number
}

const topicOf = (world: World, label: string): Promise<string> => nameFor(world, label, 'max_topic_length')

/** Makes a channel message, edits it, the last time after a while if so told, and reads its history. */
async function sequence(
  world: World,
  edits: (from: number) => Promise<readonly Edit[]>,
  whileMs = 0,
): Promise<Sequence> {
  const as = world.user.email
  const from = await channelOf(world, world.user)
  const first = { content: `${world.name('before')} **bold**`, topic: await topicOf(world, 'topic') }
  const messageId = await newlyMade(world, 'message', { as, channelId: from, ...first })
  const made = await edits(from)
  for (const [at, one] of made.entries()) {
    if (whileMs > 0 && at === made.length - 1) {
      // What was read before does not hide what was edited since.
      world.requireAccepted(await world.user.getMessageHistory({ message_id: messageId }))
      await world.clock.sleep(whileMs)
    }
    await world.provide('edit', { as, messageId, ...one })
  }
  const reply = await world.user.getMessageHistory({ message_id: messageId })
  world.requireAccepted(reply)
  const states: State[] = [{ ...first, channel: from }]
  for (const { content, topic, channelId } of made) {
    const before = states.at(-1) as State
    states.push({
      content: content ?? before.content,
      topic: topic ?? before.topic,
      channel: channelId ?? before.channel,
    })
  }
  return { reply, states }
}

const LABELS = ['one', 'zwei', 'سه', 'четыре', '五', 'six', 'sept']

/** Text that HTML has to escape. */
const SPECIAL = ' 3 <5 & 7'

/** So long after another an edit is of a later second, whatever the clock. */
const ANOTHER_SECOND_MS = 2100

/** Only its content was edited, several times; beyond the quick budget the last time in a later second. */
export const contentEdited = shared(
  (world): Promise<Sequence> =>
    sequence(
      world,
      async () =>
        world
          .tries(LABELS, 3)
          .map((label, at) => ({ content: `${world.name(label)}${at === 1 ? SPECIAL : ''} **bold**` })),
      world.budget === 'quick' ? 0 : ANOTHER_SECOND_MS,
    ),
)

/** A direct message was edited three times. What its topic is called is open: the snapshots tell. */
export const directEdited = shared(async (world): Promise<Sequence> => {
  const as = world.user.email
  const contents = ['first', 'zweite', '第三', 'fourth'].map(label => `${world.name(label)} **bold**`)
  const [content = '', ...edits] = contents
  const messageId = await newlyMade(world, 'message', { as, to: [world.user.userId], content })
  for (const edit of edits) await world.provide('edit', { as, messageId, content: edit })
  // Beyond the quick budget it is read after a request about it that is refused.
  const bad = { message_id: messageId, allow_empty_topic_name: verbatim('text') }
  if (world.level >= 334 && world.budget !== 'quick') await world.user.sends('getMessageHistory', bad)
  const reply = await world.user.getMessageHistory({ message_id: messageId })
  world.requireAccepted(reply)
  const topic = String(valueAt(reply.json, '/message_history/0/topic') ?? '')
  return { reply, states: contents.map(one => ({ content: one, topic, channel: 0 })) }
})

/** Its topic was edited, then its content, then its topic again. */
export const topicEdited = shared(
  (world): Promise<Sequence> =>
    sequence(world, async () => [
      { topic: await topicOf(world, "thema <5 & 'x'") },
      { content: `${world.name('between')} **bold**` },
      { topic: await topicOf(world, '話題') },
    ]),
)

/** It was moved to another channel, then its content was edited, then it was moved to a third one. */
export const channelEdited = shared(
  (world): Promise<Sequence> =>
    sequence(world, async () => [
      { channelId: await channelOf(world, world.user) },
      { content: `${world.name('moved')} **bold**` },
      { channelId: await channelOf(world, world.user) },
    ]),
)

/** Its content and its topic were edited at once. */
export const editedAtOnce = shared(
  (world): Promise<Sequence> =>
    sequence(world, async () => [{ content: world.name('both'), topic: await topicOf(world, 'both') }]),
)

const editedFromEmptyTopic = shared(async (world): Promise<{ messageId: number; again: boolean }> => {
  const messageId = await messageInEmptyTopic(world)
  const edit = { as: world.user.email, messageId }
  const edited = await world.provide('edit', { ...edit, content: world.name('edited') }).catch(unlessMissing)
  if (edited) await world.provide('edit', { ...edit, topic: await topicOf(world, 'topic') })
  const again = edited && (await world.provide('edit', { ...edit, topic: '' }).catch(unlessMissing))
  return { messageId, again: again !== null }
})

/**
 * The history of a message whose topic was empty; where edits can be had, its content and then its topic were edited, and
 * then the topic was made empty again.
 */
export const fromEmptyTopic = shared((world, allow: boolean | undefined) =>
  allow ? emptyTopicAllowed(world) : readFromEmptyTopic(world, { allow_empty_topic_name: allow }),
)

async function readFromEmptyTopic(world: World, how: Changes): Promise<{ reply: Reply; again: boolean }> {
  const { messageId: message_id, again } = await editedFromEmptyTopic(world)
  return { reply: await vary(world, 'getMessageHistory', { message_id, ...how }), again }
}

const emptyTopicAllowed = carrying('getMessageHistory', (world, besides) =>
  readFromEmptyTopic(world, { allow_empty_topic_name: true, ...besides }),
)

const messageInEmptyTopic = async (world: World): Promise<number> =>
  newlyMade(world, 'message', {
    as: world.user.email,
    channelId: await channelOf(world, world.user),
    topic: '',
    content: world.name('message'),
  })
