/** Checks that differ from an accepted control in one thing, as one-line bodies for suite files. */
import type { MessagingOperationId, ParameterName } from '../../generated/operations.ts'
import { outcomeOf, type Reply, type SendOptions, type World } from '../../harness/index.ts'
import { type Control, controls } from './controls.ts'

type Body = (world: World) => Promise<void>
export type Changes = Readonly<Record<string, unknown>>

/** The control request of an operation, accepted once and shared by the checks that differ from it. */
export async function control(world: World, operation: MessagingOperationId): Promise<Reply> {
  const reply = await world.once(`control of ${operation}`, () => vary(world, operation, {}))
  world.requireAccepted(reply)
  return reply
}

/** The control's parameters with some changed; `undefined` leaves one out. */
export async function vary(
  world: World,
  operation: MessagingOperationId,
  changes: Changes,
  options?: SendOptions,
): Promise<Reply> {
  const { who, params, leaves, options: own } = controlOf(operation)
  const actor = who(world)
  const reply = await actor.sends(operation, { ...((await params(world)) as Changes), ...changes }, { ...own, ...options })
  if (outcomeOf(reply) === 'success') leaves?.(world, actor, reply)
  return reply
}

/** Leaving the parameter out is refused; the code is a must only where the endpoint's section names it. */
export function withoutParameter<Id extends MessagingOperationId>(
  operation: Id,
  name: ParameterName<Id>,
  namedCode?: string,
): Body {
  return async world => {
    const accepted = await control(world, operation)
    const claim = world.claim(await vary(world, operation, { [name]: undefined })).against(accepted)
    if (namedCode) claim.isRefused(namedCode)
    else claim.isRefusedPreferably('BAD_REQUEST')
  }
}

/** Each of these values in place of the control's is refused. */
export function refusesEach<Id extends MessagingOperationId>(
  operation: Id,
  name: ParameterName<Id>,
  values: readonly unknown[],
  ...codes: readonly string[]
): Body {
  return async world => {
    const accepted = await control(world, operation)
    for (const value of values)
      world
        .claim(await vary(world, operation, { [name]: value }))
        .against(accepted)
        .isRefused(...codes)
  }
}

/** The control with these changes is accepted. */
export function accepts(
  operation: MessagingOperationId,
  changes: Changes | ((world: World) => Promise<Changes>),
): Body {
  return async world => {
    world.claim(await vary(world, operation, typeof changes === 'function' ? await changes(world) : changes)).succeeds()
  }
}

/** Each of these values in place of the control's is accepted. */
export function acceptsEach<Id extends MessagingOperationId>(
  operation: Id,
  name: ParameterName<Id>,
  values: readonly unknown[],
): Body {
  return async world => {
    for (const value of values) world.claim(await vary(world, operation, { [name]: value })).succeeds()
  }
}

export function controlOf(operation: MessagingOperationId): Control<never> {
  const known = controls[operation]
  if (!known) throw new Error(`there is no control for ${operation}`)
  return known as unknown as Control<never>
}
