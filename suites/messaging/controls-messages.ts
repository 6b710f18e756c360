/** Controls of typing, scheduled messages, narrows, histories, reactions and read state. */
import type { Actor, World } from '../../harness/index.ts'
import type { Control } from './controls.ts'
import { messageToOneself, newlyMade, scheduledToOneself, wordFor } from './fixtures.ts'

const user = (world: World): Actor => world.anyOf('user', 'member', 'admin', 'owner')
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
    params: async world => ({ message_id: await messageToOneself(world, user(world)), op: 'start' }),
  },
  updateScheduledMessage: {
    who: user,
    params: async world => ({
      scheduled_message_id: await scheduledToOneself(world, user(world)),
      content: world.name('later'),
    }),
  },
  checkMessagesMatchNarrow: {
    who: user,
    params: async world =>
      ({
        msg_ids: [await messageToOneself(world, user(world))],
        narrow: [{ operator: 'search', operand: await wordFor(world) }],
      }) as never,
  },
  getMessageHistory: { who: user, params: async world => ({ message_id: await messageToOneself(world, user(world)) }) },
  removeReaction: {
    who: user,
    params: async world => {
      const as = user(world).email
      const message = { as, to: [user(world).userId], content: world.name('message') }
      const messageId = await newlyMade(world, 'message', message)
      const emoji = { as, messageId, emojiName: 'octopus', reactionType: 'unicode_emoji' }
      const { emoji_name, emoji_code, reaction_type } = await world.provide('reaction', emoji)
      return { message_id: messageId, emoji_name, emoji_code, reaction_type } as never
    },
  },
  markAllAsRead: { who: user, params: async () => ({}) },
}
