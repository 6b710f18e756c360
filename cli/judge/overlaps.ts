/** Finds exchanges of a capture that overlap with a change: a list that was read meanwhile may include the change or not. */
import { type Captured, mayChange } from '../../harness/index.ts'

/** How many later exchanges are compared. More than this do not overlap with one request. */
const MOST_AHEAD = 256
const MOST_BYTES = 24 * 1024 * 1024

export interface Overlaps {
  /** Returns the exchanges that need not wait for later ones, in order, each marked if it overlaps. */
  add(captured: Captured): readonly Captured[]
  /** The remaining exchanges, at the end of the capture. */
  rest(): readonly Captured[]
}

/** Marks an exchange as overlapping if a later change of the same file was sent before the exchange's reply came. */
export function overlaps(most = MOST_AHEAD): Overlaps {
  const ahead: Captured[] = []
  let bytes = 0
  const next = (): Captured[] => {
    const first = ahead.shift()
    if (!first) return []
    bytes -= sizeOf(first)
    return ahead.some(later => isUnderWay(later, first)) ? [{ ...first, isOverlapped: true }] : [first]
  }
  return {
    add(captured) {
      ahead.push(captured)
      bytes += sizeOf(captured)
      const ready: Captured[] = []
      while (ahead.length > most || (bytes > MOST_BYTES && ahead.length > 1)) ready.push(...next())
      return ready
    },
    rest() {
      const ready: Captured[] = []
      while (ahead.length > 0) ready.push(...next())
      return ready
    },
  }
}

const sizeOf = ({ request, response }: Captured): number => (request.body?.length ?? 0) + (response?.body.length ?? 0)

const isUnderWay = ({ request, source, sentAt }: Captured, before: Captured): boolean =>
  mayChange(request.method) && source.file === before.source.file && sentAt < (before.receivedAt ?? before.sentAt)
