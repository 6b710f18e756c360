/** The state of a run while it is under way, from the report written at its start and its claims so far. */
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import { rebuildReport } from '../finished/rebuild-report.ts'
import type { Standing } from './live-page.ts'

export interface StandingBook {
  start(head: Report): void
  exchange(record: ExchangeRecord): void
  claim(record: ClaimRecord): void
  readonly standing: Standing
}

/** How many exchanges and claims are shown: a page that is loaded every few seconds must stay small. */
const MOST_SHOWN = 300

/**
 * Limits of what is kept of a long run: characters of exchanges, claims for each requirement that are not broken,
 * broken claims.
 */
const MOST_CHARACTERS = 16e6
const MOST_HELD = 100
const MOST_BROKEN = 5000
/** How many of the latest exchanges are at hand for a broken claim, which cites recent ones. */
const RECENT = 500

export function standingBook(): StandingBook {
  const exchanges = new Map<number, ExchangeRecord>()
  const recent: ExchangeRecord[] = []
  const claims: ClaimRecord[] = []
  const held = new Map<string, number>()
  const counts = { exchanges: 0, claims: 0, provisionerCalls: 0, broken: 0 }
  let characters = 0
  let start: (head: Report) => void = () => {}
  const begun = new Promise<Report>(resolve => {
    start = resolve
  })
  const keep = (record: ExchangeRecord): void => {
    if (characters > MOST_CHARACTERS || exchanges.has(record.n)) return
    characters += sizeOf(record)
    exchanges.set(record.n, record)
  }
  return {
    start: report => start(report),
    exchange(record) {
      counts.exchanges++
      if (record.via === 'provisioner') counts.provisionerCalls++
      recent[counts.exchanges % RECENT] = record
      if (characters < MOST_CHARACTERS / 2) keep(record)
    },
    claim(record) {
      counts.claims++
      if (record.outcome === 'broken' && counts.broken++ < MOST_BROKEN) {
        const cited = new Set([...record.exchanges, record.control])
        for (const one of recent) if (one && cited.has(one.n)) keep(one)
        claims.push(record)
      }
      const times = held.get(record.requirement) ?? 0
      if (record.outcome === 'broken' || times >= MOST_HELD) return
      held.set(record.requirement, times + 1)
      claims.push(record)
    },
    standing: async () => {
      const kept = [...exchanges.values()]
      const report = rebuildReport(await begun, { exchanges: kept, claims })
      const { exchanges: sent, claims: made, provisionerCalls } = counts
      return cited({ ...report, run: { ...report.run, exchanges: sent, claims: made, provisionerCalls } }, kept, claims)
    },
  }
}

const sizeOf = ({ request, response }: ExchangeRecord): number =>
  1000 + request.url.length + (request.body?.length ?? 0) + (response?.body.length ?? 0)

const failedIn = ({ requirements }: Report): Report['requirements'] =>
  requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')

/** The exchanges that failures and warnings cite. */
export const numbersIn = (report: Report): Set<number> =>
  new Set(failedIn(report).flatMap(one => [...one.exchanges.slice(0, 3), ...(one.control ? [one.control] : [])]))

/** The report with the exchanges that failures and warnings cite, and their broken claims. */
export function cited(
  report: Report,
  exchanges: readonly ExchangeRecord[],
  claims: readonly ClaimRecord[],
): Awaited<ReturnType<Standing>> {
  const numbers = numbersIn(report)
  const ids = new Set(failedIn(report).map(({ id }) => id))
  return {
    report,
    exchanges: exchanges.filter(({ n }) => numbers.has(n)).slice(0, MOST_SHOWN),
    claims: claims
      .filter(({ requirement, outcome }) => outcome === 'broken' && ids.has(requirement))
      .slice(0, MOST_SHOWN),
  }
}
