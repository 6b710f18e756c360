/** A list may be read from a replica that is a moment behind: it is read again before a recent change counts as missing. */
import type { Clock } from './clock.ts'
import type { Reply } from './http/client.ts'

type Sent = Readonly<Record<string, unknown>>

/** A change that a list has to show from now on. */
export interface ListedChange {
  /** The operation that reads the list. */
  readonly list: string
  /** What was changed: of two changes to one thing the later one counts. */
  readonly thing: string
  isShownBy(reply: Reply): boolean
}

/** What an accepted request changed in a list of the API; null if nothing. */
export type ListChanges = (operation: string, sent: Sent, reply: Reply) => ListedChange | null

/** Sends a request, and sends it again if its list is behind. */
export type SendSettled = (operation: string, sent: Sent, send: () => Promise<Reply>) => Promise<Reply>

const WAITS = [100, 300, 600]
/** A list has to show every change that is older than this. */
export const MOST_BEHIND_MS = WAITS.reduce((sum, wait) => sum + wait, 0)

interface Changed {
  readonly change: ListedChange
  readonly at: number
}

/** One for all who see the same lists. If a list did not show a change in time, nobody waits for that list again. */
export function settledLists(changesOf: ListChanges, clock: Clock): SendSettled {
  /** The last change to each thing, by list. */
  const changed = new Map<string, Map<string, Changed>>()
  const listsGivenUp = new Set<string>()

  return async (operation, sent, send) => {
    const now = clock.now()
    const things = changed.get(operation) ?? new Map<string, Changed>()
    const due = [...things].filter(([, { at }]) => now - at < MOST_BEHIND_MS)
    /** A change that another one has replaced meanwhile does not count. */
    const isBehind = (reply: Reply): boolean =>
      due.some(([thing, one]) => things.get(thing) === one && !one.change.isShownBy(reply))

    let reply = await send()
    for (const wait of listsGivenUp.has(operation) ? [] : WAITS) {
      if (!isBehind(reply)) break
      await clock.sleep(wait)
      reply = await send()
    }
    if (isBehind(reply)) listsGivenUp.add(operation)

    const change = changesOf(operation, sent, reply)
    if (change) {
      const ofList = changed.get(change.list) ?? new Map<string, Changed>()
      changed.set(change.list, ofList.set(change.thing, { change, at: clock.now() }))
    }
    return reply
  }
}
