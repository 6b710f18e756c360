/** JUnit XML: one test case for each requirement, with skip reasons and properties kept. */

import type { ExchangeRecord, JudgedRequirement, Report } from '../generated/formats.ts'
import { causeOf } from './causes.ts'
import { shortened } from './columns.ts'
import { curlFor } from './curl.ts'
import { xml } from './escape.ts'
import type { FindExchange } from './failure.ts'
import { contextOf } from './failure-context.ts'
import { gateText, isTolerated, knownText } from './gate-text.ts'
import { quotesFor } from './quotes.ts'
import { requestLines } from './request-line.ts'
import { toCopy } from './to-copy.ts'

/** The request of a failure and the time of each requirement are taken from `exchanges`; both are left out without them. */
export function junit(report: Report, exchanges: readonly ExchangeRecord[] = []): string {
  const byNumber = new Map(exchanges.map(exchange => [exchange.n, exchange]))
  const run: Run = { report, find: n => byNumber.get(n), causes: causeOf(report) }
  const areas = new Map<string, JudgedRequirement[]>()
  for (const entry of report.requirements) areas.set(entry.area, [...(areas.get(entry.area) ?? []), entry])
  const took = (Date.parse(report.run.finishedAt) - Date.parse(report.run.startedAt)) / 1000
  const all = attributes({
    name: `assay ${report.target.name}`,
    ...totals(report.requirements),
    time: took.toFixed(3),
  })
  const suites = [...areas].map(([area, entries]) => suite(area, entries, run))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${all}>\n${suites.join('')}</testsuites>\n`
}

interface Run {
  readonly report: Report
  readonly find: FindExchange
  readonly causes: ReadonlyMap<string, string>
}

function suite(area: string, entries: readonly JudgedRequirement[], run: Run): string {
  const { report } = run
  const head = attributes({
    name: area,
    ...totals(entries),
    time: seconds(entries, run.find).toFixed(3),
    timestamp: report.run.startedAt.replace(/\.\d+Z$/, ''),
  })
  const about = properties({
    run: report.run.id,
    seed: String(report.run.seed),
    budget: report.run.budget,
    profile: report.run.profile,
    'kit.version': report.kit.version,
    'kit.catalogue': report.kit.catalogue,
    'messaging.featureLevel': report.target.messaging?.featureLevel.toString(),
    gate: report.gate && gateText(report.gate),
  })
  const cases = entries.map(entry => testCase(entry, run))
  return `  <testsuite${head}>\n${about}${cases.join('')}  </testsuite>\n`
}

/**
 * How long exchanges that decided these requirements were under way. Overlaps count once, so no part takes longer than
 * the run.
 */
function seconds(entries: readonly JudgedRequirement[], find: FindExchange): number {
  const numbers = [...new Set(entries.flatMap(({ exchanges }) => exchanges))]
  const spans = numbers
    .map(find)
    .flatMap(found => (found?.receivedAt ? [[Date.parse(found.sentAt), Date.parse(found.receivedAt)] as const] : []))
    .sort(([one], [other]) => one - other)
  let [sum, until] = [0, Number.NEGATIVE_INFINITY]
  for (const [from, to] of spans) {
    sum += Math.max(0, to - Math.max(from, until))
    until = Math.max(until, to)
  }
  return sum / 1000
}

function testCase(entry: JudgedRequirement, run: Run): string {
  const about = properties({
    id: entry.id,
    level: entry.level,
    verdict: entry.verdict,
    reason: entry.reason ?? undefined,
    needs: entry.needs.join(', ') || undefined,
    places: entry.places.join('; '),
    exchanges: entry.exchanges.join(' ') || undefined,
    repeated: entry.repeated?.toString(),
    repeat: entry.repeat === null ? undefined : toCopy(entry.repeat),
    known: knownText(entry) ?? undefined,
    cause: run.causes.get(entry.id),
  })
  const time = seconds([entry], run.find).toFixed(3)
  const head = attributes({ classname: entry.area, name: `${entry.id}: ${entry.sentence}`, time })
  return `    <testcase${head}>\n${about}${result(entry, run)}    </testcase>\n`
}

/** A known failure that has not expired must not fail a build: it is reported as skipped, with all details. */
function result(entry: JudgedRequirement, run: Run): string {
  const message = entry.message ?? entry.verdict
  const known = knownText(entry)
  switch (entry.verdict) {
    case 'fail':
      if (isTolerated(entry))
        return `      <skipped${attributes({ message: `known failure (${known}): ${message}` })}/>\n${output(entry, run, 'KNOWN')}`
      return `      <failure${attributes({ message, type: entry.level })}>${xml(details(entry, run))}</failure>\n`
    case 'unverified':
    case 'not-applicable':
      return `      <skipped${attributes({ message: `${entry.reason ?? entry.verdict}: ${message}` })}/>\n`
    case 'warn':
      return output(entry, run, 'WARN')
    case 'pass':
      return ''
  }
}

const output = (entry: JudgedRequirement, run: Run, word: string): string =>
  `      <system-out>${xml(`${word} ${details(entry, run)}`)}</system-out>\n`

function details(entry: JudgedRequirement, { report, find, causes }: Run): string {
  const { id, sentence, expected, actual, exchanges, repeat, places, control } = entry
  const exchange = exchanges.map(find).find(found => found !== undefined)
  const curl = exchange ? curlFor(entry, exchange, report.target) : null
  const known = knownText(entry)
  const rows: (readonly [string, string | null | undefined])[] = [
    ['Requirement', sentence],
    ['Expected', expected ?? ''],
    ['Actual', shortened(actual ?? '', LONGEST)],
    ...contextOf(entry),
    ['Request', exchange && requestLines(exchange, control ?? null, WIDE).join(' ')],
    ['Sent', exchange?.sentAt],
    ['Exchanges', exchanges.length > 0 && !exchange ? exchanges.join(', ') : null],
    ['Contract', `${id.split('.')[0]}: ${places.join('; ')}`],
    ...quotesFor(entry, report.contract).map(({ text, from }) => ['', `${from} "${text}"`] as const),
    ['Known', known],
    ['Curl', curl],
    ['Reproduce', repeat && toCopy(repeat)],
    ['Cause', causes.has(id) ? `as ${causes.get(id)}` : null],
  ]
  return rows.flatMap(([label, value]) => (value ? [`${label.padEnd(LABEL)}${value}`] : [])).join('\n')
}

const LABEL = 12
const WIDE = 400
const LONGEST = 4_000

function totals(entries: readonly JudgedRequirement[]): Record<string, string> {
  const failures = entries.filter(entry => entry.verdict === 'fail' && !isTolerated(entry))
  const skipped = entries.filter(
    entry => entry.verdict === 'unverified' || entry.verdict === 'not-applicable' || isTolerated(entry),
  )
  return {
    tests: String(entries.length),
    failures: String(failures.length),
    errors: '0',
    skipped: String(skipped.length),
  }
}

function attributes(values: Readonly<Record<string, string>>): string {
  return Object.entries(values)
    .map(([name, value]) => ` ${name}="${xml(value)}"`)
    .join('')
}

function properties(values: Readonly<Record<string, string | undefined>>): string {
  const lines = Object.entries(values).flatMap(([name, value]) =>
    value === undefined ? [] : [`        <property${attributes({ name, value })}/>\n`],
  )
  return lines.length === 0 ? '' : `      <properties>\n${lines.join('')}      </properties>\n`
}
