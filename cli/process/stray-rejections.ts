/**
 * Promises that were rejected and never handled, and errors that nobody caught. Node would end the process with status
 * 1, which means that a requirement failed; but such a mistake is the kit's own, or a provisioner's. Promises that are
 * handled later are not counted.
 */
import { Undecided } from '../../harness/undecided.ts'
import { internalError } from './internal-error.ts'

export interface StrayRejections {
  /** Prints each of them; returns the exit status that follows. */
  statusAfter(status: number): number
}

export function strayRejections(): StrayRejections {
  const strays = new Map<Promise<unknown>, string>()
  process.on('unhandledRejection', (reason, promise) => {
    // A request that was sent in advance got no reply. The checks that need its reply report that themselves.
    if (!(reason instanceof Undecided)) strays.set(promise, internalError(reason))
  })
  process.on('rejectionHandled', promise => void strays.delete(promise))
  process.on('uncaughtException', error => {
    process.stderr.write(internalError(error))
    process.exit(3)
  })
  return {
    statusAfter(status) {
      for (const text of strays.values()) process.stderr.write(text)
      return strays.size > 0 && status === 0 ? 3 : status
    },
  }
}
