/** The model of typing while a message is edited: messaging contract, "Typing", POST /messages/{message_id}/typing. */
import { editableToOneself, newlyMade } from '../fixtures.ts'
import { shared } from '../shared.ts'
import { parameters } from './derive.ts'
import { everybody, type OperationModel, times } from './operation-model.ts'
import { room } from './rooms.ts'
import { refused, refusedPreferably } from './rules.ts'
import { type Asked, opened, value } from './values.ts'

/** A message that everybody sees. */
const messageIn = shared.by(
  (channelId: number) => String(channelId),
  (world, channelId) =>
    newlyMade(world, 'message', {
      as: world.user.email,
      channelId,
      topic: 'assay',
      content: world.name('message'),
    }),
)

export const setMessageEditTypingStatus: OperationModel = {
  operation: 'setMessageEditTypingStatus',
  since: 361,
  needs: { actors: ['user'], fixtures: ['message'], allow: 'write' },
  accepted: 'messaging.typing.edit',
  factors: level => [
    everybody,
    ...parameters('setMessageEditTypingStatus', level, {
      message_id: {
        values: [
          value('own', ({ world, caller }: Asked) => editableToOneself(world, caller)),
          // Whether those who see a message may be said to edit it is open.
          opened(value('of all', async (asked: Asked) => messageIn(asked.world, await room(asked)))),
        ],
        unknown: refused('messaging.typing.edit-unknown-message'),
      },
      op: {
        by: 'messaging.typing.edit-op-values',
        missing: refusedPreferably('messaging.typing.edit-op-required'),
        outside: refused('messaging.typing.edit-op-outside'),
      },
    }),
    times(),
  ],
  rows: { quick: 0, standard: 60, thorough: 160 },
}
