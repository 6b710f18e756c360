/** Whoever waits for something else, such as Ctrl-C, gets a turn between two steps that take long, whoever takes them. */
import { CutOff } from './no-reply.ts'

let last: Promise<void> = Promise.resolve()

/** Two immediates: the first may come before the event loop has looked for anything else, a signal included. */
export function breath(): Promise<void> {
  last = last.then(() => new Promise(resolve => setImmediate(() => setImmediate(resolve))))
  return last
}

/** The long replies of one session: no other one's order of requests may depend on them. */
export interface LongReplies {
  came(): void
  seen(): boolean
  /** What is waited for; once there was a long reply, those who wait for the same do not go on all in one step. */
  inTurns<T>(coming: Promise<T>): Promise<T>
}

export function longReplies(): LongReplies {
  let seen = false
  return {
    came: () => {
      seen = true
    },
    seen: () => seen,
    inTurns: coming => (seen ? coming.then(value => breath().then(() => value)) : coming),
  }
}

/** Whether somebody has pressed Ctrl-C and waits for the end. */
export type Hurried = () => boolean

/** Nobody waits for what a long reply would still take. */
export function unlessHurried(hurried: Hurried | undefined): void {
  if (hurried?.()) throw new CutOff()
}

export async function breathUnlessHurried(hurried: Hurried | undefined): Promise<void> {
  await breath()
  unlessHurried(hurried)
}
