/** How many large replies may be read and judged at a time, so that they fill no memory together. */

/** A body waits from here on until it may be read, so that what many connections have read fills no memory either. */
export const LARGE_BODY = 256 * 1024

export interface Place {
  /** At least so many bytes, the same ones for whoever has the place: what was read before is gone. */
  room(size: number): Buffer
  /** Gives the place back. */
  leave(): void
}

interface Bytes {
  bytes: Buffer
}

export interface LargeBodies {
  /** Resolves when one more may be read. Nobody keeps a place while waiting for others. */
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
        // New bytes for each reply would stay until the memory is tidied up, and leave holes afterwards.
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
