/** What members may do is for a deployment to say: a request is to be accepted of somebody who has every permission. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import type { Refused } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import { personNamed } from './callers.ts'
import { outcomeOf } from './outcome.ts'
import { controlBy, controlReply } from './variations.ts'
import type { World } from './world.ts'

/** What the contract neither gives to everybody, or to whoever has the thing in question, nor keeps from anybody. */
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

/** One refusal may come now and then only. */
const TRIES = 2

const known = new WeakMap<object, Map<string, Promise<boolean>>>()

/** Whether the plainest request was always refused to this actor, and is served to an administrator. */
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
  if (!MAY_BE_RESERVED.has(operation)) return false
  const user = await world.someone('user')
  // Whoever was made for this run is somebody as good as the user.
  const somebody = (await personNamed(world, actor)) ?? user
  if (!user || !somebody) return false
  const outcome = async (by: Actor) => outcomeOf(await controlBy(world, operation, by))
  for (let tries = 0; tries < TRIES; tries++) if ((await outcome(somebody)) !== 'error') return false
  // What follows is looked at only now: it may be for others to send it, and their turn late.
  if (wasServed && outcomeOf(await controlReply(world, operation, user)) !== 'error') return false
  const administrators = [await world.someone('admin'), await world.someone('owner')].filter(one => one !== null)
  if (administrators.some(({ email }) => email === somebody.email)) return false
  for (const one of administrators) if ((await outcome(one)) === 'success') return true
  return false
}
