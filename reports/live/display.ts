/** The live block of a run: follows the run, and draws how it stands a few times a second. */
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
  /** Does something again and again; answers how to stop it. */
  every(ms: number, action: () => void): () => void
}

export interface LiveDisplay extends Omit<ProgressState, 'state'> {
  /** Draws now, as after a change of size. */
  redraw(): void
  /** Says something above the block. */
  say(text: string): void
  /** Takes the block away for as long as the process is stopped. */
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
