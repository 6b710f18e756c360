/** Which checks of a rehearsal share a set-up: who asked for a shared value, and what was sent to make it. */
import type { SharedUse } from '../../harness/index.ts'

export interface SharedValue {
  readonly maker: string
  readonly users: Set<string>
  /** Exchanges that had come before it was begun, and when it was there. */
  readonly from: number
  to: number
  /** Others that its maker asked for meanwhile. */
  readonly inner: Set<SharedValue>
}

export interface SharedValues {
  readonly all: () => SharedValue[]
  readonly onShared: SharedUse
}

/** `came` says how many exchanges have come so far. */
export function sharedValues(came: () => number): SharedValues {
  const known = new Map<object, Map<string, SharedValue>>()
  const underWay = new Set<SharedValue>()
  return {
    all: () => [...known.values()].flatMap(values => [...values.values()]),
    onShared(check, kind, key, isFirst) {
      const values = known.get(kind) ?? new Map<string, SharedValue>()
      known.set(kind, values)
      const value = (!isFirst && values.get(key)) || {
        ...{ maker: check, users: new Set<string>(), inner: new Set<SharedValue>() },
        ...{ from: came(), to: Number.POSITIVE_INFINITY },
      }
      values.set(key, value)
      value.users.add(check)
      for (const outer of underWay) if (outer.maker === check && outer !== value) outer.inner.add(value)
      if (!isFirst) return () => {}
      underWay.add(value)
      return () => {
        value.to = came()
        underWay.delete(value)
      }
    },
  }
}
