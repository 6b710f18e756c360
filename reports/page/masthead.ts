/** The top of a report: the outcome, what was judged, and the counts. */
import type { Report, Verdict } from '../../generated/formats.ts'
import { causeCount, causesIn } from '../causes.ts'
import { duration } from '../duration.ts'
import { counted, requestCount } from '../request-count.ts'
import { outcomeMeaning, outcomeTitle, sign, verdicts, verdictTitle } from '../verdicts.ts'
import { type Html, html } from './html.ts'
import { seal } from './seal.ts'

/** During a run, requirements that are not judged yet do not make the outcome incomplete. */
export const titleOf = ({ summary: { outcome } }: Report, isLive: boolean): string =>
  isLive && isOpen(outcome) ? 'In progress' : outcomeTitle[outcome]

const isOpen = (outcome: Report['summary']['outcome']): boolean => outcome === 'incomplete' || outcome === 'invalid'

export function masthead(report: Report, damage: readonly string[], isLive = false): Html {
  const { summary, target } = report
  const meaning = isLive && isOpen(summary.outcome) ? 'Nothing failed so far.' : outcomeMeaning[summary.outcome]
  return html`<div class="masthead outcome-${summary.outcome}">
<div class="verdict-line">
${seal(summary.outcome)}
<div>
<p class="over">${target.name}</p>
<h1>${titleOf(report, isLive)}</h1>
<p class="meaning">${meaning}</p>
${gateLine(report)}
</div>
</div>
${notices(report, damage)}
${bar(summary.counts)}
<ul class="tiles">${verdicts.map(verdict => tile(verdict, summary.counts[verdict]))}</ul>
${failedRequirements(report)}
<dl class="facts">${facts(report, isLive).map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
</div>`
}

/** Outcome and gate can differ: the gate tolerates known failures, and fails for an unreachable target. */
function gateLine({ gate }: Report): Html | null {
  if (!gate) return null
  return html`<p class="gate"><span class="badge ${gate.passes ? 'pass' : 'fail'}">Gate ${gate.passes ? 'passes' : 'fails'}</span> exit status ${gate.exitStatus}${gate.why.length > 0 ? `: ${gate.why.join('; ')}` : null}</p>`
}

function notices({ run, gate }: Report, damage: readonly string[]): Html | null {
  const lines = [
    ...(run.interrupted && !run.unfinished ? ['This run was interrupted: what it did not reach is unverified.'] : []),
    ...(run.bailed ? ['This run stopped at its first failure: what it did not reach is unverified.'] : []),
    ...(gate?.stale ?? []),
    ...damage,
  ]
  if (lines.length === 0) return null
  return html`<div class="notice" role="note">${lines.map(line => html`<p>${line}</p>`)}</div>`
}

const MOST_SENTENCES = 8

/** The failed requirements, before everything else; each cause once. */
function failedRequirements(report: Report): Html | null {
  const causes = causesIn(report, 'fail')
  if (causes.length === 0) return null
  const rest = causes.length - MOST_SENTENCES
  return html`<h2 class="broken-title">Failed requirements: ${causeCount(causes, 'fail')}</h2>
<ul class="broken-list">${causes
    .slice(0, MOST_SENTENCES)
    .map(
      ({ entry: { id, sentence, known }, others }) =>
        html`<li><a href="#${id}">${sentence}</a> <code class="muted">${id}</code>${known ? html` <span class="badge known">known: ${known.ticket}</span>` : null}${others.length > 0 ? html` <span class="muted">and ${others.length} more with the same cause</span>` : null}</li>`,
    )}${rest > 0 ? html`<li class="muted">and ${rest} more below</li>` : null}</ul>`
}

function tile(verdict: Verdict, count: number): Html {
  return html`<li><a class="tile ${verdict}" href="#requirements" data-show="${verdict}">
<span class="count">${count}</span><span class="label"><span class="sign" aria-hidden="true">${sign[verdict]}</span> ${verdictTitle[verdict]}</span>
</a></li>`
}

/** Presentation attributes, because the policy of the page forbids style attributes. */
function bar(counts: Report['summary']['counts']): Html | null {
  const order: readonly Verdict[] = ['pass', 'warn', 'fail', 'unverified', 'not-applicable']
  const all = order.reduce((sum, verdict) => sum + counts[verdict], 0)
  if (all === 0) return null
  let x = 0
  const pieces = order.map(verdict => {
    const width = (counts[verdict] / all) * 1000
    const piece = html`<rect class="fill-${verdict}" x="${x.toFixed(2)}" y="0" width="${width.toFixed(2)}" height="10"/>`
    x += width
    return width > 0 ? piece : null
  })
  const words = order.map(verdict => `${counts[verdict]} ${verdict}`).join(', ')
  return html`<svg class="share" viewBox="0 0 1000 10" preserveAspectRatio="none" role="img" aria-label="Of ${all} requirements: ${words}">${pieces}</svg>`
}

function facts({ run, target, kit }: Report, isLive: boolean): [string, Html | string][] {
  const seconds = (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000
  const took = Number.isFinite(seconds) ? (seconds < 1 ? 'less than 1 s' : duration(seconds)) : 'unknown'
  // Keeps a number and its unit on one line.
  const since = isLive ? 'still running' : `took ${took.replaceAll(/(?<=\d) /g, '\u00a0')}`
  return [
    ['Profile', run.profile],
    ...(target.messaging ? [['Feature level', String(target.messaging.featureLevel)] as [string, string]] : []),
    ...(target.trading ? [['Trading', html`<code>${target.trading.baseUrl}</code>`] as [string, Html]] : []),
    ...(target.messaging ? [['Messaging', html`<code>${target.messaging.baseUrl}</code>`] as [string, Html]] : []),
    ['Started', html`<time datetime="${run.startedAt}">${inWords(run.startedAt)}</time>, ${since}`],
    ['Evidence', `${requestCount(run)}, ${counted(run.claims, 'claim')}`],
    ...rateLimits(run),
    ['Allowed', ['read', ...run.allow].join(', ')],
    ...(run.only.length > 0 ? [['Only', run.only.join(', ')] as [string, string]] : []),
    ...(run.shard === null ? [] : [['Shard', run.shard] as [string, string]]),
    ['Run', html`<code>${run.id}</code>, seed ${run.seed}, ${run.budget} budget`],
    ['Kit', html`${kit.version}, catalogue <code title="${kit.catalogue}">${kit.catalogue.slice(7, 19)}</code>`],
  ]
}

function rateLimits({ requestsPerSecond = {} }: Report['run']): [string, string][] {
  const limits = Object.entries(requestsPerSecond).map(([api, rateLimit]) => ({
    api,
    rate: rateLimit === 0 ? 'none' : `${Math.round(rateLimit * 10) / 10} a second`,
  }))
  const [first] = limits
  if (!first) return []
  if (limits.length > 1 && limits.every(({ rate }) => rate === first.rate))
    return [['Rate limit of each API', first.rate]]
  return [['Rate limit', limits.map(({ api, rate }) => `${api} ${rate}`).join(', ')]]
}

function inWords(time: string): string {
  const match = /^(\d{4}-\d\d-\d\d)T(\d\d:\d\d)/.exec(time)
  return match ? `${match[1]} ${match[2]} UTC` : time
}
