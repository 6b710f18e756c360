/** Messages edited in several ways, each with its history read afterwards. */
import { type Reply, valueAt, verbatim } from '../../../harness/index.ts'
import { type Changes, vary } from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { channelOf, newlyMade, unlessMissing } from '../fixtures.ts'
import { nameFor } from '../names.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import type { State } from './history.predicates.ts'

export interface Sequence {
  readonly reply: Reply
  /** The state of the message at first, and after each edit. */
  readonly states: readonly State[]
}

interface Edit {
  readonly content?: string
  readonly topic?: string
  readonly channelId?: number
}

const topicOf = (world: World, label: string): Promise<string> => nameFor(world, label, 'max_topic_length')

/** Makes a channel message, edits it (waiting `whileMs` before the last edit), and reads its history. */
async function sequence(
  world: World,
  edits: (from: number) => Promise<readonly Edit[]>,
  waitMs = 0,
): Promise<Sequence> {
  const as = world.user.email
  const from = await channelOf(world, world.user)
  const first = { content: `${world.name('before')} **bold**`, topic: await topicOf(world, 'topic') }
  const messageId = await newlyMade(world, 'message', { as, channelId: from, ...first })
  const made = await edits(from)
  for (const [at, one] of made.entries()) {
    if (waitMs > 0 && at === made.length - 1) {
      // Reads the history before the last edit: a cached reply must not hide that edit.
      world.requireAccepted(await world.user.getMessageHistory({ message_id: messageId }))
      await world.clock.sleep(waitMs)
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

/** Text with characters that HTML has to escape. */
const SPECIAL = ' 3 <5 & 7'

/** After this time, an edit falls into a later second by any clock. */
const ANOTHER_SECOND_MS = 2100

/** Only the content was edited, several times; beyond the quick budget the last time in a later second. */
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

/** A direct message that was edited three times. What its topic is, is open, so it is taken from the first snapshot. */
export const directEdited = shared(async (world): Promise<Sequence> => {
  const as = world.user.email
  const contents = ['first', 'zweite', '第三', 'fourth'].map(label => `${world.name(label)} **bold**`)
  const [content = '', ...edits] = contents
  const messageId = await newlyMade(world, 'message', { as, to: [world.user.userId], content })
  for (const edit of edits) await world.provide('edit', { as, messageId, content: edit })
  // Beyond the quick budget, a request about the message that must be refused comes first.
  const bad = { message_id: messageId, allow_empty_topic_name: verbatim('text') }
  if (world.level >= 334 && world.budget !== 'quick') await world.user.sends('getMessageHistory', bad)
  const reply = await world.user.getMessageHistory({ message_id: messageId })
  world.requireAccepted(reply)
  const topic = String(valueAt(reply.json, '/message_history/0/topic') ?? '')
  return { reply, states: contents.map(one => ({ content: one, topic, channel: 0 })) }
})

/** The topic was edited, then the content, then the topic again. */
export const topicEdited = shared(
  (world): Promise<Sequence> =>
    sequence(world, async () => [
      { topic: await topicOf(world, "thema <5 & 'x'") },
      { content: `${world.name('between')} **bold**` },
      { topic: await topicOf(world, '話題') },
    ]),
)

/** The message was moved to another channel, then its content was edited, then it was moved to a third channel. */
export const channelEdited = shared(
  (world): Promise<Sequence> =>
    sequence(world, async () => [
      { channelId: await channelOf(world, world.user) },
      { content: `${world.name('moved')} **bold**` },
      { channelId: await channelOf(world, world.user), topic: await topicOf(world, 'moved') },
    ]),
)

/** The content and the topic were changed in one edit. */
export const editedAtOnce = shared(
  (world): Promise<Sequence> =>
    sequence(world, async () => [{ content: world.name('both'), topic: await topicOf(world, 'both') }]),
)

/** The content was changed and the message moved to another channel in one edit. */
export const movedAtOnce = shared(
  (world): Promise<Sequence> =>
    sequence(world, async () => [{ content: world.name('both'), channelId: await channelOf(world, world.user) }]),
)

interface FromEmptyTopic {
  readonly messageId: number
  /** Whether the topic was made empty again. */
  readonly again: boolean
  /** Why there is no edit; null if there is one. */
  readonly unedited: unknown
}

const editedFromEmptyTopic = shared(async (world): Promise<FromEmptyTopic> => {
  const messageId = await messageInEmptyTopic(world)
  const edit = { as: world.user.email, messageId }
  let unedited: unknown = null
  const edited = await world.provide('edit', { ...edit, content: world.name('edited') }).catch(error => {
    unedited = error
    return unlessMissing(error)
  })
  if (edited) await world.provide('edit', { ...edit, topic: await topicOf(world, 'topic') })
  const again = edited && (await world.provide('edit', { ...edit, topic: '' }).catch(unlessMissing))
  return { messageId, again: again !== null, unedited }
})

/**
 * The history of a message whose topic was empty. If edits are possible, its content was edited, then its topic, and then
 * the topic was made empty again.
 */
export const fromEmptyTopic = shared((world, allow: boolean | undefined) =>
  allow ? emptyTopicAllowed(world) : readFromEmptyTopic(world, { allow_empty_topic_name: allow }),
)

async function readFromEmptyTopic(world: World, how: Changes): Promise<FromEmptyTopic & { reply: Reply }> {
  const message = await editedFromEmptyTopic(world)
  return { reply: await vary(world, 'getMessageHistory', { message_id: message.messageId, ...how }), ...message }
}

const emptyTopicAllowed = unsupportedCarrier('getMessageHistory', (world, besides) =>
  readFromEmptyTopic(world, { allow_empty_topic_name: true, ...besides }),
)

const messageInEmptyTopic = async (world: World): Promise<number> =>
  newlyMade(world, 'message', {
    as: world.user.email,
    channelId: await channelOf(world, world.user),
    topic: '',
    content: world.name('message'),
  })
