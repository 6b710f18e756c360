/**
 * Promises that were rejected while nobody waited for them. Node would end the process with status 1, which means that a
 * requirement failed; such a mistake is the kit's own. Those that somebody waits for later are none.
 */
import { Undecided } from '../harness/undecided.ts'

export interface StrayRejections {
  /** Tells of each, and answers the exit status that follows. */
  told(status: number): number
}

export function strayRejections(): StrayRejections {
  const strays = new Map<Promise<unknown>, unknown>()
  process.on('unhandledRejection', (reason, promise) => void strays.set(promise, reason))
  process.on('rejectionHandled', promise => void strays.delete(promise))
  return {
    told(status) {
      // A request whose reply was lost, sent ahead of those who would have wanted it: what they say of it was said.
      const mistakes = [...strays.values()].filter(reason => !(reason instanceof Undecided))
      for (const reason of mistakes) {
        process.stderr.write(`assay: internal error of the kit: ${reason instanceof Error ? reason.stack : reason}\n`)
      }
      return mistakes.length > 0 && status === 0 ? 3 : status
    },
  }
}
