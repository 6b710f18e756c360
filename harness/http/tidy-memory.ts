/**
 * Runs the garbage collector whenever large replies have left much garbage: by itself, V8 lets the process grow to
 * gigabytes as long as there is memory.
 */
import { getHeapStatistics, setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Smaller replies do not matter. */
const LARGE = 128 * 1024
/** How much garbage is worth a collection: it takes longer the more memory is in use, so it is not done for every reply. */
const ENOUGH = 32 * 1024 * 1024

/** The memory in use, and its garbage collector. */
export interface Memory {
  used(): number
  collect(): void
}

/** Returns a function to be called before a reply of so many bytes is read. */
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
