/** Things of the target that generated requests refer to: placeholder numbers become real ids when a request leaves. */
import type { MessagingOperationId } from '../../generated/operations.ts'
import { Undecided } from '../../harness/index.ts'
import type { Actor } from '../messaging/actor.ts'
import { numberAt } from '../messaging/controls/controls.ts'
import { pushDevice } from '../messaging/controls/controls-organization.ts'
import { control, controlOf } from '../messaging/controls/variations.ts'
import { anotherOf, editableToOneself, idOf, messageToOneself, newlyMade, recipientOf } from '../messaging/fixtures.ts'
import { shared } from '../messaging/shared.ts'
import { plainGroup } from '../messaging/user-groups/user-group-makers.ts'
import type { World } from '../messaging/world.ts'

type Find = (world: World, operation: MessagingOperationId) => Promise<number>

/** Far above every other generated number. */
const FIRST_PLACEHOLDER = 7_000_000_000_001

const caller: Find = async (world, operation) => {
  const { who } = controlOf(operation)
  return idOf(who(world))
}

const somebodyElse: Find = (world, operation) => recipientOf(world, controlOf(operation).who(world))

const scheduled = async (world: World): Promise<number> => {
  const somebody = controlOf('updateScheduledMessage').who(world)
  const content = world.name('scheduled')
  const message = { as: somebody.email, type: 'direct', to: [idOf(somebody)], content }
  return (await world.provide('scheduled-message', message)).id
}

/** One message that stays direct, and one that may move to a channel. */
const scheduledDirect = shared(scheduled)
const scheduledForChannel = shared(scheduled)

const finders: Readonly<Record<string, readonly Find[]>> = {
  user: [caller, async world => idOf(world.anyOf('second', 'user', 'admin', 'owner'))],
  another: [
    somebodyElse,
    async (world, operation) => {
      const third = await anotherOf(world, 'member')
      return third ? idOf(third) : somebodyElse(world, operation)
    },
  ],
  channel: [
    (world, operation) => {
      const somebody = controlOf(operation).who(world)
      return INVITING.includes(operation) ? channelOpenTo(world, somebody) : channelOfPerson(world, somebody)
    },
  ],
  group: [async world => (await plainGroup(world)).id],
  message: [
    (world, operation) => {
      const message = operation === 'setMessageEditTypingStatus' ? editableToOneself : messageToOneself
      return message(world, controlOf(operation).who(world))
    },
  ],
  'scheduled-message': [world => scheduledDirect(world), world => scheduledForChannel(world)],
  'channel-folder': [
    async world => numberAt(await control(world, 'createChannelFolder'), 'channel_folder_id') ?? missing('a folder'),
  ],
  'push-account': [world => pushDevice(world)],
}

const channelOfPerson = shared.by(
  ({ email }: Actor) => email,
  async (world, somebody) => (await world.provide('channel', { subscribers: [idOf(somebody)] })).id,
)

const INVITING: readonly MessagingOperationId[] = ['sendInvites', 'createReusableInviteLink']

/** A channel setting, not a role, decides who may add subscribers. */
const channelOpenTo = shared.by(
  ({ email }: Actor) => email,
  (world, somebody): Promise<number> => {
    const own = { direct_members: [idOf(somebody)], direct_subgroups: [] }
    const settings = { can_add_subscribers_group: own }
    return newlyMade(world, 'channel', { subscribers: [idOf(somebody)], settings })
  },
)

const placeholders = Object.entries(finders).flatMap(([kind, ways]) => ways.map(find => ({ kind, find })))

/** The placeholder numbers that the generator may use, by kind. */
export const ids: Readonly<Record<string, readonly number[]>> = Object.fromEntries(
  Object.keys(finders).map(kind => [
    kind,
    placeholders.flatMap((one, index) => (one.kind === kind ? [FIRST_PLACEHOLDER + index] : [])),
  ]),
)

/** The value with its placeholder numbers replaced by ids of real things. */
export async function withRealIds(world: World, operation: MessagingOperationId, value: unknown): Promise<unknown> {
  if (typeof value === 'number') {
    const found = placeholders[value - FIRST_PLACEHOLDER]
    return found ? found.find(world, operation) : value
  }
  if (Array.isArray(value)) {
    const made: unknown[] = []
    for (const one of value) made.push(await withRealIds(world, operation, one))
    return [...new Set(made)]
  }
  if (typeof value !== 'object' || value === null) return value
  const members: [string, unknown][] = []
  for (const [name, one] of Object.entries(value)) members.push([name, await withRealIds(world, operation, one)])
  return Object.fromEntries(members)
}

function missing(what: string): never {
  throw new Undecided('prerequisite-failed', `${what} could not be made`)
}
