/** Typing statuses that must cause no event: collects the events until that of a final stop. */
import type { Reply } from '../../../harness/index.ts'
import { vary } from '../controls/variations.ts'
import { type Event, eventsOf, lookFor, queueDeclaring } from '../fixtures.ts'
import type { World } from '../world.ts'
import { patienceOf } from './patience.ts'
import { turnsOf } from './turns.ts'
import { CAPABILITY, direct, type Op, othersTyping, senderOf } from './typing-events.ts'

/**
 * The typing start that `second` receives after these requests, if any. A final stop serves as sentinel: once its event has
 * arrived, all earlier ones have. If direct typing causes no events, there is no sentinel to wait for.
 */
export async function startBeforeStop(world: World, sends: () => Promise<readonly Reply[]>) {
  const { stop } = await direct(world)
  if (stop.some(({ events }) => events.includes(null))) return { replies: [], start: null, arrived: false }
  const { waiting, begin } = turnsOf(world.combined)
  const turn = await begin()
  try {
    await Promise.all(waiting())
    return await startRepeatedAlone(world, sends)
  } finally {
    turn.end()
  }
}

/** If a start arrives, it may be a late one of others: then everything is repeated once none can be pending. */
async function startRepeatedAlone(world: World, sends: () => Promise<readonly Reply[]>) {
  await tellSecond(world, 'stop')
  const { queueId } = await queueDeclaring(world, CAPABILITY, { as: world.second.email, eventTypes: ['typing'] })
  let seenBy = untilStop
  let seen = await seenBy(world, queueId, sends)
  // A stop need not be told where no indicator is shown.
  if (!seen.arrived) {
    seenBy = untilStopOfShown
    seen = await seenBy(world, queueId, sends)
  }
  if (!seen.start) return seen
  await lookFor(world, queueId, () => false, patienceOf(world.combined).waits('typing'))
  return seenBy(world, queueId, sends)
}

async function tellSecond(world: World, op: Op): Promise<void> {
  world.requireAccepted(await vary(world, 'setTypingStatus', { op, to: [world.second.userId] }))
}

type Seen = Awaited<ReturnType<typeof untilStop>>

/** The same while the user is shown typing: only starts after the one that shows it count. */
async function untilStopOfShown(world: World, queueId: string, sends: () => Promise<readonly Reply[]>): Promise<Seen> {
  await tellSecond(world, 'start')
  const isStart = ({ type, op }: Event): boolean => type === 'typing' && op === 'start'
  const shown = await eventsOf(world, queueId, isStart, 'typing')
  return shown ? untilStop(world, queueId, sends) : { replies: [], start: null, arrived: false }
}

async function untilStop(world: World, queueId: string, sends: () => Promise<readonly Reply[]>) {
  const replies = await sends()
  await tellSecond(world, 'stop')
  const ours = new Set([world.user, ...(await othersTyping(world))].map(({ userId }) => userId))
  const mayBeOurs = (event: Event): boolean => ours.has(Number(senderOf(event) ?? world.user.userId))
  const starts: Event[] = []
  const arrived = await eventsOf(
    world,
    queueId,
    event => {
      if (event.type !== 'typing' || !mayBeOurs(event)) return false
      if (event.op === 'start') starts.push(event)
      return event.op === 'stop'
    },
    'typing',
  )
  // If the sentinel's event names one of our people, a start that does not is somebody else's.
  const start = starts.find(event => !arrived || mentions(event, ours) || !mentions(arrived, ours))
  return { replies, start: start ?? null, arrived: arrived !== undefined }
}

const mentions = (value: unknown, ids: ReadonlySet<number>): boolean =>
  typeof value === 'object' && value !== null
    ? Object.values(value).some(one => mentions(one, ids))
    : typeof value === 'number' && ids.has(value)
