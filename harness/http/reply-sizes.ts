/** Limits the size of the replies of one API, each and together: thousands of large ones would keep a run busy for hours. */
import { NoReply } from './no-reply.ts'

export interface ReplySizes {
  /** The largest reply that is read now, in bytes. */
  limit(): number
  /** `length` is that of the body as text, in UTF-16 units. */
  came(length: number): void
  /** The error for a reply that was too large: it says if the replies were too large together. */
  refused(error: NoReply): NoReply
}

/** Smaller replies are read however many there are. */
const SMALL = 64 * 1024
/** How many replies of the largest size may come. */
const MANY = 64

export function replySizes(largest: number): ReplySizes {
  let left = largest * MANY
  return {
    limit: () => (left > 0 ? largest : SMALL),
    came(length) {
      if (length > SMALL) left -= length
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
