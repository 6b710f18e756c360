/** Things of a target that the contract gives no way to make or to see, as suites ask for them. */
import { type World as AnyWorld, type FixtureValue, isObject, isTransient, Undecided } from '../../harness/index.ts'
import type { Actor } from './actor.ts'
import { isLasting } from './fixture-kinds.ts'
import { patienceOf } from './patience.ts'
import { shared } from './shared.ts'
import type { FixtureKind, FixtureValues, FixtureWishes, World } from './world.ts'

/** Letters of several scripts, in a name or a text: short, for limits may count bytes, and the same however they are normalized. */
export const ANY_SCRIPT = 'Кан 頻 قنا ø'

/** Letters of four scripts that fit into a name of this run. */
export const ANY_NAME = 'Жق頻ø'

/** Plain words with punctuation over which careless servers stumble. */
export const PUNCTUATED = `It's "plain": 50%25 of a+b & more`

/** Far from any real id, so that nothing of the target is meant by it. */
export const NO_SUCH_ID = 2 ** 31 - 7

export type Event = Readonly<Record<string, unknown>> & { readonly type: string; readonly op?: string }

/** So often a queue is asked at once for more, as long as it has any. */
const MOST_ASKED = 20

/** Looks for an event of a queue after each of these waits: delivery may take a moment. */
export async function lookFor(
  world: World,
  queueId: string,
  wanted: (event: Event) => boolean,
  waits: readonly number[],
): Promise<Event | undefined> {
  for (const wait of waits) {
    await world.clock.sleep(wait)
    for (let asked = 0; asked < MOST_ASKED; asked++) {
      const events = (await world.provide('events', { queueId })).events as readonly Event[]
      const found = events.find(wanted)
      if (found) return found
      if (events.length === 0) break
    }
  }
  return undefined
}

/** The events that a queue got since it was last asked, tried as often as there is patience for. */
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

/** The user id of somebody, which a target file may leave out. */
export function idOf(actor: Actor): number {
  if (!Number.isInteger(actor.userId))
    throw new Undecided('no-credentials', `the target file gives no userId for ${actor.name}`, false)
  return actor.userId
}

/** Somebody else than the caller: whether messages may go to oneself is not written. */
export async function recipientOf(world: World, caller: Actor = world.user): Promise<number> {
  for (const word of ['second', 'member', 'admin', 'owner'] as const) {
    const somebody = await world.someone(word)
    if (somebody && idOf(somebody) !== idOf(caller)) return idOf(somebody)
  }
  const another = await anotherOf(world, 'member')
  if (!another) throw new Undecided('no-credentials', 'there is nobody else', false)
  return idOf(another)
}

/** The id of a thing made just now: a ready-made one, which has a past of its own, will not do. */
export async function newlyMade<Kind extends KindWithId>(
  world: World,
  kind: Kind,
  wish: FixtureWishes[Kind],
): Promise<number> {
  return Number((await namedNewly(world, kind, wish, 'id'))['id'])
}

type KindWithId = {
  [Kind in FixtureKind]: FixtureValues[Kind] extends { readonly id: number } ? Kind : never
}[FixtureKind]

/** The same world, where the kind is known only at run time. */
export const anyFixture = (world: World): AnyWorld => world

/** A queue that was registered just now and that nobody else listens to. */
export const newQueue = async (world: World, wish: FixtureWishes['event-queue']): Promise<string> =>
  String((await namedNewly(world, 'event-queue', wish, 'queueId'))['queueId'])

export interface DeclaringQueue {
  readonly queueId: string
  /** Whether its client declared this capability, as far as the provisioner says. */
  readonly declared: boolean
}

/** The same, of a client that declares a capability. */
export async function queueDeclaring(
  world: World,
  capability: string,
  wish: FixtureWishes['event-queue'],
): Promise<DeclaringQueue> {
  const { queueId, declared } = await namedNewly(
    world,
    'event-queue',
    { ...wish, capabilities: [capability] },
    'queueId',
  )
  const named = Array.isArray(declared) ? declared.includes(capability) : isObject(declared) && declared[capability]
  return { queueId: String(queueId), declared: named === true }
}

/** One of each lasting kind that is put aside, to tell a ready-made one by. One of a special sort may not be had, and others may. */
const spareOne = shared.by(
  (kind: FixtureKind, withWhat: FixtureValue) =>
    [kind, ...Object.keys(withWhat).filter(name => withWhat[name] === true)].join(' '),
  (world, kind, withWhat) => anyFixture(world).provide(kind, withWhat),
)

async function namedNewly(
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

/** A word of letters that stands in no other message. */
export const wordFor = shared(
  async (world): Promise<string> =>
    world
      .name('word')
      .replaceAll(/[^a-z0-9]/g, '')
      .replaceAll(/[0-9]/g, digit => 'abcdefghij'.charAt(Number(digit))),
)

/** A message to nobody else; where there are no direct messages, one in a channel. */
async function sentToOneself(world: World, sender: Actor, content: string): Promise<number> {
  const as = sender.email
  const direct = await world.provide('message', { as, to: [sender.userId], content }).catch(unlessMissing)
  if (direct) return direct.id
  const channelId = await channelOf(world, sender)
  return (await world.provide('message', { as, channelId, topic: 'assay', content })).id
}

/** A message that somebody sent to nobody else, with that word in it: where any message will do. */
export const messageToOneself = shared.by(
  (sender: Actor) => sender.email,
  async (world, sender): Promise<number> => {
    return sentToOneself(world, sender, `${await wordFor(world)} and more`)
  },
)

/** How old a message may be for its editing: deployments set a deadline. */
export const EDITABLE_MS = 120_000

const latestToOneself = shared.by(
  (sender: Actor) => sender.email,
  async (_world, _sender): Promise<{ made: Promise<number> | null; at: number }> => ({ made: null, at: 0 }),
)

/** A message to nobody else that was sent lately: a new one where the last is too old to be edited. */
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

/** A scheduled message to nobody else: where any will do. */
export const scheduledToOneself = shared.by(
  (sender: Actor) => sender.email,
  async (world, sender): Promise<number> => {
    const wish = { as: sender.email, content: world.name('scheduled') }
    const direct = { ...wish, type: 'direct', to: [sender.userId] } as const
    const made = await world.provide('scheduled-message', direct).catch(unlessMissing)
    if (made) return made.id
    const to = await channelOf(world, sender)
    return (await world.provide('scheduled-message', { ...wish, type: 'stream', to, topic: 'assay' })).id
  },
)

/** The channel that checks share which change nothing in it. */
export const sharedChannel = shared((world): Promise<number> => channelOf(world, world.user))

/** A ready-made channel has whom it has: where others have to be in it, it is made for them. */
export async function channelOf(world: World, ...subscribers: readonly Actor[]): Promise<number> {
  const wish = { subscribers: subscribers.map(({ userId }) => userId) }
  if (subscribers.length > 1) return newlyMade(world, 'channel', wish)
  return Number((await world.provide('channel', wish))['id'])
}

const settingsOf = shared((world, as: string): Promise<FixtureValue> => world.provide('register', { as }))

const registerSettings = (world: World): Promise<FixtureValue> =>
  settingsOf(world, world.anyOf('user', 'member', 'admin', 'owner').email)

/** What is known of the settings: without a reply what is plain and short has to do. */
export const settingsIfKnown = (world: World): Promise<FixtureValue | null> =>
  registerSettings(world).catch(error => {
    if (error instanceof Undecided) return null
    throw error
  })

/** A setting of the register response, which may differ from user to user; where the fixture has none, nothing follows. */
export async function registered(world: World, name: string, as?: string): Promise<unknown> {
  const settings = await (as === undefined ? registerSettings(world) : settingsOf(world, as))
  if (settings[name] === undefined || settings[name] === null)
    throw new Undecided('fixture-missing', `the register fixture has no ${name}`, false)
  return settings[name]
}

/** When something is looked for again that should be there: a provisioner may have had a lapse. */
const LOOKS_MS = [0, 200, 500, 2000]

export async function foundAtLast<T>({ clock }: World, look: () => Promise<T | null>): Promise<T | null> {
  for (const wait of LOOKS_MS) {
    await clock.sleep(wait)
    const found = await look()
    if (found !== null) return found
  }
  return null
}

/** What cannot be had here is left out: `null` in its place. A reply that was lost ends the check. */
export function unlessMissing(error: unknown): null {
  if (error instanceof Undecided && !isTransient(error)) return null
  throw error
}

/** Somebody of this role made for this run; null where nobody can be had. */
export const anotherOf = shared(
  (world, role: 'member' | 'moderator' | 'admin' | 'guest'): Promise<Actor | null> =>
    world.fresh(role).catch(unlessMissing),
)
