/** matrix.html: several deployments side by side, one row for each requirement. */
import type { JudgedRequirement, Report, Verdict } from '../../generated/formats.ts'
import { type FinishedRun, titleOf } from '../finished-run.ts'
import { sign, verdictTitle } from '../verdicts.ts'
import { htmlDocument, type PageAssets } from './document.ts'
import { type Html, html } from './html.ts'
import { runCard } from './run-card.ts'

interface Line {
  readonly entry: JudgedRequirement
  readonly cells: readonly (JudgedRequirement | undefined)[]
}

export function matrixPage(runs: readonly FinishedRun[], assets: PageAssets): string {
  const reports = runs.map(({ report }) => report)
  const areas = linesByArea(runs)
  const all = [...areas.values()].flat()
  const names = reports.map(({ target }) => target.name)
  return htmlDocument(
    {
      title: `${names.join(', ')} (Assay)`,
      about: html`<span class="bar-target">${reports.length} runs side by side</span>`,
      masthead: html`<h1 class="unseen">Deployments side by side</h1><div class="runs">${reports.map((report, n) => runCard(report, `Deployment ${n + 1}`))}</div>
${runs.some(({ damage }) => damage.length > 0) ? html`<div class="notice">${runs.flatMap(({ damage, report }) => damage.map(line => html`<p>${report.target.name}: ${line}</p>`))}</div>` : null}`,
      parts: [
        { id: 'matrix', title: 'Requirements', body: matrix(areas, reports, all.length) },
        { id: 'observations', title: 'Open points', body: observations(runs, names) },
      ],
      data: [],
      footer: html`<p>Made by Assay from ${reports.length} finished runs.</p>`,
    },
    assets,
  )
}

function linesByArea(runs: readonly FinishedRun[]): Map<string, Line[]> {
  const maps = runs.map(({ report }) => new Map(report.requirements.map(entry => [entry.id, entry])))
  const areas = new Map<string, Line[]>()
  for (const id of new Set(maps.flatMap(map => [...map.keys()]))) {
    const cells = maps.map(map => map.get(id))
    const entry = cells.find(cell => cell !== undefined)
    if (entry) areas.set(entry.area, [...(areas.get(entry.area) ?? []), { entry, cells }])
  }
  return areas
}

function matrix(areas: ReadonlyMap<string, readonly Line[]>, reports: readonly Report[], count: number): Html {
  const names = reports.map(({ target }) => target.name)
  const title = (area: string): string => reports.map(report => titleOf(report, area)).find(Boolean) ?? area
  return html`<form class="filter" role="search" aria-label="Requirements" data-table-filter>
<label class="search"><span>Search</span><input type="search" name="q" autocomplete="off" spellcheck="false" placeholder="id, text, verdict"></label>
<label class="chip"><input type="checkbox" name="differing"><span>Only where they differ</span></label>
<output class="muted">${count} requirements</output>
</form>
<div class="wide" tabindex="0" role="region" aria-label="Requirements of each deployment"><table class="matrix">
<thead><tr><th scope="col">Requirement</th>${names.map((name, n) => html`<th scope="col">${n + 1}. ${name}</th>`)}</tr></thead>
${[...areas].map(
  ([
    area,
    lines,
  ]) => html`<tbody data-group><tr class="group"><th scope="rowgroup" colspan="${names.length + 1}">${title(area)}</th></tr>
${lines.map(row)}</tbody>
`,
)}</table></div>`
}

function row({ entry, cells }: Line): Html {
  const differs = new Set(cells.map(cell => cell?.verdict ?? 'absent')).size > 1
  return html`<tr data-row="${differs ? 'differs' : 'same'}" id="${entry.id}"><th scope="row">${entry.sentence} <code class="muted">${entry.id}</code></th>${cells.map(cell => html`<td>${cell ? verdictCell(cell.verdict, cell.actual ?? cell.message) : html`<span class="muted">not in scope</span>`}</td>`)}</tr>
`
}

export function verdictCell(verdict: Verdict, why: string | null): Html {
  return html`<span${why === null || verdict === 'pass' ? null : html` title="${why.slice(0, 400)}"`}><span class="cell ${verdict}" aria-hidden="true">${sign[verdict]}</span>${verdictTitle[verdict]}</span>`
}

function observations(runs: readonly FinishedRun[], names: readonly string[]): Html {
  const maps = runs.map(({ report }) => new Map(report.observations.map(({ id, observed }) => [id, observed])))
  const sentences = new Map(
    runs.flatMap(({ report }) => report.observations.map(({ id, sentence }) => [id, sentence] as const)),
  )
  const ids = [...new Set(maps.flatMap(map => [...map.keys()]))]
  return html`<div class="wide" tabindex="0" role="region" aria-label="Observations of each deployment"><table class="observations">
<thead><tr><th scope="col">Open point</th>${names.map((name, n) => html`<th scope="col">${n + 1}. ${name}</th>`)}</tr></thead>
<tbody>${ids.map(
    id => html`<tr><th scope="row">${sentences.get(id) ?? id}</th>${maps.map(map => html`<td>${map.get(id)?.slice(0, 400) ?? html`<span class="muted">not observed</span>`}</td>`)}</tr>
`,
  )}</tbody></table></div>`
}
