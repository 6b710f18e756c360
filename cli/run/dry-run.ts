/** Prints what a run would judge, how many requests it would send, and how long they take. */
import { type CombinationTally, type Plan, planRun, rateLimitOf } from '../../harness/index.ts'
import { duration, obstacleLines, obstacles, paint, printable } from '../../reports/index.ts'
import { fewestRequests } from '../forecast/fewest-requests.ts'
import type { Io } from '../process/io.ts'
import { statusLine } from '../process/status-line.ts'
import { countedIn, rehearse } from '../reference/stand-in.ts'
import { isCleanup } from '../shards/uses.ts'
import type { RunScope } from './run-flags.ts'

interface Forecast {
  readonly requests: Readonly<Record<string, number>>
  /** Beyond `requests`, if these are capped; else null: they are among them. */
  readonly cleanup: Readonly<Record<string, number>> | null
  /** Roughly the fewest requests that decide every requirement once. */
  readonly fewest: Readonly<Record<string, number>>
  readonly rateLimits: Readonly<Record<string, number>>
  /** Null if no API has a rate limit. */
  readonly seconds: number | null
  /** Pairs of parameter values that would occur in one request, by operation. */
  readonly pairs: Readonly<Record<string, CombinationTally>>
  readonly beyondCap: ReadonlySet<string>
}

export async function dryRun(scope: RunScope, json: boolean, io: Io): Promise<number> {
  const whole = planRun(scope)
  const status = statusLine(io)
  status.show('Counting the requests of this run against the embedded reference…')
  const forecast = await forecastOf(scope)
  status.clear()
  const plan = underCap(whole, scope.maxRequests, forecast.beyondCap)
  if (json) io.out(`${JSON.stringify(asJson(plan, forecast))}\n`)
  else io.out(asText(plan, forecast, scope, io))
  return 0
}

/** The plan without what the run would have no request left for. Another target may leave out a few others. */
function underCap(plan: Plan, most: number | undefined, beyondCap: ReadonlySet<string>): Plan {
  const why = `--max-requests ${most} leaves no request for it`
  const requirements = plan.requirements.map(planned =>
    planned.state === 'judged' && beyondCap.has(planned.requirement.id)
      ? { ...planned, state: 'unverified' as const, reason: 'budget' as const, why }
      : planned,
  )
  return { ...plan, requirements }
}

async function forecastOf(scope: RunScope): Promise<Forecast> {
  const { exchanges, claims, pairs, beyondCap } = await rehearse(scope)
  const fewest = fewestRequests(exchanges, claims)
  const isCapped = scope.maxRequests !== undefined
  const requests = countedIn(isCapped ? exchanges.filter(one => !isCleanup(one)) : exchanges)
  const cleanup = isCapped ? countedIn(exchanges.filter(isCleanup)) : null
  const all = countedIn(exchanges)
  const rateLimits = Object.fromEntries(Object.keys(all).map(api => [api, rateLimitOf(scope.target, api)]))
  const times = Object.entries(all).flatMap(([api, count]) => {
    const rateLimit = rateLimits[api] ?? 0
    return count > 0 && rateLimit > 0 ? [count / rateLimit] : []
  })
  const seconds = times.length === 0 ? null : Math.max(...times)
  return { requests, cleanup, fewest, rateLimits, seconds, pairs, beyondCap }
}

function asJson(plan: Plan, { requests, cleanup, fewest, seconds, pairs }: Forecast): Record<string, unknown> {
  return {
    judged: entriesOf(plan, 'judged').map(({ id }) => id),
    unverified: entriesOf(plan, 'unverified'),
    notApplicable: entriesOf(plan, 'not-applicable'),
    requests,
    ...(cleanup && { cleanupRequests: cleanup }),
    fewestRequests: fewest,
    seconds,
    pairs,
  }
}

function asText(plan: Plan, forecast: Forecast, { target, profile, budget }: RunScope, io: Io): string {
  const colours = paint(io.colour)
  const level = target.messaging ? ` at feature level ${target.messaging.featureLevel}` : ''
  return `${[
    colours.strong(`Plan for ${printable(target.name)}${level}, profile ${profile}, budget ${budget}`),
    ...judgedByArea(plan),
    ...groups(plan, 'unverified', 'cannot be judged', io),
    ...groups(plan, 'not-applicable', 'not applicable', io),
    '',
    ...costs(forecast),
  ].join('\n')}\n`
}

function judgedByArea(plan: Plan): string[] {
  const areas = new Map<string, { judged: number; all: number }>()
  for (const { requirement, state } of plan.requirements) {
    const area = areas.get(requirement.area) ?? { judged: 0, all: 0 }
    area.all++
    if (state === 'judged') area.judged++
    areas.set(requirement.area, area)
  }
  const total = plan.requirements.filter(({ state }) => state === 'judged').length
  const rows = [...areas].map(
    ([area, { judged, all }]) => `  ${String(judged).padStart(4)} of ${String(all).padStart(3)}  ${area}`,
  )
  return ['', `${total} of ${plan.requirements.length} requirements would be judged`, ...rows]
}

function groups(plan: Plan, state: 'unverified' | 'not-applicable', title: string, io: Io): string[] {
  const entries = entriesOf(plan, state)
  return entries.length === 0
    ? []
    : ['', `${entries.length} ${title}`, ...obstacleLines(obstacles(entries), io.columns())]
}

function entriesOf(plan: Plan, state: Plan['requirements'][number]['state']) {
  return plan.requirements
    .filter(planned => planned.state === state)
    .map(({ requirement, reason, why }) => ({ id: requirement.id, reason, why }))
}

function costs({ requests, cleanup, fewest, rateLimits, seconds, pairs }: Forecast): string[] {
  const parts = Object.entries(requests)
    .filter(([, count]) => count > 0)
    .map(
      ([api, count]) => `${api} ${count}${rateLimits[api] ? ` at ${rateLimits[api]} a second` : ' with no rate limit'}`,
    )
  return [
    `Requests  about ${totalOf(requests)}${parts.length > 0 ? `: ${parts.join(', ')}` : ''}`,
    ...(cleanup && totalOf(cleanup) > 0
      ? [`Cleanup   about ${totalOf(cleanup)} more, which --max-requests does not count`]
      : []),
    ...boundText(fewest),
    ...pairsText(pairs),
    `Time      ${seconds === null ? 'as fast as the target answers' : `about ${duration(seconds)} at the rate limit`}`,
  ]
}

const totalOf = (counts: Readonly<Record<string, number>>): number =>
  Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Requests beyond this bound test a requirement again, or in other ways. */
function boundText(fewest: Forecast['fewest']): string[] {
  const parts = Object.entries(fewest).map(([api, count]) => `${api} ${count}`)
  return parts.length === 0
    ? []
    : [`At least  ${parts.join(', ')}: with fewer requests not every requirement could be shown once`]
}

/** How many pairs of values would occur in one request and be judged. */
function pairsText(pairs: Forecast['pairs']): string[] {
  const all = Object.values(pairs)
  if (all.length === 0) return []
  const [judged, possible] = [
    all.reduce((sum, one) => sum + one.judged, 0),
    all.reduce((sum, one) => sum + one.possible, 0),
  ]
  return [
    `Pairs     about ${judged} of the ${possible} pairs of parameter values that ${all.length} operations can get in one request`,
  ]
}
