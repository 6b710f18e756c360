/** All requirements by area, below a bar to search and filter them. */
import type { JudgedRequirement } from '../../generated/formats.ts'
import { causeOf, causesIn } from '../causes.ts'
import { type FinishedRun, titleOf } from '../finished-run.ts'
import { byArea, countVerdicts, sign, verdicts, verdictTitle } from '../verdicts.ts'
import { type Html, html } from './html.ts'
import { requirement, type SameCause } from './requirement.ts'

/** How many causes are open at the start: they are what a reader came for. */
const MOST_OPEN = 20

export function requirements({ report, exchanges }: FinishedRun): Html {
  const byNumber = new Map(exchanges.map(exchange => [exchange.n, exchange]))
  const around = { contract: report.contract, target: report.target, find: (n: number) => byNumber.get(n) }
  const causes = [...causesIn(report, 'fail'), ...causesIn(report, 'warn')]
  const open = new Set(
    causesIn(report, 'fail')
      .flatMap(({ entry }) => entry.id)
      .slice(0, MOST_OPEN),
  )
  const others = new Map(causes.map(cause => [cause.entry.id, cause.others.map(({ id }) => id)]))
  const first = causeOf(report)
  const related = (id: string): SameCause => ({ cause: first.get(id), others: others.get(id) ?? [] })
  return html`${filterBar(report.requirements)}
<p class="none" data-none hidden>Nothing matches. <button type="button" data-clear>Clear the filter</button></p>
${[...byArea(report.requirements)].map(([area, entries]) => areaBlock(area, entries, titleOf(report, area), entry => requirement(entry, open.has(entry.id), related(entry.id), around)))}`
}

function filterBar(entries: readonly JudgedRequirement[]): Html {
  const counts = countVerdicts(entries)
  const apis = [...new Set(entries.map(({ id }) => id.split('.')[0] ?? ''))]
  return html`<form class="filter" role="search" aria-label="Requirements" data-filter>
<label class="search"><span>Search</span><input type="search" name="q" autocomplete="off" spellcheck="false" placeholder="id, text, place in the contract" aria-keyshortcuts="/"></label>
<fieldset><legend class="unseen">Verdicts</legend>${verdicts.map(
    verdict =>
      html`<label class="chip ${verdict}"><input type="checkbox" name="v" value="${verdict}"><span><span class="sign" aria-hidden="true">${sign[verdict]}</span> ${verdictTitle[verdict]} <b>${counts[verdict]}</b></span></label>`,
  )}</fieldset>
<label class="pick"><span>API</span><select name="api"><option value="">all</option>${apis.map(api => html`<option>${api}</option>`)}</select></label>
<label class="pick"><span>Weight</span><select name="level"><option value="">all</option><option value="must">required (MUST)</option><option value="should">recommended (SHOULD)</option></select></label>
<output class="muted" data-shown>${entries.length} requirements</output>
</form>`
}

function areaBlock(
  area: string,
  entries: readonly JudgedRequirement[],
  title: string | undefined,
  shown: (entry: JudgedRequirement) => Html,
): Html {
  return html`<section class="area" id="area-${area}" data-area aria-labelledby="title-${area}">
<h3 id="title-${area}">${title ?? area} ${title === undefined ? null : html`<code class="muted">${area}</code>`}</h3>
${entries.map(shown)}
</section>
`
}
