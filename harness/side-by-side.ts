/** Carries out many at once, in order, and never two at a time of which one has to itself what the other touches. */

export interface Rules<Item> {
  /** How many at a time; who only waits is not counted. */
  readonly slots: number
  /** What it has to itself while it is carried out; null where it has nothing. */
  readonly reserves: (item: Item) => string | null
  /** What it uses of what others may have to themselves; null where nobody knows, which counts as all of it. */
  readonly touches: (item: Item) => readonly string[] | null
}

/** Lets another begin while something is only waited for. */
export type Aside = <T>(waiting: Promise<T>) => Promise<T>

type Action<Item> = (item: Item, aside: Aside) => Promise<void>

/** What one asks for is had from its beginning to its end, so nobody who has begun waits for what another has. */
export async function sideBySide<Item>(
  items: readonly Item[],
  rules: Rules<Item>,
  action: Action<Item>,
): Promise<void> {
  const line = [...items]
  const reserved = new Set<string>()
  const underWay = new Set<Item>()
  let busy = 0

  const touches = (item: Item, resource: string): boolean => rules.touches(item)?.includes(resource) ?? true
  const isTouched = (resource: string): boolean => [...underWay].some(item => touches(item, resource))
  const touchesAny = (item: Item, resources: ReadonlySet<string>): boolean =>
    resources.size > 0 && [...resources].some(resource => touches(item, resource))

  await new Promise<void>((done, failed) => {
    const begin = (item: Item, resource: string | null): void => {
      busy++
      underWay.add(item)
      if (resource !== null) reserved.add(resource)
      const aside: Aside = async waiting => {
        busy--
        go()
        return waiting.finally(() => void busy++)
      }
      action(item, aside).then(() => {
        busy--
        underWay.delete(item)
        if (resource !== null) reserved.delete(resource)
        go()
      }, failed)
    }
    /** Begins with whoever may: what somebody further ahead waits for is not taken up by anybody behind. */
    const go = (): void => {
      const wanted = new Set(reserved)
      for (let place = 0; place < line.length && busy < rules.slots; ) {
        const item = line[place] as Item
        const resource = rules.reserves(item)
        const may = !touchesAny(item, wanted) && (resource === null || !(wanted.has(resource) || isTouched(resource)))
        if (may) {
          line.splice(place, 1)
          begin(item, resource)
          if (resource !== null) wanted.add(resource)
        } else {
          if (resource !== null) wanted.add(resource)
          place++
        }
      }
      if (line.length === 0 && underWay.size === 0) done()
    }
    go()
  })
}
