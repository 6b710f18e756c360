/** The map of the contract: each area a row, each requirement a cell with its verdict. */
import type { JudgedRequirement, Report } from '../../generated/formats.ts'
import { titleOf } from '../finished-run.ts'
import { byArea, countVerdicts, sign, verdicts, verdictTitle } from '../verdicts.ts'
import { type Html, html } from './html.ts'

export function contractMap(report: Report): Html {
  const apis = new Map<string, [string, JudgedRequirement[]][]>()
  for (const [area, members] of byArea(report.requirements)) {
    const api = area.split('.')[0] ?? area
    apis.set(api, [...(apis.get(api) ?? []), [area, members]])
  }
  return html`<ul class="legend" aria-label="Legend">${verdicts.map(
    verdict =>
      html`<li><span class="cell ${verdict}" aria-hidden="true">${sign[verdict]}</span> ${verdictTitle[verdict]}</li>`,
  )}</ul>
${[...apis].map(
  ([api, areas]) => html`<h3 class="api">${api}</h3>
<div class="map" data-map>${areas.map(([area, members]) => row(area, members, titleOf(report, area)))}</div>`,
)}`
}

function row(area: string, members: readonly JudgedRequirement[], title: string | undefined): Html {
  const counts = countVerdicts(members)
  const judged = members.length - counts['not-applicable']
  const countsInWords = verdicts.filter(verdict => counts[verdict] > 0).map(verdict => `${counts[verdict]} ${verdict}`)
  const name = title ?? area.slice(area.indexOf('.') + 1)
  return html`<div class="map-row">
<div class="map-area"><a href="#area-${area}">${name}</a> <span class="muted" title="${countsInWords.join(', ')}">${counts.pass + counts.warn}/${judged}</span></div>
<ul class="cells" aria-label="${name}: ${countsInWords.join(', ')}">${members.map(
    entry =>
      html`<li><a class="cell ${entry.verdict}" href="#${entry.id}" title="${entry.id}: ${entry.sentence}"><span aria-hidden="true">${sign[entry.verdict]}</span><span class="unseen">${verdictTitle[entry.verdict]}: ${entry.id}</span></a></li>`,
  )}</ul>
</div>`
}
