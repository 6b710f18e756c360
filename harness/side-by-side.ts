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

/** An item with what the rules say of it, asked once: it is compared with many others, many times. */
interface Standing<Item> {
  readonly item: Item
  readonly own: string | null
  readonly takesTurns: boolean
  readonly touched: ReadonlySet<string> | null
}

const standingOf = <Item>(item: Item, rules: Rules<Item>): Standing<Item> => {
  const touched = rules.touches(item)
  return {
    item,
    own: rules.reserves(item),
    takesTurns: rules.takesTurns(item),
    touched: touched && new Set(touched),
  }
}

const touches = ({ touched }: Standing<unknown>, resource: string): boolean => touched?.has(resource) ?? true

/** Whether either has to itself what the other has too, or touches; those that take turns with the same are companions. */
function disturb(one: Standing<unknown>, other: Standing<unknown>): boolean {
  if (one.own === null && other.own === null) return false
  if (one.own === other.own) return !(one.takesTurns && other.takesTurns)
  return (one.own !== null && touches(other, one.own)) || (other.own !== null && touches(one, other.own))
}

/** What one asks for is had from its beginning to its end, so nobody who has begun waits for what another has. */
export async function sideBySide<Item>(
  items: readonly Item[],
  rules: Rules<Item>,
  action: Action<Item>,
): Promise<void> {
  const line = items.map(item => standingOf(item, rules))
  const underWay = new Set<Standing<Item>>()
  /** Those of them that only wait for something just now, and for how many things. */
  const onlyWaiting = new Map<Standing<Item>, number>()
  let busy = 0

  /** Beside companions that still act nobody begins who would keep waiting those that stand ahead. */
  const prolongs = ({ own }: Standing<Item>, waiting: readonly Standing<Item>[]): boolean => {
    if (own === null || !waiting.some(other => touches(other, own))) return false
    for (const other of underWay) if (other.own === own && !onlyWaiting.has(other)) return true
    return false
  }
  const isDisturbed = (item: Standing<Item>, ahead: readonly Standing<Item>[]): boolean => {
    for (const other of underWay) if (disturb(item, other)) return true
    return ahead.some(other => disturb(item, other))
  }

  await new Promise<void>((done, failed) => {
    const begin = (item: Standing<Item>): void => {
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
      action(item.item, aside).then(() => {
        busy--
        underWay.delete(item)
        go()
      }, failed)
    }
    /** Begins with whoever may: what somebody further ahead waits for is not taken up by anybody behind. */
    const go = (): void => {
      const ahead: Standing<Item>[] = []
      const waiting: Standing<Item>[] = []
      for (let place = 0; busy < rules.slots; ) {
        const item = line[place]
        if (item === undefined) break
        if (isDisturbed(item, ahead) || prolongs(item, waiting)) {
          const kept = item.own === null ? waiting : ahead
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
