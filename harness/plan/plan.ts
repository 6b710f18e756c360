/** Which requirements apply to a target, which will be judged, which cannot be and why. */
import type { FieldRule } from '../../generated/field-rules.ts'
import { type Api, type Needs, type Profile, type Requirement, staffedIn } from '../api.ts'
import { apisIn } from '../apis-in.ts'
import type { Area, Budget, Check, Invariant, Visit } from '../check.ts'
import type { Cast } from '../people/people.ts'
import type { Provisioner } from '../provision/provisioner.ts'
import { notReady } from '../provision/ready-made.ts'
import { type Reason, type ReasonCode, reasonCode, reasonInWords } from '../reason.ts'
import { entryOf, staffedEntryOf } from '../target/api-entry.ts'
import { ConfigurationError, type Target } from '../target/load-target.ts'
import { apisWithoutSuites } from '../target/unknown-names.ts'
import { nearest } from '../text/nearest.ts'
import { regexEscaped } from '../text/regex-escaped.ts'

export interface PlannedRequirement {
  readonly requirement: Requirement
  readonly state: 'judged' | 'not-applicable' | 'unverified'
  readonly because: Reason | null
  /** The code of `because` in a report. */
  readonly reason: ReasonCode | null
  readonly why: string | null
}

export interface Plan {
  readonly requirements: readonly PlannedRequirement[]
  readonly checks: readonly Check[]
  readonly visits: readonly Visit[]
  /** The least number of claims that a requirement is to get, if its checks plan one. */
  readonly claims: ReadonlyMap<string, number>
}

/** Requirements of a vendor's own, judged beside the contract's. */
export interface OwnRequirement extends Requirement {
  /** The folder it came from, as given on the command line. */
  readonly from?: string
}

export interface Scope {
  readonly only: readonly string[]
  /** The ids of the checks and visits to run; all that serve the scope if none is named. */
  readonly checks?: readonly string[] | undefined
  readonly profile: string
  readonly allow: readonly ('write' | 'destructive')[]
  readonly budget: Budget
  readonly own: readonly OwnRequirement[]
  /** Replaces the feature level of the target file: says why a requirement does not apply; null if it does. */
  readonly applicability?: Applicability | undefined
}

export type Applicability = (requirement: Requirement) => Reason | null

type Item = Check | Visit

const BUDGETS: readonly Budget[] = ['quick', 'standard', 'thorough']

interface Contents {
  readonly items: readonly Area['items'][number][]
  readonly apis: ReadonlyMap<Area['items'][number], string>
  readonly fieldRules: readonly FieldRule[]
  readonly invariants: readonly Invariant[]
  /** The requirements that are judged on exchanges of every area. */
  readonly everywhere: ReadonlySet<string>
  readonly onEveryExchange: ReadonlySet<string>
  readonly checked: ReadonlySet<string>
}

const contentsByAreas = new WeakMap<readonly Area[], Contents>()
/** Computed once for all runs of the same suites. */
export function contentsOf(areas: readonly Area[]): Contents {
  const known = contentsByAreas.get(areas)
  if (known) return known
  const items = areas.flatMap(area => area.items)
  const invariants = items.filter(item => item.does === 'invariant')
  const visited = new Set(items.flatMap(item => (item.does === 'visit' ? [item.area] : [])))
  const fieldRules = apisIn(areas).flatMap(({ fields }) => fields.rules)
  const found = {
    items,
    apis: new Map(areas.flatMap(area => area.items.map(item => [item, area.api.name] as const))),
    fieldRules,
    invariants,
    everywhere: new Set<string>([
      ...fieldRules.filter(({ operation }) => operation === '*').map(rule => rule.requirement),
      ...invariants.filter(one => one.everywhere || !visited.has(one.area)).map(one => one.requirement),
    ]),
    onEveryExchange: new Set<string>([...invariants, ...fieldRules].map(one => one.requirement)),
    checked: new Set<string>(items.flatMap(item => (item.does === 'check' ? item.requirements : []))),
  }
  contentsByAreas.set(areas, found)
  return found
}

export function plan(target: Target, areas: readonly Area[], scope: Scope, cast: Cast, provisioner: Provisioner): Plan {
  const { items, apis, fieldRules, invariants, everywhere, onEveryExchange, checked } = contentsOf(areas)
  const missing = missingIn(target, apisIn(areas), scope, cast, provisioner)
  const named = namedIn(items, scope.checks)

  const requirements = inScope(apisIn(areas), scope, named, target).map((requirement): PlannedRequirement => {
    const outside = scope.applicability ? scope.applicability(requirement) : notApplicable(requirement, target)
    if (outside) return unjudged(requirement, 'not-applicable', outside)
    const lack = missing(requirement.needs)
    if (lack) return unjudged(requirement, 'unverified', lack)
    if (!onEveryExchange.has(requirement.id) && !checked.has(requirement.id)) {
      return unjudged(requirement, 'unverified', { kind: 'no-check' })
    }
    return { requirement, state: 'judged', because: null, reason: null, why: null }
  })

  const judged = new Set<string>(
    requirements.filter(({ state }) => state === 'judged').map(({ requirement }) => requirement.id),
  )
  const affordable = (from: Budget): boolean => BUDGETS.indexOf(from) <= BUDGETS.indexOf(scope.budget)
  const checks = items.filter((item): item is Check => {
    if (item.does !== 'check' || !affordable(item.from) || (named && !named.has(item))) return false
    if (item.requirements.length > 0) return item.requirements.some(id => judged.has(id)) && !missing(item.needs)
    if (named) return !missing(item.needs)
    const area = `${item.id.split(':')[0]}.`
    return [...judged].some(id => id.startsWith(area)) && !missing(item.needs)
  })
  const judgedEverywhere = new Set(
    requirements
      .filter(({ requirement: { id }, state }) => state === 'judged' && everywhere.has(id))
      .map(({ requirement }) => requirement.api),
  )
  const judgedInArea = new Set(invariants.filter(({ requirement }) => judged.has(requirement)).map(({ area }) => area))
  const visits = items.filter((item): item is Visit => {
    const api = apis.get(item) ?? ''
    if (item.does !== 'visit' || !entryOf(target, api) || missing(item.needs)) return false
    if (named) return named.has(item)
    if (judgedEverywhere.has(api) || judgedInArea.has(item.area)) return true
    return fieldRules.some(rule => judged.has(rule.requirement) && item.operations.some(id => id === rule.operation))
  })
  const claims = new Map<string, number>()
  for (const [id, count] of checks.flatMap(({ plans }) => Object.entries(plans)))
    if (count > 0) claims.set(id, Math.max(count, claims.get(id) ?? 0))
  return { requirements, checks, visits, claims }
}

/** A requirement that is not judged, and why. */
export const unjudged = <State extends 'not-applicable' | 'unverified'>(
  requirement: Requirement,
  state: State,
  because: Reason,
): PlannedRequirement & { readonly state: State } => ({
  requirement,
  state,
  because,
  reason: reasonCode(because),
  why: reasonInWords(because),
})

/** The checks and visits with these ids; null if none is named. */
function namedIn(items: Contents['items'], ids: readonly string[] = []): ReadonlySet<Item> | null {
  if (ids.length === 0) return null
  const found = ids.map(id => {
    const item = items.find((one): one is Item => one.does !== 'invariant' && one.id === id)
    if (!item) throw new ConfigurationError(`there is no check "${id}"`)
    return item
  })
  return new Set(found)
}

/**
 * The requirements that the profile and the globs of `--only` name, and those of the checks that are named. A vendor's
 * own belong to every profile; an API that the target file does not name is out of scope.
 */
export function inScope(
  apis: readonly Api[],
  scope: Scope,
  checks: ReadonlySet<Item> | null,
  target: Target,
): readonly Requirement[] {
  const all = new Set(apis.flatMap(({ catalogue }) => catalogue.profiles))
  const profile = [...all].find(({ name }) => name === scope.profile)
  const names = [...all].map(({ name }) => name)
  if (!profile)
    throw new ConfigurationError(
      `there is no profile "${scope.profile}"${nearest(scope.profile, names)}; there are ${names.join(', ')}`,
    )
  const only = scope.only.map(glob)
  const served = new Set<string>([...(checks ?? [])].flatMap(item => (item.does === 'check' ? item.requirements : [])))
  const everything = only.length === 0 && checks === null
  const named = ({ id }: { readonly id: string }): boolean =>
    everything || served.has(id) || only.some(pattern => pattern.test(id))
  const chosen = [
    ...apis.flatMap(({ catalogue }) =>
      catalogue.requirements.filter(requirement => belongs(profile, requirement) && named(requirement)),
    ),
    ...scope.own.filter(named),
  ]
  if (chosen.length === 0)
    throw new ConfigurationError(
      only.length === 0
        ? 'the named checks serve no requirement of their own: name one with --only'
        : `no requirement of profile "${scope.profile}" matches ${scope.only.join(', ')}${hint(scope.only, apis, profile)}`,
    )
  const inTarget = chosen.filter(({ api }) => entryOf(target, api))
  if (inTarget.length > 0) return inTarget
  const missingApis = [...new Set(chosen.map(({ api }) => api))].join(' and no ')
  const [further] = apisWithoutSuites(target, apis)
  const next = further === undefined ? '' : `; for apis.${further}, name the folder of its suites with --suites`
  throw new ConfigurationError(`nothing to judge: the target file has no ${missingApis} API${next}`)
}

/** Patterns of `--only` that match nothing in a plan, each with a suggestion. */
export function unmatched({ requirements }: Plan, only: readonly string[], areas: readonly Area[]): string[] {
  const missed = only.filter(pattern => !requirements.some(({ requirement }) => glob(pattern).test(requirement.id)))
  const everything = { name: 'everything', title: '', include: ['*'] }
  return missed.map(pattern => `${pattern} matches nothing here${hint([pattern], apisIn(areas), everything)}`)
}

/** Suggests an id for an id and an area for a pattern; or says that another profile has it. */
function hint(patterns: readonly string[], apis: readonly Api[], profile: Profile): string {
  const all = apis.flatMap(({ catalogue }) => catalogue.requirements)
  const outside = all.find(one => patterns.some(pattern => glob(pattern).test(one.id)) && !belongs(profile, one))
  if (outside) return `; ${outside.id} is of another profile`
  const areas = apis.flatMap(({ catalogue }) => catalogue.areas.map(({ id }) => `${id}.*`))
  const ids = all.map(({ id }) => id)
  for (const pattern of patterns) {
    const found = nearest(pattern, pattern.includes('*') ? [...areas, ...apis.map(({ name }) => `${name}.*`)] : ids)
    if (found !== '') return found
    const idBelow = ids.find(id => id.startsWith(pattern.replace(/\.?\*?$/, '.')))
    if (idBelow !== undefined) return ` (did you mean "${pattern.replace(/\.?\*?$/, '')}.*"?)`
    const area = areas.find(one => pattern.startsWith(one.slice(0, -1)))
    if (area !== undefined)
      return ` (${area} has ${ids
        .filter(id => glob(area).test(id))
        .slice(0, 3)
        .join(', ')}, …)`
  }
  return ''
}

export function belongs(profile: Profile, requirement: Requirement): boolean {
  const matches = (globs: readonly string[] | undefined): boolean =>
    (globs ?? []).some(pattern => glob(pattern).test(requirement.id))
  return matches(profile.include) && !matches(profile.exclude)
}

/** `*` stands for any characters. */
export function glob(pattern: string): RegExp {
  const made = globs.get(pattern) ?? expressionOf(pattern)
  globs.set(pattern, made)
  return made
}

const globs = new Map<string, RegExp>()

const expressionOf = (pattern: string): RegExp => new RegExp(`^${pattern.split('*').map(regexEscaped).join('.*')}$`)

function notApplicable({ api, since, until }: Requirement, target: Target): Reason | null {
  const level = entryOf(target, api)?.featureLevel
  if (level === undefined) return null
  if (since !== undefined && level < since) return { kind: 'below-level', since, level }
  if (until !== undefined && level > until) return { kind: 'above-level', until, level }
  return null
}

function missingIn(
  target: Target,
  apis: readonly Api[],
  scope: Scope,
  cast: Cast,
  provisioner: Provisioner,
): (needs: Needs | undefined) => Reason | null {
  return needs => {
    if (!needs) return null
    if (needs.allow === 'write' && !scope.allow.includes('write')) return { kind: 'write-not-allowed' }
    if (needs.allow === 'destructive' && !scope.allow.includes('destructive'))
      return { kind: 'destructive-not-allowed' }
    for (const [name, need] of apis.flatMap(api => Object.entries(api.needs ?? {}))) {
      const lack = needs[name as keyof Needs] ? need.missing(target) : null
      if (lack) return lack
    }
    const actor = (needs.actors ?? []).find(word => !cast.offers(word))
    if (actor && provisioner.forbids('actor')) return { kind: 'making-not-allowed', fixture: 'actor', actor }
    if (actor) return { kind: 'actor-missing', actor }
    const fixture = (needs.fixtures ?? []).find(kind => !provisioner.offers(kind))
    if (fixture && provisioner.forbids(fixture)) return { kind: 'making-not-allowed', fixture }
    if (fixture) return notReady(fixture, staffedEntryOf(target, staffedIn(apis)?.name).fixtures)
    return null
  }
}
