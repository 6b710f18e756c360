/** Remembers what was read from an exchange, because a long reply would be parsed anew each time. */
export function readOnce<Given extends object, Value>(read: (given: Given) => Value): (given: Given) => Value {
  const known = new WeakMap<Given, { readonly value: Value }>()
  return given => {
    const before = known.get(given)
    if (before) return before.value
    const value = read(given)
    known.set(given, { value })
    return value
  }
}
