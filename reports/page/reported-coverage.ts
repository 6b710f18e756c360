/** The coverage in the report: tallies as meters with what is missing, counts as folded lists, the rest as text. */
import { type Html, html } from './html.ts'
import { meter } from './meter.ts'

const MOST_MISSING = 200
const LONGEST = 600
const MOST_OF_A_REASON = 20

export function reportedCoverage(coverage: Readonly<Record<string, unknown>>): Html | null {
  const members = Object.entries(coverage)
  if (members.length === 0) return null
  const tallies = members.flatMap(([name, value]) => (isTally(value) ? [tally(name, value)] : []))
  const others = members.filter(([, value]) => !isTally(value))
  return html`${tallies.length > 0 ? html`<ul class="meters">${tallies}</ul>` : null}
${others.map(([name, value]) => other(name, value))}`
}

/** Leaves out the requests of each operation, which the table of operations shows. */
function other(name: string, value: unknown): Html | null {
  if (name === 'requests') return null
  if (name === 'pairs') return pairs(value)
  if (isCounts(value)) return counts(name, value)
  if (isReasons(value)) return reasons(name, value)
  if (isTexts(value)) return texts(name, value)
  return html`<p class="counted">${title(name)}: ${String(JSON.stringify(value)).slice(0, LONGEST)}</p>`
}

interface Reason {
  readonly why: string
  readonly what: readonly unknown[]
}

function reasons(name: string, value: readonly Reason[]): Html | null {
  if (value.length === 0) return null
  return html`<details class="counted"><summary>${title(name)}, and why: ${value.reduce((sum, { what }) => sum + what.length, 0)}</summary>
<ul class="words">${value.map(({ why, what }) => html`<li>${why} <span class="muted">× ${what.length}: ${what.slice(0, MOST_OF_A_REASON).map(String).join(', ')}${what.length > MOST_OF_A_REASON ? '…' : null}</span></li>`)}</ul></details>`
}

function texts(name: string, value: Readonly<Record<string, string>>): Html {
  const members = Object.entries(value)
  return html`<details class="counted"><summary>${title(name)}: ${members.length}</summary>
<ul class="words">${members.map(([label, why]) => html`<li><code>${label}</code> <span class="muted">${why}</span></li>`)}</ul></details>`
}

interface Pairs {
  readonly possible: number
  readonly excluded: Readonly<Record<string, number>>
  readonly exercised: number
  readonly judged: number
}

/** How many pairs of values occurred in one request, for each operation. */
function pairs(value: unknown): Html | null {
  const rows = isRecord(value)
    ? Object.entries(value).filter((entry): entry is [string, Pairs] => isPairs(entry[1]))
    : []
  if (rows.length === 0) return null
  const judged = rows.reduce((sum, [, one]) => sum + one.judged, 0)
  const possible = rows.reduce((sum, [, one]) => sum + one.possible, 0)
  return html`<details class="counted"><summary>Pairs of values in one request: ${judged} of ${possible} judged</summary>
<table class="pairs"><thead><tr><th scope="col">Operation</th><th scope="col">Possible</th><th scope="col">Exercised</th><th scope="col">Judged</th><th scope="col">Excluded, and why</th></tr></thead>
<tbody>${rows.map(([id, one]) => html`<tr><th scope="row"><code>${id}</code></th><td>${one.possible}</td><td>${one.exercised}</td><td>${one.judged}</td><td>${Object.entries(one.excluded).map(([why, count]) => html`<div>${count}: ${why}</div>`)}</td></tr>`)}</tbody></table></details>`
}

const isPairs = (value: unknown): value is Pairs =>
  isRecord(value) &&
  typeof value['possible'] === 'number' &&
  typeof value['judged'] === 'number' &&
  isRecord(value['excluded'])

interface Tally {
  readonly covered: number
  readonly of: number
  readonly missing?: readonly unknown[]
}

function tally(name: string, { covered, of, missing = [] }: Tally): Html {
  if (missing.length === 0) return meter(title(name), covered, of)
  const rest = missing.length - MOST_MISSING
  const list = html`<details><summary>${missing.length} missing</summary><ul class="words">${missing.slice(0, MOST_MISSING).map(one => html`<li><code>${String(one)}</code></li>`)}${rest > 0 ? html`<li class="muted">and ${rest} more in report.json</li>` : null}</ul></details>`
  return meter(title(name), covered, of, list)
}

function counts(name: string, value: Readonly<Record<string, number>>): Html | null {
  const members = Object.entries(value)
  if (members.length === 0) return null
  const times = members.reduce((sum, [, count]) => sum + count, 0)
  return html`<details class="counted"><summary>${name === 'broken' ? 'Constraints of requests that were broken on purpose' : title(name)}: ${members.length}, ${times} times in all</summary>
<ul class="words">${members.map(([label, count]) => html`<li><code>${label}</code> <span class="muted">× ${count}</span></li>`)}</ul></details>`
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTally = (value: unknown): value is Tally =>
  isRecord(value) && typeof value['covered'] === 'number' && typeof value['of'] === 'number'

const isCounts = (value: unknown): value is Readonly<Record<string, number>> =>
  isRecord(value) && Object.values(value).every(member => typeof member === 'number')

const isReasons = (value: unknown): value is readonly Reason[] =>
  Array.isArray(value) &&
  value.every(one => isRecord(one) && typeof one['why'] === 'string' && Array.isArray(one['what']))

const isTexts = (value: unknown): value is Readonly<Record<string, string>> =>
  isRecord(value) && Object.values(value).every(member => typeof member === 'string')

function title(name: string): string {
  const words = name.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}
