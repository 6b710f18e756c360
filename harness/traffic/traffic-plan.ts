/** Which requirements a capture may show, at the feature level that it has or shows. */
import type { Requirement } from '../api.ts'
import { apisIn } from '../apis-in.ts'
import type { Area } from '../check.ts'
import type { Reason } from '../judging/verdict.ts'
import { inScope } from '../plan.ts'
import type { Target } from '../target/load-target.ts'
import type { LevelRange } from './levels-shown.ts'
import { observableIn } from './observable.ts'
import type { Bases } from './place.ts'

export interface TrafficScope {
  readonly target: Target
  readonly bases: Bases
  readonly ranges: ReadonlyMap<string, LevelRange>
  readonly only: readonly string[]
  readonly profile: string
}

export interface PlannedInTraffic {
  readonly requirement: Requirement
  readonly state: 'judged' | 'not-applicable' | 'unverified'
  readonly reason: Reason | null
  readonly why: string | null
}

export interface TrafficPlan extends TrafficScope {
  readonly requirements: readonly PlannedInTraffic[]
  readonly judged: ReadonlyMap<string, Requirement>
  readonly levels: ReadonlyMap<string, number>
}

const NOT_SHOWN = 'exchanges that others make cannot show it: judging them sends nothing'
export const NOT_SEEN = 'no exchange of this traffic is about it'

export function planTraffic(areas: readonly Area[], scope: TrafficScope): TrafficPlan {
  const observable = observableIn(areas)
  const all = inScope(apisIn(areas), { ...scope, allow: [], budget: 'standard', own: [] }, null, scope.target)
  const requirements = all.map((requirement): PlannedInTraffic => {
    const range = scope.ranges.get(requirement.api)
    if ((scope.bases.get(requirement.api) ?? []).length === 0)
      return {
        requirement,
        state: 'not-applicable',
        reason: null,
        why: `the traffic holds nothing of the ${requirement.api} API`,
      }
    const level = range && outOfLevel(requirement, range)
    if (level) return { requirement, ...level }
    if (!observable.has(requirement.id))
      return { requirement, state: 'unverified', reason: 'not-allowed', why: NOT_SHOWN }
    return { requirement, state: 'judged', reason: null, why: null }
  })
  const judged = requirements
    .filter(({ state }) => state === 'judged')
    .map(one => [one.requirement.id, one.requirement] as const)
  const levels = new Map([...scope.bases.keys()].map(name => [name, scope.ranges.get(name)?.from ?? 0] as const))
  return { ...scope, requirements, judged: new Map(judged), levels }
}

function outOfLevel(
  { since, until }: Requirement,
  { from, to }: LevelRange,
): Pick<PlannedInTraffic, 'state' | 'reason' | 'why'> | null {
  const top = to ?? Number.MAX_SAFE_INTEGER
  if (since !== undefined && top < since)
    return {
      state: 'not-applicable',
      reason: null,
      why: `it applies from feature level ${since}; the target has ${to}`,
    }
  if (until !== undefined && from > until)
    return {
      state: 'not-applicable',
      reason: null,
      why: `it applies up to feature level ${until}; the target has ${from}`,
    }
  if ((since !== undefined && from < since) || (until !== undefined && top > until))
    return {
      state: 'unverified',
      reason: 'prerequisite-failed',
      why: 'it depends on the feature level, which the traffic does not settle (--feature-level)',
    }
  return null
}
