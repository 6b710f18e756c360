/**
 * One requirement: its text, its verdict and why, and a place for the evidence, which the script of the page fills in
 * when the requirement is opened.
 */

import type { ExchangeRecord, JudgedRequirement, Report } from '../../generated/formats.ts'
import { curlFor } from '../curl.ts'
import { contextOf } from '../failure-context.ts'
import { knownText } from '../gate-text.ts'
import { quotesFor } from '../quotes.ts'
import { toCopy } from '../to-copy.ts'
import { sign, verdictTitle } from '../verdicts.ts'
import { type Html, html } from './html.ts'

const LONGEST = 4_000
const MOST_LINKS = 12

/** Requirements with the same cause: the one about the cause itself, or those that fail along with it. */
export interface SameCause {
  readonly cause?: string | undefined
  readonly others: readonly string[]
}

/** What the page needs to show a requirement, in addition to the requirement. */
export interface PageContext {
  readonly contract: Report['contract']
  readonly target: Report['target']
  readonly find: (n: number) => ExchangeRecord | undefined
}

export function requirement(entry: JudgedRequirement, open: boolean, related: SameCause, around: PageContext): Html {
  const { id, sentence, verdict, level } = entry
  return html`<details class="requirement ${verdict}" id="${id}" data-verdict="${verdict}" data-level="${level}"${open ? html` open` : null}>
<summary><span class="badge ${verdict}"><span aria-hidden="true">${sign[verdict]} </span>${verdictTitle[verdict]}</span> <span class="sentence">${sentence}${entry.known && verdict === 'fail' ? html` <span class="badge known">known: ${entry.known.ticket}</span>` : null}</span> <code class="id">${id}</code></summary>
<div class="inside">
${verdictDetails(entry)}
${sameCause(related)}
<dl class="about">${about(entry, around).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${curlLine(entry, around)}
${entry.repeat === null ? null : repeatLine(toCopy(entry.repeat))}
<div class="evidence" data-evidence="${id}"></div>
</div>
</details>
`
}

function verdictDetails(entry: JudgedRequirement): Html {
  const { verdict, expected, actual, message, reason, repeated } = entry
  if (verdict !== 'fail' && verdict !== 'warn') {
    const told = (message ?? (verdict === 'pass' ? 'Every claim holds.' : '')).slice(0, LONGEST)
    return html`<p class="why">${told}${reason === null ? null : html` <span class="reason">${reason}</span>`}</p>`
  }
  const known = knownText(entry)
  return html`<dl class="argument">
<div><dt>Expected</dt><dd>${shortenedTo(expected)}</dd></div>
<div class="actual"><dt>Actual</dt><dd>${shortenedTo(actual)}</dd></div>
${contextOf(entry).map(([label, text]) => html`<div><dt>${label}</dt><dd>${shortenedTo(text)}</dd></div>`)}
</dl>
${repeated === false ? html`<p class="why"><b>Not repeated.</b> It held on the second try. A reply that means “slow down” can be described in the target file (<code>throttled</code>).</p>` : null}
${known === null ? null : html`<p class="why"><b>Known failure.</b> ${known}</p>`}`
}

function sameCause({ cause, others }: SameCause): Html | null {
  if (cause !== undefined) return html`<p class="why">Same cause as <a href="#${cause}"><code>${cause}</code></a>.</p>`
  if (others.length === 0) return null
  const links = others
    .slice(0, MOST_LINKS)
    .map((id, n) => html`${n > 0 ? ', ' : null}<a href="#${id}"><code>${id}</code></a>`)
  const rest = others.length - MOST_LINKS
  return html`<p class="why">Also fails because of this: ${links}${rest > 0 ? html` and ${rest} more` : null}.</p>`
}

function shortenedTo(text: string | null): Html {
  if (text === null) return html`<span class="muted">nothing</span>`
  const rest = text.length - LONGEST
  return html`<code>${text.slice(0, LONGEST)}</code>${rest > 0 ? html` <span class="muted">and ${rest} more characters in report.json</span>` : null}`
}

function about(entry: JudgedRequirement, { contract }: PageContext): [string, Html | string][] {
  const { id, places, level, since, until, needs, claims, repeated } = entry
  const api = id.split('.')[0] ?? ''
  const applies = [since === undefined ? null : `from ${since}`, until === undefined ? null : `up to ${until}`]
  const levels = applies.filter(word => word !== null).join(' ')
  return [
    ['Contract', html`${api}: ${places.map((place, n) => html`${n > 0 ? '; ' : null}${place}`)}`],
    ...quotesFor(entry, contract).map(({ text, from }): [string, Html] => [
      'Quoted',
      html`<q>${text}</q> <span class="muted">${from}</span>`,
    ]),
    ['Weight', level === 'must' ? 'required (MUST)' : 'recommended (SHOULD)'],
    ...(levels === '' ? [] : [['Feature levels', levels] as [string, string]]),
    ...(needs.length === 0 ? [] : [['Needs', needs.join(', ')] as [string, string]]),
    ['Claims', `${claims.made} made, at least ${claims.planned} planned`],
    ...(repeated === true ? [['Second try', 'failed as well'] as [string, string]] : []),
  ]
}

function repeatLine(command: string, label = 'Reproduce'): Html {
  return html`<div class="repeat"><span class="repeat-label">${label}</span><code>${command}</code><button type="button" data-copy hidden>Copy</button></div>`
}

/** For a failure or warning: the decisive request as a curl command. */
function curlLine(entry: JudgedRequirement, { find, target }: PageContext): Html | null {
  if (entry.verdict !== 'fail' && entry.verdict !== 'warn') return null
  const exchange = entry.exchanges.map(find).find(found => found !== undefined)
  const line = exchange ? curlFor(entry, exchange, target) : null
  return line === null ? null : repeatLine(line, 'Curl')
}
