/** Runs many items at once, in order, but never one that reserves a resource beside one that uses it. */

export interface Rules<Item> {
  /** How many run at a time; items that only wait do not count. */
  readonly slots: number
  /** The resource that the item has to itself while it runs; null if none. */
  readonly reserves: (item: Item) => string | null
  /** Whether it may run beside others that reserve the same resource and take turns too. */
  readonly takesTurns: (item: Item) => boolean
  /** The resources that it uses; null if unknown, which counts as all of them. */
  readonly touches: (item: Item) => readonly string[] | null
}

/** Lets another item begin while this one only waits. */
export type Aside = <T>(waiting: Promise<T>) => Promise<T>

type Action<Item> = (item: Item, aside: Aside) => Promise<void>

/** An item with its rules, evaluated once, because it is compared with many others many times. */
interface PreparedItem<Item> {
  readonly item: Item
  readonly own: string | null
  readonly takesTurns: boolean
  readonly touched: ReadonlySet<string> | null
}

const prepared = <Item>(item: Item, rules: Rules<Item>): PreparedItem<Item> => {
  const touched = rules.touches(item)
  return {
    item,
    own: rules.reserves(item),
    takesTurns: rules.takesTurns(item),
    touched: touched && new Set(touched),
  }
}

const touches = ({ touched }: PreparedItem<unknown>, resource: string): boolean => touched?.has(resource) ?? true

/** Whether one reserves what the other reserves or uses; two that take turns at the same resource do not conflict. */
function conflict(one: PreparedItem<unknown>, other: PreparedItem<unknown>): boolean {
  if (one.own === null && other.own === null) return false
  if (one.own === other.own) return !(one.takesTurns && other.takesTurns)
  return (one.own !== null && touches(other, one.own)) || (other.own !== null && touches(one, other.own))
}

/** An item has its resource from its beginning to its end, so no item that has begun waits for another's resource. */
export async function sideBySide<Item>(
  items: readonly Item[],
  rules: Rules<Item>,
  action: Action<Item>,
): Promise<void> {
  const line = items.map(item => prepared(item, rules))
  const underWay = new Set<PreparedItem<Item>>()
  /** Those under way that reserve a resource: no others conflict with an item that reserves none. */
  const reserving = new Set<PreparedItem<Item>>()
  /** The items under way that only wait just now, and for how many promises. */
  const onlyWaiting = new Map<PreparedItem<Item>, number>()
  let busy = 0
  /** Whether all in the line are known to be blocked, and not only out of slots. */
  let allBlocked = false

  /** Whether the item would join others in the use of a resource that items ahead in the line wait for. */
  const prolongs = ({ own }: PreparedItem<Item>, waiting: readonly PreparedItem<Item>[]): boolean => {
    if (own === null) return false
    for (const other of underWay)
      if (other.own === own && !onlyWaiting.has(other)) return waiting.some(one => touches(one, own))
    return false
  }
  const isBlocked = (item: PreparedItem<Item>, ahead: readonly PreparedItem<Item>[]): boolean => {
    for (const other of item.own === null ? reserving : underWay) if (conflict(item, other)) return true
    return ahead.some(other => conflict(item, other))
  }

  await new Promise<void>((done, failed) => {
    const begin = (item: PreparedItem<Item>): void => {
      busy++
      underWay.add(item)
      if (item.own !== null) reserving.add(item)
      const aside: Aside = async waiting => {
        busy--
        onlyWaiting.set(item, (onlyWaiting.get(item) ?? 0) + 1)
        if (!allBlocked || item.own !== null) go()
        return waiting.finally(() => {
          busy++
          const others = (onlyWaiting.get(item) ?? 1) - 1
          if (others > 0) onlyWaiting.set(item, others)
          else onlyWaiting.delete(item)
        })
      }
      action(item.item, aside).then(() => {
        busy--
        underWay.delete(item)
        reserving.delete(item)
        go()
      }, failed)
    }
    /** Begins every item that may run; a resource that an item ahead waits for is not given to one behind. */
    const go = (): void => {
      allBlocked = false
      const ahead: PreparedItem<Item>[] = []
      const waiting: PreparedItem<Item>[] = []
      for (let place = 0; busy < rules.slots; ) {
        const item = line[place]
        if (item === undefined) break
        if (isBlocked(item, ahead) || prolongs(item, waiting)) {
          const kept = item.own === null ? waiting : ahead
          kept.push(item)
          place++
        } else {
          line.splice(place, 1)
          begin(item)
        }
      }
      allBlocked = busy < rules.slots
      if (line.length === 0 && underWay.size === 0) done()
    }
    go()
  })
}
