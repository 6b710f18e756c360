/** What came before on the same thing: tried by others to whom it was refused. */
import { type Reply, Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import type { Person, World } from '../world.ts'
import { type ModelFactor, value } from './values.ts'

export const REFUSED_TO_ANOTHER = 'refused to others'

export const earlier: ModelFactor = {
  name: 'before',
  parameter: null,
  values: [value('nothing', undefined), value(REFUSED_TO_ANOTHER, undefined)],
}

/** People of these kinds, but not this one. */
export async function othersOf(world: World, { email }: Actor, words: readonly Person[]): Promise<Actor[]> {
  const found = new Map<string, Actor>()
  for (const word of words) {
    const one = await world.someone(word).catch(unlessMissing)
    if (one && one.email !== email) found.set(one.email, one)
  }
  return [...found.values()]
}

/** Those who may do least try it first; where one of them is served, nothing follows. */
export async function refusedToOthers(
  world: World,
  caller: Actor,
  sends: (other: Actor) => Promise<Reply>,
): Promise<void> {
  const others = await othersOf(world, caller, ['guest', 'member', 'moderator'])
  if (others.length === 0) throw new Undecided('no-credentials', 'there is nobody else', false)
  for (const other of others)
    if (outcomeOf(await sends(other)) !== 'error')
      throw new Undecided('prerequisite-failed', 'somebody else was not refused', false)
}
