/** The requests answered so far, by what they were about; recorded only if an active change depends on it. */
import { type Circumstances, type Earlier, steadyText, steadyValues } from '../operations/circumstances.ts'
import type { Call } from './call.ts'
import type { AnyOperation } from './operation.ts'
import { roleName } from './roles.ts'

type Known = Omit<Call, 'about'>

export interface Ledger {
  about(route: AnyOperation, call: Known, overlapping?: boolean): Circumstances
  note(route: AnyOperation, call: Call, outcome: Earlier['outcome']): void
}

export function makeLedger(kept: boolean): Ledger {
  const things = new Map<string, Earlier[]>()
  return {
    about: (route, call, overlapping = false) => ({
      operation: route.id,
      overlapping,
      role: roleName(call.caller),
      caller: steadyText(call.caller.email),
      get steady() {
        return valuesOf(call)
      },
      get earlier() {
        return things.get(thingOf(route, call)) ?? []
      },
    }),
    note(route, call, outcome) {
      if (!kept) return
      const thing = thingOf(route, call)
      const earlier = things.get(thing) ?? []
      things.set(thing, [...earlier, { operation: route.id, outcome, caller: steadyText(call.caller.email) }])
    },
  }
}

/** The key of a request: its object, or if it has none, the caller and the values. */
function thingOf(route: AnyOperation, call: Known): string {
  return route.thing(call as Call) ?? `${call.operation} ${steadyText(call.caller.email)} ${valuesOf(call)}`
}

const valuesOf = ({ sent, files }: Known): string =>
  steadyValues([...sent, ...files.map(({ part, name }) => [part, name] as const)])
