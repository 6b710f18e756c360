/** Creates, edits and reads scheduled messages for the checks. */
import { type FixtureValue, type Reply, Undecided } from '../../../harness/index.ts'
import type { Changes } from '../controls/variations.ts'
import { unsupportedCarrier } from '../conventions/unsupported-carriers.ts'
import { channelOf, foundWithRetries, newlyMade, recipientOf } from '../fixtures.ts'
import { anyNameFor } from '../names.ts'
import { outcomeOf } from '../outcome.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'

export interface Edited {
  readonly id: number
  readonly sent: Changes
  readonly reply: Reply
  /** Its state before the edit, if it was read and the provisioner can read it. */
  readonly before?: FixtureValue | null
}

export const DAY = 86_400

export const firstChannel = shared((world): Promise<number> => channelOf(world, world.user))
const otherChannel = shared((world): Promise<number> => channelOf(world, world.user))

export const newDirect = (world: World, more: FixtureValue = {}): Promise<number> =>
  newlyMade(world, 'scheduled-message', {
    as: world.user.email,
    type: 'direct',
    to: [world.user.userId],
    content: world.name('scheduled'),
    ...more,
  })

const newFailedInChannel = (world: World, more: FixtureValue): Promise<number> => newInChannel(world, 'assay', more)

export const newInChannel = async (world: World, topic = 'assay', more: FixtureValue = {}): Promise<number> =>
  newlyMade(world, 'scheduled-message', {
    as: world.user.email,
    type: 'stream',
    to: await firstChannel(world),
    topic,
    content: world.name('scheduled'),
    ...more,
  })

export async function edit(world: World, id: number, sent: Changes): Promise<Edited> {
  return { id, sent, reply: await world.user.sends('updateScheduledMessage', { scheduled_message_id: id, ...sent }) }
}

/** A message of the other kind changed to this type, with all parameters that this requires. */
export const turnedInto = shared(async (world, type: string): Promise<Edited> => {
  if (type === 'direct' || type === 'private')
    return editFrom(world, await newInChannel(world), { type, to: [await recipientOf(world)] })
  return editFrom(world, await newDirect(world), { type, to: await firstChannel(world), topic: 'assay' })
})

/** An edit of a message whose state is read before, if possible. */
async function editFrom(world: World, id: number, sent: Changes): Promise<Edited> {
  const before = await stateIfReadable(world, id)
  return { ...(await edit(world, id, sent)), before }
}

/** The parts of a channel message that can be edited without changing its type. */
const PARTS = {
  content: async world => ({ content: world.name('بعداً 改') }),
  topic: async world => ({ topic: await anyNameFor(world, 'م字', 'max_topic_length') }),
  to: async world => ({ to: await otherChannel(world) }),
  time: async world => ({ scheduled_delivery_timestamp: inDays(world, 3) + TWENTY_MINUTES }),
} as const satisfies Record<string, (world: World) => Promise<Changes>>

export type Part = keyof typeof PARTS

const allEdited = unsupportedCarrier('updateScheduledMessage', async (world, besides): Promise<Edited> => {
  const changes: Changes[] = await Promise.all(Object.values(PARTS).map(change => change(world)))
  const sent: Changes = Object.assign({}, ...changes)
  return { ...(await edit(world, await newInChannel(world), { ...sent, ...besides })), sent }
})

const editedAlone = shared(async (world, part: Part) =>
  editFrom(world, await newInChannel(world), await PARTS[part](world)),
)

/** An edit of this part. With the quick budget, all parts are edited in one request; if that is refused, each one alone. */
export async function edited(world: World, part: Part): Promise<Edited> {
  if (world.budget === 'quick') {
    const whole = await allEdited(world)
    if (outcomeOf(whole.reply) === 'success') return whole
  }
  return editedAlone(world, part)
}

export const readdressed = shared(
  async (world): Promise<Edited> => edit(world, await newDirect(world), { to: [world.second.userId] }),
)

/** The reply to an edit that must have been accepted: the control of edits that differ in one thing. */
export async function acceptedEdit(world: World, made: Promise<Edited>): Promise<Reply> {
  const { reply } = await made
  world.requireAccepted(reply)
  return reply
}

export const stateOf = (world: World, id: number): Promise<FixtureValue> =>
  world.provide('scheduled-state', { as: world.user.email, id })

/** The editable members of a message's state; others may change by themselves. */
export const editable = ({ type, to, topic, content, deliverAt, failed }: FixtureValue): FixtureValue =>
  Object.fromEntries(
    Object.entries({ type, to, topic, content, deliverAt, failed }).filter(([, value]) => value !== undefined),
  )

/** The state of a message; null if the provisioner cannot read it. */
export const stateIfReadable = (world: World, id: number): Promise<FixtureValue | null> =>
  stateOf(world, id).catch(error => {
    if (error instanceof Undecided && !error.planned) return null
    throw error
  })

/** The state of a message that existed; null only if the provisioner can still read a new message. */
export async function stateAfter(world: World, id: number): Promise<FixtureValue | null> {
  const found = await foundWithRetries(world, () => stateIfReadable(world, id))
  if (found === null) await stateOf(world, await newInChannel(world))
  return found
}

/** A message whose sending failed, unless its state is unknown; throws if it did not fail. */
export async function newFailed(
  world: World,
  kind: 'direct' | 'channel' = 'direct',
): Promise<{ id: number; before: FixtureValue | null }> {
  const make = kind === 'direct' ? newDirect : newFailedInChannel
  const id = await make(world, { failed: true })
  const before = await stateIfReadable(world, id)
  if (before?.['failed'] === false)
    throw new Undecided('fixture-missing', 'the provisioner made a scheduled message whose sending had not failed')
  return { id, before }
}

/** A full hour some days ahead: deployments that round delivery times to minutes do not change it. */
export const inDays = (world: World, days: number): number =>
  Math.floor(world.clock.now() / 3_600_000) * 3600 + days * DAY

const HOUR = 3600

/** An offset that is not a full quarter of an hour, in seconds. */
const TWENTY_MINUTES = 1200

/** The expected delivery time after an edit that does not set it: a deployment may round it when the message is edited. */
export const expectedDelivery = (before: unknown, found: unknown): unknown =>
  typeof before === 'number' && typeof found === 'number' && Math.abs(found - before) < HOUR ? found : before
