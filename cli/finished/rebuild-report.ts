/**
 * Rebuilds the report of a run that was killed, from its evidence and the report written at its start. Requirements
 * that it did not reach are unverified.
 */
import { catalogueDigest, requirements } from '../../generated/catalogue.ts'
import type { ClaimRecord, ExchangeRecord, JudgedRequirement, Report } from '../../generated/formats.ts'
import {
  type Api,
  causesOf,
  claimsByRequirement,
  coverageOf,
  described,
  judgedEntry,
  kitVersion,
  outcomeOfRun,
  repliesOf,
  titlesOf,
  unverified,
} from '../../harness/index.ts'
import { countVerdicts } from '../../reports/index.ts'
import { apis, suites } from '../../suites/index.ts'

interface Evidence {
  readonly exchanges: readonly ExchangeRecord[]
  readonly claims: readonly ClaimRecord[]
}

export function rebuildReport(head: Report, { exchanges, claims }: Evidence, known: readonly Api[] = apis): Report {
  const byRequirement = claimsByRequirement(claims)
  const replies = repliesOf(exchanges, known)
  const entries = head.requirements.map(entry => judged(entry, byRequirement.get(entry.id) ?? [], replies))
  const last = exchanges.reduce((time, { sentAt, receivedAt }) => later(time, receivedAt ?? sentAt), head.run.startedAt)
  return {
    ...head,
    run: {
      ...{ ...head.run, finishedAt: last, exchanges: exchanges.length, claims: claims.length },
      provisionerCalls: exchanges.filter(({ via }) => via === 'provisioner').length,
    },
    summary: { outcome: outcomeOfRun(entries), counts: countVerdicts(entries) },
    requirements: entries,
    causes: causesOf(entries, id => byRequirement.get(id) ?? [], replies),
    coverage: Object.keys(head.target).length > 1 ? coverageOf(head.target, known, exchanges, claims) : {},
  }
}

const later = (a: string, b: string): string => (a > b ? a : b)

/** By the rule for complete runs: a requirement with fewer claims than planned is unverified, unless a claim failed. */
function judged(
  entry: JudgedRequirement,
  claims: readonly ClaimRecord[],
  replies: ReturnType<typeof repliesOf>,
): JudgedRequirement {
  const { planned } = entry.claims
  if (planned === 0 || claims.length === 0) return entry
  const seen = judgedEntry(entry, claims, planned, entry.repeat, replies)
  if (seen.verdict === 'fail' || seen.verdict === 'unverified' || seen.claims.made >= planned) return seen
  return { ...entry, exchanges: seen.exchanges, claims: seen.claims }
}

/** The start of a report for a run of which only the evidence is left. */
export function headOf(name: string, { exchanges }: Evidence): Report {
  const startedAt = exchanges[0]?.sentAt ?? new Date(0).toISOString()
  return {
    schema: 'assay-report/1',
    kit: { version: kitVersion, catalogue: catalogueDigest },
    target: { name },
    run: {
      ...{ id: 'unknown', startedAt, finishedAt: startedAt, seed: 0, budget: 'standard', profile: 'everything' },
      ...{ only: [], shard: null, allow: [], exchanges: 0, claims: 0, interrupted: true, unfinished: true },
    },
    summary: { outcome: 'invalid', counts: { pass: 0, fail: 0, warn: 0, unverified: 0, 'not-applicable': 0 } },
    areas: titlesOf(requirements, apis),
    requirements: requirements.map(requirement => ({
      ...described(requirement, apis),
      ...unverified({ kind: 'not-reached' }),
      ...{ expected: null, actual: null },
      ...{ exchanges: [], control: null, repeated: null, repeat: null, planned: true },
      claims: { planned: plannedOf(requirement.id), made: 0 },
    })),
    observations: [],
    coverage: {},
    leftovers: [],
  }
}

const plans = new Map<string, number>()
for (const item of suites.flatMap(({ items }) => items)) {
  if (item.does !== 'check') continue
  for (const id of item.requirements) plans.set(id, Math.max(plans.get(id) ?? 1, item.plans[id] ?? 1))
}

const plannedOf = (id: string): number => plans.get(id) ?? 1
