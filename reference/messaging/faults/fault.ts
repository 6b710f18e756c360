/** Builders of messaging faults. Ids and requirements are written without their `messaging.`. */
import type { Alteration, Fault, Occasion } from '../../behaviour.ts'
import { breachedBy, type Ids, levelsOf, weightOf } from '../../breached.ts'
import type { Change } from '../../operations/change.ts'
import { alter } from '../../operations/change.ts'
import { type Call, succeed } from '../call.ts'
import { operations } from '../operations.ts'

export interface More {
  /** The requirements that it violates; by default the one that the id begins with: all of it but its last word. */
  readonly breaches?: Ids
  /** Levels, if they are not those of these requirements; 0 for no lower bound. */
  readonly since?: number
  readonly until?: number
  readonly budget?: 'thorough'
}

/** A fault that changes named parts of operations. Each change has its own condition. */
export function fault(id: string, describes: string, changes: Change | readonly Change[], more: More = {}): Fault {
  return { changes: [changes].flat(), ...common(id, describes, more) }
}

/** The id of an operation as a word of a fault's id. */
export const dashed = (operation: string) => operation.replace(/[A-Z]/g, letter => `-${letter.toLowerCase()}`)

/** An operation replies with success to every request that it refuses. */
export const refusesNothing = (operation: string): Change[] =>
  operations.filter(({ id }) => id === operation).map(one => alter(one, 'refused', () => succeed()))

/** A fault that alters the successes or errors of operations on the wire. */
export function altered(
  id: string,
  describes: string,
  [operations, on, path]: readonly [operations: Ids, on: 'success' | 'error' | 'any', path: string],
  does: Alteration,
  { facts, oneIn, ...more }: More & Occasion = {},
): Fault {
  const mutates = [operations].flat().map(operation => ({ operation, on, path, does }))
  const when = { ...(facts && { facts }), ...(oneIn !== undefined && { oneIn }) }
  return { ...common(id, describes, more), mutates, ...(Object.keys(when).length > 0 && { when }) }
}

function common(id: string, describes: string, { breaches, budget, ...levels }: More) {
  const whole = breachedBy('messaging', id, breaches)
  return {
    id: `messaging.${id}`,
    api: 'messaging' as const,
    describes,
    breaches: whole,
    ...(budget && { budget }),
    ...weightOf(whole),
    ...levelsOf(whole, levels),
  }
}

/** The first level of an operation, if it was added later. */
export function sinceOf(operation: string): More {
  const since = operations.find(({ id }) => id === operation)?.since
  return since === undefined ? {} : { since }
}

/** The request was refused before its parameters were read, or for one of them: its name was not kept. */
export const isNameUnread = ({ params }: Call): boolean => !params.has('name')
