/** Judges the exchanges of a run as traffic of which nothing is known but the wire, and compares the verdicts. */
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import {
  type Area,
  apisIn,
  type Captured,
  certain,
  entryOf,
  fromRecord,
  mayChange,
  memorySink,
  type Target,
  trafficJudge,
  trafficReport,
} from '../../harness/index.ts'

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

/** The traffic of one target, in memory. */
export function judgeTraffic(traffic: Iterable<Captured>, target: Target, areas: readonly Area[]): Report {
  const scope = { ...toldBy(target, areas), only: [], profile: 'everything' }
  const { add, book } = trafficJudge({ ...scope, areas, sink: memorySink() })
  for (const captured of withOverlaps([...traffic])) add(captured)
  return trafficReport({ areas, book, files: [], notes: [], id: 'again', again: null })
}

/** Says of each whether a change that comes later in the list had left when its reply came. */
function withOverlaps(traffic: readonly Captured[]): readonly Captured[] {
  let firstLater = Number.POSITIVE_INFINITY
  return traffic
    .toReversed()
    .map(captured => {
      const { sentAt, receivedAt, request } = captured
      const isOverlapped = firstLater < (receivedAt ?? sentAt)
      if (mayChange(request.method)) firstLater = Math.min(firstLater, sentAt)
      return isOverlapped ? { ...captured, isOverlapped } : captured
    })
    .toReversed()
}

/** Base addresses and feature levels as the target file tells them. */
export function toldBy(target: Target, areas: readonly Area[]) {
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

/** A verdict on either side that the other denies; what one side could not judge denies nothing. */
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
