/**
 * Turns of those who listen for the same kind of event: one at a time acts, and who has to wait long lets the next one act.
 * Whether anything came late to somebody who waited is known afterwards: what others saw meanwhile may have been that.
 */

export interface Turn {
  /** Lets others act while this is waited for, and says afterwards that it is one's turn again. */
  meanwhile<T>(waiting: Promise<T>, came: (value: T) => boolean): Promise<T>
  end(): void
}

export interface Turns {
  begin(): Promise<Turn>
  /** Those who are waiting now: whether anything will have come for them. */
  waiting(): readonly Promise<boolean>[]
}

/** One for each run: `run` is any object that all checks of it share. */
export function turnsOf(run: object): Turns {
  const known = all.get(run) ?? turns()
  all.set(run, known)
  return known
}

const all = new WeakMap<object, Turns>()

export function turns(): Turns {
  const underWay = new Set<Promise<boolean>>()
  const line: (() => void)[] = []
  let taken = false
  const enter = (): Promise<void> =>
    new Promise(go => {
      if (taken) line.push(go)
      else go()
      taken = true
    })
  const leave = (): void => {
    const next = line.shift()
    if (next) next()
    else taken = false
  }
  return {
    waiting: () => [...underWay],
    async begin() {
      await enter()
      return {
        async meanwhile(waiting, came) {
          const whether = waiting.then(came, () => true)
          underWay.add(whether)
          leave()
          try {
            return await waiting
          } finally {
            underWay.delete(whether)
            await enter()
          }
        },
        end: leave,
      }
    },
  }
}
