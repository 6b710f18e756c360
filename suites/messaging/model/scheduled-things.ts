/** Scheduled messages to edit: one serves for many edits as long as its state is known. */
import { type Reply, Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { newlyMade } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { othersOf } from './before.ts'
import { orNull } from './operation-model.ts'
import { oneOf } from './things.ts'
import type { RequestContext } from './values.ts'

export type State = Readonly<Record<string, unknown>>

/** The state of a message before an edit. */
export interface Origin {
  readonly kind: 'channel' | 'direct'
  readonly to: readonly number[]
  readonly topic: string | null
  readonly content: string
  /** Unknown until it was read once. */
  readonly deliverAt?: unknown
}

export type Past = 'an edit' | 'a refused edit'

/** A scheduled message, with its known state. */
export class Scheduled {
  origin: Origin
  /** The kinds of edits it went through. */
  readonly past = new Set<Past>()
  known = true
  readonly owner: Actor
  readonly id: number
  /** Whether it was made as one whose sending failed. */
  readonly failed: boolean

  constructor(owner: Actor, id: number, origin: Origin, failed: boolean) {
    this.owner = owner
    this.id = id
    this.origin = origin
    this.failed = failed
  }

  /** Records its state after an accepted edit. It is open whether a failed message is still failed then, so it is forgotten. */
  recordState({ to, topic, content, deliverAt }: State, kind: Origin['kind']): void {
    if (this.failed) this.forget()
    this.origin = {
      kind,
      to: [to].flat().map(Number),
      topic: kind === 'channel' ? String(topic) : null,
      content: String(content),
      deliverAt,
    }
  }

  /** Stops reusing it, because its state is unknown. */
  forget(): void {
    this.known = false
  }
}

const all = shared(async (_world): Promise<Scheduled[]> => [])

export const stateOf = (world: World, { owner, id }: Scheduled): Promise<State | null> =>
  orNull(world.provide('scheduled-state', { as: owner.email, id }))

/** A message of the caller of this kind and with this past; made if there is none. */
export async function scheduledFor(context: RequestContext, was: string, before: string): Promise<Scheduled> {
  const { world, caller } = context
  const own = (await all(world)).filter(({ owner, known }) => known && owner.email === caller.email)
  const like = own.filter(
    ({ origin, failed }) =>
      failed === (was === 'failed') && (failed || origin.kind === (was === 'in a channel' ? 'channel' : 'direct')),
  )
  const found = like.find(({ past }) => past.has(before as Past))
  if (found) return found
  const thing = like[0] ?? (await made(context, was))
  if (before === 'an edit') await editedBefore(world, thing)
  if (before === 'a refused edit') await refusedBefore(world, thing)
  return thing
}

async function made(context: RequestContext, was: string): Promise<Scheduled> {
  const { world, caller } = context
  const inChannel = was === 'in a channel'
  const to = inChannel ? await oneOf('channel', context) : caller.userId
  const content = world.name('scheduled')
  const wish = {
    as: caller.email,
    type: inChannel ? 'stream' : 'direct',
    to: inChannel ? to : [to],
    content,
    ...(inChannel && { topic: 'assay' }),
    ...(was === 'failed' && { failed: true }),
  }
  const id = await newlyMade(world, 'scheduled-message', wish)
  const kind = inChannel ? 'channel' : 'direct'
  const origin: Origin = { kind, to: [to], topic: inChannel ? 'assay' : null, content }
  const thing = new Scheduled(caller, id, origin, was === 'failed')
  // The `failed` state matters only if the row leaves out the new time.
  if (was === 'failed' && context.row['scheduled_delivery_timestamp'] === 'missing') await requireFailed(world, thing)
  const others = await all(world)
  // The delivery time is read once for each person, from the first message, before any edit.
  if (!others.some(({ owner }) => owner.email === caller.email)) {
    const { deliverAt } = (await stateOf(world, thing)) ?? {}
    if (deliverAt !== undefined) thing.origin = { ...origin, deliverAt }
  }
  others.push(thing)
  return thing
}

/** Throws if the message is not marked as failed: then it shows nothing about failed ones. */
async function requireFailed(world: World, thing: Scheduled): Promise<void> {
  if ((await stateOf(world, thing))?.['failed'] === false)
    throw new Undecided('fixture-missing', 'the provisioner made a scheduled message whose sending had not failed')
}

async function editedBefore(world: World, thing: Scheduled): Promise<void> {
  const content = world.name('edited')
  world.requireAccepted(await thing.owner.sends('updateScheduledMessage', { scheduled_message_id: thing.id, content }))
  thing.origin = { ...thing.origin, content }
  thing.past.add('an edit')
}

async function refusedBefore(world: World, thing: Scheduled): Promise<void> {
  const params = { scheduled_message_id: thing.id, to: 'text', content: world.name('unsent') }
  requireRefused(thing, await thing.owner.sends('updateScheduledMessage', params), 'an edit with no recipients')
  if (!thing.failed && thing.origin.kind === 'direct') await refusedToAnother(world, thing)
  thing.past.add('a refused edit')
}

/** Somebody else tries to edit the message and is refused. */
async function refusedToAnother(world: World, thing: Scheduled): Promise<void> {
  const [other] = await othersOf(world, thing.owner, ['second', 'member', 'user', 'moderator'])
  const content = world.name('of another')
  const reply = await other?.sends('updateScheduledMessage', { scheduled_message_id: thing.id, content })
  // The contract does not say whether others may edit it.
  if (reply) requireRefused(thing, reply, 'somebody else')
}

/** Throws if the edit was not refused: it may have changed the message. */
function requireRefused(thing: Scheduled, reply: Reply, what: string): void {
  if (outcomeOf(reply) === 'error') return
  thing.forget()
  throw new Undecided('prerequisite-failed', `${what} was not refused`, false)
}
