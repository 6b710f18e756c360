/** What was not judged, by cause, and what was left behind in the target. */
import type { Report } from '../../generated/formats.ts'
import { obstacles } from '../unjudged.ts'
import { type Html, html } from './html.ts'

const LONGEST = 1_000

export function obstaclesPart({ requirements }: Report): Html | null {
  const groups = (['unverified', 'not-applicable'] as const).map(verdict => {
    const entries = requirements.filter(entry => entry.verdict === verdict)
    return { verdict, groups: obstacles(entries.map(({ id, reason, message }) => ({ id, reason, why: message }))) }
  })
  if (groups.every(({ groups: list }) => list.length === 0)) return null
  return html`<div class="wide" tabindex="0" role="region" aria-label="Causes of what was not judged"><table>
<thead><tr><th scope="col">Blocks</th><th scope="col">Cause</th><th scope="col">Reason</th></tr></thead>
<tbody>${groups.flatMap(({ verdict, groups: list }) =>
    list.map(
      ({ reason, why, ids }) => html`<tr><td class="number">${ids.length}</td>
<td><details><summary>${why.slice(0, LONGEST)}${why.length > LONGEST ? '…' : null}</summary><ul>${ids.slice(0, 400).map(id => html`<li><a href="#${id}"><code>${id}</code></a></li>`)}</ul></details></td>
<td>${reason ?? (verdict === 'not-applicable' ? 'not applicable' : '')}</td></tr>
`,
    ),
  )}</tbody></table></div>`
}

export function leftoversPart({ leftovers }: Report): Html | null {
  if (leftovers.length === 0) return null
  return html`<p>What the run created and could not remove.</p>
<ul class="leftovers">${leftovers.slice(0, 500).map(({ kind, id, why }) => html`<li>${kind} <code>${String(id)}</code>: ${why.slice(0, LONGEST)}</li>`)}</ul>`
}
