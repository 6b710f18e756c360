/**
 * Large replies leave a lot behind, and V8 takes its time: as long as there is memory it lets the process grow to
 * gigabytes. So it is told to tidy up, after every few megabytes of large replies.
 */
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is smaller is no burden. */
const LARGE = 128 * 1024
const ENOUGH = 2 * 1024 * 1024

let collect: (() => void) | null = null
let since = 0

/** Before a reply of this many bytes is looked at. */
export function tidyMemory(bytes: number): void {
  if (bytes < LARGE) return
  since += bytes
  if (since < ENOUGH) return
  since = 0
  if (collect === null) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
}
