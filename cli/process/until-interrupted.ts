/** Commands that create things and keep no evidence: the first Ctrl-C removes what was created, the second ends at once. */
import { type Session, Undecided } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { cleanAfter } from '../run/write-and-print.ts'
import type { Io } from './io.ts'

export interface Interruptible {
  readonly signal: AbortSignal
  /** The session may create things, which are reported if they cannot be removed. */
  mayCreate(session: Session): void
}

/** The result of the action; null if it was interrupted, after what it left behind was printed. */
export async function untilInterrupted<T>(
  target: string | undefined,
  io: Io,
  action: (interruptible: Interruptible) => Promise<T>,
): Promise<T | null> {
  const stop = new AbortController()
  let creating: Session | null = null
  const stopListening = io.onInterrupt(() => {
    if (stop.signal.aborted) {
      io.err(`assay: stopped.\n${creating ? cleaning(creating, target) : ''}`)
      return io.exit(130)
    }
    const removing = creating ? ' and removing what was created' : ''
    io.err(`assay: interrupted; finishing what is in flight${removing}. Ctrl-C again stops at once.\n`)
    stop.abort()
  })
  const mayCreate = (session: Session): void => {
    creating = session
  }
  try {
    const result = await action({ signal: stop.signal, mayCreate })
    if (!stop.signal.aborted) return result
  } catch (error) {
    if (!stop.signal.aborted || !(error instanceof Undecided)) throw error
  } finally {
    stopListening()
  }
  io.err(leftBehind(creating, target))
  return null
}

function leftBehind(session: Session | null, target: string | undefined): string {
  if (!session || session.leftovers.length === 0) return ''
  const lines = session.leftovers.map(({ kind, id, why }) => `  ${printable(`${kind} ${id}: ${why}`)}\n`)
  return `Left behind:\n${lines.join('')}${cleaning(session, target)}`
}

/** Nothing stays in the embedded reference. */
const cleaning = ({ runId }: Session, target: string | undefined): string =>
  target === undefined ? '' : `Remove what it left behind: ${printable(cleanAfter(runId, target))}\n`
