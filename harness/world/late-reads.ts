/** What is read may come from a replica that is a moment behind: it is read again before a recent change counts as missing. */
import type { Clock } from '../clock.ts'
import type { Reply } from '../http/client.ts'
import type { FixtureValue } from '../provision/fixture-kind.ts'

type Sent = Readonly<Record<string, unknown>>

/** A change that a read has to show from now on. */
export interface RecentChange {
  /** The operation or the kind of fixture that reads it. */
  readonly readBy: string
  /** What was changed: of two changes to one thing the later one counts. */
  readonly thing: string
  /** Whether a read with these parameters has to show it; without this, every read does. */
  concerns?(sent: Sent): boolean
  /** `shown`: the JSON of the reply, or the value of the fixture. */
  isShownBy(shown: unknown): boolean
}

/** What requests and fixtures change that is read elsewhere; null if nothing. */
export interface RecentChanges {
  ofRequest(operation: string, sent: Sent, reply: Reply, by: string): RecentChange | null
  ofFixture(kind: string, withWhat: FixtureValue, value: FixtureValue): RecentChange | null
}

/** Sends requests and asks for fixtures, and asks again if what is read is behind. */
export interface SettledReads {
  /** `by`: the email address of the sender. */
  send(operation: string, sent: Sent, by: string, send: () => Promise<Reply>): Promise<Reply>
  provide(kind: string, withWhat: FixtureValue, provide: () => Promise<FixtureValue>): Promise<FixtureValue>
}

/** How long to wait before each further look at something that may be behind. */
export const BEHIND_WAITS: readonly number[] = [100, 300, 600]
/** A read has to show every change that is older than this. */
export const MOST_BEHIND_MS = BEHIND_WAITS.reduce((sum, wait) => sum + wait, 0)
/** After so many changes that were not shown in time, nobody waits for that kind of read again. */
const MOST_MISSED = 3

interface Changed {
  readonly change: RecentChange
  readonly at: number
}

/** One for all who see the same data. */
export function settledReads(changes: RecentChanges, clock: Clock): SettledReads {
  /** The last change to each thing, by the operation or the kind that reads it. */
  const changed = new Map<string, Map<string, Changed>>()
  /** How many changes each kind of read did not show in time. */
  const missed = new Map<string, number>()

  const note = (change: RecentChange | null): void => {
    if (!change) return
    const things = changed.get(change.readBy) ?? new Map<string, Changed>()
    changed.set(change.readBy, things.set(change.thing, { change, at: clock.now() }))
  }

  const read = async <T>(
    by: string,
    sent: Sent,
    ask: () => Promise<T>,
    shownIn: (answer: T) => unknown,
  ): Promise<T> => {
    const now = clock.now()
    const things = changed.get(by) ?? new Map<string, Changed>()
    const due = [...things].filter(
      ([, { change, at }]) => now - at < MOST_BEHIND_MS && (change.concerns?.(sent) ?? true),
    )
    /** A change that another one replaced meanwhile may be shown by either. */
    const isBehind = (answer: T): boolean =>
      due.some(([thing, one]) =>
        [one, things.get(thing)].every(each => each?.change.isShownBy(shownIn(answer)) === false),
      )

    let answer = await ask()
    for (const wait of (missed.get(by) ?? 0) < MOST_MISSED ? BEHIND_WAITS : []) {
      if (!isBehind(answer)) break
      await clock.sleep(wait)
      answer = await ask()
    }
    if (isBehind(answer)) missed.set(by, (missed.get(by) ?? 0) + 1)
    return answer
  }

  return {
    async send(operation, sent, by, send) {
      const reply = await read(operation, sent, send, ({ json }) => json)
      note(changes.ofRequest(operation, sent, reply, by))
      return reply
    },
    async provide(kind, withWhat, provide) {
      const value = await read(kind, withWhat, provide, one => one)
      note(changes.ofFixture(kind, withWhat, value))
      return value
    },
  }
}
