/** Sends refused requests again: by the same caller, and after somebody else tried them. */
import type { Ruling } from '../../../harness/index.ts'
import { isRefused } from '../conventions/envelope.predicates.ts'
import { shared } from '../shared.ts'
import type { World } from '../world.ts'
import { othersOf } from './before.ts'
import type { Done, OperationModel } from './operation-model.ts'

/** The requirements whose refusals were already tried again. */
const triedIn = shared(async (_world, _operation: string): Promise<Set<string>> => new Set())

/**
 * Judges that a refused request is refused a third time, and after somebody else tried the same: once for each requirement,
 * with the thorough budget once for each caller.
 */
export async function refusedAgain(
  world: World,
  model: Pick<OperationModel, 'operation' | 'factors'>,
  all: readonly Done[],
): Promise<Ruling[]> {
  const rulings: Ruling[] = []
  // A single request is being examined on its own: always try it again.
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
    // A request that is refused because of its caller may be accepted from another.
    const [other] = factor === 'caller' ? [] : await othersOf(world, caller, ['owner', 'admin', 'second', 'user'])
    const second = row['time'] === undefined ? [caller] : []
    // With the thorough budget, nobody else comes between the second and the third time.
    const third = world.budget === 'thorough' ? [caller] : []
    for (const by of [...second, ...third, other, caller]) {
      const reply = await by?.sends(model.operation, params)
      // The reply to somebody else is open.
      if (!reply || by !== caller) continue
      const args = rule.codes ? { codes: rule.codes } : {}
      rulings.push({ requirement: rule.by, row, replies: [reply], control: first, predicate: isRefused as never, args })
    }
  }
  return rulings
}
