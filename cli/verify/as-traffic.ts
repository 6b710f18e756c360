/** What the exchanges of a bundle show by themselves, whoever sent them and why, denies no verdict of the report. */
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
  return `${exchanges.length} exchanges, judged as traffic that anybody may have sent, deny no verdict`
}

/** By the addresses and the level that the report names: the target file stays with the vendor. */
function judgedAsTraffic(exchanges: readonly ExchangeRecord[], { name, ...apis }: Report['target']): Report {
  const target = { name, folder: '.', file: null, ...apis } as unknown as Target
  return judgeTraffic(captured(exchanges), target, suites)
}

/** What only says "slow down", or came from outside, may have changed something; it shows nothing else. */
function* captured(exchanges: readonly ExchangeRecord[]): Iterable<Captured> {
  let entry = 0
  for (const record of exchanges) {
    const read = fromRecord(record, { file: 'exchanges.ndjson', entry: ++entry })
    const isAside = record.purpose === 'throttled' || record.purpose === 'outside'
    if (read) yield isAside ? { ...read, isAside } : read
  }
}
