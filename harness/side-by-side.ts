/** Carries out many at once, in order, and never two at a time of which one has to itself what the other touches. */

export interface Rules<Item> {
  /** How many at a time; who only waits is not counted. */
  readonly slots: number
  /** What it has to itself while it is carried out; null where it has nothing. */
  readonly reserves: (item: Item) => string | null
  /** Whether others that have the same to themselves may be beside it. */
  readonly takesTurns: (item: Item) => boolean
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
  const underWay = new Set<Item>()
  /** Those of them that only wait for something just now, and for how many things. */
  const onlyWaiting = new Map<Item, number>()
  let busy = 0

  const touches = (item: Item, resource: string): boolean => rules.touches(item)?.includes(resource) ?? true
  const areCompanions = (one: Item, other: Item): boolean =>
    rules.reserves(one) === rules.reserves(other) && rules.takesTurns(one) && rules.takesTurns(other)
  /** Whether either has to itself what the other has too, or touches. */
  const disturb = (one: Item, other: Item): boolean => {
    const [own, others] = [rules.reserves(one), rules.reserves(other)]
    if ((own === null && others === null) || areCompanions(one, other)) return false
    return own === others || (own !== null && touches(other, own)) || (others !== null && touches(one, others))
  }
  /** Beside companions that still act nobody begins who would keep waiting those that stand ahead. */
  const prolongs = (item: Item, waiting: readonly Item[]): boolean => {
    const own = rules.reserves(item)
    if (own === null || !waiting.some(other => touches(other, own))) return false
    return [...underWay].some(other => rules.reserves(other) === own && !onlyWaiting.has(other))
  }

  await new Promise<void>((done, failed) => {
    const begin = (item: Item): void => {
      busy++
      underWay.add(item)
      const aside: Aside = async waiting => {
        busy--
        onlyWaiting.set(item, (onlyWaiting.get(item) ?? 0) + 1)
        go()
        return waiting.finally(() => {
          busy++
          const others = (onlyWaiting.get(item) ?? 1) - 1
          if (others > 0) onlyWaiting.set(item, others)
          else onlyWaiting.delete(item)
        })
      }
      action(item, aside).then(() => {
        busy--
        underWay.delete(item)
        go()
      }, failed)
    }
    /** Begins with whoever may: what somebody further ahead waits for is not taken up by anybody behind. */
    const go = (): void => {
      const ahead: Item[] = []
      const waiting: Item[] = []
      for (let place = 0; place < line.length && busy < rules.slots; ) {
        const item = line[place] as Item
        const others =
          rules.reserves(item) === null ? [...underWay].filter(one => rules.reserves(one) !== null) : [...underWay]
        if ([...others, ...ahead].some(other => disturb(item, other)) || prolongs(item, waiting)) {
          const kept = rules.reserves(item) === null ? waiting : ahead
          kept.push(item)
          place++
        } else {
          line.splice(place, 1)
          begin(item)
        }
      }
      if (line.length === 0 && underWay.size === 0) done()
    }
    go()
  })
}
