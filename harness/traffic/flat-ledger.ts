/** Claims about traffic of any length: all are counted, and the first few of each requirement and outcome are kept. */
import type { ClaimRecord } from '../../generated/formats.ts'
import { type Ledger, undecidedClaim } from '../judging/ledger.ts'
import { madeOnce } from '../memory/made-once.ts'

const MOST: Readonly<Record<ClaimRecord['outcome'], number>> = { holds: 20, broken: 40, undecided: 5 }

export interface FlatLedger extends Ledger {
  /** How many claims about a requirement were decided. */
  made(requirement: string): number
}

/** `onKept` gets each claim that is kept. */
export function flatLedger(onKept: (claim: ClaimRecord) => void): FlatLedger {
  const kept = new Map<string, ClaimRecord[]>()
  const counts = new Map<string, Record<string, number>>()
  let n = 0
  const add: Ledger['add'] = made => {
    n++
    const count = madeOnce(counts, made.requirement, (): Record<string, number> => ({}))
    const key = made.outcome === 'broken' ? `broken ${made.weight}` : made.outcome
    count[key] = (count[key] ?? 0) + 1
    if (count[key] > MOST[made.outcome]) return
    const claim: ClaimRecord = { n, ...made }
    madeOnce(kept, claim.requirement, () => []).push(claim)
    onKept(claim)
  }
  return {
    add,
    undecided: (...given) => add(undecidedClaim(...given)),
    of: requirement => kept.get(requirement) ?? [],
    made: requirement => {
      const { undecided: _left, ...decided } = counts.get(requirement) ?? {}
      return Object.values(decided).reduce((sum, one) => sum + one, 0)
    },
    get count() {
      return n
    },
  }
}
