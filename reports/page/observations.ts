/** What was observed about open points of the contract. */
import type { Report } from '../../generated/formats.ts'
import { type Html, html } from './html.ts'

const LONGEST = 1_500

export function observationsPart({ observations }: Report): Html | null {
  if (observations.length === 0) return null
  return html`<p>The contract leaves these open. They are observed and never judged.</p>
<div class="wide" tabindex="0" role="region" aria-label="Observations"><table class="observations">
<thead><tr><th scope="col">Open point</th><th scope="col">Observed</th><th scope="col">Exchanges</th></tr></thead>
<tbody>${observations.map(
    ({ id, sentence, observed, exchanges }) => html`<tr id="${id}">
<th scope="row"><span>${sentence ?? id}</span>${sentence === undefined ? null : html` <code class="muted">${id}</code>`}</th>
<td>${observed.slice(0, LONGEST)}${observed.length > LONGEST ? '…' : null}</td>
<td class="numbers">${exchanges.slice(0, 8).map(n => html`<a href="#exchange-${n}">${n}</a> `)}</td>
</tr>
`,
  )}</tbody></table></div>`
}
