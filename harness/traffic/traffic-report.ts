/** Makes report.json of judged traffic. */
import type { Report } from '../../generated/formats.ts'
import { apisIn } from '../apis-in.ts'
import { causesOf } from '../causes/causes.ts'
import type { Area } from '../check.ts'
import { outcomeOfRun } from '../judging/verdict.ts'
import { kitVersion } from '../kit-version.ts'
import { type PlannedRequirement, unjudged } from '../plan/plan.ts'
import { catalogueDigestOf, countsOf, described, judgedEntry, notJudged, titlesOf } from '../report/report.ts'
import type { TrafficBook } from './judge-traffic.ts'

type Entry = Report['requirements'][number]

export interface TrafficReportParts {
  readonly areas: readonly Area[]
  readonly book: TrafficBook
  readonly files: readonly string[]
  readonly notes: readonly string[]
  readonly id: string
  readonly interrupted?: boolean
  /** The command line that judges a requirement again; null if there is none. */
  readonly again: ((requirement: string) => string) | null
}

export function trafficReport(parts: TrafficReportParts): Report {
  const { book, areas } = parts
  const { plan, ledger, replies } = book
  const apis = apisIn(areas)
  const requirements = plan.requirements.map(planned => entryOf(planned, parts))
  const span = book.span()
  return {
    schema: 'assay-report/1',
    kit: {
      version: kitVersion,
      catalogue: catalogueDigestOf(apis),
    },
    target: { name: plan.target.name, ...placesOf(plan) },
    run: {
      id: parts.id,
      startedAt: new Date(span.first).toISOString(),
      finishedAt: new Date(span.last).toISOString(),
      seed: 0,
      budget: 'standard',
      profile: plan.profile,
      only: [...plan.only],
      shard: null,
      allow: [],
      exchanges: book.read(),
      claims: ledger.count,
      ...(parts.interrupted && { interrupted: true }),
    },
    summary: { outcome: outcomeOfRun(requirements), counts: countsOf(requirements) },
    areas: titlesOf(requirements, apis),
    requirements,
    causes: causesOf(requirements, ledger.of, replies),
    observations: [],
    coverage: { ...book.coverage.summary() },
    traffic: {
      files: [...parts.files],
      read: book.read(),
      placed: book.placed(),
      unplaced: book.unplaced.list(),
      unusable: book.unusable.list(),
      bases: Object.fromEntries([...plan.bases].map(([name, list]) => [name, [...list]])),
      levels: Object.fromEntries([...plan.ranges].map(([name, range]) => [name, { ...range }])),
      refusals: book.clients.refusals(),
      notes: [...parts.notes],
    },
    client: book.clients.findings(),
    leftovers: [],
  }
}

function placesOf({ bases, ranges }: TrafficBook['plan']): Record<string, never> {
  const places = [...bases].flatMap(([name, [baseUrl]]) => {
    const range = ranges.get(name)
    return baseUrl === undefined ? [] : [[name, { baseUrl, ...(range && { featureLevel: range.from }) }] as const]
  })
  return Object.fromEntries(places) as Record<string, never>
}

function entryOf(planned: PlannedRequirement, parts: TrafficReportParts): Entry {
  const { requirement, state } = planned
  const { ledger, replies } = parts.book
  const base = described(requirement, apisIn(parts.areas))
  const claims = ledger.of(requirement.id)
  if (state !== 'judged' || claims.length === 0) {
    const nothing = { expected: null, actual: null, exchanges: [], control: null, repeated: null, repeat: null }
    const kind = parts.book.plan.inPart.has(requirement.id) ? 'traffic-shows-part' : 'traffic-shows-none'
    const left = state === 'judged' ? unjudged(requirement, 'unverified', { kind }) : planned
    return { ...base, ...nothing, ...notJudged(left), claims: { planned: 0, made: 0 }, planned: false }
  }
  const seen = judgedEntry(base, claims, 1, null, replies)
  const made = ledger.made(requirement.id)
  const repeat = parts.again?.(requirement.id) ?? null
  return { ...seen, claims: { planned: Math.min(1, made), made }, repeat, planned: seen.verdict !== 'unverified' }
}
