/** Typing, and what the event queues of others got of it. */
import type { Reply } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import {
  anotherOf,
  channelOf,
  type DeclaringQueue,
  type Event,
  eventsOf,
  newlyMade,
  queueDeclaring,
} from './fixtures.ts'
import { outcomeOf } from './outcome.ts'
import { shared } from './shared.ts'
import { vary } from './variations.ts'
import type { World } from './world.ts'

export type Op = 'start' | 'stop'

/** The clients of channel typing notifications declare this. */
const CAPABILITY = 'stream_typing_notifications'

/** One typing request, and the event that each of those who listened got. */
export interface Sighting {
  readonly reply: Reply
  readonly events: readonly (Event | null)[]
}

export interface Seen {
  readonly start: readonly Sighting[]
  readonly stop: readonly Sighting[]
  /** Whether every queue was registered with the capability for channels. */
  readonly declared: boolean
}

interface Typing {
  readonly what: string
  /** Prepares, and answers what sends one status. */
  readonly typing: () => Promise<(op: Op) => Promise<Reply>>
  readonly isOfType: (type: string) => boolean
  readonly eventTypes?: readonly string[]
}

/** The other person, and a third one where there is one to be had: neither the first nor the last told is alone. */
const listeners = async (world: World): Promise<Actor[]> => {
  const third = world.budget === 'quick' ? null : await anotherOf(world, 'member')
  return third ? [third, world.second] : [world.second]
}

/** Typing starts and stops while the queues of others listen, several times over: an event may be lost now and then. */
const seenByOthers = shared.by(
  ({ what }: Typing) => what,
  async (world, { typing, isOfType, eventTypes }): Promise<Seen> => {
    const types = await typing()
    // An indicator that earlier requests left showing is hidden first: a start that changes nothing need not be told.
    await types('stop')
    const queues: DeclaringQueue[] = []
    for (const { email } of await listeners(world))
      queues.push(await queueDeclaring(world, CAPABILITY, { as: email, ...(eventTypes && { eventTypes }) }))
    const seen = async (op: Op): Promise<Sighting> => {
      const reply = await types(op)
      const wanted = (event: Event): boolean => isOfType(event.type) && event.op === op
      const events: (Event | null)[] = []
      for (const { queueId } of outcomeOf(reply) === 'success' ? queues : [])
        events.push((await eventsOf(world, queueId, wanted, 'typing')) ?? null)
      return { reply, events }
    }
    const start: Sighting[] = []
    const stop: Sighting[] = []
    for (let round = 0; round < (world.budget === 'quick' ? 1 : 3); round++) {
      start.push(await seen('start'))
      stop.push(await seen('stop'))
      if ([...start, ...stop].some(({ events }) => events.includes(null))) break
    }
    return { start, stop, declared: queues.every(({ declared }) => declared) }
  },
)

export const direct = (world: World): Promise<Seen> =>
  seenByOthers(world, {
    what: 'direct',
    typing: async () => {
      const to = (await listeners(world)).map(({ userId }) => userId)
      return op => vary(world, 'setTypingStatus', { op, to })
    },
    isOfType: type => type === 'typing',
    eventTypes: ['typing'],
  })

export const channel = (type: 'stream' | 'channel') => (world: World) =>
  seenByOthers(world, {
    what: type,
    typing: async () => {
      const stream_id = await channelOf(world, world.user, ...(await listeners(world)))
      return op => world.user.sends('setTypingStatus', { type, op, stream_id, topic: 'assay' })
    },
    isOfType: event => event === 'typing',
    eventTypes: ['typing'],
  })

/** Editing a message of a channel, or one that was sent to the listeners. */
export const editing = (where: 'channel' | 'direct') => (world: World) =>
  seenByOthers(world, {
    what: `editing of a ${where} message`,
    typing: async () => {
      const others = await listeners(world)
      const place =
        where === 'channel'
          ? { channelId: await channelOf(world, world.user, ...others), topic: 'assay' }
          : { to: others.map(({ userId }) => userId) }
      const message = { as: world.user.email, content: world.name('message'), ...place }
      const message_id = await newlyMade(world, 'message', message)
      return op => vary(world, 'setMessageEditTypingStatus', { message_id, op })
    },
    isOfType: type => type.includes('typing'),
  })

/**
 * What `second` got of direct typing of others, told by the sentinel that follows it: once a stop has come through,
 * whatever was to come before it has come.
 */
export async function startsBeforeStop(world: World, sends: () => Promise<readonly Reply[]>) {
  const toSecond = (op: Op): Promise<Reply> => vary(world, 'setTypingStatus', { op, to: [world.second.userId] })
  world.requireAccepted(await toSecond('stop'))
  const { queueId } = await queueDeclaring(world, CAPABILITY, { as: world.second.email, eventTypes: ['typing'] })
  const replies = await sends()
  const sentinel = await toSecond('stop')
  world.requireAccepted(sentinel)
  const starts: Event[] = []
  const arrived = await eventsOf(
    world,
    queueId,
    event => {
      if (event.type === 'typing' && event.op === 'start') starts.push(event)
      return event.type === 'typing' && event.op === 'stop'
    },
    'typing',
  )
  return { replies, start: starts[0] ?? null, arrived: arrived !== undefined }
}
