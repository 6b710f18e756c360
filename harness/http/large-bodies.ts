/** How many checks may hold large replies at a time, so that they fill no memory together. */

export interface LargeBodies {
  /** From now on until it is released, a large reply of this check takes a place. */
  enter(check: string): void
  leave(check: string): void
  /** Resolves when the check may hold one; one that holds one already may hold more. */
  place(check: string | null): Promise<void>
}

export function largeBodies(places: number): LargeBodies {
  const active = new Map<string, number>()
  const holding = new Set<string>()
  const waiting: { readonly check: string; readonly go: () => void }[] = []
  const serve = (): void => {
    while (holding.size < places && waiting.length > 0) {
      const next = waiting.shift()
      if (next) holding.add(next.check)
      next?.go()
    }
  }
  return {
    enter: check => void active.set(check, (active.get(check) ?? 0) + 1),
    leave(check) {
      const left = (active.get(check) ?? 1) - 1
      if (left > 0) return void active.set(check, left)
      active.delete(check)
      holding.delete(check)
      serve()
    },
    place(check) {
      if (check === null || !active.has(check) || holding.has(check)) return Promise.resolve()
      return new Promise(go => {
        waiting.push({ check, go })
        serve()
      })
    },
  }
}
