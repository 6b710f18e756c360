/** The run over time: requests in each second, and how long replies took. */
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import { duration } from '../duration.ts'
import { type Html, html } from './html.ts'
import { type Axis, bars, lines, type Series } from './plot.ts'
import { quantile } from './quantile.ts'

const MOST_COLUMNS = 180

export function timingPart({ run }: Report, exchanges: readonly ExchangeRecord[]): Html | null {
  const times = exchanges.map(({ sentAt }) => Date.parse(sentAt)).filter(Number.isFinite)
  if (times.length < 2) return null
  const start = times.reduce((least, time) => Math.min(least, time))
  const end = exchanges.reduce(
    (most, { sentAt, receivedAt }) => Math.max(most, Date.parse(receivedAt ?? sentAt)),
    start,
  )
  const wanted = Math.max(1, (end - start) / 1000)
  const step = wanted <= MOST_COLUMNS ? 1 : Math.ceil(wanted / MOST_COLUMNS)
  const columns = Math.max(1, Math.ceil((end - start + 1) / (step * 1000)))
  const column = (time: number): number => Math.floor((time - start) / (step * 1000))
  const rate = rates(exchanges, columns, step, column)
  const took = exchanges.flatMap(({ sentAt, receivedAt }) =>
    receivedAt === null ? [] : [{ at: column(Date.parse(sentAt)), ms: Date.parse(receivedAt) - Date.parse(sentAt) }],
  )
  const sorted = took.map(({ ms }) => ms).sort((a, b) => a - b)
  const seconds = Math.max(0.001, (end - start) / 1000)
  const mean = exchanges.length / seconds
  const about = `${exchanges.length} exchanges in ${duration(seconds)}, ${mean.toFixed(mean < 10 ? 1 : 0)} a second on average. Half of the replies came within ${quantile(sorted, 0.5)} ms, 95 % within ${quantile(sorted, 0.95)} ms, the slowest took ${quantile(sorted, 1)} ms.`
  const axis = { columns, secondsEach: step }
  return html`<p>${about}</p>
<div class="plots">
${rate.map(series => rateFigure(series, axis, rateLimitOf(run, series.name)))}
<figure><figcaption>Time to reply, in milliseconds</figcaption>${lines(delays(took, columns), { ...axis, unit: ' ms', label: `Time to reply. ${about}` })}</figure>
</div>`
}

/** A rate limit is for one API, so each API has its own plot; 0 means no limit. */
function rateFigure(series: Series, axis: Pick<Axis, 'columns' | 'secondsEach'>, rateLimit: number): Html {
  const most = Math.max(...series.values.map(value => value ?? 0))
  const label = `Requests a second to the ${series.name} API, at most ${tidy(most)}${rateLimit > 0 ? ` under a rate limit of ${tidy(rateLimit)}` : ''}`
  const plot = bars([series], { ...axis, unit: '', label, ...(rateLimit > 0 && { rateLimit }) })
  return html`<figure><figcaption>Requests a second: ${series.name}</figcaption>${plot}</figure>`
}

const tidy = (value: number): string => String(Math.round(value * 10) / 10)

const rateLimitOf = ({ requestsPerSecond }: Report['run'], name: string): number => requestsPerSecond?.[name] ?? 0

function rates(
  exchanges: readonly ExchangeRecord[],
  columns: number,
  step: number,
  column: (time: number) => number,
): Series[] {
  const seen = new Set(exchanges.filter(({ via }) => via === 'target').map(({ api }) => api))
  const names = [...[...seen].sort().reverse(), 'provisioner']
  const counts = new Map(names.map(name => [name, new Array<number>(columns).fill(0)]))
  for (const { via, api, sentAt } of exchanges) {
    const list = counts.get(via === 'provisioner' ? via : api)
    const at = column(Date.parse(sentAt))
    if (list && at >= 0 && at < columns) list[at] = (list[at] ?? 0) + 1 / step
  }
  return [...counts].filter(([, values]) => values.some(value => value > 0)).map(([name, values]) => ({ name, values }))
}

function delays(took: readonly { at: number; ms: number }[], columns: number): Series[] {
  const lists = Array.from({ length: columns }, (): number[] => [])
  for (const { at, ms } of took) lists[at]?.push(ms)
  for (const list of lists) list.sort((a, b) => a - b)
  const of = (share: number): (number | null)[] => lists.map(list => (list.length === 0 ? null : quantile(list, share)))
  return [
    { name: 'median', values: of(0.5) },
    { name: 'p95', values: of(0.95) },
  ]
}
