/** The live page of a run: opened when the run begins, and the finished page at its end. */
import { readRun } from '../finished/read-run.ts'
import type { Io } from '../io.ts'
import { livePage } from './live-page.ts'
import { type StandingBook, standingBook } from './standing.ts'

export interface LiveRun extends Omit<StandingBook, 'standing'> {
  /** Shows the run that the folder holds, and closes. */
  end(folder: string): Promise<void>
}

/** The address is known before the run begins: a run inside this process leaves little time for anything else. */
export async function liveRun(io: Io): Promise<LiveRun> {
  const { standing, ...book } = standingBook()
  const page = await livePage(standing, io)
  return { ...book, end: async folder => page.close(await readRun(folder)) }
}
