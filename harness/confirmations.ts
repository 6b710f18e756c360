/** Second tries: a failure is tried again as soon as its check ends, unless another check has shown it again already. */
import type { ClaimRecord } from '../generated/formats.ts'

export interface Failures {
  add(claim: Pick<ClaimRecord, 'check' | 'requirement' | 'attempt'>): void
  /** Requirements that this check broke at its first try and that were not yet seen broken again. */
  unconfirmedOf(check: string): readonly string[]
}

/** A requirement's own check is what its failure is shown by: that is always tried again. */
export function failures(): Failures {
  const broken = new Map<string, Set<string>>()
  const again = new Set<string>()
  return {
    add({ check, requirement, attempt }) {
      if (attempt > 1) again.add(requirement)
      else broken.set(check, (broken.get(check) ?? new Set()).add(requirement))
    },
    unconfirmedOf: check => [...(broken.get(check) ?? [])].filter(id => id === check || !again.has(id)),
  }
}

/** Tries a check again where that is due; two checks that broke the same do so one after the other. */
export function confirmations(failed: Failures): (check: string, tryAgain: () => Promise<void>) => Promise<void> {
  const underWay = new Map<string, Promise<void>>()
  return async (check, tryAgain) => {
    for (;;) {
      const due = failed.unconfirmedOf(check)
      if (due.length === 0) return
      const [other] = due.flatMap(id => underWay.get(id) ?? [])
      if (!other) {
        const trying = tryAgain().finally(() => {
          for (const id of due) underWay.delete(id)
        })
        for (const id of due) underWay.set(id, trying)
        return trying
      }
      await other.catch(() => {})
    }
  }
}
