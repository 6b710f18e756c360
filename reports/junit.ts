/** JUnit XML: one test case for each requirement, with skip reasons and properties kept. */
import type { JudgedRequirement, Report } from '../generated/formats.ts'
import { causeOf } from './causes.ts'
import { xml } from './escape.ts'

export function junit(report: Report): string {
  const areas = new Map<string, JudgedRequirement[]>()
  for (const entry of report.requirements) areas.set(entry.area, [...(areas.get(entry.area) ?? []), entry])
  const seconds = (Date.parse(report.run.finishedAt) - Date.parse(report.run.startedAt)) / 1000
  const all = attributes({
    name: `assay ${report.target.name}`,
    ...totals(report.requirements),
    time: seconds.toFixed(3),
  })
  const suites = [...areas].map(([area, entries]) => suite(area, entries, report))
  return `<?xml version="1.0" encoding="UTF-8"?>\n<testsuites${all}>\n${suites.join('')}</testsuites>\n`
}

function suite(area: string, entries: readonly JudgedRequirement[], report: Report): string {
  const head = attributes({
    name: area,
    ...totals(entries),
    time: '0',
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
  })
  const causes = causeOf(report)
  const cases = entries.map(entry => testCase(entry, causes.get(entry.id)))
  return `  <testsuite${head}>\n${about}${cases.join('')}  </testsuite>\n`
}

function testCase(entry: JudgedRequirement, cause: string | undefined): string {
  const about = properties({
    id: entry.id,
    level: entry.level,
    verdict: entry.verdict,
    reason: entry.reason ?? undefined,
    needs: entry.needs.join(', ') || undefined,
    places: entry.places.join('; '),
    exchanges: entry.exchanges.join(' ') || undefined,
    repeated: entry.repeated?.toString(),
    repeat: entry.repeat ?? undefined,
    cause,
  })
  const head = attributes({ classname: entry.area, name: `${entry.id}: ${entry.sentence}`, time: '0' })
  return `    <testcase${head}>\n${about}${result(entry, cause)}    </testcase>\n`
}

function result(entry: JudgedRequirement, cause: string | undefined): string {
  const message = entry.message ?? entry.verdict
  switch (entry.verdict) {
    case 'fail':
      return `      <failure${attributes({ message, type: entry.level })}>${xml(details(entry, cause))}</failure>\n`
    case 'unverified':
    case 'not-applicable':
      return `      <skipped${attributes({ message: `${entry.reason ?? entry.verdict}: ${message}` })}/>\n`
    case 'warn':
      return `      <system-out>${xml(`WARN ${details(entry, cause)}`)}</system-out>\n`
    case 'pass':
      return ''
  }
}

function details({ expected, actual, tried, exchanges, repeat }: JudgedRequirement, cause: string | undefined): string {
  return [
    `Expected  ${expected ?? ''}`,
    `Actual    ${actual ?? ''}`,
    ...(tried === undefined ? [] : [`Tried     ${tried}`]),
    ...(exchanges.length > 0 ? [`Exchanges ${exchanges.join(', ')}`] : []),
    ...(repeat === null ? [] : [`Reproduce ${repeat}`]),
    ...(cause === undefined ? [] : [`Cause     as ${cause}`]),
  ].join('\n')
}

function totals(entries: readonly JudgedRequirement[]): Record<string, string> {
  const count = (...verdicts: readonly string[]): string =>
    String(entries.filter(({ verdict }) => verdicts.includes(verdict)).length)
  return {
    tests: String(entries.length),
    failures: count('fail'),
    errors: '0',
    skipped: count('unverified', 'not-applicable'),
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
