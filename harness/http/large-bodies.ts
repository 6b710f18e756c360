/** How many large replies may be read and judged at a time, so that they fill no memory together. */

export interface LargeBodies {
  /** Resolves when one more may be read; what it answers gives the place back. Nobody keeps one while waiting for others. */
  place(): Promise<() => void>
}

export function largeBodies(places: number): LargeBodies {
  let taken = 0
  const waiting: (() => void)[] = []
  const leave = (): void => {
    taken--
    waiting.shift()?.()
  }
  return {
    async place() {
      if (taken >= places) await new Promise<void>(resolve => waiting.push(resolve))
      taken++
      let left = false
      return () => {
        if (!left) leave()
        left = true
      }
    },
  }
}
