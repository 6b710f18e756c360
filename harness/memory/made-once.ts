/** What is made when it is first needed, and kept; and lists by a key. */

/** The value of a key; makes it if there is none yet. */
export function madeOnce<Key, Value>(
  known: { get(key: Key): Value | undefined; set(key: Key, value: Value): unknown },
  key: Key,
  make: () => Value,
): Value {
  const before = known.get(key)
  if (before !== undefined) return before
  const made = make()
  known.set(key, made)
  return made
}

/** The elements by their keys, each list in its order. */
export function groupedBy<Key, One>(all: Iterable<One>, keyOf: (one: One) => Key): Map<Key, One[]> {
  const groups = new Map<Key, One[]>()
  for (const one of all) madeOnce(groups, keyOf(one), () => []).push(one)
  return groups
}
