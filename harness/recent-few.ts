/** The few values that were used last: what is made again for others is gone at once, and fills no memory. */
export interface RecentFew<Key, Value> {
  /** The value of this key, made unless it is one of the last. */
  of(key: Key, make: () => Value): Value
}

export function recentFew<Key, Value>(most: number): RecentFew<Key, Value> {
  const kept: { readonly key: Key; readonly value: Value }[] = []
  return {
    of(key, make) {
      const at = kept.findIndex(one => one.key === key)
      const [known] = at < 0 ? [] : kept.splice(at, 1)
      if (!known && kept.length >= most) kept.pop()
      const value = known ? known.value : make()
      kept.unshift(known ?? { key, value })
      kept.splice(most)
      return value
    },
  }
}
