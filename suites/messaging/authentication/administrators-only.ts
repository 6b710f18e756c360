/** Administrator-only operations as all other roles try them, bots included. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import type { Reply } from '../../../harness/index.ts'
import { control, vary } from '../controls/variations.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

export type Outsider = 'member' | 'moderator' | 'guest' | 'bot'

/** The control request from somebody who is not an administrator, sent once for all checks that use its reply or its effect. */
export const triedBy = shared(
  (world, operation: MessagingOperationId, role: Outsider): Promise<Reply> =>
    vary(world, operation, {}, { by: world[role] }),
)

/** This role is refused a request that an administrator was just allowed. */
export const refusedTo =
  (operation: MessagingOperationId, role: Outsider, ...codes: readonly string[]) =>
  async (world: World): Promise<void> => {
    const accepted = await control(world, operation)
    world
      .claim(await triedBy(world, operation, role))
      .against(accepted)
      .isRefused(...codes)
  }

/** The refused requests of these roles: they must have changed nothing. */
export async function refusedToThese(
  world: World,
  operation: MessagingOperationId,
  roles: readonly Outsider[],
): Promise<readonly Reply[]> {
  const replies: Reply[] = []
  for (const role of roles) replies.push(await triedBy(world, operation, role))
  return replies.filter(reply => outcomeOf(reply) === 'error')
}
