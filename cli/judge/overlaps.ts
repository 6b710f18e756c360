/** Which exchanges of a capture overlap with a change: a list that came while one was under way may show it or not. */
import { type Captured, mayChange } from '../../harness/index.ts'

/** So many that come later are looked at: more do not overlap with one request. */
const MOST_AHEAD = 256
const MOST_BYTES = 24 * 1024 * 1024

export interface Overlaps {
  /** Those that nothing else has to be waited for, in their order, each with the word whether it overlaps. */
  add(captured: Captured): readonly Captured[]
  /** What is left when there are no more. */
  rest(): readonly Captured[]
}

/** Says of each whether a change that comes later in the same file had left when its reply came. */
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
