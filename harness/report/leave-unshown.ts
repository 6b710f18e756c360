/** What becomes of requirements that no exchange of a run demonstrated. */
import type { Requirement } from '../api.ts'
import type { Ledger } from '../judging/ledger.ts'
import { lack, type Undecided } from '../undecided.ts'

const NOTHING_LISTED = 'the replies of the target hold nothing that it is about, such as an element of a list'

export interface EndedEarly {
  readonly id: string
  readonly cause: Undecided
}

/**
 * Leaves undecided what no exchange demonstrated: because the target lacks data, because a check of its area ended early, or
 * because the replies were empty of it.
 */
export function leaveUnshown(
  endedEarly: readonly EndedEarly[],
  lacking: ReadonlyMap<string, string>,
  empty: ReadonlySet<string>,
  ledger: Ledger,
  judged: ReadonlyMap<string, Requirement>,
): void {
  for (const { id, area, level } of judged.values()) {
    if (ledger.of(id).length > 0) continue
    const why = lacking.get(id)
    const found = endedEarly.find(ended => ended.id.startsWith(area))
    if (why !== undefined) ledger.undecided(id, area, 1, level, lack(why), { unshown: true })
    else if (found) ledger.undecided(id, found.id, 1, level, found.cause, { unshown: true })
    else if (empty.has(id)) ledger.undecided(id, area, 1, level, lack(NOTHING_LISTED), { unshown: true })
  }
}
