/** A short description of a run, for pages of several runs. */
import type { Report } from '../../generated/formats.ts'
import { outcomeTitle, sign, verdicts, verdictTitle } from '../verdicts.ts'
import { type Html, html } from './html.ts'

export function runCard({ target, summary, run, requirements }: Report, title: string): Html {
  const isLevelled = requirements.some(({ area }) => area.startsWith('messaging.'))
  const level = target.messaging && isLevelled ? `feature level ${target.messaging.featureLevel}, ` : ''
  return html`<div class="run-card outcome-${summary.outcome}">
<p class="over">${title}</p>
<h2>${target.name}</h2>
<span class="badge">${outcomeTitle[summary.outcome]}</span>
<p>${verdicts.map(verdict => html`<span title="${verdictTitle[verdict]}"><span class="cell ${verdict}" aria-hidden="true">${sign[verdict]}</span> ${summary.counts[verdict]}<span class="unseen"> ${verdict}</span></span> `)}</p>
<p class="muted">${level}profile ${run.profile}, run <code>${run.id}</code>, <time datetime="${run.startedAt}">${run.startedAt.slice(0, 10)}</time></p>
</div>`
}
