/** Checks that no pass in the report is contradicted by the exchanges themselves, when they are judged as traffic. */
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import { type Captured, fromRecord, type Target } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { suites } from '../../suites/index.ts'
import { contradictions, judgeTraffic } from '../judge/judge-records.ts'
import { type Findings, need, Refused } from './context.ts'

export function checkTraffic(found: Findings): string {
  const report = need(found.report)
  const exchanges = need(found.exchanges)
  const [hidden] = contradictions(report, judgedAsTraffic(exchanges, report.target)).filter(
    ({ run, traffic }) => run === 'pass' && traffic === 'fail',
  )
  if (hidden)
    throw new Refused(
      `${hidden.requirement} is reported as pass, and the exchanges show that it was violated: ${printable(hidden.message ?? '')}`,
    )
  return `${exchanges.length} exchanges, judged as traffic that anybody may have sent, contradict no verdict`
}

/** Uses the addresses and the level in the report, because a bundle has no target file. */
function judgedAsTraffic(exchanges: readonly ExchangeRecord[], { name, ...apis }: Report['target']): Report {
  const target = { name, folder: '.', file: null, ...apis } as unknown as Target
  return judgeTraffic(captured(exchanges), target, suites)
}

/** A throttled exchange, or one outside of the contract, may have changed something. Apart from that it is not judged. */
function* captured(exchanges: readonly ExchangeRecord[]): Iterable<Captured> {
  let entry = 0
  for (const record of exchanges) {
    const read = fromRecord(record, { file: 'exchanges.ndjson', entry: ++entry })
    const isAside = record.purpose === 'throttled' || record.purpose === 'outside'
    if (read) yield isAside ? { ...read, isAside } : read
  }
}
