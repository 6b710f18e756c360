/** How large the replies of one API may be, each and together: thousands of large ones would keep a run busy for hours. */
import { NoReply } from './no-reply.ts'

export interface ReplySizes {
  /** The largest that is read now, in bytes. */
  limit(): number
  came(bytes: number): void
  /** What is said of a reply that was too large. */
  refused(error: NoReply): NoReply
}

/** What is smaller is read however many there are. */
const SMALL = 64 * 1024
/** So many of the largest may come. */
const MANY = 64

export function replySizes(largest: number): ReplySizes {
  let left = largest * MANY
  return {
    limit: () => (left > 0 ? largest : SMALL),
    came(bytes) {
      if (bytes > SMALL) left -= bytes
    },
    refused(error) {
      if (error.kind !== 'too-large') return error
      const isLast = left <= 0
      left -= largest
      if (!isLast) return error
      const most = `${Math.round((largest * MANY) / (1024 * 1024))} MB`
      return new NoReply('too-large', `the reply is large, and those before it had ${most} together`)
    },
  }
}
