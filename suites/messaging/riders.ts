/**
 * Unsupported parameters that ride along, at quick, with a request that is sent anyway: its success lists them. Where it is
 * refused it is sent again without them, so nothing else depends on what a target makes of them.
 */
import { type MessagingOperationId, operations } from '../../generated/operations.ts'
import type { Reply } from '../../harness/index.ts'
import { inTurn } from './callers.ts'
import { unlessMissing } from './fixtures.ts'
import { outcomeOf } from './outcome.ts'
import { shared } from './shared.ts'
import { ODD, UNSUPPORTED } from './unsupported-names.ts'
import type { Changes } from './variations.ts'
import type { World } from './world.ts'

export interface Sent {
  readonly names: readonly string[]
  readonly reply: Reply
}

/** From this level on a success lists them. */
export const LISTED_FROM = 167

/** Another endpoint supports it: where an endpoint has no parameter at all it travels as well. */
const ELSEWHERE: Changes = { pygments_language: 'x' }

const elsewhereFor = (operation: MessagingOperationId): Changes =>
  operations[operation].parameters.length === 0 ? ELSEWHERE : {}

/** The plain name and one or, beyond the quick budget, three others; which ones changes with the operation and the turn. */
export function unsupportedFor(world: World, operation: MessagingOperationId, turn = 0): Changes {
  const { seed } = world.generation
  const elsewhere = elsewhereFor(operation)
  if (world.budget === 'quick') return { [UNSUPPORTED]: 'x', ...inTurn(ODD, operation, seed + turn), ...elsewhere }
  const odd = [0, 1, 2].map(step => inTurn(ODD, operation, seed + turn + step))
  return Object.assign({ [UNSUPPORTED]: 'x' }, ...odd, elsewhere)
}

const carriers = new Map<MessagingOperationId, (world: World) => Promise<Sent>>()

/** The request of this operation with which they ride: `make` sends it with what is to be sent besides. */
export function carrying<Made extends { readonly reply: Reply }>(
  operation: MessagingOperationId,
  make: (world: World, besides: Changes) => Promise<Made>,
): (world: World) => Promise<Made> {
  const first = shared(async world => {
    const besides = world.budget === 'quick' && world.level >= LISTED_FROM ? unsupportedFor(world, operation) : {}
    return { names: Object.keys(besides), made: await make(world, besides) }
  })
  carriers.set(operation, async world => {
    const { names, made } = await first(world)
    return { names, reply: made.reply }
  })
  return shared(async world => {
    const { names, made } = await first(world)
    return names.length > 0 && outcomeOf(made.reply) === 'error' ? make(world, {}) : made
  })
}

/** What they rode with and were accepted with; null where there is no such request. */
export async function carried(world: World, operation: MessagingOperationId): Promise<Sent | null> {
  const carrier = world.budget === 'quick' ? carriers.get(operation) : undefined
  const sent = carrier ? await carrier(world).catch(unlessMissing) : null
  return sent && sent.names.length > 0 && outcomeOf(sent.reply) === 'success' ? sent : null
}
