/**
 * Large replies leave a lot behind, and V8 takes its time: as long as there is memory it lets the process grow to
 * gigabytes. So it is told to tidy up, whenever large replies have left so much.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** What is smaller is no burden. */
const LARGE = 128 * 1024
/** Tidying up takes as long as what is kept is large: not after every reply. */
const ENOUGH = 32 * 1024 * 1024

/** What is in use, and what tidies it up. */
export interface Memory {
  used(): number
  collect(): void
}

/** To be called before a reply of so many bytes is looked at. */
export function tidier(memory: Memory): (bytes: number) => void {
  let kept = 0
  return bytes => {
    if (bytes < LARGE) return
    const used = memory.used()
    kept = Math.min(kept, used)
    if (used - kept < ENOUGH) return
    memory.collect()
    kept = memory.used()
  }
}

let collector: (() => void) | null = null

export const tidyMemory = tidier({
  used() {
    const { used_heap_size, external_memory } = getHeapStatistics()
    return used_heap_size + external_memory
  },
  collect() {
    if (collector === null) {
      setFlagsFromString('--expose-gc')
      collector = runInNewContext('gc') as () => void
    }
    collector()
  },
})
