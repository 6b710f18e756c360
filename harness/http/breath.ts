/** Whoever waits for something else, such as Ctrl-C, gets a turn between two steps that take long, whoever takes them. */
import { NoReply } from './no-reply.ts'

let last: Promise<void> = Promise.resolve()

export function breath(): Promise<void> {
  last = last.then(() => new Promise(resolve => setImmediate(resolve)))
  return last
}

let hasLong = false

/** From now on whoever waits for the same as others goes on in a step of its own. */
export function longReplyCame(): void {
  hasLong = true
}

/** A run begins as the first one of its process does, so that the same requests leave in the same order. */
export function forgetLongReplies(): void {
  hasLong = false
}

export const hasLongReplies = (): boolean => hasLong

/** What is waited for; where replies are long, those who wait for it do not go on all in one step. */
export const inTurns = <T>(coming: Promise<T>): Promise<T> =>
  hasLong ? coming.then(value => breath().then(() => value)) : coming

/** Whether somebody has pressed Ctrl-C and waits for the end. */
export type Hurried = () => boolean

/** Nobody waits for what a long reply would still take. */
export function unlessHurried(hurried: Hurried | undefined): void {
  if (hurried?.()) throw new NoReply('timeout', 'the run was interrupted')
}

export async function breathUnlessHurried(hurried: Hurried | undefined): Promise<void> {
  await breath()
  unlessHurried(hurried)
}
