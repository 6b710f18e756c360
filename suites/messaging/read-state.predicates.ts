/** What marking all as read answers. */
import { broken, holds, predicate, shown, valueAt } from '../../harness/index.ts'

/** How often it is asked at most. */
export const MOST = 20

/** Messages of a channel may reach its subscribers after a moment. */
export const COUNT_WAITS = [300, 1500, 4000]

/** The last reply of a series says that everything is done. */
export const endsComplete = predicate('messaging.read-state.ends-complete', exchanges => {
  const complete = valueAt(exchanges.at(-1)?.json, '/complete')
  return complete === true
    ? holds
    : broken(`complete to be true after at most ${MOST} requests`, `${shown(complete)} after ${exchanges.length}`)
})
