/** The shards of a run as the one run they are: exchanges and claims renumbered, every verdict computed from all claims. */
import type { ClaimRecord, ExchangeRecord, JudgedRequirement, Report } from '../../generated/formats.ts'
import {
  type Api,
  causesOf,
  claimsByRequirement,
  coverageOf,
  judgedEntry,
  mergedObservations,
  outcomeOfRun,
  repliesOf,
  unverified,
} from '../../harness/index.ts'
import type { FinishedRun } from '../../reports/index.ts'
import { apis } from '../../suites/index.ts'

export interface Joined {
  readonly report: Report
  readonly exchanges: readonly ExchangeRecord[]
  readonly claims: readonly ClaimRecord[]
}

/** `missing` names the shards that are not there: what only they would have shown is unverified. */
export function joinShards(
  shards: readonly FinishedRun[],
  missing: readonly string[],
  known: readonly Api[] = apis,
): Joined {
  const parts = renumbered(shards)
  const reports = parts.map(({ report }) => report)
  const [first] = reports
  if (!first) throw new Error('there is nothing to join')
  const exchanges = parts.flatMap(part => part.exchanges)
  const claims = decisiveAmong(parts.flatMap(part => part.claims)).map((claim, index) => ({ ...claim, n: index + 1 }))
  const byRequirement = claimsByRequirement(claims)
  const replies = repliesOf(exchanges, known)
  const requirements = first.requirements.map(entry =>
    joined(entry, byRequirement.get(entry.id) ?? [], missing, replies),
  )
  const counts = { pass: 0, fail: 0, warn: 0, unverified: 0, 'not-applicable': 0 }
  for (const { verdict } of requirements) counts[verdict]++
  const outcome = outcomeOfRun(requirements)
  const { split: _split, ...run } = first.run
  return {
    exchanges,
    claims,
    report: {
      ...first,
      run: {
        ...run,
        id: reports.map(report => report.run.id).join('+'),
        startedAt: reports.map(report => report.run.startedAt).reduce((a, b) => (a < b ? a : b)),
        finishedAt: reports.map(report => report.run.finishedAt).reduce((a, b) => (a > b ? a : b)),
        shard: null,
        exchanges: exchanges.length,
        provisionerCalls: exchanges.filter(({ via }) => via === 'provisioner').length,
        claims: claims.length,
        ...together(reports),
        ...(reports.some(report => report.run.interrupted) && { interrupted: true }),
        ...(reports.some(report => report.run.bailed) && { bailed: true }),
      },
      summary: { outcome: missing.length > 0 && outcome === 'conformant' ? 'incomplete' : outcome, counts },
      requirements,
      causes: causesOf(requirements, id => byRequirement.get(id) ?? [], replies),
      observations: mergedObservations(
        reports.flatMap(({ observations }) => observations.flatMap(sights)),
        known,
      ),
      leftovers: reports.flatMap(({ leftovers }) => leftovers),
      coverage: { ...coverageOf(first.target, known, exchanges, claims), pairs: pairsOf(reports) },
    },
  }
}

/** The combinations of an operation are all in one shard. */
const pairsOf = (reports: readonly Report[]): Record<string, unknown> =>
  Object.assign({}, ...reports.map(({ coverage }) => coverage['pairs'] ?? {}))

/** Shards that ran side by side had a part of the rate limit each; the one after them had it all. */
function together(reports: readonly Report[]): Pick<Report['run'], 'requestsPerSecond'> {
  const sum = (api: string, which: readonly Report[]): number =>
    which.reduce((all, { run }) => all + (run.requestsPerSecond?.[api] ?? 0), 0)
  const beside = reports.filter(({ run }) => !run.shard?.startsWith('last/'))
  const after = reports.filter(({ run }) => run.shard?.startsWith('last/'))
  const known = [...new Set(reports.flatMap(({ run }) => Object.keys(run.requestsPerSecond ?? {})))]
  if (known.length === 0) return {}
  const rateLimit = (api: string): number => Math.max(sum(api, beside), sum(api, after))
  return { requestsPerSecond: Object.fromEntries(known.map(api => [api, rateLimit(api)])) }
}

function joined(
  entry: JudgedRequirement,
  claims: readonly ClaimRecord[],
  missing: readonly string[],
  replies: ReturnType<typeof repliesOf>,
): JudgedRequirement {
  const { planned } = entry.claims
  if (planned === 0) return entry
  const whole = judgedEntry({ ...entry, baseline: false }, claims, planned, entry.repeat, replies)
  if (claims.length > 0 || missing.length === 0) return whole
  return { ...whole, ...unverified({ kind: 'shards-missing', shards: missing }) }
}

/** That one shard showed nothing counts only where no other did. What does not count is not kept: claims alone give the verdicts. */
function decisiveAmong(claims: readonly ClaimRecord[]): readonly ClaimRecord[] {
  const isShown = ({ args }: ClaimRecord): boolean => args['unshown'] !== true
  const kept = new Set(
    [...claimsByRequirement(claims).values()].flatMap(some =>
      some.some(isShown) ? some.filter(isShown) : some.slice(0, 1),
    ),
  )
  return claims.filter(claim => kept.has(claim))
}

/** One run tells each sight of an open point once, whichever shard had it. */
function sights({ id, observed, exchanges }: Report['observations'][number]): Report['observations'] {
  return observed.split('; ').map(sight => ({ id, observed: sight, exchanges }))
}

/** Exchanges are numbered on from shard to shard, and so are the placeholders of secrets. */
function renumbered(shards: readonly FinishedRun[]): Omit<FinishedRun, 'damage'>[] {
  let [exchangesBefore, secretsBefore] = [0, 0]
  return shards.map(({ report, exchanges, claims }) => {
    const [from, secretsFrom] = [exchangesBefore, secretsBefore]
    const moved = (n: number): number => n + from
    let [most, mostSecrets] = [0, 0]
    const apart = <T>(value: T): T =>
      JSON.parse(
        JSON.stringify(value).replaceAll(/\{\{secret:(\d+)\}\}/g, (_whole, n: string) => {
          mostSecrets = Math.max(mostSecrets, Number(n))
          return `{{secret:${Number(n) + secretsFrom}}}`
        }),
      ) as T
    const part = {
      report: apart({
        ...report,
        observations: report.observations.map(one => ({ ...one, exchanges: one.exchanges.map(moved) })),
      }),
      exchanges: exchanges.map(exchange => {
        most = Math.max(most, exchange.n)
        return apart({ ...exchange, n: moved(exchange.n) })
      }),
      claims: claims.map(claim => {
        const control = claim.control === null ? null : moved(claim.control)
        return apart({ ...claim, control, exchanges: claim.exchanges.map(moved) })
      }),
    }
    exchangesBefore += most
    secretsBefore += mostSecrets
    return part
  })
}
