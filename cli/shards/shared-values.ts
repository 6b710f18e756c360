/** Which checks of a rehearsal share a set-up: the users of each shared value, and what was sent and provided to make it. */
import type { ProvidedUse, SharedUse } from '../../harness/index.ts'
import { idsIn } from './ids-in.ts'

export interface SharedValue {
  readonly maker: string
  readonly users: Set<string>
  /** The number of exchanges when it was begun, and when it was ready. */
  readonly from: number
  to: number
  /** Other shared values that its maker requested meanwhile. */
  readonly inner: Set<SharedValue>
}

/** The check that got a thing from the provisioner, and the shared values that the thing was for. */
export interface Provided {
  readonly check: string
  readonly of: readonly SharedValue[]
}

export interface SharedValues {
  readonly all: () => SharedValue[]
  /** By the id of the thing. */
  readonly provided: ReadonlyMap<string, Provided>
  readonly onShared: SharedUse
  readonly onProvided: ProvidedUse
}

/** `exchangesSoFar` returns the number of exchanges so far. */
export function sharedValues(exchangesSoFar: () => number): SharedValues {
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
        ...{ from: exchangesSoFar(), to: Number.POSITIVE_INFINITY },
      }
      values.set(key, value)
      value.users.add(check)
      for (const outer of underWay) if (outer.maker === check && outer !== value) outer.inner.add(value)
      if (!isFirst) return () => {}
      underWay.add(value)
      return () => {
        value.to = exchangesSoFar()
        underWay.delete(value)
      }
    },
  }
}
