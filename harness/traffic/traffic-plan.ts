/** Which requirements a capture may demonstrate, at the feature level that is given or inferred. */
import type { Requirement } from '../api.ts'
import { apisIn } from '../apis-in.ts'
import type { Area } from '../check.ts'
import { inScope, type PlannedRequirement, unjudged } from '../plan/plan.ts'
import type { Target } from '../target/load-target.ts'
import type { LevelRange } from './levels-shown.ts'
import { observableIn, shownInPart } from './observable.ts'
import type { Bases } from './place.ts'

export interface TrafficScope {
  readonly target: Target
  readonly bases: Bases
  readonly ranges: ReadonlyMap<string, LevelRange>
  readonly only: readonly string[]
  readonly profile: string
}

export interface TrafficPlan extends TrafficScope {
  readonly requirements: readonly PlannedRequirement[]
  readonly judged: ReadonlyMap<string, Requirement>
  readonly levels: ReadonlyMap<string, number>
  /** Requirements that can be observed to be violated, but not to hold. */
  readonly inPart: ReadonlySet<string>
}

export function planTraffic(areas: readonly Area[], scope: TrafficScope): TrafficPlan {
  const observable = observableIn(areas)
  const all = inScope(apisIn(areas), { ...scope, allow: [], budget: 'standard', own: [] }, null, scope.target)
  const requirements = all.map((requirement): PlannedRequirement => {
    const range = scope.ranges.get(requirement.api)
    if ((scope.bases.get(requirement.api) ?? []).length === 0)
      return unjudged(requirement, 'not-applicable', { kind: 'traffic-without-api', api: requirement.api })
    const level = range && outOfLevel(requirement, range)
    if (level) return level
    if (!observable.has(requirement.id)) return unjudged(requirement, 'unverified', { kind: 'traffic-cannot-show' })
    return { requirement, state: 'judged', because: null, reason: null, why: null }
  })
  const judged = requirements
    .filter(({ state }) => state === 'judged')
    .map(one => [one.requirement.id, one.requirement] as const)
  const levels = new Map([...scope.bases.keys()].map(name => [name, scope.ranges.get(name)?.from ?? 0] as const))
  return { ...scope, requirements, judged: new Map(judged), levels, inPart: shownInPart(areas) }
}

function outOfLevel(requirement: Requirement, { from, to }: LevelRange): PlannedRequirement | null {
  const { since, until } = requirement
  const top = to ?? Number.MAX_SAFE_INTEGER
  if (since !== undefined && top < since)
    return unjudged(requirement, 'not-applicable', { kind: 'below-level', since, level: top, inferred: true })
  if (until !== undefined && from > until)
    return unjudged(requirement, 'not-applicable', { kind: 'above-level', until, level: from, inferred: true })
  if ((since !== undefined && from < since) || (until !== undefined && top > until))
    return unjudged(requirement, 'unverified', { kind: 'traffic-level-unknown' })
  return null
}
