/**
 * The order in which overlapping exchanges are judged. A reply may show the effect of a request that left before the
 * reply came and is answered later. So a read is judged after all such changes, and everything else in the order of the
 * replies.
 */
export interface ChangesFirst<Item> {
  /** A request that may change something leaves. */
  left(n: number): void
  /** An exchange that may not wait, because it is long and there may be many, is judged at once. */
  came(n: number, item: Item, mayWait?: boolean): void
}

/** If more exchanges wait, they no longer wait for a change that is not answered. */
const MOST_HELD = 200

export function changesFirst<Item>(judge: (item: Item) => void, giveUp: () => void): ChangesFirst<Item> {
  const underWay = new Set<number>()
  const held: { readonly item: Item; readonly awaits: Set<number> }[] = []

  return {
    left: n => void underWay.add(n),
    came(n, item, mayWait = true) {
      const isChange = underWay.delete(n)
      const awaiting = held.findIndex(({ awaits }) => awaits.has(n))
      for (const { awaits } of held) awaits.delete(n)
      const awaits = new Set(isChange ? [] : underWay)
      if (mayWait) held.splice(awaiting < 0 ? held.length : awaiting, 0, { item, awaits })
      else {
        if (held.length > 0 || awaits.size > 0) giveUp()
        judge(item)
      }
      for (let [next] = held; next && (next.awaits.size === 0 || held.length > MOST_HELD); [next] = held) {
        if (next.awaits.size > 0) giveUp()
        held.shift()
        judge(next.item)
      }
    },
  }
}
