/** Reactions that the user makes to own messages, and how many of them a message keeps. */
import type { Reply } from '../../../harness/index.ts'
import { newlyMade } from '../fixtures.ts'
import { codeOf, outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

export const GONE = 'REACTION_DOES_NOT_EXIST'

export interface Reaction {
  readonly message_id: number
  readonly emoji_name: string
  readonly emoji_code: string
  readonly reaction_type: string
}

export const newMessage = (world: World): Promise<number> =>
  newlyMade(world, 'message', {
    as: world.user.email,
    to: [world.user.userId],
    content: world.name('message'),
  })

/** The user reacts to a message, with any emoji of the type if no name is given. */
export const react = async (
  world: World,
  messageId: number,
  reactionType: string,
  emojiName?: string,
): Promise<Reaction> => {
  const wanted = { as: world.user.email, messageId, reactionType, ...(emojiName && { emojiName }) }
  const { emoji_name, emoji_code, reaction_type } = await world.provide('reaction', wanted)
  return {
    message_id: messageId,
    emoji_name: String(emoji_name),
    emoji_code: String(emoji_code),
    reaction_type: String(reaction_type),
  }
}

export const remove = (world: World, reaction: Reaction): Promise<Reply> =>
  world.user.sends('removeReaction', { ...reaction })

export const reactedTwice = async (world: World): Promise<[Reaction, Reaction]> => {
  const id = await newMessage(world)
  return [await react(world, id, 'unicode_emoji', 'octopus'), await react(world, id, 'unicode_emoji', 'tada')]
}

/** Whether a user's reaction takes the place of the one before: the contract does not say how many a message may have. */
export const hasOneReactionEach = shared(async world => {
  const [one, other] = await reactedTwice(world)
  const isGone = codeOf(await remove(world, one)) === GONE
  return isGone && outcomeOf(await remove(world, other)) === 'success'
})
