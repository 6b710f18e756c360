/** Judges the exchanges of a run as traffic of unknown origin, and compares the verdicts with those of the run. */
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import {
  type Area,
  apisIn,
  type Captured,
  certain,
  entryOf,
  fromRecord,
  memorySink,
  type Target,
  trafficJudge,
  trafficReport,
} from '../../harness/index.ts'
import { overlaps } from './overlaps.ts'

export function judgeRecords(records: Iterable<ExchangeRecord>, target: Target, areas: readonly Area[]): Report {
  return judgeTraffic(capturedIn(records), target, areas)
}

function* capturedIn(records: Iterable<ExchangeRecord>): Iterable<Captured> {
  let entry = 0
  for (const record of records) {
    const read = fromRecord(record, { file: 'exchanges.ndjson', entry: ++entry })
    if (read) yield read
  }
}

/** Judges traffic of one target, in memory. */
export function judgeTraffic(traffic: Iterable<Captured>, target: Target, areas: readonly Area[]): Report {
  const scope = { ...statedIn(target, areas), only: [], profile: 'everything' }
  const { add, book } = trafficJudge({ ...scope, areas, sink: memorySink() })
  const order = overlaps()
  for (const captured of traffic) for (const ready of order.add(captured)) add(ready)
  for (const ready of order.rest()) add(ready)
  return trafficReport({ areas, book, files: [], notes: [], id: 'again', again: null })
}

/** Base addresses and feature levels according to the target file. */
export function statedIn(target: Target, areas: readonly Area[]) {
  const apis = apisIn(areas).filter(({ name }) => entryOf(target, name))
  const bases = new Map(apis.map(({ name }) => [name, [entryOf(target, name)?.baseUrl ?? '']]))
  const levels = apis.flatMap(({ name }) => {
    const level = entryOf(target, name)?.featureLevel
    return level === undefined ? [] : [[name, certain(level)] as const]
  })
  return { target, bases, ranges: new Map(levels) }
}

export interface Contradiction {
  readonly requirement: string
  readonly run: string
  readonly traffic: string
  readonly message: string | null
}

/** Requirements that pass on one side and fail or warn on the other. Other verdicts contradict nothing. */
export function contradictions(run: Report, traffic: Report): Contradiction[] {
  const verdicts = new Map(run.requirements.map(({ id, verdict }) => [id, verdict]))
  return traffic.requirements.flatMap(({ id, verdict, message }) => {
    const other = verdicts.get(id)
    const good = (one: string | undefined): boolean => one === 'pass'
    const bad = (one: string | undefined): boolean => one === 'fail' || one === 'warn'
    const denies = (good(verdict) && bad(other)) || (bad(verdict) && good(other))
    return denies ? [{ requirement: id, run: other ?? '', traffic: verdict, message }] : []
  })
}
