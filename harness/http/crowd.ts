/** Fewer requests at a time where a target ends connections because there are too many of them. */
import { NoReply } from './no-reply.ts'

export interface Crowd {
  /** How many may be under way at a time. */
  readonly most: number
  /** Resolves when one more may be under way. */
  enter(): Promise<void>
  /** One came to its end. */
  leave(): void
  /** One came to no reply: the same error, which tells whether there were others because of whom it may have been lost. */
  failed(error: NoReply): NoReply
}

/** So many lost at once are no accident. */
const MANY = 3
const AT_ONCE_MS = 1000
/** Whoever allows few connections mostly allows two. */
const FEW = 2

export function crowd(atFirst: number, now: () => number = () => performance.now()): Crowd {
  let most = atFirst
  let underWay = 0
  let losses: number[] = []
  /** When more than one was last under way: their connections may be open still. */
  let together = Number.NEGATIVE_INFINITY
  const seen = (): void => {
    if (underWay > 1) together = now()
  }
  const waiting: (() => void)[] = []

  const letIn = (): void => {
    while (waiting.length > 0 && underWay < most) {
      underWay++
      seen()
      waiting.shift()?.()
    }
  }

  return {
    get most() {
      return most
    },
    enter() {
      if (underWay < most) {
        underWay++
        seen()
        return Promise.resolve()
      }
      return new Promise(free => void waiting.push(free))
    },
    leave() {
      seen()
      underWay--
      letIn()
    },
    failed(error) {
      const { kind, message, lost, code } = error
      seen()
      if (!lost || now() - together >= AT_ONCE_MS) return error
      losses = [...losses.filter(at => now() - at < AT_ONCE_MS), now()]
      if (losses.length >= Math.min(MANY, most)) {
        most = most > FEW ? FEW : 1
        losses = []
      }
      return new NoReply(kind, message, { lost, code, crowded: true })
    },
  }
}
