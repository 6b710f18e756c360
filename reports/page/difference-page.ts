/** diff.html: what changed from one run to another. */
import { type Difference, difference, type Kind } from '../difference.ts'
import type { FinishedRun } from '../finished-run.ts'
import { htmlDocument, type PageAssets, type Part } from './document.ts'
import { type Html, html } from './html.ts'
import { verdictCell } from './matrix-page.ts'
import { runCard } from './run-card.ts'

const titles: Readonly<Record<Kind, string>> = {
  regression: 'Worse',
  unreached: 'Could not be reached',
  fixed: 'Better',
  changed: 'Otherwise changed',
}

export function differencePage(a: FinishedRun, b: FinishedRun, assets: PageAssets): string {
  const found = difference(a.report, b.report)
  const headline =
    found.regressions === 0
      ? 'No regression'
      : found.regressions === 1
        ? 'One regression'
        : `${found.regressions} regressions`
  const parts = [
    ...(Object.keys(titles) as Kind[]).map(kind => ({ id: kind, title: titles[kind], body: changes(found, kind) })),
    { id: 'added', title: 'Only in the second run', body: list(found.added) },
    { id: 'removed', title: 'Only in the first run', body: list(found.removed) },
    { id: 'observations', title: 'Observed differently', body: observations(found) },
  ]
  return htmlDocument(
    {
      title: `${a.report.target.name} and ${b.report.target.name}: ${headline} (Assay)`,
      about: html`<span class="bar-target">${headline}</span>`,
      masthead: html`<div class="masthead outcome-${found.regressions > 0 ? 'nonconformant' : 'conformant'}"><h1>${headline}</h1>
<p class="meaning">${found.verdicts.length} verdicts changed, ${found.added.length} requirements came, ${found.removed.length} went.</p></div>
<div class="runs">${runCard(a.report, 'Before')}${runCard(b.report, 'After')}</div>`,
      parts: parts.flatMap(({ body, ...rest }): Part[] => (body === null ? [] : [{ ...rest, body }])),
      data: [],
      footer: html`<p>Made by Assay from two finished runs.</p>`,
    },
    assets,
  )
}

function changes({ verdicts }: Difference, kind: Kind): Html | null {
  const entries = verdicts.filter(entry => entry.kind === kind)
  if (entries.length === 0) return null
  return table(
    titles[kind],
    ['Requirement', 'Before', 'After', 'Why'],
    entries.map(
      ({
        id,
        sentence,
        before,
        after,
        expected,
        actual,
        message,
      }) => html`<tr id="${id}"><th scope="row">${sentence} <code class="muted">${id}</code></th><td>${verdictCell(before, null)}</td><td>${verdictCell(after, null)}</td><td class="words">${expected === null ? (message ?? '') : html`expected <code>${expected.slice(0, 400)}</code>, got <code>${(actual ?? 'nothing').slice(0, 400)}</code>`}</td></tr>
`,
    ),
  )
}

function list(entries: Difference['added']): Html | null {
  if (entries.length === 0) return null
  return table(
    'Requirements of one run only',
    ['Requirement', 'Verdict'],
    entries.map(
      ({
        id,
        sentence,
        verdict,
      }) => html`<tr id="${id}"><th scope="row">${sentence} <code class="muted">${id}</code></th><td>${verdictCell(verdict, null)}</td></tr>
`,
    ),
  )
}

function observations({ observations: all }: Difference): Html | null {
  if (all.length === 0) return null
  const seen = (text: string | null): Html =>
    text === null ? html`<span class="muted">nothing</span>` : html`${text.slice(0, 600)}`
  return table(
    'Observations that differ',
    ['Open point', 'Before', 'After'],
    all.map(
      ({
        id,
        sentence,
        before,
        after,
      }) => html`<tr id="${id}"><th scope="row">${sentence ?? id} <code class="muted">${id}</code></th><td>${seen(before)}</td><td>${seen(after)}</td></tr>
`,
    ),
    'observations',
  )
}

function table(label: string, heads: readonly string[], rows: readonly Html[], name = 'matrix'): Html {
  return html`<div class="wide" tabindex="0" role="region" aria-label="${label}"><table class="${name}"><thead><tr>${heads.map(head => html`<th scope="col">${head}</th>`)}</tr></thead><tbody>${rows}</tbody></table></div>`
}
