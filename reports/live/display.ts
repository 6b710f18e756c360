/** The live block of a run: follows the run and draws its state a few times a second. */
import type { Report } from '../../generated/formats.ts'
import { liveBlock } from './block.ts'
import { type ProgressState, progressState } from './progress-state.ts'
import { screen } from './screen.ts'

export interface Terminal {
  size(): { readonly columns: number; readonly rows: number }
  readonly colour: boolean
  readonly ascii: boolean
  write(text: string): void
  now(): number
  /** Repeats an action; returns a function that stops it. */
  every(ms: number, action: () => void): () => void
}

export interface LiveDisplay extends Omit<ProgressState, 'state'> {
  /** Draws immediately, for example after a change of size. */
  redraw(): void
  /** Prints a text above the block. */
  say(text: string): void
  /** Removes the block while the process is suspended. */
  hide(): void
  stop(): void
}

const EVERY_MS = 200

export function liveDisplay(head: Report, terminal: Terminal): LiveDisplay {
  const followed = progressState(head, terminal.now)
  const shown = screen(terminal)
  let over = false
  let drawnAt = Number.NEGATIVE_INFINITY
  const redraw = (): void => {
    if (over) return
    drawnAt = terminal.now()
    shown.draw(liveBlock(followed.state(), { ...terminal.size(), colour: terminal.colour, ascii: terminal.ascii }))
  }
  const inTime = (): void => {
    if (terminal.now() - drawnAt >= EVERY_MS) redraw()
  }
  const stopTimer = terminal.every(EVERY_MS, inTime)
  return {
    claim: followed.claim,
    exchange: followed.exchange,
    expect: followed.expect,
    end: followed.end,
    progress(progress) {
      followed.progress(progress)
      inTime()
    },
    redraw,
    say(text) {
      shown.clear()
      terminal.write(text)
      redraw()
    },
    hide: shown.clear,
    stop() {
      over = true
      stopTimer()
      shown.clear()
    },
  }
}
