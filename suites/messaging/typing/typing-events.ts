/** Sends typing statuses and collects the events that other users' queues receive. */
import type { Reply } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { vary } from '../controls/variations.ts'
import {
  ANY_SCRIPT,
  anotherOf,
  channelOf,
  type DeclaringQueue,
  type Event,
  lookFor,
  newlyMade,
  queueDeclaring,
  settingsIfKnown,
  unlessMissing,
} from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { PROMPT_WAITS, patienceOf } from './patience.ts'
import { turnsOf } from './turns.ts'

export type Op = 'start' | 'stop'

/** The capability that clients declare for channel typing notifications. */
export const CAPABILITY = 'stream_typing_notifications'

/** A typing request, and the event that each listener received; null if none arrived. */
export interface ObservedStatus {
  readonly reply: Reply
  readonly events: readonly (Event | null)[]
}

export interface TypingEvents {
  readonly start: readonly ObservedStatus[]
  readonly stop: readonly ObservedStatus[]
  /** Whether every queue was registered with the capability for channels. */
  readonly declared: boolean
  /** The event received by somebody whom only ignored parameters name; null if there is no such person. */
  readonly bystanderEvent: { readonly replies: readonly Reply[]; readonly event: Event | null } | null
}

interface Conversation {
  readonly what: string
  /** Prepares the conversation; returns a function that sends one status of somebody. */
  readonly typing: (all: readonly Actor[]) => Promise<(somebody: Actor, op: Op) => Promise<Reply>>
  readonly isOfType: (type: string) => boolean
  readonly eventTypes?: readonly string[]
  /**
   * Whether to send a stop first: an indicator may still be shown after earlier requests, and a start that changes nothing
   * need not cause an event. With two listeners this is not needed, since nobody else types to both of them at once.
   */
  readonly hidesFirst?: boolean
  /** Sends a status that is refused, which must not affect the next one. */
  readonly refused?: (sends: (op: Op) => Promise<Reply>) => Promise<unknown>
}

/** The listeners: `second`, and beyond the quick budget a third person, so that being first or last in a list is tested. */
const listeners = async (world: World): Promise<Actor[]> => {
  const third = world.budget === 'quick' ? null : await anotherOf(world, 'member')
  return third ? [third, world.second] : [world.second]
}

/** Puts the listeners first and last, so that a server that skips either end of the list is found. */
const between = (listening: readonly Actor[], all: readonly Actor[]): Actor[] => [
  ...listening.slice(0, -1),
  ...all,
  ...listening.slice(-1),
]

const idsOf = (people: readonly Actor[]): number[] => people.map(({ userId }) => userId)

/** A channel that nobody else can read: it is open whether readers who are not subscribed receive its typing events. */
export const closedChannel = shared(
  (world): Promise<number> => newlyMade(world, 'channel', { private: true, subscribers: [world.user.userId] }),
)

/** Somebody to whom nobody types, whom only ignored parameters name; beyond the quick budget, if channels can be private. */
const bystander = shared(async (world): Promise<Actor | null> => {
  if (world.budget === 'quick' || world.level < 215) return null
  const isClosed = (await closedChannel(world).catch(unlessMissing)) !== null
  return isClosed ? world.fresh('member').catch(unlessMissing) : null
})

/** The people who type: the user, and beyond the quick budget somebody of every other role. */
async function typists(world: World, listening: readonly Actor[]): Promise<Actor[]> {
  const found = [world.user]
  if (world.budget === 'quick') return found
  for (const role of ['owner', 'admin', 'moderator', 'guest', 'bot'] as const) {
    const somebody = await world.someone(role)
    if (somebody && ![...found, ...listening].some(({ email }) => email === somebody.email)) found.push(somebody)
  }
  return found
}

/** The people who type besides the user, without `second`, who listens. */
export const othersTyping = async (world: World): Promise<Actor[]> => (await typists(world, [world.second])).slice(1)

/** Starts and stops typing while the listeners' queues receive events: once for everybody, several times for the user. */
const eventsForListeners = shared.by(
  ({ what }: Conversation) => what,
  async (world, conversation): Promise<TypingEvents> => {
    const slow = patienceOf(world.combined).isSlow()
    const { seen, lateArrivals } = await observed(world, conversation, slow)
    const anythingLate = !slow && (await Promise.all(lateArrivals)).includes(true)
    return anythingLate ? (await observed(world, conversation, true)).seen : seen
  },
)

/**
 * While a late event is awaited, other conversations continue, so that a silent target costs one wait and not one for each. If
 * any event came late, it may have been another conversation's: then everything is repeated with nobody else acting, as
 * `alone` does from the beginning.
 */
async function observed(world: World, conversation: Conversation, alone: boolean) {
  const { typing, isOfType, eventTypes, hidesFirst, refused } = conversation
  const { waiting, begin } = turnsOf(world.combined)
  const patience = patienceOf(world.combined)
  const lateArrivals: Promise<boolean>[] = []
  const listening = await listeners(world)
  const wanted = await typists(world, listening)
  // If not everybody can be in one conversation, only the user types.
  const among = await typing(wanted).catch(unlessMissing)
  const everybody = among ? wanted : [world.user]
  const sendsStatus = among ?? (await typing(everybody))
  const turn = await begin()
  try {
    if (alone) await Promise.all(waiting())
    if (hidesFirst && listening.length === 1) for (const somebody of everybody) await sendsStatus(somebody, 'stop')
    const queues: DeclaringQueue[] = []
    for (const { email } of listening)
      queues.push(await queueDeclaring(world, CAPABILITY, { as: email, ...(eventTypes && { eventTypes }) }))
    const ids = queues.map(({ queueId }) => queueId)
    const bystanderActor = eventTypes && (await bystander(world))
    const bystanderQueue = bystanderActor
      ? await queueDeclaring(world, CAPABILITY, { as: bystanderActor.email, eventTypes })
      : null
    const sightings: Record<Op, ObservedStatus[]> = { start: [], stop: [] }
    const expiry = await expiryPeriod(world)
    const startedAt = new Map<Actor, number>()
    let othersActed = false
    const round = async (statuses: readonly (readonly [Actor, Op])[]): Promise<boolean> => {
      if (othersActed) await Promise.all(ids.map(id => lookFor(world, id, () => false, [0])))
      lateArrivals.push(...waiting())
      const sent: Sent[] = []
      for (const [somebody, op] of statuses) {
        if (op === 'start') startedAt.set(somebody, world.clock.now())
        const reply = await sendsStatus(somebody, op)
        const mayBeOver = op === 'stop' && world.clock.now() - (startedAt.get(somebody) ?? 0) >= expiry
        // It is open whether people other than the user may type there.
        if (outcomeOf(reply) === 'success') sent.push({ somebody, op, reply, mayBeOver })
        else if (somebody.email === world.user.email) sightings[op].push({ reply, events: [] })
      }
      const since = world.clock.now()
      const waits = patience.waits('typing')
      const looks = ids.map(id => ({ id, got: eventMatcher(sent, isOfType) }))
      const lookAt = async (which: typeof looks, after: readonly number[]): Promise<boolean> => {
        const found = await Promise.all(which.map(({ id, got }) => lookFor(world, id, got.take, after)))
        return found.some(event => event !== undefined)
      }
      if (sent.length > 0) await lookAt(looks, alone ? waits : waits.slice(0, PROMPT_WAITS))
      const missing = looks.filter(({ got }) => !got.isWhole())
      const events = looks.map(({ got }) => got.matched())
      if (missing.length === 0) patience.came(world.clock.now() - since)
      else if (alone) patience.neverCame('typing')
      else {
        const late = lookAt(missing, waits.slice(PROMPT_WAITS))
        lateArrivals.push(late.catch(() => true))
        await turn.meanwhile(late, came => came)
        othersActed = true
        patience.neverCame('typing')
      }
      for (const [at, { op, reply, mayBeOver }] of sent.entries()) {
        const told = events.map(got => got[at] ?? null)
        if (!(mayBeOver && told.includes(null))) sightings[op].push({ reply, events: told })
      }
      return missing.length === 0
    }
    const [user] = everybody
    // Each event is awaited before the next status is sent: of several statuses a target may deliver only the latest.
    let whole = true
    for (const op of ['start', 'stop'] as const)
      whole = (await round(everybody.map(one => [one, op] as const))) && whole
    if (whole && user && world.budget !== 'quick') {
      await refused?.(op => sendsStatus(user, op))
      for (const op of ['start', 'stop', 'start', 'stop'] as const) await round([[user, op]])
    }
    const declared = queues.every(one => one.declared)
    // The listeners have received their events, so an event for the bystander would have arrived as well.
    const mayBeOurs = (event: Event): boolean =>
      isOfType(event.type) && everybody.some(({ userId }) => userId === (senderOf(event) ?? userId))
    const event = bystanderQueue && ((await lookFor(world, bystanderQueue.queueId, mayBeOurs, [0])) ?? null)
    const replies = [...sightings.start, ...sightings.stop].map(({ reply }) => reply)
    const bystanderEvent = bystanderQueue && replies.length > 0 ? { replies, event } : null
    return { seen: { ...sightings, declared, bystanderEvent }, lateArrivals }
  } finally {
    turn.end()
  }
}

/** The expiry period of an indicator: a stop after it changes nothing and need not cause an event. */
async function expiryPeriod(world: World): Promise<number> {
  const known = Number((await settingsIfKnown(world))?.['server_typing_started_expiry_period_milliseconds'])
  return known > 0 ? known : 15_000
}

interface Sent {
  readonly somebody: Actor
  readonly op: Op
  readonly reply: Reply
  /** Whether it is a stop of an indicator that had already expired. */
  readonly mayBeOver: boolean
}

/** Matches events to statuses by op and, if events name senders, by sender. */
function eventMatcher(sent: readonly Sent[], isOfType: Conversation['isOfType']) {
  const got: Event[] = []
  const matched = (): (Event | undefined)[] => {
    const left = [...got]
    const named = left.every(event => sent.some(({ somebody }) => somebody.userId === senderOf(event)))
    return sent.map(({ op, somebody }) => {
      const at = left.findIndex(event => event.op === op && (!named || senderOf(event) === somebody.userId))
      return at < 0 ? undefined : left.splice(at, 1)[0]
    })
  }
  const isWhole = (): boolean => matched().every(event => event !== undefined)
  const take = (event: Event): boolean => {
    if (isOfType(event.type)) got.push(event)
    return isWhole()
  }
  return { matched, isWhole, take }
}

export function senderOf({ sender, sender_id: id }: Event): unknown {
  return id ?? (typeof sender === 'object' && sender !== null && 'user_id' in sender ? sender.user_id : undefined)
}

export const direct = (world: World): Promise<TypingEvents> =>
  eventsForListeners(world, {
    what: 'direct',
    typing: async all => {
      const listening = await listeners(world)
      const to = idsOf(listening)
      // The user also types to somebody between the two listeners, so that the last listener is third in the list.
      const toThree = listening.length > 1 ? idsOf(between(listening, all.slice(1, 2))) : to
      const aside = await bystander(world)
      const stream_id = aside && (await channelOf(world, aside, ...all).catch(unlessMissing))
      const ignored = stream_id === null ? {} : { stream_id, topic: 'assay' }
      // People other than the user also leave out the type, alternately in a start and in a stop.
      const untyped = (somebody: Actor): Op => (all.indexOf(somebody) % 2 === 0 ? 'start' : 'stop')
      const more = (somebody: Actor, op: Op) =>
        somebody.email === world.user.email
          ? { to: toThree }
          : { ...ignored, ...(op === untyped(somebody) && { type: undefined }) }
      return (somebody, op) => vary(world, 'setTypingStatus', { op, to, ...more(somebody, op) }, { by: somebody })
    },
    isOfType: type => type === 'typing',
    eventTypes: ['typing'],
    hidesFirst: true,
  })

export const channel = (type: 'stream' | 'channel') => (world: World) =>
  eventsForListeners(world, {
    what: type,
    typing: async all => {
      const people = between(await listeners(world), all)
      const aside = await bystander(world)
      const subscribers = idsOf(people)
      const stream_id = aside
        ? await newlyMade(world, 'channel', { private: true, subscribers })
        : await channelOf(world, ...people)
      const to = aside ? { to: [aside.userId] } : {}
      const topic = type === 'stream' ? ANY_SCRIPT : 'assay'
      // With type 'channel', one person other than the user types in the empty topic; whether that is accepted there is open.
      const [, unnamed] = type === 'channel' && world.level >= 334 ? all : []
      const more = (somebody: Actor) =>
        somebody.email === world.user.email ? {} : { ...to, ...(somebody === unnamed && { topic: '' }) }
      return (somebody, op) => somebody.sends('setTypingStatus', { type, op, stream_id, topic, ...more(somebody) })
    },
    isOfType: event => event === 'typing',
    eventTypes: ['typing'],
  })

/** Editing a channel message, or a direct message to the listeners. */
export const editing = (where: 'channel' | 'direct') => (world: World) =>
  eventsForListeners(world, {
    what: `editing of a ${where} message`,
    typing: async all => {
      const others = await listeners(world)
      const place =
        where === 'channel'
          ? { channelId: await channelOf(world, ...between(others, all)), topic: 'assay' }
          : { to: idsOf(between(others, all.slice(1))) }
      const message = { as: world.user.email, content: world.name('message'), ...place }
      const message_id = await newlyMade(world, 'message', message)
      return (somebody, op) => vary(world, 'setMessageEditTypingStatus', { message_id, op }, { by: somebody })
    },
    isOfType: type => type.includes('typing'),
    refused: sends => sends('nonsense' as Op),
  })
