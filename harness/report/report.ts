/** report.json, from the plan and the claims. */
import type { ClaimRecord, Report } from '../../generated/formats.ts'
import { type Api, levelsOf, type Needs, type Requirement, staffedIn } from '../api.ts'
import { causesOf, chargedWith } from '../causes/causes.ts'
import { contextInWords, contextOf, type FailureContext, type OtherRequests } from '../causes/failure-context.ts'
import type { Coverage } from '../coverage/coverage.ts'
import { notGenerated, unreached } from '../coverage/coverage-reasons.ts'
import type { RunLedger } from '../judging/ledger.ts'
import { AFTER } from '../judging/tried.ts'
import { outcomeOfRun, verdictOf } from '../judging/verdict.ts'
import { kitVersion } from '../kit-version.ts'
import type { Plan, PlannedRequirement, Scope } from '../plan/plan.ts'
import type { Share } from '../plan/share.ts'
import { type Reason, reasonCode, reasonInWords } from '../reason.ts'
import type { Replies } from '../replies.ts'
import type { Observation, Session } from '../run/session.ts'
import { entryOf, rateLimitOf, staffedEntryOf } from '../target/api-entry.ts'
import { commandFor, reproducing } from './reproduce.ts'

export interface ReportParts {
  readonly session: Session
  readonly plan: Plan
  readonly ledger: RunLedger
  readonly seed: number
  readonly scope: Scope
  /** How many generated requests the run was to send, if that was stated. */
  readonly requests?: number | undefined
  readonly startedAt: number
  readonly replies: Replies
  /** Null at the start of a run, because computing why nothing is covered yet takes long. */
  readonly coverage: Coverage | null
  readonly share: Share | null
  readonly provisionerCalls: number
  /** Whether the run stopped at its first failure. */
  readonly bailed: boolean
  /** True at the start of a run: the output folder keeps this report if the run is killed. */
  readonly unfinished?: boolean
}

type Entry = Report['requirements'][number]
const MOST_EXCHANGES = 20

export function buildReport(parts: ReportParts): Report {
  const { session, plan, scope } = parts
  const { target, apis } = session
  const entries = plan.requirements.map(planned => entry(planned, parts))
  const causes = causesOf(entries, parts.ledger.of, parts.replies)
  const requirements = namingCauses(entries, chargedWith(causes, parts.ledger.of, parts.replies))
  return {
    schema: 'assay-report/1',
    kit: {
      version: kitVersion,
      catalogue: catalogueDigestOf(apis),
    },
    target: {
      name: target.name,
      ...whereTheyAre(target, session.apis),
      ...whoTheyAre(target, session.apis),
    },
    run: {
      id: session.runId,
      startedAt: new Date(parts.startedAt).toISOString(),
      finishedAt: new Date(session.stamp('arrival')).toISOString(),
      seed: parts.seed,
      budget: scope.budget,
      profile: scope.profile,
      only: [...scope.only],
      ...(scope.checks && scope.checks.length > 0 && { checks: [...scope.checks] }),
      shard: parts.share?.name ?? null,
      ...(parts.share && { split: parts.share.split }),
      allow: [...scope.allow],
      exchanges: session.exchanges(),
      provisionerCalls: parts.provisionerCalls,
      claims: parts.ledger.count,
      requestsPerSecond: rateLimits(session),
      ...(session.maxRequests !== undefined && { maxRequests: session.maxRequests }),
      ...(parts.bailed ? { bailed: true } : session.interrupted() && { interrupted: true }),
      ...(parts.unfinished && { interrupted: true, unfinished: true }),
    },
    summary: { outcome: outcomeOfRun(requirements), counts: countsOf(requirements) },
    areas: titlesOf(requirements, apis),
    requirements,
    causes,
    observations: mergedObservations(session.observations, apis),
    coverage: parts.coverage
      ? {
          ...parts.coverage,
          unreached: unreached(parts.coverage, requirements, scope.budget !== 'thorough', apis),
          notGenerated: notGenerated({ apis, levels: levelsOf(target, apis) }),
        }
      : {},
    leftovers: [...session.leftovers],
  }
}

/** Adds to unverified requirements which failures explain them: that of their refused control, or those of the same area. */
function namingCauses(entries: readonly Entry[], chargedWithOf: (exchange: number) => string | null): Entry[] {
  const failed = entries.filter(({ verdict }) => verdict === 'fail')
  return entries.map(one => {
    const [exchange] = one.exchanges
    if (one.verdict !== 'unverified' || one.reason !== 'prerequisite-failed') return one
    if (one.because?.kind === 'nothing-shown') {
      const ids = failed.filter(({ area }) => area === one.area).map(({ id }) => id)
      return ids.length === 0 ? one : { ...one, message: `${one.message}; in the same area ${failing(ids)}` }
    }
    if (one.because?.kind !== 'control-refused' || exchange === undefined) return one
    const cause = chargedWithOf(exchange)
    return cause === null ? one : { ...one, message: `${one.message}; ${cause} fails because of that` }
  })
}

const MOST_NAMED = 3

function failing(ids: readonly string[]): string {
  const more = ids.length - MOST_NAMED
  const named = [...ids.slice(0, MOST_NAMED), ...(more > 0 ? [`${more} more`] : [])].join(', ')
  return `${named} ${ids.length === 1 ? 'fails' : 'fail'}`
}

const NO_DIGEST = `sha256:${'0'.repeat(64)}`

/** The digest of the catalogue that comes with Assay; zeros if none of these APIs belongs to it. */
export const catalogueDigestOf = (apis: readonly Api[]): string =>
  apis.find(({ catalogue }) => catalogue.digest)?.catalogue.digest ?? NO_DIGEST

/** How many requirements have each verdict. */
export function countsOf(requirements: readonly Pick<Entry, 'verdict'>[]): Report['summary']['counts'] {
  const counts = { pass: 0, fail: 0, warn: 0, unverified: 0, 'not-applicable': 0 }
  for (const { verdict } of requirements) counts[verdict]++
  return counts
}

/** Address and feature level of each API of the target; APIs of the user's own are listed separately. */
function whereTheyAre(target: Session['target'], apis: readonly Api[]): Omit<Report['target'], 'name'> {
  const places = apis.flatMap(({ name }) => {
    const { baseUrl, featureLevel } = entryOf(target, name) ?? {}
    return baseUrl ? [[name, { baseUrl, ...(featureLevel !== undefined && { featureLevel }) }] as const] : []
  })
  const isFurther = ([name]: readonly [string, unknown]): boolean => target.apis?.[name] !== undefined
  const further = Object.fromEntries(places.filter(isFurther))
  return {
    ...Object.fromEntries(places.filter(one => !isFurther(one))),
    ...(Object.keys(further).length > 0 && { apis: further }),
  }
}

/** Names only, no secrets: enough to write a request down as a command for a shell that has the secrets. */
function whoTheyAre(target: Session['target'], apis: readonly Api[]): Pick<Report['target'], 'variables' | 'actors'> {
  const { actors = {} } = staffedEntryOf(target, staffedIn(apis)?.name)
  const emails = Object.fromEntries(Object.entries(actors).map(([name, { email }]) => [name, email]))
  return {
    ...(target.variables && Object.keys(target.variables).length > 0 && { variables: { ...target.variables } }),
    ...(target.file !== null && Object.keys(emails).length > 0 && { actors: emails }),
  }
}

const rateLimits = ({ target, apis }: Session): NonNullable<Report['run']['requestsPerSecond']> =>
  Object.fromEntries(
    apis.filter(({ name }) => entryOf(target, name)).map(({ name }) => [name, rateLimitOf(target, name)]),
  )

export function titlesOf(
  requirements: readonly { readonly area: string }[],
  apis: readonly Api[],
): Record<string, string> {
  const named = new Set(requirements.map(({ area }) => area))
  const areas = apis.flatMap(({ catalogue }) => catalogue.areas)
  return Object.fromEntries(areas.flatMap(({ id, title }) => (named.has(id) ? [[id, title]] : [])))
}

function entry(planned: PlannedRequirement, parts: ReportParts): Entry {
  const { requirement } = planned
  const base = described(requirement, parts.session.apis)
  const nothing = { expected: null, actual: null, exchanges: [], control: null, repeated: null, repeat: null }
  if (planned.state !== 'judged') {
    return { ...base, ...nothing, ...notJudged(planned), claims: { planned: 0, made: 0 }, planned: false }
  }
  const claims = parts.ledger.of(requirement.id)
  const planCount = parts.plan.claims.get(requirement.id) ?? 1
  const repeat = commandFor(requirement.id, { target: parts.session.target, ...parts })
  if (parts.unfinished) {
    const seen = { claims: { planned: planCount, made: 0 }, planned: true }
    return { ...base, ...nothing, repeat, ...unverified({ kind: 'not-reached' }), ...seen }
  }
  if (parts.share && claims.length === 0) {
    const seen = { claims: { planned: planCount, made: 0 }, planned: false }
    return { ...base, ...nothing, repeat, ...unverified({ kind: 'other-shard', shard: parts.share.name }), ...seen }
  }
  const judged = judgedEntry(base, claims, planCount, repeat, parts.replies)
  const unkept = parts.ledger.unkept(requirement.id)
  return { ...judged, claims: { ...judged.claims, made: judged.claims.made + unkept } }
}

type Left = Pick<Entry, 'verdict' | 'reason' | 'because' | 'message'>

/** What a report says about a requirement that is not judged. */
export const notJudged = ({ state, because, reason, why }: PlannedRequirement): Left => ({
  verdict: state === 'judged' ? 'unverified' : state,
  reason,
  ...(because && { because }),
  message: why,
})

export const unverified = (because: Reason): Left => ({
  verdict: 'unverified',
  reason: reasonCode(because),
  because,
  message: reasonInWords(because),
})

type Described = Pick<Entry, 'id' | 'sentence' | 'area' | 'places' | 'level' | 'since' | 'until' | 'needs' | 'baseline'>

/** What a report says about a requirement before anything is judged. */
export function described(requirement: Requirement, apis: readonly Api[]): Described {
  const { id, sentence, area, places, level, since, until, needs } = requirement
  return {
    id,
    sentence,
    area,
    places: [...places],
    level,
    ...(since !== undefined && { since }),
    ...(until !== undefined && { until }),
    needs: needsInWords(needs, apis),
    baseline: false,
  }
}

/** The entry of one requirement in a report, from its claims. */
export function judgedEntry(
  base: Described,
  claims: readonly ClaimRecord[],
  planCount: number,
  repeat: string | null,
  replies: OtherRequests & Pick<Replies, 'wrote' | 'apis'>,
): Entry {
  const judged = verdictOf(claims)
  const { decisive } = judged
  const failed = judged.verdict === 'fail' || judged.verdict === 'warn'
  const around = failed && decisive ? contextOf(decisive, claims, replies) : {}
  return Object.assign({}, base, {
    verdict: judged.verdict,
    reason: judged.reason,
    ...(judged.verdict === 'unverified' && { because: decisive ? decisive.because : NOTHING_SHOWN.because }),
    message: failed
      ? failure(decisive, judged.repeated, around)
      : judged.verdict === 'unverified'
        ? (decisive?.why ?? NOTHING_SHOWN.message)
        : null,
    expected: decisive?.expected ?? null,
    actual: decisive?.actual ?? null,
    ...(failed && decisive && triedIn(decisive, around)),
    ...around,
    exchanges: evidence(claims, decisive, judged.repeated).slice(0, MOST_EXCHANGES),
    control: decisive?.control ?? null,
    repeated: judged.repeated,
    repeat: repeat && reproducing(repeat, failed ? decisive : null, claims, replies),
    claims: { planned: planCount, made: judged.made },
    planned: decisive?.planned ?? true,
  })
}

/** Leaves out `tried` if it is a change before a read that `before` already names. */
const triedIn = ({ tried }: ClaimRecord, { before }: FailureContext): Pick<Entry, 'tried'> =>
  tried === undefined || (before && tried.startsWith(AFTER)) ? {} : { tried }

const NOTHING_SHOWN = unverified({ kind: 'nothing-shown' })

function failure(decisive: ClaimRecord | null, repeated: boolean | null, around: FailureContext): string | null {
  if (!decisive) return null
  const flaky =
    ' It held when tried again: the target answers differently from time to time, or after other requests. If the reply means "slow down", it can be declared in the target file (throttled).'
  const { tried: told } = triedIn(decisive, around)
  const tried = told === undefined ? '' : ` (${told})`
  return `Expected ${decisive.expected}${tried}, got ${decisive.actual}.${contextInWords(around)}${repeated === false ? flaky : ''}`
}

/** The decisive exchanges first; if a failure did not repeat, then those of the second try. */
function evidence(claims: readonly ClaimRecord[], decisive: ClaimRecord | null, repeated: boolean | null): number[] {
  if (!decisive || decisive.outcome === 'undecided')
    return [...new Set([...(decisive?.exchanges ?? []), ...claims.flatMap(claim => claim.exchanges)])]
  const later = claims.filter(claim => claim.attempt > decisive.attempt && claim.exchanges.length > 0)
  const second = later.find(claim => claim.predicate === decisive.predicate) ?? later[0]
  return [...new Set([...decisive.exchanges, ...(repeated === false && second ? second.exchanges : [])])]
}

export function needsInWords(needs: Needs | undefined, apis: readonly Api[]): string[] {
  if (!needs) return []
  return [
    ...(needs.actors ?? []).map(word => `actor ${word}`),
    ...(needs.fixtures ?? []).map(kind => `fixture ${kind}`),
    ...(needs.allow ? [`allow ${needs.allow}`] : []),
    ...apis
      .flatMap(api => Object.entries(api.needs ?? {}))
      .flatMap(([name, { words }]) => (needs[name as keyof Needs] ? [words] : [])),
  ]
}

/** One entry for each open point, which lists its different observations. */
export function mergedObservations(observations: readonly Observation[], apis: readonly Api[]): Report['observations'] {
  const points = apis.flatMap(({ catalogue }) => catalogue.openPoints)
  const sentences = new Map(points.map(({ id, sentence }) => [id, sentence]))
  const byId = new Map<string, { observed: Set<string>; exchanges: Set<number> }>()
  for (const { id, observed, exchanges } of observations) {
    const one = byId.get(id) ?? { observed: new Set(), exchanges: new Set() }
    one.observed.add(observed)
    for (const n of exchanges) one.exchanges.add(n)
    byId.set(id, one)
  }
  return [...byId].map(([id, one]) => {
    const sentence = sentences.get(id)
    return {
      id,
      ...(sentence !== undefined && { sentence }),
      observed: [...one.observed].join('; '),
      exchanges: [...one.exchanges].slice(0, MOST_EXCHANGES),
    }
  })
}
