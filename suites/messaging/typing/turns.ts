/**
 * Turns of checks that listen for the same kind of event: one acts at a time, and while it waits for long, the next one acts.
 * Whether a waiting check received a late event is known afterwards: others may have mistaken that event for theirs.
 */

export interface Turn {
  /** Lets others act while this promise is pending; `came` says whether its result is a late event. Ends with one's own turn. */
  meanwhile<T>(waiting: Promise<T>, came: (value: T) => boolean): Promise<T>
  end(): void
}

export interface Turns {
  begin(): Promise<Turn>
  /** For each check that is waiting now, whether a late event will have arrived. */
  waiting(): readonly Promise<boolean>[]
}

/** The turns of a run: `run` is any object that all its checks share. */
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
