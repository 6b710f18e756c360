/** How a run stands while it goes on, from what it wrote as it began and its claims so far. */
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import { rebuildReport } from '../finished/rebuild-report.ts'
import type { Standing } from './live-page.ts'

export interface StandingBook {
  start(head: Report): void
  exchange(record: ExchangeRecord): void
  claim(record: ClaimRecord): void
  readonly standing: Standing
}

/** So many exchanges and claims are shown; a page that is loaded every few seconds has to stay small. */
const MOST_SHOWN = 300

export function standingBook(): StandingBook {
  const [exchanges, claims]: [ExchangeRecord[], ClaimRecord[]] = [[], []]
  let start: (head: Report) => void = () => {}
  const begun = new Promise<Report>(resolve => {
    start = resolve
  })
  return {
    start: report => start(report),
    exchange: record => void exchanges.push(record),
    claim: record => void claims.push(record),
    standing: async () => {
      const head = await begun
      return cited(rebuildReport(head, { exchanges, claims }), exchanges, claims)
    },
  }
}

const failedIn = ({ requirements }: Report): Report['requirements'] =>
  requirements.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')

/** The exchanges that failures cite. */
export const numbersIn = (report: Report): Set<number> =>
  new Set(failedIn(report).flatMap(one => [...one.exchanges.slice(0, 3), ...(one.control ? [one.control] : [])]))

/** These, and the claims that broke. */
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
