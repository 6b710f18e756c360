/** Second tries: a failed check runs again as soon as it ends, unless another check has confirmed the failure already. */
import type { ClaimRecord } from '../../generated/formats.ts'

export interface Failures {
  add(claim: Pick<ClaimRecord, 'check' | 'requirement' | 'attempt'>): void
  /** Requirements that failed at this check's first try and have not failed again since. */
  unconfirmedOf(check: string): readonly string[]
}

/** A requirement's own check is always tried again, because it is the check that reports show for the failure. */
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

/** Tries a check again if that is due; two checks with the same failure do so one after the other. */
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
