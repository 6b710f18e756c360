/** Ids in paths: messaging contract, the parameters that are integers in a path. What a wrong one is answered with is open. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import { area } from '../area.ts'
import { type Changes, callerOf, controlOf, controlReply } from '../controls/variations.ts'
import { unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import type { World } from '../world.ts'
import { existsAt } from './exists-at.ts'

/** Not the one about typing: a check that may use it waits for all that have typing to themselves. */
const IN_PATHS = [
  ['removeReaction', 'message_id'],
  ['updateScheduledMessage', 'scheduled_message_id'],
  ['revokeReusableInviteLink', 'invite_id'],
  ['deactivateUserGroup', 'user_group_id'],
] as const satisfies readonly (readonly [MessagingOperationId, string])[]

/** Claims that the control is not accepted with letters after the id of a thing of its own; unavailable ones are skipped. */
async function refusesLetters(world: World, operation: MessagingOperationId, name: string): Promise<boolean> {
  const control = await controlReply(world, operation)
  if (outcomeOf(control) !== 'success') return false
  const caller = await callerOf(world, operation)
  const params = (await controlOf(operation).params(world, caller)) as Changes
  const reply = await caller.sends(operation, { ...params, [name]: `${params[name]}xyz` }, { observed: true })
  world.claim(reply).against(control).isNotOffered()
  return true
}

export default area('messaging.parameters', ({ check }) => [
  check(
    'messaging.parameters.path-ids',
    'A message id in a path with letters after its digits is refused',
    async world => {
      world.requireAccepted(await controlReply(world, 'getMessageHistory'))
      await refusesLetters(world, 'getMessageHistory', 'message_id')
    },
  ),

  check(
    'messaging.parameters.path-ids-writing',
    'A write to an id in a path with letters after its digits is refused',
    async world => {
      const there = IN_PATHS.filter(([operation]) => existsAt(operation, world.level))
      const wanted = world.tries(there).length
      let judged = 0
      for (const [operation, name] of world.random.sample(there, there.length)) {
        if (judged === wanted) break
        if (await refusesLetters(world, operation, name).catch(unlessMissing)) judged++
      }
      if (judged === 0) world.cannotJudge('nothing was accepted without them')
    },
  ),
])
