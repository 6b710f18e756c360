/** What came before on the same thing: tried by others to whom it was refused, and tried again after it was refused. */
import { type Reply, type Ruling, Undecided } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { isRefused } from '../envelope.predicates.ts'
import { unlessMissing } from '../fixtures.ts'
import { outcomeOf } from '../outcome.ts'
import type { Person, World } from '../world.ts'
import type { Done, OperationModel } from './operation-model.ts'
import { type ModelFactor, value } from './values.ts'

export const REFUSED_TO_ANOTHER = 'refused to others'

export const earlier: ModelFactor = {
  name: 'before',
  parameter: null,
  values: [value('nothing', undefined), value(REFUSED_TO_ANOTHER, undefined)],
}

/** People of these kinds, but not this one. */
async function othersOf(world: World, { email }: Actor, words: readonly Person[]): Promise<Actor[]> {
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

/** What was refused is refused for the third time and after somebody else tried it: the same request, for each cause once. */
export async function refusedAgain(
  world: World,
  model: Pick<OperationModel, 'operation' | 'factors'>,
  all: readonly Done[],
): Promise<Ruling[]> {
  const rulings: Ruling[] = []
  const seen = new Set<string>()
  const factors = model.factors(world.level)
  for (const { row, params, caller, outcome, reply: first } of all) {
    const found = factors.flatMap(({ name, values }) =>
      values.flatMap(one => (one.rule && one.name === row[name] ? [{ rule: one.rule, factor: name }] : [])),
    )
    const { rule, factor } = found[0] ?? {}
    if (outcome !== 'error' || !rule || seen.has(rule.by)) continue
    seen.add(rule.by)
    // What is refused to one for who they are may be done for another.
    const [other] = factor === 'caller' ? [] : await othersOf(world, caller, ['owner', 'admin', 'second', 'user'])
    for (const by of [caller, caller, other, caller]) {
      const reply = await by?.sends(model.operation, params)
      // What somebody else gets to hear is open.
      if (!reply || by !== caller) continue
      const args = rule.codes ? { codes: rule.codes } : {}
      rulings.push({ requirement: rule.by, row, replies: [reply], control: first, predicate: isRefused as never, args })
    }
  }
  return rulings
}
