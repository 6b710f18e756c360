/** Sends fewer requests at a time if a target closes connections because there are too many. */
import { NoReply } from './no-reply.ts'

export interface Crowd {
  /** How many may be under way at a time. */
  readonly most: number
  /** Resolves when one more may be under way. */
  enter(): Promise<void>
  /** A request has ended. */
  leave(): void
  /** A request got no reply. Returns the error, marked `crowded` if other requests at the same time may be the cause. */
  failed(error: NoReply): NoReply
}

/** This many losses at once are no coincidence. */
const MANY = 3
const AT_ONCE_MS = 1000
/** A target that allows few connections usually allows two. */
const FEW = 2

export function crowd(atFirst: number, now: () => number = () => performance.now()): Crowd {
  let most = atFirst
  let underWay = 0
  let losses: number[] = []
  /** When more than one request was last under way; their connections may still be open. */
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
