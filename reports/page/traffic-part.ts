/** Captured traffic: what was judged, and what its clients did against the contract. */
import type { Report } from '../../generated/formats.ts'
import { type Html, html } from './html.ts'

export function clientPart({ client = [], traffic }: Report): Html | null {
  if (!traffic || (client.length === 0 && traffic.refusals.length === 0)) return null
  return html`<p>What clients did against the contract. It does not affect the verdicts on the deployment.</p>
${client.length === 0 ? html`<p>Nothing was found in the requests.</p>` : findings(client)}
${traffic.refusals.length === 0 ? null : refusals(traffic.refusals)}`
}

const findings = (
  client: NonNullable<Report['client']>,
): Html => html`<div class="wide" tabindex="0" role="region" aria-label="Client findings"><table class="observations">
<thead><tr><th scope="col">Operation</th><th scope="col">Finding</th><th scope="col">Requests</th><th scope="col">Refused</th><th scope="col">Exchanges</th></tr></thead>
<tbody>${client.map(
  ({ operation, message, count, refused, exchanges }) => html`<tr>
<th scope="row"><code>${operation}</code></th><td>${message}</td><td class="numbers">${count}</td><td class="numbers">${refused}</td>
<td class="numbers">${exchanges.slice(0, 8).map(n => html`<a href="#exchange-${n}">${n}</a> `)}</td>
</tr>
`,
)}</tbody></table></div>`

/** Refused requests, and how many of them have a client finding: for those, the client is to blame. */
const refusals = (list: NonNullable<Report['traffic']>['refusals']): Html => html`<h3>Refused requests</h3>
<div class="wide" tabindex="0" role="region" aria-label="Refused requests"><table class="observations">
<thead><tr><th scope="col">Operation</th><th scope="col">Code</th><th scope="col">Requests</th><th scope="col">With a client finding</th></tr></thead>
<tbody>${list.map(
  ({ operation, code, count, client }) => html`<tr>
<th scope="row"><code>${operation}</code></th><td><code>${code ?? 'none'}</code></td><td class="numbers">${count}</td><td class="numbers">${client}</td>
</tr>
`,
)}</tbody></table></div>`

export function trafficPart({ traffic }: Report): Html | null {
  if (!traffic) return null
  const { files, read, placed, bases, levels, notes, unusable, unplaced } = traffic
  const places = Object.entries(bases).flatMap(([api, list]) =>
    list.map(base => html`<li>${api}: <code>${base}</code></li>`),
  )
  const known = Object.entries(levels).map(
    ([api, { from, to, how }]) =>
      html`<li>${api}: feature level ${from}${to === from ? null : to === null ? ' or later' : ` to ${to}`} (${how})</li>`,
  )
  return html`<p>${read} exchanges from ${files.length} ${files.length === 1 ? 'source' : 'sources'}, ${placed} of them at operations of the contract.</p>
<ul>${places}${known}${notes.map(note => html`<li>${note}</li>`)}</ul>
${counted('Not judged', unusable)}${counted('Not placed', unplaced)}`
}

function counted(title: string, list: readonly { readonly what: string; readonly count: number }[]): Html | null {
  if (list.length === 0) return null
  return html`<div class="wide" tabindex="0" role="region" aria-label="${title}"><table class="observations">
<thead><tr><th scope="col">${title}</th><th scope="col">Exchanges</th></tr></thead>
<tbody>${list.slice(0, 100).map(
    ({ what, count }) => html`<tr><td>${what}</td><td class="numbers">${count}</td></tr>
`,
  )}</tbody></table></div>`
}
