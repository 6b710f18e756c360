/** What refused requests leave as it was, shown by what is possible afterwards: names are free, things are still there. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import type { Reply } from '../../harness/index.ts'
import { area } from '../messaging/area.ts'
import { severalTokens } from '../messaging/device-tokens.ts'
import { unlessMissing } from '../messaging/fixtures.ts'
import { outcomeOf } from '../messaging/outcome.ts'
import { type Changes, control, controlOf } from '../messaging/variations.ts'
import type { World } from '../messaging/world.ts'
import { generatedAccepted } from './generated.predicates.ts'
import { wrongly } from './wrong-key.ts'

interface Naming {
  readonly operation: MessagingOperationId
  /** Without this parameter, which is not the name, it is refused. */
  readonly required: string
  readonly since?: number
}

const NAMING: readonly Naming[] = [
  { operation: 'createUserGroup', required: 'members' },
  { operation: 'createProfileField', required: 'field_type' },
  { operation: 'addPlayground', required: 'url_template' },
  { operation: 'addNavigationView', required: 'is_pinned' },
  { operation: 'sendInvites', required: 'stream_ids' },
  { operation: 'createChannelFolder', required: 'description', since: 389 },
  { operation: 'createChannel', required: 'subscribers', since: 417 },
]

const REMOVING: readonly MessagingOperationId[] = [
  'removeReaction',
  'revokeReusableInviteLink',
  'deleteEventQueue',
  'removeApnsToken',
  'deactivateUserGroup',
]

/** The request that was refused, and then the one that was not. */
interface Pair {
  readonly refused: Reply
  readonly accepted: Reply
}

const isRefused = (reply: Reply): boolean => outcomeOf(reply) === 'error'

/** One of them where exchanges are dear, else each. */
const some = <T>(world: World, all: readonly T[]): readonly T[] => world.tries(all, 'any')

async function namedAgain(world: World, { operation, required }: Naming): Promise<Pair | null> {
  await control(world, operation)
  const { who, params, options } = controlOf(operation)
  const whole = (await params(world, who(world))) as Changes
  const refused = await who(world).sends(operation, { ...whole, [required]: undefined }, options)
  return isRefused(refused) ? { refused, accepted: await who(world).sends(operation, whole, options) } : null
}

/** Refused for a wrong key, and a reaction for a type that there is not. */
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

/** What cannot be had here is left out. */
async function unlessUnplanned(pair: Promise<Pair | null>): Promise<Pair | null> {
  return pair.catch(unlessMissing)
}

function claimPair(world: World, pair: Pair | null, sent: string): void {
  if (pair) world.claim(pair.accepted).against(pair.refused).keeps(generatedAccepted, { sent })
}

export default area('messaging.properties', ({ check }) => [
  check(
    'messaging.properties.refused-names-free',
    'A name whose request was refused is still free: without its mistake the same request is accepted',
    async world => {
      const there = NAMING.filter(({ since = 0 }) => since <= world.level)
      for (const naming of some(world, there)) {
        const pair = await unlessUnplanned(namedAgain(world, naming))
        claimPair(world, pair, `${naming.operation}, refused before without ${naming.required}`)
      }
    },
  ),

  check(
    'messaging.properties.refused-removals-not-made',
    'What a refused removal named is still there: the removal itself is accepted afterwards',
    async world => {
      for (const operation of some(world, REMOVING)) {
        const pair = await unlessUnplanned(removedAfterAll(world, operation))
        claimPair(world, pair, `${operation}, refused before`)
      }
    },
  ),
])
