/** Refused requests sent again: by the same caller, and after somebody else tried. */
import type { Ruling } from '../../../harness/index.ts'
import { isRefused } from '../envelope.predicates.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { othersOf } from './before.ts'
import type { Done, OperationModel } from './operation-model.ts'

/** The causes that were tried again already. */
const triedIn = shared(async (_world, _operation: string): Promise<Set<string>> => new Set())

/**
 * What was refused is refused for the third time and after somebody else tried it: the same request, for each cause once,
 * at thorough budget for each caller.
 */
export async function refusedAgain(
  world: World,
  model: Pick<OperationModel, 'operation' | 'factors'>,
  all: readonly Done[],
): Promise<Ruling[]> {
  const rulings: Ruling[] = []
  // One request by itself is looked at for its own sake.
  const seen = all.length === 1 ? new Set<string>() : await triedIn(world, model.operation)
  const factors = model.factors(world.level)
  for (const { row, params, caller, outcome, reply: first } of all) {
    const found = factors.flatMap(({ name, values }) =>
      values.flatMap(one => (one.rule && one.name === row[name] ? [{ rule: one.rule, factor: name }] : [])),
    )
    const { rule, factor } = found[0] ?? {}
    const key = world.budget === 'thorough' ? `${rule?.by} ${caller.email}` : rule?.by
    if (outcome !== 'error' || !rule || key === undefined || seen.has(key)) continue
    seen.add(key)
    // What is refused to one for who they are may be done for another.
    const [other] = factor === 'caller' ? [] : await othersOf(world, caller, ['owner', 'admin', 'second', 'user'])
    const second = row['time'] === undefined ? [caller] : []
    // Where there is time for it, nobody else comes between the second time and the third.
    const third = world.budget === 'thorough' ? [caller] : []
    for (const by of [...second, ...third, other, caller]) {
      const reply = await by?.sends(model.operation, params)
      // What somebody else gets to hear is open.
      if (!reply || by !== caller) continue
      const args = rule.codes ? { codes: rule.codes } : {}
      rulings.push({ requirement: rule.by, row, replies: [reply], control: first, predicate: isRefused as never, args })
    }
  }
  return rulings
}
