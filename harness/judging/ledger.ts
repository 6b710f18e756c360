/** All claims of a run, by requirement, written down as they are made. */
import type { ClaimRecord } from '../../generated/formats.ts'
import type { EvidenceSink } from '../evidence/recorder.ts'
import type { Undecided } from '../undecided.ts'

type Made = Omit<ClaimRecord, 'n'>

export interface Ledger {
  add(claim: Made): void
  /** `args` say more about why where there is more to say. */
  undecided(
    requirement: string,
    check: string,
    attempt: number,
    weight: 'must' | 'should',
    cause: Undecided,
    args?: Made['args'],
  ): void
  of(requirement: string): readonly ClaimRecord[]
  readonly count: number
}

/** `hide` takes secrets out of what a claim says in words. */
export function ledger(
  sink: EvidenceSink,
  onClaim: (claim: ClaimRecord) => void = () => {},
  hide: (text: string) => string = text => text,
): Ledger {
  const byRequirement = new Map<string, ClaimRecord[]>()
  let n = 0
  const add = (made: Made): void => {
    n++
    const claim: ClaimRecord = { n, ...(made.outcome === 'holds' ? made : inWords(made, hide)) }
    sink.claim(claim)
    onClaim(claim)
    const list = byRequirement.get(claim.requirement)
    if (list) list.push(claim)
    else byRequirement.set(claim.requirement, [claim])
  }
  return {
    add,
    undecided: (requirement, check, attempt, weight, cause, args = {}) =>
      add({
        requirement,
        check,
        predicate: null,
        args,
        exchanges: [...cause.exchanges],
        control: null,
        attempt,
        outcome: 'undecided',
        weight,
        expected: null,
        actual: null,
        reason: cause.reason,
        why: cause.message,
        planned: cause.planned,
      }),
    of: requirement => byRequirement.get(requirement) ?? [],
    get count() {
      return n
    },
  }
}

/** What a predicate says comes from exchanges without secrets; what a check says may not. */
function inWords(made: Made, hide: (text: string) => string): Made {
  const { why, tried } = made
  return { ...made, ...(why && { why: hide(why) }), ...(tried && { tried: hide(tried) }) }
}
