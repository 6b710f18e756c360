/** Builders of messaging faults. Ids and requirements are written without their `messaging.`. */
import type { Alteration, Fault } from '../../behaviour.ts'
import type { Change } from '../../operations/change.ts'
import { alter } from '../../operations/change.ts'
import { succeed } from '../call.ts'
import { operations } from '../operations.ts'

type Ids = string | readonly string[]

export interface More {
  readonly facts?: Readonly<Record<string, unknown>>
  readonly every?: number
  readonly after?: number
  readonly oneIn?: number
  readonly should?: true
  readonly since?: number
  readonly until?: number
  readonly budget?: 'thorough'
}

const whole = (ids: Ids) => [ids].flat().map(id => `messaging.${id}`)

/** Named parts of operations are changed. Conditions stand with each change. */
export function fault(
  id: string,
  describes: string,
  breaches: Ids,
  changes: Change | readonly Change[],
  more: Omit<More, 'facts' | 'every' | 'after' | 'oneIn'> = {},
): Fault {
  return { ...common(id, describes, breaches, more), changes: [changes].flat() }
}

/** An operation answers success to whatever it refuses. */
export function refusesNothing(operation: string): Pick<Fault, 'breaks' | 'changes'> {
  const value = operations.find(({ id }) => id === operation)
  return value ? { changes: [alter(value, 'refused', () => succeed())] } : { breaks: `${operation}.refuses` }
}

/** A handler stops keeping a rule. */
export function breach(id: string, describes: string, breaches: Ids, breaks: string, more: More = {}): Fault {
  return { ...common(id, describes, breaches, more), breaks }
}

/** The successes, or the errors, of operations are altered on the wire. */
export function altered(
  id: string,
  describes: string,
  breaches: Ids,
  [operations, on, path]: readonly [operations: Ids, on: 'success' | 'error' | 'any', path: string],
  does: Alteration,
  more: More = {},
): Fault {
  const mutates = [operations].flat().map(operation => ({ operation, on, path, does }))
  return { ...common(id, describes, breaches, more), mutates }
}

function common(id: string, describes: string, breaches: Ids, more: More) {
  const { facts, every, after, oneIn, should, since, until, budget } = more
  const when = {
    ...(facts && { facts }),
    ...(every !== undefined && { every }),
    ...(after !== undefined && { after }),
    ...(oneIn !== undefined && { oneIn }),
  }
  const levels = { ...(since !== undefined && { since }), ...(until !== undefined && { until }) }
  return {
    id: `messaging.${id}`,
    api: 'messaging' as const,
    describes,
    breaches: whole(breaches),
    ...(budget && { budget }),
    ...(should && { weight: 'should' as const }),
    ...(Object.keys(levels).length > 0 && { levels }),
    ...(Object.keys(when).length > 0 && { when }),
  }
}

/** The first levels of the endpoints that have not always been there. */
const firstLevels: Readonly<Record<string, number>> = {
  setMessageEditTypingStatus: 361,
  createChannelFolder: 389,
  createChannel: 417,
}

export function sinceOf(operation: string): More {
  const since = firstLevels[operation]
  return since === undefined ? {} : { since }
}
