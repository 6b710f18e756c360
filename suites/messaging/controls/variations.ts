/** Requests that differ from an accepted control in one thing, and one-line bodies for checks that send them. */
import type { MessagingOperationId, ParameterName } from '../../../generated/operations.ts'
import { type Reply, type SendOptions, Undecided, verbatim } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import type { Control } from './control.ts'
import { controls } from './controls.ts'

type Body = (world: World) => Promise<void>
export type Changes = Readonly<Record<string, unknown>>

/** Operations that the contract does not grant to administrators by name: a deployment may reserve them to owners. */
export const MAY_BE_FOR_OWNERS: ReadonlySet<MessagingOperationId> = new Set([
  'addPlayground',
  'createChannel',
  'createReusableInviteLink',
  'createUserGroup',
  'sendInvites',
])

/** Operations about nothing of the caller's own that the contract grants to nobody by name: a deployment may reserve them too. */
const MAY_BE_FOR_ADMINISTRATORS: ReadonlySet<MessagingOperationId> = new Set([
  'addNavigationView',
  'getLinkifiers',
  'getPresence',
  'getProfileFields',
  'uploadFile',
])

interface UsualControl {
  readonly reply: Reply
  /** Who sent it instead, if the operation is reserved to people with more permissions than its own caller. */
  readonly permitted?: Actor
}

/** The control as the run sends it. Sent once, by its own caller unless the first user names another. */
const usualControl = shared.by(
  (operation: MessagingOperationId, _by?: Actor) => operation,
  async (world, operation, by?: Actor): Promise<UsualControl> => {
    const own = (): Promise<Reply> => controlOf(operation).replyFromTrial?.(world) ?? sendVaried(world, operation, {})
    const reply = await (by ? controlBy(world, operation, by) : own())
    return outcomeOf(reply) === 'error' ? ((await byPermitted(world, operation, {})) ?? { reply }) : { reply }
  },
)

/** The reply to an operation's control, accepted or not. */
export const controlReply = async (world: World, operation: MessagingOperationId, by?: Actor): Promise<Reply> =>
  (await usualControl(world, operation, by)).reply

/** Whoever is accepted with the operation's control although its own caller is refused; null if the caller is accepted, or nobody. */
export const reservedTo = async (world: World, operation: MessagingOperationId): Promise<Actor | null> =>
  isReservable(operation) ? ((await usualControl(world, operation)).permitted ?? null) : null

const isReservable = (operation: MessagingOperationId): boolean =>
  MAY_BE_FOR_OWNERS.has(operation) || MAY_BE_FOR_ADMINISTRATORS.has(operation)

/** Who sends the operation's control here. */
export const callerOf = async (world: World, operation: MessagingOperationId): Promise<Actor> =>
  (await reservedTo(world, operation)) ?? controlOf(operation).who(world)

/** The varied control as somebody with more permissions sends it, if it is accepted and refused to its own caller once more. */
export async function byPermitted(
  world: World,
  operation: MessagingOperationId,
  changes: Changes,
): Promise<Required<UsualControl> | null> {
  if (!isReservable(operation)) return null
  const isForOwners = MAY_BE_FOR_OWNERS.has(operation)
  const caller = await world.someone(isForOwners ? 'admin' : 'user')
  const permitted = (isForOwners ? null : await world.someone('admin')) ?? (await world.someone('owner'))
  if (!caller || !permitted || permitted.email === caller.email) return null
  if (outcomeOf(await controlBy(world, operation, caller, changes)) !== 'error') return null
  const reply = await controlBy(world, operation, permitted, changes)
  return outcomeOf(reply) === 'success' ? { reply, permitted } : null
}

/** The control request of an operation, perhaps varied, sent by somebody else, about their own objects. */
export async function controlBy(
  world: World,
  operation: MessagingOperationId,
  by: Actor,
  changes: Changes = {},
): Promise<Reply> {
  const params = (await controlOf(operation).params(world, by)) as Changes
  return by.sends(operation, { ...params, ...changes }, await sendOptionsFor(world, operation))
}

/** The options for sending an operation's control to this deployment, with some of them changed. */
export async function sendOptionsFor(
  world: World,
  operation: MessagingOperationId,
  options: SendOptions = {},
): Promise<SendOptions> {
  const { options: own, optionsForTarget } = controls[operation] ?? {}
  const how = { ...own, ...options }
  return optionsForTarget ? optionsForTarget(world, how) : how
}

/** The control request of an operation, required to be accepted and shared by the checks that differ from it. */
export async function control(world: World, operation: MessagingOperationId): Promise<Reply> {
  const reply = await controlReply(world, operation)
  requireConfigured(operation, reply)
  world.requireAccepted(reply)
  return reply
}

/** Ends the check if the deployment is configured so that it accepts no such request: nothing is wrong with it then. */
export function requireConfigured(operation: MessagingOperationId, reply: Reply): void {
  const why = controls[operation]?.notConfigured?.(reply)
  if (why) throw new Undecided('prerequisite-failed', why, false)
}

export interface VaryOptions extends SendOptions {
  /** Somebody other than the control's own caller. */
  readonly by?: Actor
}

/** Sends the control with some parameters changed; `undefined` leaves one out. */
export async function vary(
  world: World,
  operation: MessagingOperationId,
  changes: Changes,
  options: VaryOptions = {},
): Promise<Reply> {
  const reply = await sendVaried(world, operation, changes, options)
  if (options.by || outcomeOf(reply) !== 'error') return reply
  const permitted = await reservedTo(world, operation)
  return permitted ? sendVaried(world, operation, changes, { ...options, by: permitted }) : reply
}

async function sendVaried(
  world: World,
  operation: MessagingOperationId,
  changes: Changes,
  { by, ...options }: VaryOptions = {},
): Promise<Reply> {
  const { who, params, showsNothing, sendDespiteLimit } = controlOf(operation)
  const actor = by ?? who(world)
  const stated = (await params(world, who(world))) as Changes
  const reply = await actor.sends(operation, { ...stated, ...changes }, await sendOptionsFor(world, operation, options))
  const why = showsNothing?.(reply)
  if (why && !(sendDespiteLimit && outcomeOf(await sendDespiteLimit(actor, world, reply)) === 'success'))
    throw new Undecided('prerequisite-failed', why)
  return reply
}

/** Claims that leaving the parameter out is refused. */
export function withoutParameter<Id extends MessagingOperationId>(operation: Id, name: ParameterName<Id>): Body {
  return async world => {
    const accepted = await control(world, operation)
    world
      .claim(await without(world, operation, name))
      .against(accepted)
      .isRefusedPreferably('BAD_REQUEST')
  }
}

/** The control without one parameter, sent once for all checks that use it. */
export const without = (world: World, operation: MessagingOperationId, name: string): Promise<Reply> =>
  sentOnce(world, operation, { [name]: undefined })

/** The control with these changes, sent once for all checks that use its reply or its effect. */
export const sentOnce = shared.by(
  (operation: MessagingOperationId, changes: Changes) => JSON.stringify([operation, Object.keys(changes), changes]),
  (world, operation, changes) => vary(world, operation, changes),
)

/** The refused ones of these requests; the objects they would have created must not exist. */
export async function refusedAmong(
  world: World,
  operation: MessagingOperationId,
  all: readonly Changes[],
): Promise<readonly Reply[]> {
  const replies: Reply[] = []
  for (const changes of all) replies.push(await sentOnce(world, operation, changes))
  return replies.filter(reply => outcomeOf(reply) === 'error')
}

/** Claims that each of these values is refused in place of the control's. */
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
        .claim(await sentOnce(world, operation, { [name]: value }))
        .against(accepted)
        .isRefused(...codes)
  }
}

/**
 * Claims that values of wrong kinds are refused; the quick budget tries only the first. So the first is the one that careless
 * code takes most easily for a right one: whoever takes the others takes it too.
 */
export function refusesKinds<Id extends MessagingOperationId>(
  operation: Id,
  name: ParameterName<Id>,
  first: unknown,
  ...more: readonly unknown[]
): Body {
  return world => refusesEach(operation, name, world.tries([first, ...more]))(world)
}

/** The same for what is no boolean: a word that careless code takes for true, another, and a list. */
export const refusesNoBoolean = <Id extends MessagingOperationId>(operation: Id, name: ParameterName<Id>): Body =>
  refusesKinds(operation, name, 'yes', 'text', verbatim('[]'))

/** What is no list of integers, made of an id that the list may hold: one id, a list that goes wrong at its end, objects, text. */
export const noLists = (world: World, id: number): readonly unknown[] =>
  world.tries([id, [id, id, null], [id, id, 'text'], ['text'], { id }, {}, verbatim('text')], 2)

/** Claims that what is no list of integers is refused. */
export const refusesNoList = <Id extends MessagingOperationId>(
  operation: Id,
  name: ParameterName<Id>,
  known: (world: World) => number | Promise<number>,
): Body => {
  return async world => refusesEach(operation, name, noLists(world, await known(world)))(world)
}

/** Claims that the control itself is accepted. */
export function acceptsControl(operation: MessagingOperationId): Body {
  return async world => {
    world.claim(await controlReply(world, operation)).succeeds()
  }
}

export function controlOf(operation: MessagingOperationId): Control<never> {
  const known = controls[operation]
  if (!known) throw new Error(`there is no control for ${operation}`)
  return known as unknown as Control<never>
}
