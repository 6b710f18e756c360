/** Permissions: a deployment decides what members may do; only somebody with every permission must be accepted. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import type { Refused } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { controlBy, controlReply, MAY_BE_FOR_OWNERS, reservedTo } from '../controls/variations.ts'
import { outcomeOf } from '../outcome.ts'
import type { World } from '../world.ts'
import { personNamed } from './callers.ts'

/** Operations that the contract neither grants to everybody (or to an object's owner) nor restricts to some. */
const MAY_BE_RESERVED: ReadonlySet<MessagingOperationId> = new Set([
  'addNavigationView',
  'checkMessagesMatchNarrow',
  'createDrafts',
  'getMessageHistory',
  'getPresence',
  'sendTestPush',
  'setTypingStatus',
  'setMessageEditTypingStatus',
  'updateScheduledMessage',
  'uploadFile',
])

/** A single refusal may be intermittent, so the request is tried this often. */
const TRIES = 2

const known = new WeakMap<object, Map<string, Promise<boolean>>>()

/** Whether this actor is always refused the control, although somebody with more permissions is accepted. */
export function mayNot(anyWorld: object, name: string, { actor, wasServed }: Refused): Promise<boolean> {
  const [world, operation] = [anyWorld as World, name as MessagingOperationId]
  const found = known.get(world.combined) ?? new Map<string, Promise<boolean>>()
  known.set(world.combined, found)
  const key = `${operation} ${actor}`
  const reserved = found.get(key) ?? isReserved(world, operation, actor, wasServed)
  found.set(key, reserved)
  return reserved
}

async function isReserved(
  world: World,
  operation: MessagingOperationId,
  actor: string,
  wasServed: boolean,
): Promise<boolean> {
  if (MAY_BE_FOR_OWNERS.has(operation)) return isForOwners(world, operation, actor)
  if (!MAY_BE_RESERVED.has(operation)) return false
  const user = await world.someone('user')
  // An account made for this run counts as the user.
  const somebody = (await personNamed(world, actor)) ?? user
  if (!user || !somebody) return false
  if (somebody.email === user.email && (await reservedTo(world, operation)) !== null) return true
  const outcome = async (by: Actor) => outcomeOf(await controlBy(world, operation, by))
  for (let tries = 0; tries < TRIES; tries++) if ((await outcome(somebody)) !== 'error') return false
  // Sent only now, because the user's control may belong to another check that has not run yet.
  if (wasServed && outcomeOf(await controlReply(world, operation, user)) !== 'error') return false
  const administrators = [await world.someone('admin'), await world.someone('owner')].filter(one => one !== null)
  if (administrators.some(({ email }) => email === somebody.email)) return false
  for (const one of administrators) if ((await outcome(one)) === 'success') return true
  return false
}

async function isForOwners(world: World, operation: MessagingOperationId, actor: string): Promise<boolean> {
  const administrator = await world.someone('admin')
  // Of the accounts made for this run, only administrators have to be accepted.
  const asked = (await personNamed(world, actor)) ?? administrator
  return asked?.email === administrator?.email && (await reservedTo(world, operation)) !== null
}
