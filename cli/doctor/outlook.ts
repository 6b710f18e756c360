/** What a run could judge according to the doctor: by area and by profile, with the obstacles. */
import {
  type Api,
  type Area,
  belongs,
  groupedBy,
  type Plan,
  type PlannedRequirement,
  type Reason,
  reasonCode,
  reasonInWords,
} from '../../harness/index.ts'
import { obstacles } from '../../reports/index.ts'
import type { DoctorReport, Share } from './doctor-report.ts'
import type { Tried } from './fixtures.ts'
import { type Given, nextFor } from './next-step.ts'

export interface Found extends Omit<Tried, 'fixtures'> {
  /** APIs that cannot be reached, by name, with the reason. */
  readonly unreachable: ReadonlyMap<string, Reason>
  /** Roles whose credentials are refused, with the reason. */
  readonly refused: ReadonlyMap<string, Reason>
  /** Why signed requests cannot be judged; null if they can. */
  readonly unsigned: Reason | null
}

type Outlook = Pick<DoctorReport, 'judged' | 'applicable' | 'areas' | 'profiles' | 'obstacles'>

export function outlook(plan: Plan, found: Found, given: Given, areas: readonly Area[]): Outlook {
  const applicable = plan.requirements.filter(({ state }) => state !== 'not-applicable')
  const entries = applicable.map(one => ({ requirement: one.requirement, because: firstObstacle(one, found) }))
  const judgedOf = (some: typeof entries): Share => ({
    judged: some.filter(({ because }) => because === null).length,
    applicable: some.length,
  })
  const byArea = groupedBy(entries, ({ requirement }) => requirement.area)
  const apis: readonly Api[] = [...new Set(areas.map(({ api }) => api))]
  const profiles = [...new Set(apis.flatMap(({ catalogue }) => catalogue.profiles))]
  const unjudged = entries.flatMap(({ requirement: { id }, because }) =>
    because ? [{ id, because, reason: reasonCode(because), why: reasonInWords(because) }] : [],
  )
  return {
    ...judgedOf(entries),
    areas: [...byArea].map(([area, some]) => ({ area, ...judgedOf(some) })),
    profiles: profiles.map(profile => ({
      profile: profile.name,
      ...judgedOf(entries.filter(({ requirement }) => belongs(profile, requirement))),
    })),
    obstacles: obstacles(unjudged).map(one => ({ ...one, next: one.because && nextFor(one.because, given) })),
  }
}

/** The first reason why a requirement cannot be judged; null if there is none. */
function firstObstacle(
  { requirement: { id, api, needs = {} }, because }: PlannedRequirement,
  { unreachable, refused, unsigned, lacking, lackingFor, nobody }: Found,
): Reason | null {
  const first = (names: readonly string[] | undefined, known: ReadonlyMap<string, Reason>): Reason | undefined =>
    names?.map(name => known.get(name)).find(reason => reason !== undefined)
  return (
    unreachable.get(api) ??
    because ??
    (needs['probe'] === true ? unsigned : null) ??
    first(needs.actors, refused) ??
    first(needs.actors, nobody) ??
    first(needs.fixtures, lacking) ??
    lackingFor.find(({ only }) => only.test(id))?.because ??
    null
  )
}
