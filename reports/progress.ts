/** How a run goes, while it goes: one live line on a terminal, a plain line every few seconds elsewhere. */
import { shortened } from './columns.ts'
import type { Tally } from './tally.ts'

export interface ProgressState {
  readonly exchanges: number
  readonly checksDone: number
  readonly checks: number
}

export interface ProgressOptions {
  /** A line that is written over: a terminal that understands carriage return and erase. */
  readonly live: boolean
  readonly columns: () => number
  readonly write: (text: string) => void
  readonly now: () => number
  readonly counts: Tally['counts']
}

export interface ProgressLine {
  update(state: ProgressState): void
  stop(): void
}

const LIVE_EVERY_MS = 100
const PLAIN_EVERY_MS = 5_000
const ERASE = '\r\u001b[K'

export function progressLine(options: ProgressOptions): ProgressLine {
  const every = options.live ? LIVE_EVERY_MS : PLAIN_EVERY_MS
  const startedAt = options.now()
  let shownAt = startedAt
  let shown = false
  return {
    update(state) {
      const now = options.now()
      if (now - shownAt < every) return
      shownAt = now
      const line = shortened(progressText(state, options.counts, now - startedAt), options.columns() - 1)
      options.write(options.live ? ERASE + line : `${line}\n`)
      shown = true
    },
    stop() {
      if (shown && options.live) options.write(ERASE)
      shown = false
    },
  }
}

export function progressText(state: ProgressState, counts: Tally['counts'], elapsedMs: number): string {
  const verdicts = [`${counts.pass} pass`, `${counts.fail} fail`]
  if (counts.warn > 0) verdicts.push(`${counts.warn} warn`)
  if (counts.unverified > 0) verdicts.push(`${counts.unverified} unverified`)
  const seconds = Math.max(elapsedMs, 1) / 1000
  const rate = state.exchanges / seconds
  const left = timeLeft(state, seconds)
  return [
    verdicts.join('  '),
    `${state.exchanges} requests, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
    ...(left === null ? [] : [`about ${left} left`]),
  ].join('  |  ')
}

/** From the share of checks that are done; nothing before that says something. */
function timeLeft({ checks, checksDone }: ProgressState, seconds: number): string | null {
  if (checks === 0 || checksDone === 0 || checksDone / checks < 0.02) return null
  return duration((seconds * (checks - checksDone)) / checksDone)
}

/** `4 s`, `2 min 10 s`, `1 h 5 min`. */
export function duration(seconds: number): string {
  const whole = Math.max(1, Math.round(seconds))
  if (whole < 60) return `${whole} s`
  if (whole < 3600) return `${Math.floor(whole / 60)} min${whole % 60 === 0 ? '' : ` ${whole % 60} s`}`
  const minutes = Math.round(whole / 60)
  return `${Math.floor(minutes / 60)} h${minutes % 60 === 0 ? '' : ` ${minutes % 60} min`}`
}
