/**
 * Promises that were rejected while nobody waited for them, and errors that nobody caught. Node would end the process with
 * status 1, which means that a requirement failed; such a mistake is the kit's own, or a provisioner's. Promises that somebody
 * waits for later are none.
 */
import { thrownError } from '../harness/thrown.ts'
import { Undecided } from '../harness/undecided.ts'

export interface StrayRejections {
  /** Tells of each, and answers the exit status that follows. */
  told(status: number): number
}

export function strayRejections(): StrayRejections {
  const strays = new Map<Promise<unknown>, unknown>()
  process.on('unhandledRejection', (reason, promise) => void strays.set(promise, reason))
  process.on('rejectionHandled', promise => void strays.delete(promise))
  process.on('uncaughtException', error => {
    tell(error)
    process.exit(3)
  })
  return {
    told(status) {
      // A request whose reply was lost, sent ahead of those who would have wanted it: what they say of it was said.
      const mistakes = [...strays.values()].filter(reason => !(reason instanceof Undecided))
      mistakes.forEach(tell)
      return mistakes.length > 0 && status === 0 ? 3 : status
    },
  }
}

const tell = (thrown: unknown): void =>
  void process.stderr.write(`assay: internal error of the kit: ${thrownError(thrown).stack}\n`)
