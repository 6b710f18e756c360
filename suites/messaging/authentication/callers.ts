/** Callers of other roles: which roles an endpoint is tried with, and an operation's control as somebody of a role sends it. */
import { type MessagingOperationId, operations } from '../../../generated/operations.ts'
import type { Reply } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { type Changes, controlOf, sendOptionsFor } from '../controls/variations.ts'
import { unlessMissing } from '../fixtures.ts'
import type { Person, World } from '../world.ts'

const ADMINISTERING: ReadonlySet<MessagingOperationId> = new Set([
  'createChannelFolder',
  'addDefaultChannel',
  'createProfileField',
])
/** Operations that may depend on a permission: administrators have it, other roles perhaps. */
const BY_PERMISSION: ReadonlySet<MessagingOperationId> = new Set([
  'createChannel',
  'createUserGroup',
  'deactivateUserGroup',
  'addPlayground',
  'sendInvites',
  'createReusableInviteLink',
  'revokeReusableInviteLink',
])

/** Roles that try an operation in addition to the check's own caller; whether they are accepted is not judged. */
export function furtherRoles(operation: MessagingOperationId, seed: number): readonly Person[] {
  if (ADMINISTERING.has(operation)) return ['owner']
  if (BY_PERMISSION.has(operation)) return ['owner', inTurn(['member', 'moderator', 'guest', 'bot'], operation, seed)]
  if (operation === 'getUserGroups') return ['moderator', 'admin', 'owner']
  return ['moderator', 'admin', 'owner', 'guest', 'bot']
}

/** One of these values, a different one for each operation and each seed. */
export function inTurn<T>(values: readonly [T, ...T[]], operation: MessagingOperationId, seed: number): T {
  return values[(Object.keys(operations).indexOf(operation) + seed) % values.length] ?? values[0]
}

/** The operation's control as this person sends it, with their own objects; null if the person or the objects are missing. */
export async function sentBy(
  world: World,
  role: Person,
  operation: MessagingOperationId,
  changes: Changes,
): Promise<Reply | null> {
  const { who, params } = controlOf(operation)
  // A login may invalidate the account's earlier key.
  const person = operation === 'fetchApiKey' ? await world.fresh(role).catch(unlessMissing) : await world.someone(role)
  if (!person) return null
  try {
    const stated = (await params(world, person)) as Changes
    const sender: Actor = operation === 'fetchApiKey' ? who(world) : person
    return await sender.sends(operation, { ...stated, ...changes }, await sendOptionsFor(world, operation))
  } catch (error) {
    return unlessMissing(error)
  }
}

const PEOPLE: readonly Person[] = ['user', 'second', 'owner', 'admin', 'moderator', 'member', 'guest', 'bot']

/** The actor of the target file that evidence calls by this name. */
export async function personNamed(world: World, name: string): Promise<Actor | null> {
  for (const word of PEOPLE) {
    const somebody = await world.someone(word)
    if (somebody?.name === name) return somebody
  }
  return null
}
