/** The factor `before`: whether somebody else was refused a request about the same object first. */
import { type Exclusion, type Reply, Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import type { Person, World } from '../world.ts'
import { type ModelFactor, type RequestContext, turnOf, value } from './values.ts'

export const REFUSED_TO_ANOTHER = 'refused to others'

export const beforeFactor: ModelFactor = {
  name: 'before',
  parameter: null,
  values: [value('nothing', undefined), { ...value(REFUSED_TO_ANOTHER, undefined), costs: 1 }],
}

/** Excludes rows that are refused anyway: the model already sends those again after somebody else tried them. */
export const onlyAcceptedAfterOthers = (factors: readonly ModelFactor[]): Exclusion => {
  const isRefused = (name: string, chosen: string | undefined): boolean =>
    factors.some(factor => factor.name === name && factor.values.some(one => one.rule && one.name === chosen))
  return {
    reason: 'what is refused is sent again after others tried it',
    excludes: row =>
      row[beforeFactor.name] === REFUSED_TO_ANOTHER &&
      Object.entries(row).some(([name, chosen]) => isRefused(name, chosen)),
  }
}

/** The people of these kinds, except this one. */
export async function othersOf(world: World, { email }: Actor, words: readonly Person[]): Promise<Actor[]> {
  const found = new Map<string, Actor>()
  for (const word of words) {
    const one = await world.someone(word).catch(unlessMissing)
    if (one && one.email !== email) found.set(one.email, one)
  }
  return [...found.values()]
}

/** A guest or a member, in turn, tries the request first; if it is accepted, the row proves nothing. */
export async function refusedToOthers(context: RequestContext, sends: (other: Actor) => Promise<Reply>): Promise<void> {
  const { world, caller } = context
  const turn = 1 + (await turnOf(context, REFUSED_TO_ANOTHER))
  const others = await othersOf(world, caller, turn % 2 === 0 ? ['guest', 'member'] : ['member', 'guest'])
  const [other] = others.length > 0 ? others : await othersOf(world, caller, ['moderator'])
  if (!other) throw new Undecided('no-credentials', 'there is nobody else', false)
  // Every third time, that person tries twice.
  for (let tries = turn % 3 === 1 ? 2 : 1; tries > 0; tries--)
    if (outcomeOf(await sends(other)) !== 'error')
      throw new Undecided('prerequisite-failed', 'somebody else was not refused', false)
}
