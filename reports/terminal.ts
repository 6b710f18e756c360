/** The summary of a finished run for a terminal: what came out, what to do about it, where the rest is. */
import type { Report } from '../generated/formats.ts'
import { causeCount, causesIn } from './causes.ts'
import { shortened, width, wrapped } from './columns.ts'
import { duration } from './duration.ts'
import { printable } from './escape.ts'
import { type FindExchange, failureBlock, type Layout } from './failure.ts'
import { type Paint, paint } from './paint.ts'
import { obstacleLines, obstacles } from './unjudged.ts'

export interface SummaryOptions extends Layout {
  readonly find: FindExchange
  /** Where the files of this run are, and which there are. */
  readonly folder: string
  readonly files: readonly string[]
  /** The command line that does the same run again. */
  readonly again: string
  /** How long it took; as the report says, unless given. */
  readonly seconds?: number
}

const MOST_GROUPS = 12

export function summary(report: Report, options: SummaryOptions): string {
  const colours = paint(options.colour)
  const blocks = [
    ...broken(report, 'fail', options, colours),
    ...broken(report, 'warn', options, colours),
    notJudged(report, 'unverified', 'Not judged', options, colours),
    notJudged(report, 'not-applicable', 'Not applicable', options, colours),
    observed(report, options, colours),
    left(report, options, colours),
    neverExercised(report, options, colours),
    closing(report, options, colours),
  ]
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`
}

function broken(report: Report, verdict: 'fail' | 'warn', options: SummaryOptions, colours: Paint): string[] {
  const causes = causesIn(report, verdict)
  if (causes.length === 0) return []
  return [
    colours.strong(causeCount(causes, verdict)),
    ...causes.map(({ entry, others }) => failureBlock(entry, report.target, options.find, options, others)),
  ]
}

function notJudged(
  report: Report,
  verdict: 'unverified' | 'not-applicable',
  title: string,
  options: SummaryOptions,
  colours: Paint,
): string {
  const entries = report.requirements.filter(entry => entry.verdict === verdict)
  if (entries.length === 0) return ''
  const groups = obstacles(entries.map(({ id, reason, message }) => ({ id, reason, why: message })))
  return [colours.strong(`${title}: ${entries.length}`), ...obstacleLines(groups, options.columns)].join('\n')
}

function observed(report: Report, options: SummaryOptions, colours: Paint): string {
  const { observations } = report
  if (observations.length === 0) return ''
  const lines = observations.slice(0, MOST_GROUPS).map(({ id, observed }) => {
    const head = `  ${id}  `
    return head + shortened(printable(observed), Math.max(20, options.columns - width(head)))
  })
  if (observations.length > MOST_GROUPS) lines.push(`  and ${observations.length - MOST_GROUPS} more in report.json`)
  return [colours.strong('Observed where the contract leaves it open'), ...lines].join('\n')
}

function left(report: Report, options: SummaryOptions, colours: Paint): string {
  if (report.leftovers.length === 0) return ''
  const kinds = new Map<string, number>()
  for (const { kind } of report.leftovers) kinds.set(kind, (kinds.get(kind) ?? 0) + 1)
  const list = [...kinds].map(([kind, count]) => `${printable(kind)} (${count})`).join(', ')
  return [
    colours.strong(`Left behind: ${report.leftovers.length}`),
    ...wrapped(`${list}; report.json lists them.`, options.columns - 2).map(line => `  ${line}`),
  ].join('\n')
}

/** What of the specs no request and no reply touched; told for whole runs only. */
function neverExercised(report: Report, options: SummaryOptions, colours: Paint): string {
  if (report.run.only.length > 0 || report.run.checks || report.run.shard !== null) return ''
  const lines = Object.entries(report.coverage).flatMap(([part, tally]) => {
    const { covered, of, missing } = tally as { covered?: unknown; of?: unknown; missing?: unknown }
    if (!Array.isArray(missing) || missing.length === 0) return []
    const words = part.replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    const head = `  ${words} (${covered} of ${of})  `
    return [head + shortened(printable(missing.join(', ')), Math.max(20, options.columns - width(head)))]
  })
  const { unreached } = report.coverage
  const reasons = (Array.isArray(unreached) ? unreached : []).map(({ why, what }: { why: string; what: unknown[] }) => {
    const head = `  ${what.length} because  `
    return head + shortened(printable(why), Math.max(20, options.columns - width(head)))
  })
  return lines.length === 0 ? '' : [colours.strong('Not covered'), ...lines, ...reasons].join('\n')
}

function closing(report: Report, options: SummaryOptions, colours: Paint): string {
  const { outcome, counts } = report.summary
  const { run, target } = report
  const shade = outcome === 'conformant' ? colours.good : outcome === 'nonconformant' ? colours.bad : colours.doubtful
  const seconds = options.seconds ?? (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000
  const level = target.messaging ? ` at feature level ${target.messaging.featureLevel}` : ''
  const verdicts = Object.entries(counts).map(([verdict, count]) => `${count} ${verdict}`)
  const rows: [string, string][] = [
    ...(run.interrupted
      ? [['Stopped', 'by an interruption; what was not reached is unverified'] as [string, string]]
      : []),
    ['Target', `${printable(target.name)}${level}, profile ${run.profile}`],
    ['Verdicts', verdicts.join(', ')],
    ...causeRow(report),
    [
      'Evidence',
      `${run.exchanges} exchanges, ${run.claims} claims in ${seconds < 1 ? 'less than 1 s' : duration(seconds)}`,
    ],
    ['Reports', `${printable(options.folder)}: ${options.files.join(', ')}`],
    ['Rerun', printable(options.again)],
  ]
  return [
    `${colours.strong(shade(outcome.toUpperCase()))}  ${meaning[outcome]}`,
    ...rows.flatMap(([label, value]) => row(label, value, options.columns, colours)),
  ].join('\n')
}

function causeRow(report: Report): [string, string][] {
  const causes = causesIn(report, 'fail')
  return causes.length < report.summary.counts.fail ? [['Causes', causeCount(causes, 'fail')]] : []
}

/** A command stays on one line, to be copied. */
function row(label: string, value: string, columns: number, colours: Paint): string[] {
  const lines = label === 'Rerun' ? [value] : wrapped(value, columns - 12)
  return lines.map((line, n) => `  ${colours.faint((n === 0 ? label : '').padEnd(10))}${line}`)
}

const meaning: Readonly<Record<Report['summary']['outcome'], string>> = {
  conformant: 'every sentence in scope was seen to hold',
  incomplete: 'nothing failed, but some musts could not be judged',
  nonconformant: 'the target violates its contract',
  invalid: 'nothing could be judged',
}
