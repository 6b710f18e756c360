/** The summary of a finished run for a terminal: the result, what to do about it, and where the rest is. */
import type { Report } from '../generated/formats.ts'
import { causeCount, causesIn } from './causes.ts'
import { wrapped } from './columns.ts'
import { duration } from './duration.ts'
import { printable } from './escape.ts'
import { type FindExchange, failureBlock, type Layout } from './failure.ts'
import { gateText } from './gate-text.ts'
import { type Paint, paint } from './paint.ts'
import { counted, requestCount } from './request-count.ts'
import { coverageText, leftText, observedText, verboseBlocks } from './summary-details.ts'
import { trafficBlocks } from './traffic-text.ts'
import { obstacleLines, obstacles } from './unjudged.ts'
import { outcomeMeaning } from './verdicts.ts'

export interface SummaryOptions extends Layout {
  readonly find: FindExchange
  /** The folder of this run, and the files in it. */
  readonly folder: string
  readonly files: readonly string[]
  /** The command line that repeats the run; absent for a certification, whose result is not that of a gate either. */
  readonly again?: string
  /** The command line that removes what the run left behind. */
  readonly clean?: string
  /** How long the run took; by default as the report says. */
  readonly seconds?: number
  /** Lists what was observed, left behind, not covered and not applicable. */
  readonly verbose?: boolean
}

const MOST_OBSTACLES = 6

export function summary(report: Report, options: SummaryOptions): string {
  const colours = paint(options.colour)
  const blocks = [
    ...broken(report, 'fail', options, colours),
    ...broken(report, 'warn', options, colours),
    notJudged(report, 'unverified', 'Not judged', options, colours),
    ...trafficBlocks(report, options.columns, colours, options.verbose ?? false),
    ...(options.verbose
      ? [
          notJudged(report, 'not-applicable', 'Not applicable', options, colours),
          ...verboseBlocks(report, options.columns, colours),
        ]
      : []),
    closing(report, options, colours),
  ]
  return `${blocks.filter(block => block !== '').join('\n\n')}\n`
}

function broken(report: Report, verdict: 'fail' | 'warn', options: SummaryOptions, colours: Paint): string[] {
  const causes = causesIn(report, verdict)
  if (causes.length === 0) return []
  return [
    colours.strong(causeCount(causes, verdict)),
    ...causes.map(({ entry, others }) =>
      failureBlock(entry, report.target, options.find, { ...options, contract: report.contract }, others),
    ),
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
  const most = options.verbose ? undefined : MOST_OBSTACLES
  const lines = obstacleLines(groups, options.columns, { most, named: verdict === 'unverified' })
  return [colours.strong(`${title}: ${entries.length}`), ...lines].join('\n')
}

function closing(report: Report, options: SummaryOptions, colours: Paint): string {
  const { outcome } = report.summary
  const shade = outcome === 'conformant' ? colours.good : outcome === 'nonconformant' ? colours.bad : colours.doubtful
  return [
    `${colours.strong(shade(outcome.toUpperCase()))}  ${outcomeMeaning[outcome].replace(/^./, first => first.toLowerCase()).replace(/\.$/, '')}`,
    ...rowsOf(report, options).flatMap(([label, value]) => row(label, value, options.columns, colours)),
  ].join('\n')
}

type Row = readonly [label: string, value: string]

function rowsOf(report: Report, options: SummaryOptions): Row[] {
  const { run, target, summary: told } = report
  const { again } = options
  const gate = again === undefined ? undefined : report.gate
  const level = target.messaging ? ` at feature level ${target.messaging.featureLevel}` : ''
  const rows: (readonly [string, string | null])[] = [
    ['Stopped', run.interrupted ? 'by an interruption; what was not reached is unverified' : null],
    ['Target', `${printable(target.name)}${level}, profile ${run.profile}`],
    ['Gate', gate ? gateText(gate) : null],
    ...(gate?.stale ?? []).map(sentence => ['', printable(sentence)] as const),
    ['', again === undefined ? null : retryText(report, again)],
    ['Verdicts', Object.entries(told.counts).map(verdictCount).join(', ')],
    ['Causes', causeRow(report)],
    ['Evidence', evidenceText(report, options.seconds)],
    ['Observed', options.verbose ? null : observedText(report)],
    ['Left behind', options.verbose ? null : leftText(report)],
    ['Not covered', options.verbose ? null : coverageText(report)],
    ['Reports', `${printable(options.folder)}: ${options.files.join(', ')}`],
    ['Clean up', isCutShort(report) ? printable(options.clean ?? '') || null : null],
    ['Rerun', again === undefined ? null : printable(again)],
  ]
  return rows.flatMap(([label, value]) => (value === null ? [] : [[label, value] as const]))
}

/** Ctrl-C leaves no time to remove everything. */
export const isCutShort = ({ run, leftovers }: Report): boolean => run.interrupted === true && leftovers.length > 0

const RETRY = '--retry-unreachable'

/** If most requests got a reply, the others may get one when they are sent again. */
function retryText({ requirements, summary: { counts } }: Report, again: string): string | null {
  const isLost = requirements.some(({ verdict, reason }) => verdict === 'unverified' && reason === 'unreachable')
  return isLost && counts.pass > counts.unverified && !again.includes(RETRY)
    ? `${RETRY} tries once more what got no reply`
    : null
}

const verdictCount = ([verdict, count]: [string, number]): string => `${count} ${verdict}`

function evidenceText({ run }: Report, given: number | undefined): string {
  const seconds = given ?? (Date.parse(run.finishedAt) - Date.parse(run.startedAt)) / 1000
  const time = seconds < 1 ? 'less than 1 s' : duration(seconds)
  return `${requestCount(run)}, ${counted(run.claims, 'claim')} in ${time}`
}

function causeRow(report: Report): string | null {
  const causes = causesIn(report, 'fail')
  return causes.length < report.summary.counts.fail ? causeCount(causes, 'fail') : null
}

const LABEL = 13

/** A command stays on one line, so that it can be copied. */
function row(label: string, value: string, columns: number, colours: Paint): string[] {
  const lines = label === 'Rerun' || label === 'Clean up' ? [value] : wrapped(value, columns - LABEL - 2)
  return lines.map((line, n) => {
    const shown =
      label === 'Gate' && n === 0 ? line.replace(/^passes/, colours.good).replace(/^fails/, colours.bad) : line
    return `  ${colours.faint((n === 0 ? label : '').padEnd(LABEL))}${shown}`
  })
}
