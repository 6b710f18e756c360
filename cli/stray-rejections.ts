/**
 * Promises that were rejected while nobody waited for them, and errors that nobody caught. Node would end the process with
 * status 1, which means that a requirement failed; such a mistake is the kit's own, or a provisioner's. Promises that somebody
 * waits for later are none.
 */
import { Undecided } from '../harness/undecided.ts'
import { internalError } from './internal-error.ts'

export interface StrayRejections {
  /** Tells of each, and answers the exit status that follows. */
  told(status: number): number
}

export function strayRejections(): StrayRejections {
  const strays = new Map<Promise<unknown>, string>()
  process.on('unhandledRejection', (reason, promise) => {
    // A request whose reply was lost, sent ahead of those who would have wanted it: what they say of it was said.
    if (!(reason instanceof Undecided)) strays.set(promise, internalError(reason))
  })
  process.on('rejectionHandled', promise => void strays.delete(promise))
  process.on('uncaughtException', error => {
    process.stderr.write(internalError(error))
    process.exit(3)
  })
  return {
    told(status) {
      for (const text of strays.values()) process.stderr.write(text)
      return strays.size > 0 && status === 0 ? 3 : status
    },
  }
}
