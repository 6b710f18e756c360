/** How a run goes, where nothing can be drawn over: a plain line now and then. */
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

/** How far it is; traffic has no checks. */
function courseOf({ checks, checksDone, toRemove }: ProgressState): string[] {
  if (toRemove !== null) return [leftToRemove(toRemove)]
  return checks === 0 ? [] : [`${checksDone} of ${checks} checks done`]
}

/** The checks are over, and what they made is being removed. */
export const leftToRemove = (count: number): string => `${count} left to remove`

export function progressText(state: ProgressState, counts: Tally['counts'], elapsedMs: number): string {
  const verdicts = [`${counts.pass} pass`, `${counts.fail} fail`]
  if (counts.warn > 0) verdicts.push(`${counts.warn} warn`)
  if (counts.unverified > 0) verdicts.push(`${counts.unverified} unverified`)
  const rate = (state.exchanges * 1000) / Math.max(elapsedMs, 1)
  return [
    verdicts.join('  '),
    `${state.exchanges} requests, ${rate < 10 ? rate.toFixed(1) : Math.round(rate)}/s`,
    ...courseOf(state),
  ].join('  |  ')
}
