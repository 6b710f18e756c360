/** How much of the descriptions the run covered: operations, parameters, replies, and how long replies took. */
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import type { FinishedRun, OperationEntry } from '../finished-run.ts'
import { type Html, html } from './html.ts'
import { meter } from './meter.ts'
import { quantile } from './quantile.ts'
import { reportedCoverage } from './reported-coverage.ts'

interface Use {
  readonly operation: OperationEntry
  readonly count: number
  readonly statuses: readonly (readonly [number, number])[]
  readonly sent: ReadonlySet<string>
  readonly took: readonly number[]
}

export function coveragePart({ report, exchanges }: FinishedRun, operations: readonly OperationEntry[]): Html | null {
  const uses = usesOf(exchanges, ofTarget(operations, report))
  const seen = uses.filter(({ count }) => count > 0)
  const parameters = uses.flatMap(({ operation }) => operation.parameters)
  const sent = uses.flatMap(use => use.operation.parameters.filter(name => use.sent.has(name)))
  const reported = reportedCoverage(report.coverage)
  if (uses.length === 0 && reported === null) return null
  const own = html`<ul class="meters">
${meter('Operations', seen.length, uses.length)}
${parameters.length > 0 ? meter('Parameters', sent.length, parameters.length) : null}
</ul>`
  return html`${reported ?? own}
<div class="wide" tabindex="0" role="region" aria-label="Operations"><table class="operations">
<thead><tr><th scope="col">Operation</th><th scope="col" class="number">Requests</th><th scope="col">Replies</th><th scope="col">Parameters sent</th><th scope="col" class="number">Median</th><th scope="col" class="number">95 %</th><th scope="col" class="number">Most</th></tr></thead>
<tbody>${uses.map(row)}</tbody></table></div>`
}

/** Leaves out the operations of an API that the target does not have. */
function ofTarget(operations: readonly OperationEntry[], { target }: Report): readonly OperationEntry[] {
  const unknown = !target.trading && !target.messaging
  return operations.filter(({ api }) => unknown || api in target)
}

function row({ operation, count, statuses, sent, took }: Use): Html {
  const known = operation.parameters
  const sentOfKnown = known.length === 0 ? '' : `${known.filter(name => sent.has(name)).length} of ${known.length}`
  const missing = known.filter(name => !sent.has(name))
  const time = (share: number): string => (took.length === 0 ? '' : `${Math.round(quantile(took, share))} ms`)
  return html`<tr${count === 0 ? html` class="untouched"` : null}><th scope="row"><code>${operation.method} ${operation.path}</code> <span class="muted">${operation.id}</span></th>
<td class="number">${count === 0 ? 'none' : count}</td>
<td>${statuses.map(([status, times], n) => html`${n > 0 ? ', ' : null}${status === 0 ? 'no reply' : status} × ${times}`)}</td>
<td${missing.length > 0 ? html` title="never sent: ${missing.join(', ')}"` : null}>${sentOfKnown}</td>
<td class="number">${time(0.5)}</td><td class="number">${time(0.95)}</td><td class="number">${time(1)}</td></tr>
`
}

function usesOf(exchanges: readonly ExchangeRecord[], operations: readonly OperationEntry[]): Use[] {
  const byOperation = new Map<string, ExchangeRecord[]>()
  for (const exchange of exchanges) {
    if (exchange.via !== 'target' || exchange.operation === null) continue
    const key = `${exchange.api} ${exchange.operation}`
    const list = byOperation.get(key)
    if (list) list.push(exchange)
    else byOperation.set(key, [exchange])
  }
  const known = operations.map(operation => useOf(operation, byOperation.get(`${operation.api} ${operation.id}`) ?? []))
  const ids = new Set(operations.map(({ api, id }) => `${api} ${id}`))
  const others = [...byOperation].filter(([key]) => !ids.has(key))
  return [...known, ...others.map(([, list]) => useOf(unknownOperation(list[0]), list))]
}

function unknownOperation(exchange: ExchangeRecord | undefined): OperationEntry {
  const { api = '', operation, request } = exchange ?? {}
  return { id: operation ?? '', api, method: request?.method ?? '', path: '', parameters: [] }
}

function useOf(operation: OperationEntry, exchanges: readonly ExchangeRecord[]): Use {
  const statuses = new Map<number, number>()
  const sent = new Set<string>()
  const took: number[] = []
  for (const { response, request, sentAt, receivedAt } of exchanges) {
    const status = response?.status ?? 0
    statuses.set(status, (statuses.get(status) ?? 0) + 1)
    for (const name of [...(request.sent ?? []), ...queryNames(request.url)]) sent.add(name)
    for (const name of operation.path.match(/(?<=\{)\w+(?=\})/g) ?? []) sent.add(name)
    if (receivedAt !== null) took.push(Date.parse(receivedAt) - Date.parse(sentAt))
  }
  took.sort((a, b) => a - b)
  return { operation, count: exchanges.length, statuses: [...statuses].sort(([a], [b]) => a - b), sent, took }
}

function queryNames(url: string): string[] {
  const start = url.indexOf('?')
  return start < 0 ? [] : [...new URLSearchParams(url.slice(start + 1)).keys()]
}
