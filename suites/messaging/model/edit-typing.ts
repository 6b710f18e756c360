/** The model of the typing status during message editing: messaging contract, POST /messages/{message_id}/typing. */
import { Undecided } from '../../../harness/index.ts'
import { EDITABLE_MS, editableToOneself, newlyMade } from '../fixtures.ts'
import { shared } from '../shared.ts'
import { parameters } from './derive.ts'
import { everybody, type OperationModel, times } from './operation-model.ts'
import { room } from './rooms.ts'
import { refused, refusedPreferably } from './rules.ts'
import { type RequestContext, thoroughOnly, value, withOpenRefusal } from './values.ts'

/** A message in a channel that all callers can see. */
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

const THIRD = 'third'
const again = times(THIRD)

const NEW = 'new message'

/** A message of the caller for this row only; if the row is sent again, the same message. */
async function newMessage({ world, caller: { email, userId }, notes, earlier }: RequestContext): Promise<number> {
  const before = earlier?.get(NEW) as { readonly id: number; readonly at: number } | undefined
  if (before && world.clock.now() - before.at > EDITABLE_MS)
    throw new Undecided('prerequisite-failed', 'the message may be too old to be edited', false)
  const wish = { as: email, to: [userId], content: world.name('message') }
  const made = before ?? { at: world.clock.now(), id: await newlyMade(world, 'message', wish) }
  notes.set(NEW, made)
  return made.id
}

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
          value('own', ({ world, caller }: RequestContext) => editableToOneself(world, caller)),
          // It is open whether people who only see a message may send the status of editing it.
          withOpenRefusal(
            value('of all', async (context: RequestContext) => messageIn(context.world, await room(context))),
          ),
          thoroughOnly(value('new', newMessage)),
        ],
        unknown: refused('messaging.typing.edit-unknown-message'),
      },
      op: {
        by: 'messaging.typing.edit-op-values',
        missing: refusedPreferably('messaging.typing.edit-op-required'),
        outside: refused('messaging.typing.edit-op-outside'),
      },
    }),
    { ...again, values: again.values.map(one => (one.name === THIRD ? thoroughOnly(one) : one)) },
  ],
  rows: { quick: 0, standard: 60, thorough: 160 },
}
