/** report.html: one complete run in one file. */
import type { FinishedRun, OperationEntry } from '../finished-run.ts'
import { contractMap } from './contract-map.ts'
import { coveragePart } from './coverage.ts'
import { htmlDocument, type LiveAssets, type PageAssets, type Part } from './document.ts'
import { evidenceBlocks } from './evidence.ts'
import { exchangesPart } from './exchanges.ts'
import { type Html, html } from './html.ts'
import { levelsPart } from './levels.ts'
import { masthead, titleOf } from './masthead.ts'
import { observationsPart } from './observations.ts'
import { leftoversPart, obstaclesPart } from './obstacles-part.ts'
import { requirements } from './requirements.ts'
import { timingPart } from './timing.ts'
import { clientPart, trafficPart } from './traffic-part.ts'

/**
 * `operations`: the operations of the descriptions, to show those that no request used. `certificate`: the SVG of a
 * certified run.
 */
export function reportPage(
  run: FinishedRun,
  assets: PageAssets,
  operations: readonly OperationEntry[] = [],
  certificate: string | null = null,
  live?: LiveAssets,
): string {
  const { report, exchanges } = run
  const parts: [string, string, Html | null | ''][] = [
    [
      'certificate',
      'Certificate',
      certificate && html`<figure class="certificate">${{ markup: certificate }}</figure>`,
    ],
    ['map', 'Map', contractMap(report)],
    ['requirements', 'Requirements', requirements(run)],
    ['levels', 'Levels', levelsPart(report)],
    ['unjudged', 'Not judged', obstaclesPart(report)],
    ['client', 'Clients', clientPart(report)],
    ['traffic', 'Traffic', trafficPart(report)],
    ['observations', 'Open points', observationsPart(report)],
    ['coverage', 'Coverage', coveragePart(run, operations)],
    ['timing', 'Timing', timingPart(report, exchanges)],
    ['exchanges', 'Exchanges', exchangesPart(exchanges.length)],
    ['leftovers', 'Leftovers', leftoversPart(report)],
  ]
  return htmlDocument(
    {
      title: `${report.target.name}: ${titleOf(report, live !== undefined)} (Assay)`,
      about: html`${live ? html`<span class="badge live" data-live="${live.version}" role="status">Live</span>` : null}<span class="bar-target">${report.target.name}</span><span class="badge outcome-${report.summary.outcome}">${titleOf(report, live !== undefined)}</span>`,
      masthead: masthead(report, run.damage, live !== undefined),
      parts: parts.flatMap(([id, title, body]): Part[] => (body ? [{ id, title, body }] : [])),
      data: evidenceBlocks(run),
      footer: html`<p>Made by Assay ${report.kit.version} from report.json, exchanges.ndjson and claims.ndjson alone. Secrets are replaced by placeholders.</p>
<p data-keys hidden>Keys: <kbd>/</kbd> search, <kbd>j</kbd> <kbd>k</kbd> next and previous requirement, <kbd>Enter</kbd> open, <kbd>f</kbd> next failure, <kbd>Esc</kbd> clear.</p>`,
    },
    assets,
    live,
  )
}
