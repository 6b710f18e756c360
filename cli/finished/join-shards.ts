/**
 * Joins the shards of a run into one run: renumbers exchanges and claims, and computes every verdict from all claims.
 * Shards may be very long, so their records are read one at a time.
 */
import type { ClaimRecord, ExchangeRecord, JudgedRequirement, Report } from '../../generated/formats.ts'
import {
  type Api,
  causesOf,
  coverageBook,
  type EvidenceSink,
  exchange as exchangeOf,
  isGeneratedRefusal,
  judgedEntry,
  ledger as ledgerOf,
  levelsOf,
  mergedObservations,
  outcomeOfRun,
  type RunLedger,
  replyBook,
  unverified,
} from '../../harness/index.ts'
import { countVerdicts } from '../../reports/index.ts'
import { apis } from '../../suites/index.ts'

export interface Shard {
  readonly report: Report
  /** The claims that can change a verdict. */
  readonly decisive: readonly ClaimRecord[]
  exchanges(): Iterable<ExchangeRecord> | AsyncIterable<ExchangeRecord>
  claims(): Iterable<ClaimRecord> | AsyncIterable<ClaimRecord>
}

/** `missing` names the shards that are absent; requirements that only they would have judged are unverified. */
export async function joinShards(
  shards: readonly Shard[],
  missing: readonly string[],
  sink: Pick<EvidenceSink, 'exchange' | 'claim'>,
  known: readonly Api[] = apis,
): Promise<Report> {
  const [one] = shards
  if (!one) throw new Error('there is nothing to join')
  const coverage = coverageBook({ apis: known, levels: levelsOf(one.report.target, known) })
  const replies = replyBook(known)
  const ledger = ledgerOf(sink, ({ predicate, args }) => {
    if (isGeneratedRefusal(predicate)) coverage.constraint(String(args['sent']))
  })
  const counts = { exchanges: 0, provisionerCalls: 0 }
  const reports: Report[] = []
  const isKept = decisiveAmong(shards)
  const renumbered = renumbering()
  for (const shard of shards) {
    const renumber = renumbered()
    reports.push(renumber.report(shard.report))
    for await (const record of shard.exchanges()) {
      const exchange = renumber.exchange(record)
      sink.exchange(exchange)
      coverage.exchange(exchangeOf(exchange))
      replies.add(exchange)
      counts.exchanges++
      if (exchange.via === 'provisioner') counts.provisionerCalls++
    }
    for await (const claim of shard.claims()) if (isKept(claim)) ledger.add(renumber.claim(claim))
  }
  return reportOf(reports, missing, known, { ledger, replies, counts, covered: coverage.summary() })
}

interface Collected {
  readonly ledger: RunLedger
  readonly replies: ReturnType<typeof replyBook>
  readonly counts: Pick<Report['run'], 'exchanges' | 'provisionerCalls'>
  readonly covered: object
}

function reportOf(
  reports: readonly Report[],
  missing: readonly string[],
  known: readonly Api[],
  { ledger, replies, counts: passed, covered }: Collected,
): Report {
  const [first] = reports as [Report]
  const requirements = first.requirements.map(entry => joined(entry, ledger, missing, replies))
  const counts = countVerdicts(requirements)
  const outcome = outcomeOfRun(requirements)
  const { split: _split, ...run } = first.run
  return {
    ...first,
    run: {
      ...run,
      id: reports.map(report => report.run.id).join('+'),
      startedAt: reports.map(report => report.run.startedAt).reduce((a, b) => (a < b ? a : b)),
      finishedAt: reports.map(report => report.run.finishedAt).reduce((a, b) => (a > b ? a : b)),
      shard: null,
      ...passed,
      claims: ledger.count,
      ...combinedRates(reports),
      ...(reports.some(report => report.run.interrupted) && { interrupted: true }),
      ...(reports.some(report => report.run.bailed) && { bailed: true }),
    },
    summary: { outcome: missing.length > 0 && outcome === 'conformant' ? 'incomplete' : outcome, counts },
    requirements,
    causes: causesOf(requirements, ledger.of, replies),
    observations: mergedObservations(
      reports.flatMap(({ observations }) => observations.flatMap(observationParts)),
      known,
    ),
    leftovers: reports.flatMap(({ leftovers }) => leftovers),
    coverage: { ...covered, pairs: pairsOf(reports) },
  }
}

/** All combinations of one operation are in the same shard. */
const pairsOf = (reports: readonly Report[]): Record<string, unknown> =>
  Object.assign({}, ...reports.map(({ coverage }) => coverage['pairs'] ?? {}))

/** Concurrent shards each had a part of the rate limit; the last shard, which ran after them, had all of it. */
function combinedRates(reports: readonly Report[]): Pick<Report['run'], 'requestsPerSecond'> {
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
  ledger: RunLedger,
  missing: readonly string[],
  replies: Collected['replies'],
): JudgedRequirement {
  const { planned } = entry.claims
  if (planned === 0) return entry
  const claims = ledger.of(entry.id)
  const judged = judgedEntry({ ...entry, baseline: false }, claims, planned, entry.repeat, replies)
  const whole = { ...judged, claims: { planned, made: judged.claims.made + ledger.unkept(entry.id) } }
  if (claims.length > 0 || missing.length === 0) return whole
  return { ...whole, ...unverified({ kind: 'shards-missing', shards: missing }) }
}

/**
 * A claim that a shard could not demonstrate anything counts only if no other shard did, and only once. Claims that do
 * not count are dropped, so that verdicts follow from the claims alone.
 */
function decisiveAmong(shards: readonly Shard[]): (claim: ClaimRecord) => boolean {
  const isShown = ({ args }: ClaimRecord): boolean => args['unshown'] !== true
  const demonstrated = new Set(
    shards.flatMap(({ decisive }) => decisive.filter(isShown).map(({ requirement }) => requirement)),
  )
  return claim => {
    if (isShown(claim)) return true
    const isFirst = !demonstrated.has(claim.requirement)
    demonstrated.add(claim.requirement)
    return isFirst
  }
}

/** Splits an observation into its parts: several shards may have observed the same, which one run reports once. */
function observationParts({ id, observed, exchanges }: Report['observations'][number]): Report['observations'] {
  return observed.split('; ').map(sight => ({ id, observed: sight, exchanges }))
}

interface Moved {
  report(report: Report): Report
  exchange(record: ExchangeRecord): ExchangeRecord
  claim(claim: ClaimRecord): Omit<ClaimRecord, 'n'>
}

/** Call once for each shard in turn: numbers of exchanges, and of placeholders for secrets, continue from shard to shard. */
function renumbering(): () => Moved {
  let [most, mostSecrets] = [0, 0]
  return () => {
    const [from, secretsFrom] = [most, mostSecrets]
    const moved = (n: number): number => n + from
    const withOwnSecrets = <T>(value: T): T => {
      const text = JSON.stringify(value)
      if (!text.includes('{{secret:')) return value
      const renamed = text.replaceAll(/\{\{secret:(\d+)\}\}/g, (_whole, n: string) => {
        mostSecrets = Math.max(mostSecrets, Number(n) + secretsFrom)
        return `{{secret:${Number(n) + secretsFrom}}}`
      })
      return JSON.parse(renamed) as T
    }
    return {
      report: report =>
        withOwnSecrets({
          ...report,
          observations: report.observations.map(one => ({ ...one, exchanges: one.exchanges.map(moved) })),
        }),
      exchange(record) {
        most = Math.max(most, moved(record.n))
        return withOwnSecrets({ ...record, n: moved(record.n) })
      },
      claim({ n: _, ...claim }) {
        const control = claim.control === null ? null : moved(claim.control)
        return withOwnSecrets({ ...claim, control, exchanges: claim.exchanges.map(moved) })
      },
    }
  }
}
