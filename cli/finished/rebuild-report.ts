/** A report from evidence alone, for a run that never wrote its own. Whatever it did not reach is unverified. */
import { catalogueDigest, type Requirement, requirements } from '../../generated/catalogue.ts'
import type { ClaimRecord, ExchangeRecord, JudgedRequirement, Report } from '../../generated/formats.ts'
import { kitVersion, needsInWords, outcomeOfRun, verdictOf } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'

const MOST_EXCHANGES = 20

export function rebuildReport(
  name: string,
  exchanges: readonly ExchangeRecord[],
  claims: readonly ClaimRecord[],
): Report {
  const byRequirement = new Map<string, ClaimRecord[]>()
  for (const claim of claims) {
    byRequirement.set(claim.requirement, [...(byRequirement.get(claim.requirement) ?? []), claim])
  }
  const entries = requirements.map(requirement => entry(requirement, byRequirement.get(requirement.id) ?? []))
  const counts = { pass: 0, fail: 0, warn: 0, unverified: 0, 'not-applicable': 0 }
  for (const { verdict } of entries) counts[verdict]++
  const startedAt = exchanges[0]?.sentAt ?? new Date(0).toISOString()
  return {
    schema: 'assay-report/1',
    kit: { version: kitVersion, catalogue: catalogueDigest },
    target: { name },
    run: {
      id: 'unknown',
      startedAt,
      finishedAt: exchanges.reduce((last, { sentAt, receivedAt }) => later(last, receivedAt ?? sentAt), startedAt),
      seed: 0,
      budget: 'standard',
      profile: 'everything',
      only: [],
      shard: null,
      allow: [],
      exchanges: exchanges.length,
      claims: claims.length,
      interrupted: true,
    },
    summary: { outcome: outcomeOfRun(entries), counts },
    requirements: entries,
    observations: [],
    coverage: {},
    leftovers: [],
  }
}

const later = (a: string, b: string): string => (a > b ? a : b)

function entry(requirement: Requirement, claims: readonly ClaimRecord[]): JudgedRequirement {
  const { id, sentence, area, places, level } = requirement
  const base = {
    id,
    sentence,
    area,
    places: [...places],
    level,
    needs: needsInWords(requirement.needs),
    baseline: false,
  }
  const planned = plannedOf(id)
  const { verdict, reason, decisive, repeated, made } = verdictOf(claims)
  const short = verdict === 'pass' && made < planned
  if (claims.length === 0 || short) {
    return {
      ...base,
      verdict: 'unverified',
      reason: 'budget',
      message: 'the run ended before it was judged',
      expected: null,
      actual: null,
      exchanges: numbersOf(claims),
      control: null,
      repeated: null,
      repeat: null,
      claims: { planned, made },
      planned: true,
    }
  }
  const broken = verdict === 'fail' || verdict === 'warn'
  return {
    ...base,
    verdict,
    reason,
    message: broken ? `Expected ${decisive?.expected}, got ${decisive?.actual}.` : (decisive?.why ?? null),
    expected: decisive?.expected ?? null,
    actual: decisive?.actual ?? null,
    exchanges: numbersOf(decisive && broken ? [decisive] : claims),
    control: decisive?.control ?? null,
    repeated,
    repeat: null,
    claims: { planned, made },
    planned: true,
  }
}

const numbersOf = (claims: readonly ClaimRecord[]): number[] =>
  [...new Set(claims.flatMap(({ exchanges }) => exchanges))].slice(0, MOST_EXCHANGES)

const plans = new Map<string, number>()
for (const item of suites.flatMap(({ items }) => items)) {
  if (item.does !== 'check') continue
  for (const id of item.requirements) plans.set(id, Math.max(plans.get(id) ?? 1, item.plans[id] ?? 1))
}

const plannedOf = (id: string): number => plans.get(id) ?? 1
