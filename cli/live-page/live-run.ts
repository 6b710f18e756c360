/** The live page of a run: opened when the run begins, and the finished page at its end. */
import { readRun } from '../finished/read-run.ts'
import type { Io } from '../io.ts'
import { type LivePage, livePage } from './live-page.ts'
import { type StandingBook, standingBook } from './standing.ts'

export interface LiveRun extends Omit<StandingBook, 'standing'> {
  /** Shows the run that the folder holds, and closes. */
  end(folder: string): Promise<void>
}

export function liveRun(io: Io): LiveRun {
  const { standing, start, exchange, claim } = standingBook()
  let page: Promise<LivePage> | null = null
  return {
    ...{ exchange, claim },
    start(head) {
      start(head)
      page ??= livePage(standing, io)
    },
    async end(folder) {
      await (await page)?.close(await readRun(folder))
    },
  }
}
