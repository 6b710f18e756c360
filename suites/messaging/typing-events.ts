/** Typing, and what the event queues of others got of it. */
import type { Reply } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
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
} from './fixtures.ts'
import { outcomeOf } from './outcome.ts'
import { PROMPT_WAITS, patienceOf } from './patience.ts'
import { shared } from './shared.ts'
import { turnsOf } from './turns.ts'
import { vary } from './variations.ts'
import type { World } from './world.ts'

export type Op = 'start' | 'stop'

/** The clients of channel typing notifications declare this. */
export const CAPABILITY = 'stream_typing_notifications'

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
  /** What somebody got whom only ignored parameters named; null where nobody was. */
  readonly overheard: { readonly replies: readonly Reply[]; readonly event: Event | null } | null
}

interface Typing {
  readonly what: string
  /** Prepares, and answers what sends one status of somebody. */
  readonly typing: (all: readonly Actor[]) => Promise<(somebody: Actor, op: Op) => Promise<Reply>>
  readonly isOfType: (type: string) => boolean
  readonly eventTypes?: readonly string[]
  /**
   * Where earlier requests may have left an indicator showing, it is hidden first: a start that changes nothing need not be
   * told. Nobody else types to the two who listen together.
   */
  readonly hidesFirst?: boolean
  /** A status that is refused changes nothing about the next one. */
  readonly refused?: (sends: (op: Op) => Promise<Reply>) => Promise<unknown>
}

/** The other person, and a third one where there is one to be had: neither the first nor the last told is alone. */
const listeners = async (world: World): Promise<Actor[]> => {
  const third = world.budget === 'quick' ? null : await anotherOf(world, 'member')
  return third ? [third, world.second] : [world.second]
}

/** Those who listen stand first and last, where a list of people is told from either end. */
const between = (listening: readonly Actor[], all: readonly Actor[]): Actor[] => [
  ...listening.slice(0, -1),
  ...all,
  ...listening.slice(-1),
]

const idsOf = (people: readonly Actor[]): number[] => people.map(({ userId }) => userId)

/** A channel that nobody else can read: whether readers of a channel who are not subscribed are told who types there is open. */
export const closedChannel = shared(
  (world): Promise<number> => newlyMade(world, 'channel', { private: true, subscribers: [world.user.userId] }),
)

/** Somebody to whom nobody types: named, beyond the quick budget, by parameters that are ignored, where channels can be closed. */
const bystander = shared(async (world): Promise<Actor | null> => {
  if (world.budget === 'quick' || world.level < 215) return null
  const isClosed = (await closedChannel(world).catch(unlessMissing)) !== null
  return isClosed ? world.fresh('member').catch(unlessMissing) : null
})

/** Who types: the user, and beyond the quick budget somebody of every other role. */
async function typists(world: World, listening: readonly Actor[]): Promise<Actor[]> {
  const found = [world.user]
  if (world.budget === 'quick') return found
  for (const role of ['owner', 'admin', 'moderator', 'guest', 'bot'] as const) {
    const somebody = await world.someone(role)
    if (somebody && ![...found, ...listening].some(({ email }) => email === somebody.email)) found.push(somebody)
  }
  return found
}

/** Those who type besides the user, none of whom is the one who listens. */
export const othersTyping = async (world: World): Promise<Actor[]> => (await typists(world, [world.second])).slice(1)

/** Typing starts and stops while the queues of others listen: of everybody, and several times of one. */
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
async function watched(world: World, conversation: Typing, alone: boolean) {
  const { typing, isOfType, eventTypes, hidesFirst, refused } = conversation
  const { waiting, begin } = turnsOf(world.combined)
  const patience = patienceOf(world.combined)
  const doubts: Promise<boolean>[] = []
  const listening = await listeners(world)
  const wanted = await typists(world, listening)
  // Where not everybody can be in one place, the user alone types there.
  const among = await typing(wanted).catch(unlessMissing)
  const everybody = among ? wanted : [world.user]
  const types = among ?? (await typing(everybody))
  const turn = await begin()
  try {
    if (alone) await Promise.all(waiting())
    if (hidesFirst && listening.length === 1) for (const somebody of everybody) await types(somebody, 'stop')
    const queues: DeclaringQueue[] = []
    for (const { email } of listening)
      queues.push(await queueDeclaring(world, CAPABILITY, { as: email, ...(eventTypes && { eventTypes }) }))
    const ids = queues.map(({ queueId }) => queueId)
    const aside = eventTypes && (await bystander(world))
    const overhears = aside ? await queueDeclaring(world, CAPABILITY, { as: aside.email, eventTypes }) : null
    const sightings: Record<Op, Sighting[]> = { start: [], stop: [] }
    const expiry = await expiryPeriod(world)
    const startedAt = new Map<Actor, number>()
    let othersActed = false
    const round = async (statuses: readonly (readonly [Actor, Op])[]): Promise<boolean> => {
      if (othersActed) await Promise.all(ids.map(id => lookFor(world, id, () => false, [0])))
      doubts.push(...waiting())
      const sent: Sent[] = []
      for (const [somebody, op] of statuses) {
        if (op === 'start') startedAt.set(somebody, world.clock.now())
        const reply = await types(somebody, op)
        const mayBeOver = op === 'stop' && world.clock.now() - (startedAt.get(somebody) ?? 0) >= expiry
        // Whether others than the user may type there is open.
        if (outcomeOf(reply) === 'success') sent.push({ somebody, op, reply, mayBeOver })
        else if (somebody.email === world.user.email) sightings[op].push({ reply, events: [] })
      }
      const since = world.clock.now()
      const waits = patience.waits('typing')
      const looks = ids.map(id => ({ id, got: gathering(sent, isOfType) }))
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
        doubts.push(late.catch(() => true))
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
    // Each is looked for before the next one leaves: of statuses in a row a target may tell the latest alone.
    let whole = true
    for (const op of ['start', 'stop'] as const)
      whole = (await round(everybody.map(one => [one, op] as const))) && whole
    if (whole && user && world.budget !== 'quick') {
      await refused?.(op => types(user, op))
      for (const op of ['start', 'stop', 'start', 'stop'] as const) await round([[user, op]])
    }
    const declared = queues.every(one => one.declared)
    // What was to be told has come to those who listen: what else was told has come as well.
    const mayBeOurs = (event: Event): boolean =>
      isOfType(event.type) && everybody.some(({ userId }) => userId === (senderOf(event) ?? userId))
    const event = overhears && ((await lookFor(world, overhears.queueId, mayBeOurs, [0])) ?? null)
    const replies = [...sightings.start, ...sightings.stop].map(({ reply }) => reply)
    const overheard = overhears && replies.length > 0 ? { replies, event } : null
    return { seen: { ...sightings, declared, overheard }, doubts }
  } finally {
    turn.end()
  }
}

/** After this time without a new start an indicator is over: a stop that changes nothing need not be told. */
async function expiryPeriod(world: World): Promise<number> {
  const known = Number((await settingsIfKnown(world))?.['server_typing_started_expiry_period_milliseconds'])
  return known > 0 ? known : 15_000
}

interface Sent {
  readonly somebody: Actor
  readonly op: Op
  readonly reply: Reply
  /** A stop of what had expired by then. */
  readonly mayBeOver: boolean
}

/** Gathers the event of each status, by its op, and by its sender where events name them. */
function gathering(sent: readonly Sent[], isOfType: Typing['isOfType']) {
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

export const direct = (world: World): Promise<Seen> =>
  seenByOthers(world, {
    what: 'direct',
    typing: async all => {
      const listening = await listeners(world)
      const to = idsOf(listening)
      // The user also types to somebody between the two who listen, so that the last one stands third.
      const toThree = listening.length > 1 ? idsOf(between(listening, all.slice(1, 2))) : to
      const aside = await bystander(world)
      const stream_id = aside && (await channelOf(world, aside, ...all).catch(unlessMissing))
      const ignored = stream_id === null ? {} : { stream_id, topic: 'assay' }
      // Others than the user also leave the type out, in turn of a start and of a stop.
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
  seenByOthers(world, {
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
      // Besides the user, by the newer name one types in the empty topic: whether that is accepted there is open.
      const [, unnamed] = type === 'channel' && world.level >= 334 ? all : []
      const more = (somebody: Actor) =>
        somebody.email === world.user.email ? {} : { ...to, ...(somebody === unnamed && { topic: '' }) }
      return (somebody, op) => somebody.sends('setTypingStatus', { type, op, stream_id, topic, ...more(somebody) })
    },
    isOfType: event => event === 'typing',
    eventTypes: ['typing'],
  })

/** Editing a message of a channel, or one that was sent to the listeners. */
export const editing = (where: 'channel' | 'direct') => (world: World) =>
  seenByOthers(world, {
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
