/** Requests for fixtures: objects of a target that the contract gives no way to create or to read. */
import { type World as AnyWorld, type FixtureValue, isObject, isTransient, Undecided } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import { isLasting } from './fixture-kinds.ts'
import { shared } from './shared.ts'
import { patienceOf } from './typing/patience.ts'
import type { FixtureKind, FixtureValues, FixtureWishes, World } from './world.ts'

/** Letters of several scripts, for names and texts: short, because limits may count bytes, and unchanged by normalization. */
export const ANY_SCRIPT = 'Кан 頻 قنا ø'

/** Letters of four scripts, short enough for a name of this run. */
export const ANY_NAME = 'Жق頻ø'

/** Plain words with punctuation that careless servers mishandle. */
export const PUNCTUATED = `It's "plain": 50%25 of a+b & more`

/** Far from any real id, so that it names nothing in the target. */
export const NO_SUCH_ID = 2 ** 31 - 7

export type Event = Readonly<Record<string, unknown>> & { readonly type: string; readonly op?: string }

/** How often a queue is read in a row, as long as it returns events. */
const MAX_READS = 20

/** Looks for an event in a queue after each of these waits: delivery may take a moment. */
export async function lookFor(
  world: World,
  queueId: string,
  wanted: (event: Event) => boolean,
  waits: readonly number[],
): Promise<Event | undefined> {
  for (const wait of waits) {
    await world.clock.sleep(wait)
    for (let asked = 0; asked < MAX_READS; asked++) {
      const events = (await world.provide('events', { queueId })).events as readonly Event[]
      const found = events.find(wanted)
      if (found) return found
      if (events.length === 0) break
    }
  }
  return undefined
}

/** The first matching event since the queue was last read; waits for it as long as the run's patience allows. */
export async function eventsOf(
  world: World,
  queueId: string,
  wanted: (event: Event) => boolean,
  about = 'any',
): Promise<Event | undefined> {
  const patience = patienceOf(world.combined)
  const start = world.clock.now()
  const found = await lookFor(world, queueId, wanted, patience.waits(about))
  if (found) patience.came(world.clock.now() - start)
  else patience.neverCame(about)
  return found
}

export const eventOfType = (world: World, queueId: string, type: string): Promise<Event | undefined> =>
  eventsOf(world, queueId, event => event.type === type, type)

/** The user id of an actor; a target file may leave it out. */
export function idOf(actor: Actor): number {
  if (!Number.isInteger(actor.userId))
    throw new Undecided('no-credentials', `the target file gives no userId for ${actor.name}`, false)
  return actor.userId
}

/** The user id of somebody other than the caller: the contract does not say whether messages may go to oneself. */
export async function recipientOf(world: World, caller: Actor = world.user): Promise<number> {
  for (const word of ['second', 'member', 'admin', 'owner'] as const) {
    const somebody = await world.someone(word)
    if (somebody && idOf(somebody) !== idOf(caller)) return idOf(somebody)
  }
  const another = await anotherOf(world, 'member')
  if (!another) throw new Undecided('no-credentials', 'there is nobody else', false)
  return idOf(another)
}

/** The id of an object made just now: a ready-made one, which may have been used before, will not do. */
export async function newlyMade<Kind extends KindWithId>(
  world: World,
  kind: Kind,
  wish: FixtureWishes[Kind],
): Promise<number> {
  return Number((await newFixture(world, kind, wish, 'id'))['id'])
}

type KindWithId = {
  [Kind in FixtureKind]: FixtureValues[Kind] extends { readonly id: number } ? Kind : never
}[FixtureKind]

/** The same world with an untyped `provide`, for kinds known only at run time. */
export const anyFixture = (world: World): AnyWorld => world

/** A queue that was registered just now and that nobody else listens to. */
export const newQueue = async (world: World, wish: FixtureWishes['event-queue']): Promise<string> =>
  String((await newFixture(world, 'event-queue', wish, 'queueId'))['queueId'])

export interface DeclaringQueue {
  readonly queueId: string
  /** Whether its client declared this capability, according to the provisioner. */
  readonly declared: boolean
}

/** A queue registered just now by a client that declares a capability. */
export async function queueDeclaring(
  world: World,
  capability: string,
  wish: FixtureWishes['event-queue'],
): Promise<DeclaringQueue> {
  const { queueId, declared } = await newFixture(
    world,
    'event-queue',
    { ...wish, capabilities: [capability] },
    'queueId',
  )
  const named = Array.isArray(declared) ? declared.includes(capability) : isObject(declared) && declared[capability]
  return { queueId: String(queueId), declared: named === true }
}

/**
 * A spare object of each lasting kind: a fixture that equals it is ready-made. There is one for each set of wishes that are
 * true, because an object with special properties may be missing although ordinary ones exist.
 */
const spareOne = shared.by(
  (kind: FixtureKind, withWhat: FixtureValue) =>
    [kind, ...Object.keys(withWhat).filter(name => withWhat[name] === true)].join(' '),
  (world, kind, withWhat) => anyFixture(world).provide(kind, withWhat),
)

async function newFixture(
  world: World,
  kind: FixtureKind,
  withWhat: FixtureValue,
  name: string,
): Promise<FixtureValue> {
  const spare = isLasting(kind) ? await spareOne(world, kind, withWhat) : null
  const made = await anyFixture(world).provide(kind, withWhat)
  if (spare && made[name] === spare[name])
    throw new Undecided('fixture-missing', `it needs a ${kind} of its own, and a ready-made one is all there is`, false)
  return made
}

/** A word, of letters only, that occurs in no other message. */
export const wordFor = shared(
  async (world): Promise<string> =>
    world
      .name('word')
      .replaceAll(/[^a-z0-9]/g, '')
      .replaceAll(/[0-9]/g, digit => 'abcdefghij'.charAt(Number(digit))),
)

/** A message that only its sender sees: a direct one, or in a channel if there are no direct messages. */
async function sentToOneself(world: World, sender: Actor, content: string): Promise<number> {
  const as = sender.email
  const direct = await world.provide('message', { as, to: [sender.userId], content }).catch(unlessMissing)
  if (direct) return direct.id
  const channelId = await channelOf(world, sender)
  return (await world.provide('message', { as, channelId, topic: 'assay', content })).id
}

/** A message that only its sender sees, with that word in it; for checks that any message will do for. */
export const messageToOneself = shared.by(
  (sender: Actor) => sender.email,
  async (world, sender): Promise<number> => {
    return sentToOneself(world, sender, `${await wordFor(world)} and more`)
  },
)

/** How old a message may be to be edited: deployments set a deadline. */
export const EDITABLE_MS = 120_000

const latestToOneself = shared.by(
  (sender: Actor) => sender.email,
  async (_world, _sender): Promise<{ made: Promise<number> | null; at: number }> => ({ made: null, at: 0 }),
)

/** A recent message that only its sender sees: a new one if the last one is too old to be edited. */
export async function editableToOneself(world: World, sender: Actor): Promise<number> {
  const latest = await latestToOneself(world, sender)
  if (latest.made === null || world.clock.now() - latest.at > EDITABLE_MS) {
    latest.at = world.clock.now()
    const made = sentToOneself(world, sender, world.name('message'))
    latest.made = made
    made.catch(() => {
      if (latest.made === made) latest.made = null
    })
  }
  return latest.made
}

/** A scheduled message that only its sender sees. */
export async function newScheduledToOneself(world: World, sender: Actor): Promise<number> {
  const wish = { as: sender.email, content: world.name('scheduled') }
  const direct = { ...wish, type: 'direct', to: [sender.userId] } as const
  const made = await world.provide('scheduled-message', direct).catch(unlessMissing)
  if (made) return made.id
  const to = await channelOf(world, sender)
  return (await world.provide('scheduled-message', { ...wish, type: 'stream', to, topic: 'assay' })).id
}

/** The same, made once; for checks that any scheduled message will do for. */
export const scheduledToOneself = shared.by((sender: Actor) => sender.email, newScheduledToOneself)

/** A channel shared by checks that change nothing in it. */
export const sharedChannel = shared((world): Promise<number> => channelOf(world, world.user))

/** A channel with these subscribers: newly made if there are several, since a ready-made one may lack some of them. */
export async function channelOf(world: World, ...subscribers: readonly Actor[]): Promise<number> {
  const wish = { subscribers: subscribers.map(({ userId }) => userId) }
  if (subscribers.length > 1) return newlyMade(world, 'channel', wish)
  return Number((await world.provide('channel', wish))['id'])
}

const settingsOf = shared((world, as: string): Promise<FixtureValue> => world.provide('register', { as }))

const registerSettings = (world: World): Promise<FixtureValue> =>
  settingsOf(world, world.anyOf('user', 'member', 'admin', 'owner').email)

/** The register settings, or null if they cannot be had: then plain, short values have to do. */
export const settingsIfKnown = (world: World): Promise<FixtureValue | null> =>
  registerSettings(world).catch(error => {
    if (error instanceof Undecided) return null
    throw error
  })

/** A register setting, which may differ between users; throws if the fixture does not have it. */
export async function registered(world: World, name: string, as?: string): Promise<unknown> {
  const settings = await (as === undefined ? registerSettings(world) : settingsOf(world, as))
  if (settings[name] === undefined || settings[name] === null)
    throw new Undecided('fixture-missing', `the register fixture has no ${name}`, false)
  return settings[name]
}

/** Waits before each attempt to find something that should exist: a provisioner may fail now and then. */
const RETRY_WAITS_MS = [0, 200, 500, 2000]

export async function foundWithRetries<T>({ clock }: World, look: () => Promise<T | null>): Promise<T | null> {
  for (const wait of RETRY_WAITS_MS) {
    await clock.sleep(wait)
    const found = await look()
    if (found !== null) return found
  }
  return null
}

/** For `catch`: null if something is unavailable here. A lost reply still ends the check. */
export function unlessMissing(error: unknown): null {
  if (error instanceof Undecided && !isTransient(error)) return null
  throw error
}

/** Somebody of this role made for this run; null if that is impossible. */
export const anotherOf = shared(
  (world, role: 'member' | 'moderator' | 'admin' | 'guest'): Promise<Actor | null> =>
    world.fresh(role).catch(unlessMissing),
)
