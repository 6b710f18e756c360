/** The progress of a run if lines cannot be updated in place: a plain line from time to time. */
import { shortened } from './columns.ts'
import type { Tally } from './tally.ts'

export interface ProgressState {
  readonly exchanges: number
  readonly checksDone: number
  readonly checks: number
  readonly toRemove: number | null
}

export interface PlainLines {
  update(state: ProgressState): void
}

export interface PlainOptions {
  readonly columns: () => number
  readonly write: (text: string) => void
  readonly now: () => number
  readonly counts: Tally['counts']
}

const EVERY_MS = 5_000

export function plainLines({ columns, write, now, counts }: PlainOptions): PlainLines {
  const startedAt = now()
  let shownAt = startedAt
  return {
    update(state) {
      const time = now()
      if (time - shownAt < EVERY_MS) return
      shownAt = time
      write(`${shortened(progressText(state, counts, time - startedAt), columns() - 1)}\n`)
    },
  }
}

/** The progress in words; a proxy has no checks. */
function progressInWords({ checks, checksDone, toRemove }: ProgressState): string[] {
  if (toRemove !== null) return [leftToRemove(toRemove)]
  return checks === 0 ? [] : [`${checksDone} of ${checks} checks done`]
}

/** The progress after the checks, while the things that they made are removed. */
export const leftToRemove = (count: number): string => `${count} left to remove`

export function progressText(state: ProgressState, counts: Tally['counts'], elapsedMs: number): string {
  const verdicts = [`${counts.pass} pass`, `${counts.fail} fail`]
  if (counts.warn > 0) verdicts.push(`${counts.warn} warn`)
  if (counts.unverified > 0) verdicts.push(`${counts.unverified} unverified`)
  const rate = (state.exchanges * 1000) / Math.max(elapsedMs, 1)
  return [
    verdicts.join('  '),
    `${state.exchanges} requests, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
    ...progressInWords(state),
  ].join('  |  ')
}
