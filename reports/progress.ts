/** The progress of a run if lines cannot be updated in place: a plain line every five seconds. */
import type { ExchangeRecord } from '../generated/formats.ts'
import { shortened } from './columns.ts'
import { duration } from './duration.ts'
import { counted } from './request-count.ts'
import type { Tally } from './tally.ts'

export interface ProgressState {
  readonly exchanges: number
  readonly checksDone: number
  readonly checks: number
  readonly toRemove: number | null
}

export interface PlainLines {
  update(state: ProgressState): void
  exchange(record: Pick<ExchangeRecord, 'response' | 'purpose'>): void
  stop(): void
}

export interface PlainOptions {
  readonly columns: () => number
  readonly write: (text: string) => void
  readonly now: () => number
  /** Repeats an action; returns a function that stops it. */
  readonly every: (ms: number, action: () => void) => () => void
  readonly counts: Tally['counts']
}

const EVERY_MS = 5_000
const LOOK_MS = 500

export function plainLines({ columns, write, now, every, counts }: PlainOptions): PlainLines {
  const startedAt = now()
  let shownAt = startedAt
  let latest: ProgressState | null = null
  let servedAt: number | null = null
  let throttled = false
  const waitingFor = (time: number): string | null => {
    const ms = time - (servedAt ?? startedAt)
    if (ms < EVERY_MS) return null
    if (throttled) return `throttled for ${duration(ms / 1000)}`
    return servedAt === null ? 'no reply yet' : `last reply ${duration(ms / 1000)} ago`
  }
  const inTime = (): void => {
    const time = now()
    if (!latest || time - shownAt < EVERY_MS) return
    shownAt = time
    const text = progressText(latest, counts, time - startedAt, waitingFor(time))
    write(`${shortened(text, columns() - 1)}\n`)
  }
  // A proxy has no checks; while nobody uses it, there is nothing to report.
  const stop = every(LOOK_MS, () => latest?.checks && inTime())
  return {
    update(state) {
      latest = state
      inTime()
    },
    exchange({ response, purpose }) {
      throttled = purpose === 'throttled'
      if (response && !throttled) servedAt = now()
    },
    stop,
  }
}

/** The progress in words; a proxy has no checks. */
function progressInWords({ checks, checksDone, toRemove }: ProgressState): string[] {
  if (toRemove !== null) return [leftToRemove(toRemove)]
  return checks === 0 ? [] : [`${checksDone} of ${checks} checks done`]
}

/** The progress after the checks, while the things that they made are removed. */
export const leftToRemove = (count: number): string => `${count} left to remove`

export function progressText(
  state: ProgressState,
  counts: Tally['counts'],
  elapsedMs: number,
  waitingFor: string | null = null,
): string {
  const verdicts = [`${counts.pass} pass`, `${counts.fail} fail`]
  if (counts.warn > 0) verdicts.push(`${counts.warn} warn`)
  if (counts.unverified > 0) verdicts.push(`${counts.unverified} unverified`)
  const rate = (state.exchanges * 1000) / Math.max(elapsedMs, 1)
  return [
    verdicts.join('  '),
    `${counted(state.exchanges, 'request')}, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
    ...progressInWords(state),
    ...(waitingFor === null ? [] : [waitingFor]),
  ].join('  |  ')
}
