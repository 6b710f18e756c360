/** Keeps the few values that were used last. The oldest is dropped before a new one is made, to save memory. */
export interface RecentFew<Key, Value> {
  /** The value of this key; makes it if it is not kept. */
  of(key: Key, make: () => Value): Value
}

export function recentFew<Key, Value>(mostKept: number): RecentFew<Key, Value> {
  const kept: { readonly key: Key; readonly value: Value }[] = []
  return {
    of(key, make) {
      const at = kept.findIndex(one => one.key === key)
      const [known] = at < 0 ? [] : kept.splice(at, 1)
      if (!known && kept.length >= mostKept) kept.pop()
      const value = known ? known.value : make()
      kept.unshift(known ?? { key, value })
      kept.splice(mostKept)
      return value
    },
  }
}
