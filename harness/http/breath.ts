/** Gives the event loop a turn between long steps, so that for example Ctrl-C is noticed. */
import { CutOff } from './no-reply.ts'

let lastTurn: Promise<void> = Promise.resolve()

/** Two immediates: the first may run before the event loop has looked for other events, such as signals. */
export function breath(): Promise<void> {
  lastTurn = lastTurn.then(() => new Promise(resolve => setImmediate(() => setImmediate(resolve))))
  return lastTurn
}

/**
 * Whether a session had long replies. It is kept for each session, so that they do not change the order of requests in
 * others.
 */
export interface LongReplies {
  came(): void
  seen(): boolean
  /** Waits for a promise; once there was a long reply, those who wait for the same promise go on one by one. */
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

/** Throws after Ctrl-C: nobody waits for the rest of a long reply. */
export function unlessHurried(hurried: Hurried | undefined): void {
  if (hurried?.()) throw new CutOff()
}

export async function breathUnlessHurried(hurried: Hurried | undefined): Promise<void> {
  await breath()
  unlessHurried(hurried)
}
