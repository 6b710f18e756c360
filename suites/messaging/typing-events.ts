/** Typing, and what the event queues of others got of it. */
import type { Reply } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import {
  anotherOf,
  channelOf,
  type DeclaringQueue,
  type Event,
  eventsOf,
  lookFor,
  newlyMade,
  queueDeclaring,
} from './fixtures.ts'
import { outcomeOf } from './outcome.ts'
import { PROMPT_WAITS, patienceOf } from './patience.ts'
import { shared } from './shared.ts'
import { turnsOf } from './turns.ts'
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
  async (world, conversation): Promise<Seen> => {
    const slow = patienceOf(world.combined).isSlow()
    const { seen, doubts } = await watched(world, conversation, slow)
    const anythingLate = !slow && (await Promise.all(doubts)).includes(true)
    return anythingLate ? (await watched(world, conversation, true)).seen : seen
  },
)

/**
 * Other conversations go on while an event that did not come promptly is waited for, so that a silent target costs one wait
 * and not one for each. Where anything came late it may have been another's: then all is seen once more, with nobody else
 * about. `alone` does so from the beginning.
 */
async function watched(world: World, { typing, isOfType, eventTypes }: Typing, alone: boolean) {
  const { waiting, begin } = turnsOf(world.combined)
  const patience = patienceOf(world.combined)
  const doubts: Promise<boolean>[] = []
  const types = await typing()
  const turn = await begin()
  try {
    if (alone) await Promise.all(waiting())
    // An indicator that earlier requests left showing is hidden first: a start that changes nothing need not be told.
    await types('stop')
    const queues: DeclaringQueue[] = []
    for (const { email } of await listeners(world))
      queues.push(await queueDeclaring(world, CAPABILITY, { as: email, ...(eventTypes && { eventTypes }) }))
    let othersActed = false
    const seen = async (op: Op): Promise<Sighting> => {
      const wanted = (event: Event): boolean => isOfType(event.type) && event.op === op
      const lookAt = (ids: readonly string[], waits: readonly number[], until = wanted) =>
        Promise.all(ids.map(async id => (await lookFor(world, id, until, waits)) ?? null))
      const ids = queues.map(({ queueId }) => queueId)
      if (othersActed) await lookAt(ids, [0], () => false)
      doubts.push(...waiting())
      const reply = await types(op)
      if (outcomeOf(reply) !== 'success') return { reply, events: [] }
      const since = world.clock.now()
      const waits = patience.waits('typing')
      const soon = alone ? waits : waits.slice(0, PROMPT_WAITS)
      const events = await lookAt(ids, soon)
      const missing = ids.filter((_, index) => events[index] === null)
      if (missing.length === 0) patience.came(world.clock.now() - since)
      else if (alone) patience.neverCame('typing')
      else {
        const late = lookAt(missing, waits.slice(PROMPT_WAITS))
        const came = (found: readonly (Event | null)[]): boolean => found.some(event => event !== null)
        doubts.push(late.then(came, () => true))
        await turn.meanwhile(late, came)
        othersActed = true
        patience.neverCame('typing')
      }
      return { reply, events }
    }
    const start: Sighting[] = []
    const stop: Sighting[] = []
    for (let round = 0; round < (world.budget === 'quick' ? 1 : 3); round++) {
      start.push(await seen('start'))
      stop.push(await seen('stop'))
      if ([...start, ...stop].some(({ events }) => events.includes(null))) break
    }
    const declared = queues.every(({ declared }) => declared)
    return { seen: { start, stop, declared }, doubts }
  } finally {
    turn.end()
  }
}

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
 * whatever was to come before it has come. Where direct typing shows no events there is no sentinel to wait for.
 */
export async function startsBeforeStop(world: World, sends: () => Promise<readonly Reply[]>) {
  const { stop } = await direct(world)
  if (stop.some(({ events }) => events.includes(null))) return { replies: [], start: null, arrived: false }
  const { begin, waiting } = turnsOf(world.combined)
  const turn = await begin()
  try {
    await Promise.all(waiting())
    const toSecond = (op: Op): Promise<Reply> => vary(world, 'setTypingStatus', { op, to: [world.second.userId] })
    world.requireAccepted(await toSecond('stop'))
    const { queueId } = await queueDeclaring(world, CAPABILITY, { as: world.second.email, eventTypes: ['typing'] })
    const replies = await sends()
    const sentinel = await toSecond('stop')
    world.requireAccepted(sentinel)
    const starts: Event[] = []
    const isStop = (event: Event): boolean => {
      if (event.type === 'typing' && event.op === 'start') starts.push(event)
      return event.type === 'typing' && event.op === 'stop'
    }
    const arrived = await eventsOf(world, queueId, isStop, 'typing')
    return { replies, start: starts[0] ?? null, arrived: arrived !== undefined }
  } finally {
    turn.end()
  }
}
