/** Limits how many large replies are read and judged at a time, to save memory. */

/** A body of this size waits until the rest may be read, so that many connections together need little memory. */
export const LARGE_BODY = 256 * 1024

export interface Place {
  /** A buffer of at least this size. It belongs to the place and is used again: what was read into it before is lost. */
  room(size: number): Buffer
  /** Gives the place back. */
  leave(): void
}

interface Bytes {
  bytes: Buffer
}

export interface LargeBodies {
  /** Resolves when one more may be read. Whoever has a place must not wait for others. */
  place(): Promise<Place>
}

export function largeBodies(places: number): LargeBodies {
  const free: Bytes[] = Array.from({ length: places }, () => ({ bytes: Buffer.alloc(0) }))
  const waiting: ((mine: Bytes) => void)[] = []
  return {
    async place() {
      const mine = free.pop() ?? (await new Promise<Bytes>(resolve => waiting.push(resolve)))
      let left = false
      return {
        // A new buffer for each reply would stay until it is collected, and leave holes in memory.
        room(size) {
          if (mine.bytes.length < size) mine.bytes = Buffer.allocUnsafeSlow(size)
          return mine.bytes
        },
        leave() {
          if (left) return
          left = true
          const next = waiting.shift()
          if (next) next(mine)
          else free.push(mine)
        },
      }
    },
  }
}
