/** Whether a refused request is accepted once its wrong value is corrected: a refusal must leave nothing behind. */
import type { MessagingOperationId } from '../../../generated/operations.ts'
import { type Ruling, repeatsAmong } from '../../../harness/index.ts'
import type { Actor } from '../actor.ts'
import { succeeds } from '../conventions/envelope.predicates.ts'
import type { World } from '../world.ts'
import type { Done, Params } from './operation-model.ts'
import type { RequirementId } from './rules.ts'

/** A selection of the requests in which every value occurs. */
export const selectionOf = (all: readonly Done[]): Done[] =>
  repeatsAmong({ constraints: [], factors: [] }, ['afterwards', 'yes'], all).map(({ of }) => of)

/** Corrects refused requests with `correct` and judges that they are accepted: all with the thorough budget, else a selection. */
export async function acceptedAfterwards(
  world: World,
  operation: MessagingOperationId,
  requirement: RequirementId,
  refusals: readonly Done[],
  correct: (done: Done, at: number) => { readonly by: Actor; readonly params: Params },
): Promise<Ruling[]> {
  const rulings: Ruling[] = []
  const errors = refusals.filter(({ outcome }) => outcome === 'error')
  for (const [at, done] of (world.budget === 'thorough' ? errors : selectionOf(errors)).entries()) {
    const { by, params } = correct(done, at)
    const replies = [await by.sends(operation, params)]
    rulings.push({ requirement, row: done.row, replies, predicate: succeeds as never, args: {} })
  }
  return rulings
}
