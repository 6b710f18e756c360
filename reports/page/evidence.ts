/** The evidence inside a page: packed in blocks that are unpacked only when somebody looks at them. */

import { gzipSync } from 'node:zlib'
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import { baseUrlOf } from '../base-url.ts'
import type { FinishedRun } from '../finished-run.ts'
import type { ClaimLine, ClaimsOf, ExchangeShown, Index, Row } from './evidence-format.ts'
import { type Html, html } from './html.ts'
import { offending } from './offending.ts'

const EXCHANGES_IN_A_BLOCK = 100
const MOST_CLAIMS = 40
/** Longer texts are cut; all of them are in exchanges.ndjson. */
const LONGEST_BODY = 20_000
const LONGEST_TEXT = 2_000

export function evidenceBlocks(run: FinishedRun): Html[] {
  const blocks: Html[] = []
  const firsts: number[] = []
  const exchanges = [...run.exchanges].sort((a, b) => a.n - b.n)
  for (let start = 0; start < exchanges.length; start += EXCHANGES_IN_A_BLOCK) {
    const some = exchanges.slice(start, start + EXCHANGES_IN_A_BLOCK)
    blocks.push(packed(`exchanges-${firsts.length}`, some.map(shortened)))
    firsts.push(some[0]?.n ?? 0)
  }
  for (const [area, claims] of claimsByArea(run)) blocks.push(packed(`claims-${area}`, claims))
  return [packed('index', indexOf(exchanges, firsts, run.report)), ...blocks]
}

/** Base64 contains no character that has a meaning in HTML. */
function packed(id: string, value: unknown): Html {
  const data = gzipSync(JSON.stringify(value)).toString('base64')
  return html`<script type="application/octet-stream" id="data-${id}">${{ markup: data }}</script>
`
}

function indexOf(exchanges: readonly ExchangeRecord[], firsts: readonly number[], { target, run }: Report): Index {
  const words: string[] = []
  const numbers = new Map<string, number>()
  const word = (text: string): number => {
    const known = numbers.get(text)
    if (known !== undefined) return known
    numbers.set(text, words.length)
    return words.push(text) - 1
  }
  const startedAt = Date.parse(exchanges[0]?.sentAt ?? run.startedAt)
  const rows = exchanges.map(({ n, via, api, operation, actor, sentAt, receivedAt, request, response }): Row => {
    const sent = Date.parse(sentAt)
    const base = baseUrlOf(target, api) ?? ''
    const url = base !== '' && request.url.startsWith(`${base}/`) ? request.url.slice(base.length) : request.url
    const took = receivedAt === null ? -1 : Date.parse(receivedAt) - sent
    const names = [request.method, url.slice(0, 200), operation ?? '', actor ?? '', via === 'target' ? api : via]
    const [method = 0, path = 0, action = 0, who = 0, by = 0] = names.map(word)
    return [n, sent - startedAt, took, response?.status ?? 0, method, path, action, who, by]
  })
  return { startedAt, words, rows, firsts }
}

function claimsByArea({ report, claims }: FinishedRun): Map<string, Record<string, ClaimsOf>> {
  const byRequirement = new Map<string, ClaimRecord[]>()
  for (const claim of claims) {
    const list = byRequirement.get(claim.requirement)
    if (list) list.push(claim)
    else byRequirement.set(claim.requirement, [claim])
  }
  const areas = new Map<string, Record<string, ClaimsOf>>()
  for (const { id, area, exchanges, control } of report.requirements) {
    const own = byRequirement.get(id) ?? []
    const shown = new Set([...exchanges, ...(control === null || control === undefined ? [] : [control])])
    const record = areas.get(area) ?? {}
    record[id] = claimsOf(own, [...shown])
    areas.set(area, record)
  }
  return areas
}

const rank: Readonly<Record<ClaimRecord['outcome'], number>> = { broken: 0, undecided: 1, holds: 2 }

function claimsOf(claims: readonly ClaimRecord[], exchanges: readonly number[]): ClaimsOf {
  const total = { holds: 0, broken: 0, undecided: 0 }
  const predicates = new Map<string, number>()
  for (const { outcome, predicate } of claims) {
    total[outcome]++
    if (predicate !== null) predicates.set(predicate, (predicates.get(predicate) ?? 0) + 1)
  }
  const first = [...claims].sort((a, b) => rank[a.outcome] - rank[b.outcome] || a.n - b.n).slice(0, MOST_CLAIMS)
  return { total, predicates: [...predicates], exchanges, lines: first.map(line) }
}

function line(claim: ClaimRecord): ClaimLine {
  const { n, predicate, exchanges, control, attempt, outcome, weight, why } = claim
  const [expected, actual] = [
    claim.expected?.slice(0, LONGEST_TEXT) ?? null,
    claim.actual?.slice(0, LONGEST_TEXT) ?? null,
  ]
  return {
    ...{ n, predicate, exchanges: exchanges.slice(0, 20), control, attempt, outcome, weight, expected, actual },
    ...(why !== undefined && { why }),
    args: JSON.stringify(claim.args).slice(0, LONGEST_TEXT),
    at: outcome === 'broken' ? offending(claim) : [],
  }
}

/** A copy with as much of a long reply as the page shows, to save memory: a slice would keep the whole reply in memory. */
export function withReplyCut(exchange: ExchangeRecord): ExchangeShown {
  const { response } = exchange
  const came = (response?.body.length ?? 0) - LONGEST_BODY
  if (!response || came <= 0) return exchange
  const cut = { ...exchange, response: { ...response, body: response.body.slice(0, LONGEST_BODY) } }
  return JSON.parse(JSON.stringify({ ...cut, cut: { response: came } })) as ExchangeShown
}

function shortened(exchange: ExchangeShown): ExchangeShown {
  const { request, response, cut } = exchange
  const sent = (request.body?.length ?? 0) - LONGEST_BODY
  const came = Math.max(cut?.response ?? 0, (response?.body.length ?? 0) - LONGEST_BODY)
  if (sent <= 0 && came <= 0) return exchange
  return {
    ...exchange,
    request: { ...request, body: request.body?.slice(0, LONGEST_BODY) ?? null },
    ...(response && { response: { ...response, body: response.body.slice(0, LONGEST_BODY) } }),
    cut: { ...(sent > 0 && { request: sent }), ...(came > 0 && { response: came }) },
  }
}
