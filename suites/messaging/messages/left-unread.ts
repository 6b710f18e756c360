/** Which messages the target reports as unread: distinguishes a message left unread from one that arrived meanwhile. */
import { isObject, type Reply, valueAt } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { channelOf, newlyMade, unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

/** A channel with an author and a reader; null if it cannot be had. */
const channelWith = shared.by(
  (author: Actor, reader: Actor) => `${author.email} ${reader.email}`,
  (world, author, reader): Promise<number | null> => channelOf(world, author, reader).catch(unlessMissing),
)

/** A message of one person in a channel of two people; null if it cannot be had. */
export async function writtenTo(
  world: World,
  [author, other]: readonly [author: Actor, other: Actor],
  topic = 'assay',
  by: Actor = author,
): Promise<number | null> {
  const channelId = await channelWith(world, author, other)
  if (channelId === null) return null
  return newlyMade(world, 'message', { as: by.email, channelId, topic, content: world.name('unread') }).catch(
    unlessMissing,
  )
}

export const unreadOf = async (world: World, { email }: Actor): Promise<number> =>
  (await world.provide('unread-of', { as: email })).count

/** New messages of others are awaited this long. */
const GROWTH_WAITS = [100, 300, 600]

/** Whether others write to this person all the time: more than `left` messages are unread soon, although nothing is sent here. */
export async function isWrittenTo(world: World, reader: Actor, left: number): Promise<boolean> {
  for (const wait of GROWTH_WAITS) {
    await world.clock.sleep(wait)
    if ((await unreadOf(world, reader)) > left) return true
  }
  return false
}

/** The last message known to be read by this person, because nothing was left unread. */
const lastReadBy = shared(async (_world, _email: string): Promise<{ id: number | null }> => ({ id: null }))

export async function rememberRead(world: World, { email }: Actor, id: number): Promise<void> {
  Object.assign(await lastReadBy(world, email), { id })
}

/**
 * The reply that lists the message as unread; null if none does. Which narrows exist is open, so the reply counts only if it
 * does not list a message that was read before or that is the reader's own.
 */
export async function replyListingUnread(world: World, [author, reader]: readonly [Actor, Actor], id: number) {
  const read = (await lastReadBy(world, reader.email)).id ?? (await writtenTo(world, [author, reader], 'assay', reader))
  if (read === null) return null
  const reply = await reader.sends('checkMessagesMatchNarrow', {
    msg_ids: [read, id],
    narrow: [{ operator: 'is', operand: 'unread' }],
  })
  return matches(reply, id) && !matches(reply, read) ? reply : null
}

const matches = (reply: Reply, id: number): boolean => {
  const matching = valueAt(reply.json, '/messages')
  return outcomeOf(reply) === 'success' && isObject(matching) && String(id) in matching
}
