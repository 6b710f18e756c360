/** The live page of a run: opened when the run begins, and replaced by the finished page at its end. */
import { readRun } from '../finished/read-run.ts'
import type { Io } from '../process/io.ts'
import { livePage } from './live-page.ts'
import { type StandingBook, standingBook } from './standing.ts'

export interface LiveRun extends Omit<StandingBook, 'standing'> {
  /** Shows the finished run in the folder, and closes. */
  end(folder: string): Promise<void>
}

/** Prints the address before the run begins: a run inside this process leaves little time for other work. */
export async function liveRun(io: Io): Promise<LiveRun> {
  const { standing, ...book } = standingBook()
  const page = await livePage(standing, io)
  return { ...book, end: async folder => page.close(await readRun(folder)) }
}
