/** One line on a terminal that says what is under way; nothing elsewhere. */
import type { Io } from './io.ts'

/** Clears the line on the terminal. */
const CLEARED = '\r\u001b[K'

export interface StatusLine {
  show(text: string): void
  clear(): void
  /** Clears the line before it writes an error. */
  readonly io: Io
}

export function statusLine(io: Io): StatusLine {
  let isShown = false
  const clear = (): void => {
    if (isShown) io.err(CLEARED)
    isShown = false
  }
  return {
    show(text) {
      if (!io.live) return
      io.err(`${isShown ? CLEARED : ''}${text.slice(0, io.columns() - 1)}`)
      isShown = true
    },
    clear,
    io: {
      ...io,
      err(text) {
        clear()
        io.err(text)
      },
    },
  }
}

/** A status line that counts what is done; `what` follows the numbers. */
export function countingLine(io: Io, total: number): { done(what: string): void; clear(): void } {
  const { show, clear } = statusLine(io)
  let count = 0
  return { done: what => show(`${++count} of ${total}${what}`), clear }
}
