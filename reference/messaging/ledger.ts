/** What was answered before, thing by thing; kept only where a fault or a variant asks for it. */
import { type Circumstances, type Earlier, steadyText, steadyValues } from '../operations/circumstances.ts'
import type { Call } from './call.ts'
import { roleName } from './roles.ts'
import type { Route } from './route.ts'

type Known = Omit<Call, 'about'>

export interface Ledger {
  about(route: Route, call: Known, overlapping?: boolean): Circumstances
  note(route: Route, call: Call, outcome: Earlier['outcome']): void
}

export function makeLedger(kept: boolean): Ledger {
  const things = new Map<string, Earlier[]>()
  return {
    about: ({ operation, value }, call, overlapping = false) => ({
      operation,
      overlapping,
      role: roleName(call.caller),
      caller: steadyText(call.caller.email),
      get steady() {
        return valuesOf(call)
      },
      get earlier() {
        return things.get(thingOf(value, call)) ?? []
      },
    }),
    note({ operation, value }, call, outcome) {
      if (!kept) return
      const thing = thingOf(value, call)
      const earlier = things.get(thing) ?? []
      things.set(thing, [...earlier, { operation, outcome, caller: steadyText(call.caller.email) }])
    },
  }
}

/** Where a request is about no thing, those with the same values from the same person count as one. */
function thingOf(value: Route['value'], call: Known): string {
  const thing = value?.thing(call as Call)
  return thing ?? `${call.operation} ${steadyText(call.caller.email)} ${valuesOf(call)}`
}

const valuesOf = ({ sent, files }: Known): string =>
  steadyValues([...sent, ...files.map(({ part, name }) => [part, name] as const)])
