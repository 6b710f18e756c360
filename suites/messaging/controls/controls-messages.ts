/** Controls of typing, scheduled messages, narrows, histories, reactions and read state. */
import type { Actor } from '../actor.ts'
import { editableToOneself, messageToOneself, newlyMade, scheduledToOneself, wordFor } from '../fixtures.ts'
import type { World } from '../world.ts'
import { type Control, user } from './control.ts'

const another = (world: World): Actor => world.anyOf('second', 'user', 'member', 'admin', 'owner')

type MessageOperation =
  | 'setTypingStatus'
  | 'setMessageEditTypingStatus'
  | 'updateScheduledMessage'
  | 'checkMessagesMatchNarrow'
  | 'getMessageHistory'
  | 'removeReaction'
  | 'markAllAsRead'

export const messageControls: { readonly [Id in MessageOperation]: Control<Id> } = {
  setTypingStatus: {
    who: user,
    params: async world => ({ type: 'direct', op: 'start', to: [another(world).userId] }),
  },
  setMessageEditTypingStatus: {
    who: user,
    params: async (world, by) => ({ message_id: await editableToOneself(world, by), op: 'start' }),
  },
  updateScheduledMessage: {
    who: user,
    params: async (world, by) => ({
      scheduled_message_id: await scheduledToOneself(world, by),
      content: world.name('later'),
    }),
  },
  checkMessagesMatchNarrow: {
    who: user,
    params: async (world, by) =>
      ({
        msg_ids: [await messageToOneself(world, by)],
        narrow: [{ operator: 'search', operand: await wordFor(world) }],
      }) as never,
  },
  getMessageHistory: { who: user, params: async (world, by) => ({ message_id: await messageToOneself(world, by) }) },
  removeReaction: {
    who: user,
    params: async (world, by) => {
      const as = by.email
      const message = { as, to: [by.userId], content: world.name('message') }
      const messageId = await newlyMade(world, 'message', message)
      const emoji = { as, messageId, emojiName: 'octopus', reactionType: 'unicode_emoji' }
      const { emoji_name, emoji_code, reaction_type } = await world.provide('reaction', emoji)
      return { message_id: messageId, emoji_name, emoji_code, reaction_type } as never
    },
  },
  markAllAsRead: { who: user, params: async () => ({}) },
}
