/**
 * A map of recently used entries, at least `most` and at most twice as many. Deleting the oldest entries of a Map one
 * by one would take longer with each deletion.
 */
export interface RecentMap<Key, Value> {
  readonly isEmpty: boolean
  get(key: Key): Value | undefined
  set(key: Key, value: Value): void
}

export function recentMap<Key, Value>(most: number): RecentMap<Key, Value> {
  let now = new Map<Key, Value>()
  let before = new Map<Key, Value>()
  const set = (key: Key, value: Value): void => {
    if (now.size >= most && !now.has(key)) {
      before = now
      now = new Map()
    }
    now.set(key, value)
  }
  return {
    get isEmpty() {
      return now.size === 0 && before.size === 0
    },
    get(key) {
      const value = now.get(key)
      if (value !== undefined) return value
      const older = before.get(key)
      if (older !== undefined) set(key, older)
      return older
    },
    set,
  }
}
