/** What was refused for one of its values is accepted with a right one afterwards: a refusal leaves nothing behind. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import { type Ruling, repeatsAmong } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { succeeds } from '../envelope.predicates.ts'
import type { World } from '../world.ts'
import type { Done, Params } from './operation-model.ts'
import type { RequirementId } from './rules.ts'

/** Some of the requests, so that every value is among them. */
export const someOf = (all: readonly Done[]): Done[] =>
  repeatsAmong({ constraints: [], factors: [] }, ['afterwards', 'yes'], all).map(({ of }) => of)

/** `right` makes the refused request one that is accepted; it counts those that were made. All of them at the thorough budget. */
export async function acceptedAfterwards(
  world: World,
  operation: MessagingOperationId,
  requirement: RequirementId,
  refusals: readonly Done[],
  right: (done: Done, at: number) => { readonly by: Actor; readonly params: Params },
): Promise<Ruling[]> {
  const rulings: Ruling[] = []
  const errors = refusals.filter(({ outcome }) => outcome === 'error')
  for (const [at, done] of (world.budget === 'thorough' ? errors : someOf(errors)).entries()) {
    const { by, params } = right(done, at)
    const replies = [await by.sends(operation, params)]
    rulings.push({ requirement, row: done.row, replies, predicate: succeeds as never, args: {} })
  }
  return rulings
}
