/** Channels with all callers of a model, so that everybody sees the same messages. */
import { Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { channelOf, idOf, unlessMissing } from '../fixtures.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import type { RequestContext } from './values.ts'

interface Room {
  readonly id: number
  readonly members: readonly string[]
}

/** The channel with these people; if it cannot be had, a channel with the user alone. */
const roomOf = shared.by(
  (turn: number, people: readonly Actor[]) => `${turn} ${people.map(({ email }) => email).join(' ')}`,
  async (world: World, _turn: number, people): Promise<Room> => {
    const all = people.filter(({ userId }) => Number.isInteger(userId))
    const id = await channelOf(world, ...all).catch(unlessMissing)
    const members = id === null ? [world.user] : all
    return { id: id ?? (await channelOf(world, world.user)), members: members.map(({ email }) => email) }
  },
)

/** The channel with this number; throws if the caller is not in it. */
export async function room({ world, people, caller }: RequestContext, turn = 1): Promise<number> {
  idOf(caller)
  const { id, members } = await roomOf(world, turn, [...people.values()])
  if (!members.includes(caller.email))
    throw new Undecided('fixture-missing', 'not everybody can be in one channel', false)
  return id
}
