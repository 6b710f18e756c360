/** The predicate and the limits for marking all as read. */
import { broken, holds, predicate, shown, valueAt } from '../../../harness/index.ts'

/** The maximum number of requests until `complete` is true. */
export const MAX_REQUESTS = 40

/** Waits until channel messages have reached all subscribers, in milliseconds. */
export const COUNT_WAITS = [300, 1500, 4000]

/** The last reply of a series has `complete` true. */
export const endsComplete = predicate('messaging.read-state.ends-complete', exchanges => {
  const complete = valueAt(exchanges.at(-1)?.json, '/complete')
  return complete === true
    ? holds
    : broken(
        `complete to be true after at most ${MAX_REQUESTS} requests`,
        `${shown(complete)} after ${exchanges.length}`,
      )
})
