/** Which checks of a rehearsal share a set-up: who asked for a shared value, and what was sent and provided to make it. */
import type { ProvidedUse, SharedUse } from '../../harness/index.ts'
import { idsIn } from './ids-in.ts'

export interface SharedValue {
  readonly maker: string
  readonly users: Set<string>
  /** Exchanges that had come before it was begun, and when it was there. */
  readonly from: number
  to: number
  /** Others that its maker asked for meanwhile. */
  readonly inner: Set<SharedValue>
}

/** Who was given a thing by the provisioner, and the shared values that it was for. */
export interface Provided {
  readonly check: string
  readonly of: readonly SharedValue[]
}

export interface SharedValues {
  readonly all: () => SharedValue[]
  /** By the ids of things. */
  readonly provided: ReadonlyMap<string, Provided>
  readonly onShared: SharedUse
  readonly onProvided: ProvidedUse
}

/** `came` says how many exchanges have come so far. */
export function sharedValues(came: () => number): SharedValues {
  const known = new Map<object, Map<string, SharedValue>>()
  const underWay = new Set<SharedValue>()
  const provided = new Map<string, Provided>()
  return {
    all: () => [...known.values()].flatMap(values => [...values.values()]),
    provided,
    onProvided(check, value) {
      const of = [...underWay].filter(({ maker }) => maker === check)
      for (const id of idsIn(JSON.stringify(value))) if (!provided.has(id)) provided.set(id, { check, of })
    },
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
