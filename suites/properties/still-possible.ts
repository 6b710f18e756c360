/** Refused requests change nothing, as later requests demonstrate: names are still free, things can still be removed. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import type { Reply } from '../../harness/index.ts'
import { severalTokens } from '../messaging/account/device-tokens.ts'
import { area } from '../messaging/area.ts'
import { type Changes, callerOf, control, controlOf } from '../messaging/controls/variations.ts'
import { existsAt } from '../messaging/conventions/exists-at.ts'
import { unlessMissing } from '../messaging/fixtures.ts'
import { outcomeOf } from '../messaging/outcome.ts'
import type { World } from '../messaging/world.ts'
import { generatedAccepted } from './generated.predicates.ts'
import { wrongly } from './wrong-key.ts'

interface Naming {
  readonly operation: MessagingOperationId
  /** Without this parameter, which is not the name, the request is refused. */
  readonly required: string
}

const NAMING: readonly Naming[] = [
  { operation: 'createUserGroup', required: 'members' },
  { operation: 'createProfileField', required: 'field_type' },
  { operation: 'addPlayground', required: 'url_template' },
  { operation: 'addNavigationView', required: 'is_pinned' },
  { operation: 'sendInvites', required: 'stream_ids' },
  { operation: 'createChannelFolder', required: 'description' },
  { operation: 'createChannel', required: 'subscribers' },
]

const REMOVING: readonly MessagingOperationId[] = [
  'removeReaction',
  'revokeReusableInviteLink',
  'deleteEventQueue',
  'removeApnsToken',
  'deactivateUserGroup',
]

/** The refused request, and the accepted one that followed it. */
interface Pair {
  readonly refused: Reply
  readonly accepted: Reply
}

const isRefused = (reply: Reply): boolean => outcomeOf(reply) === 'error'

async function namedAgain(world: World, { operation, required }: Naming): Promise<Pair | null> {
  await control(world, operation)
  const { params, options } = controlOf(operation)
  const caller = await callerOf(world, operation)
  const whole = (await params(world, caller)) as Changes
  const refused = await caller.sends(operation, { ...whole, [required]: undefined }, options)
  return isRefused(refused) ? { refused, accepted: await caller.sends(operation, whole, options) } : null
}

/** The removal is refused for a wrong key; that of a reaction for an unknown type. */
async function removedAfterAll(world: World, operation: MessagingOperationId): Promise<Pair | null> {
  if (operation === 'removeApnsToken' && !(await severalTokens(world))) return null
  const { who, params } = controlOf(operation)
  const whole = (await params(world, who(world))) as Changes
  const refused =
    operation === 'removeReaction'
      ? await who(world).sends(operation, { ...whole, reaction_type: 'assay_emoji' })
      : await wrongly(who(world)).sends(operation, whole)
  return isRefused(refused) ? { refused, accepted: await who(world).sends(operation, whole) } : null
}

/** With a small budget tries one that is possible on this target, else each one; if none is possible, throws what was missing. */
async function claimPairs<T>(
  world: World,
  all: readonly T[],
  sent: (one: T) => string,
  pairOf: (one: T) => Promise<Pair | null>,
): Promise<void> {
  const enough = world.tries(all).length
  let tried = 0
  let missing: unknown
  for (const one of world.random.sample(all, all.length)) {
    if (tried === enough) return
    try {
      const pair = await pairOf(one)
      tried++
      if (pair)
        world
          .claim(pair.accepted)
          .against(pair.refused)
          .keeps(generatedAccepted, { sent: sent(one) })
    } catch (error) {
      unlessMissing(error)
      missing = error
    }
  }
  if (tried === 0) throw missing
}

export default area('messaging.properties', ({ check }) => [
  check(
    'messaging.properties.refused-names-free',
    'A name whose request was refused is still free: without its mistake the same request is accepted',
    async world => {
      const available = NAMING.filter(({ operation }) => existsAt(operation, world.level))
      await claimPairs(
        world,
        available,
        ({ operation, required }) => `${operation}, refused before without ${required}`,
        naming => namedAgain(world, naming),
      )
    },
  ),

  check(
    'messaging.properties.refused-removals-not-made',
    'What a refused removal named is still there: the removal itself is accepted afterwards',
    world =>
      claimPairs(
        world,
        REMOVING,
        operation => `${operation}, refused before`,
        operation => removedAfterAll(world, operation),
      ),
  ),
])
