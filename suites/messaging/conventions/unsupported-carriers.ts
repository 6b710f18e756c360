/**
 * With the quick budget, adds unsupported parameters to a request that is sent anyway; its success must list them. If it is
 * refused, it is sent again without them, so no other check depends on how a target treats them.
 */
import { type MessagingOperationId, operations } from '../../../generated/operations.ts'
import type { Reply } from '../../../harness/index.ts'
import { inTurn } from '../authentication/callers.ts'
import type { Changes } from '../controls/variations.ts'
import { unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { LISTED_FROM, ODD_PARAMETERS, UNSUPPORTED } from './unsupported-names.ts'

export interface Sent {
  readonly names: readonly string[]
  readonly reply: Reply
}

/** A parameter of another endpoint, also sent to endpoints that have no parameters. */
const FOREIGN_PARAMETER: Changes = { pygments_language: 'x' }

const foreignFor = (operation: MessagingOperationId): Changes =>
  operations[operation].parameters.length === 0 ? FOREIGN_PARAMETER : {}

/** The plain name and one other (three beyond the quick budget), which depend on the operation and the turn. */
export function unsupportedFor(world: World, operation: MessagingOperationId, turn = 0): Changes {
  const { seed } = world.generation
  const elsewhere = foreignFor(operation)
  if (world.budget === 'quick')
    return { [UNSUPPORTED]: 'x', ...inTurn(ODD_PARAMETERS, operation, seed + turn), ...elsewhere }
  const odd = [0, 1, 2].map(step => inTurn(ODD_PARAMETERS, operation, seed + turn + step))
  return Object.assign({ [UNSUPPORTED]: 'x' }, ...odd, elsewhere)
}

const carriers = new Map<MessagingOperationId, (world: World) => Promise<Sent>>()

/** Declares the request of an operation that carries them: `make` sends it with the additional parameters. */
export function unsupportedCarrier<Made extends { readonly reply: Reply }>(
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

/** The accepted request of an operation that carried unsupported parameters; null if there is none. */
export async function acceptedCarrier(world: World, operation: MessagingOperationId): Promise<Sent | null> {
  const carrier = world.budget === 'quick' ? carriers.get(operation) : undefined
  const sent = carrier ? await carrier(world).catch(unlessMissing) : null
  return sent && sent.names.length > 0 && outcomeOf(sent.reply) === 'success' ? sent : null
}
