/** The latest requests; bounded, so that a long run does not fill the memory. */
import type { LogEntry } from './api.ts'

const MOST = 20_000

export function logged(log: LogEntry[], entry: LogEntry): void {
  log.push(entry)
  if (log.length > MOST) log.splice(0, MOST / 2)
}
