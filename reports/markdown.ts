/** A summary in Markdown for the page of a CI job. */

import type { Report } from '../generated/formats.ts'
import { type Caused, causeCount, causesIn } from './causes.ts'
import { shortened } from './columns.ts'
import { printable } from './escape.ts'
import { contextOf } from './failure-context.ts'
import { gateText, knownText } from './gate-text.ts'
import { quotesFor } from './quotes.ts'
import { counted, requestCount } from './request-count.ts'
import { toCopy } from './to-copy.ts'
import { idsInWords, obstacles } from './unjudged.ts'
import { byArea, countVerdicts, outcomeMeaning, outcomeTitle, sign, verdicts, verdictTitle } from './verdicts.ts'

/** These limits keep the summary below a megabyte, the most that CI pages hold. */
const MOST_BLOCKS = 40
const MOST_ROWS = 25
const LONGEST = 500

export function markdown(report: Report): string {
  const { summary, target, run } = report
  const level = target.messaging ? `, feature level ${target.messaging.featureLevel}` : ''
  const blocks = [
    `## ${mark[summary.outcome]} ${outcomeTitle[summary.outcome]}: ${escapedText(target.name)}`,
    `${outcomeMeaning[summary.outcome]} Profile ${code(run.profile)}${level}, ${requestCount(run)}, ${counted(run.claims, 'claim')}, seed ${run.seed}.`,
    ...gate(report),
    table(
      verdicts.map(verdict => verdictTitle[verdict]),
      [verdicts.map(verdict => String(summary.counts[verdict]))],
    ),
    ...broken(report, 'fail', 'Failed'),
    ...broken(report, 'warn', 'Warnings'),
    ...unjudged(report),
    ...areas(report),
    ...observed(report),
  ]
  return `${blocks.join('\n\n')}\n`
}

function gate({ gate: decided }: Report): string[] {
  if (!decided) return []
  const stale = decided.stale.map(sentence => `- ${escapedText(sentence)}`)
  return [[`${decided.passes ? '🟢' : '🔴'} **Gate** ${escapedText(gateText(decided))}`, ...stale].join('\n')]
}

const mark: Readonly<Record<Report['summary']['outcome'], string>> = {
  conformant: '✅',
  incomplete: '⚠️',
  nonconformant: '❌',
  invalid: '⚠️',
}

function broken(report: Report, verdict: 'fail' | 'warn', title: string): string[] {
  const causes = causesIn(report, verdict)
  if (causes.length === 0) return []
  const rest = causes.length - MOST_BLOCKS
  return [
    `### ${title}: ${causeCount(causes, verdict)}`,
    ...causes.slice(0, MOST_BLOCKS).map(cause => block(cause, report.contract)),
    ...(rest > 0 ? [`and ${rest} more in report.json`] : []),
  ]
}

function block({ entry, others }: Caused, contract: Report['contract']): string {
  const { id, sentence, expected, actual, places, exchanges, repeat, repeated } = entry
  const known = knownText(entry)
  const lines = [
    `- Expected ${code(expected ?? 'nothing')}`,
    `- Actual ${code(actual ?? 'nothing')}`,
    ...contextOf(entry).map(([label, text]) => `- ${label} ${code(text)}`),
    `- Contract ${escapedText(places.join('; '))}${exchanges.length > 0 ? `, exchanges ${exchanges.join(', ')}` : ''}`,
    ...quotesFor(entry, contract).map(({ text, from }) => `- ${escapedText(from)} ${code(text)}`),
    ...(known === null ? [] : [`- Known failure: ${escapedText(known)}`]),
    ...(repeated === false ? ['- Flaky: it held when tried again'] : []),
    ...(repeat === null ? [] : [`- Reproduce ${code(toCopy(repeat))}`]),
    ...(others.length === 0 ? [] : [`- Also fails because of this: ${othersText(others)}`]),
  ]
  return `<details><summary><b>${escapedText(id)}</b> ${known === null ? '' : '(known) '}${escapedText(sentence)}</summary>\n\n${lines.join('\n')}\n\n</details>`
}

function othersText(others: Caused['others']): string {
  const rest = others.length - MOST_ROWS
  const ids = others.slice(0, MOST_ROWS).map(({ id }) => code(id))
  return `${ids.join(', ')}${rest > 0 ? ` and ${rest} more` : ''}`
}

function unjudged(report: Report): string[] {
  const entries = report.requirements.filter(({ verdict }) => verdict === 'unverified')
  if (entries.length === 0) return []
  const groups = obstacles(entries.map(({ id, reason, message }) => ({ id, reason, why: message })))
  const rows = groups
    .slice(0, MOST_ROWS)
    .map(({ reason, why, ids }) => [
      String(ids.length),
      escapedText(why),
      reason === null ? '' : code(reason),
      escapedText(idsInWords(ids)),
    ])
  return [`### Not judged: ${entries.length}`, table(['Blocks', 'What was missing', 'Reason', 'Requirements'], rows)]
}

function areas(report: Report): string[] {
  const rows = [...byArea(report.requirements)].map(([area, entries]) => {
    const counts = countVerdicts(entries)
    return [code(area), ...verdicts.map(verdict => (counts[verdict] === 0 ? '' : String(counts[verdict])))]
  })
  const head = ['Area', ...verdicts.map(verdict => `${sign[verdict]} ${verdictTitle[verdict]}`)]
  return [`<details><summary>By area</summary>\n\n${table(head, rows)}\n\n</details>`]
}

function observed({ observations }: Report): string[] {
  if (observations.length === 0) return []
  const rows = observations.slice(0, 200).map(({ id, observed: seen }) => [code(id), code(seen)])
  const list = table(['Open point', 'Observed'], rows)
  return [
    `<details><summary>Observed where the contract leaves it open: ${observations.length}</summary>\n\n${list}\n\n</details>`,
  ]
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}

/** Escapes plain text, so that nothing in it is markup, a link, a mention or a reference. */
function escapedText(text: string): string {
  return shortened(printable(text), LONGEST)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replace(/[\\`*_{}[\]()#+!|~@$]/g, character => `&#${character.charCodeAt(0)};`)
    .replace(/(https?|ftp):|www\./gi, match => `${match.slice(0, -1)}&#${match.charCodeAt(match.length - 1)};`)
}

/** Text of the run as code. HTML is used, not backticks, because it works in tables and lists whatever the text contains. */
const code = (text: string): string => `<code>${escapedText(text)}</code>`
