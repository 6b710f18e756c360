/** What follows for a fault from the requirements that it violates. */
import { requirements } from '../generated/catalogue.ts'
import type { Fault } from './behaviour.ts'

export type Ids = string | readonly string[]
type Levels = NonNullable<Fault['levels']>

const known = new Map<string, Levels & { readonly level: string }>(requirements.map(one => [one.id, one]))

/** The full ids of these requirements; by default the one that the fault's id begins with: all of it but its last word. */
export const breachedBy = (api: Fault['api'], id: string, breaches: Ids = id.slice(0, id.lastIndexOf('.'))): string[] =>
  [breaches].flat().map(one => `${api}.${one}`)

/** A fault only warns if all that it violates is recommended. */
export const weightOf = (breaches: readonly string[]): Pick<Fault, 'weight'> =>
  breaches.every(id => known.get(id)?.level === 'should') ? { weight: 'should' } : {}

/** The levels at which all of them apply, unless others are stated. */
export function levelsOf(breaches: readonly string[], stated: Levels = {}): Pick<Fault, 'levels'> {
  const of = breaches.flatMap(id => known.get(id) ?? [])
  const since = stated.since ?? Math.max(0, ...of.map(one => one.since ?? 0))
  const until = stated.until ?? Math.min(NONE, ...of.map(one => one.until ?? NONE))
  const levels = { ...(since > 0 && { since }), ...(until < NONE && { until }) }
  return Object.keys(levels).length > 0 ? { levels } : {}
}

const NONE = Number.POSITIVE_INFINITY
