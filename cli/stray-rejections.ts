/**
 * Promises that were rejected while nobody waited for them. Node would end the process with status 1, which means that a
 * requirement failed; such a mistake is the kit's own. Those that somebody waits for later are none.
 */
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
      for (const reason of strays.values()) {
        process.stderr.write(`assay: internal error of the kit: ${reason instanceof Error ? reason.stack : reason}\n`)
      }
      return strays.size > 0 && status === 0 ? 3 : status
    },
  }
}
