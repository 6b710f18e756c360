/** Common Test Report Format: one test for each requirement. */
import type { JudgedRequirement, Report, Verdict } from '../generated/formats.ts'
import { byArea } from './verdicts.ts'

type Status = 'passed' | 'failed' | 'skipped' | 'other'

/** CTRF has no status for warnings: they are neither passed nor failed. */
const status: Readonly<Record<Verdict, Status>> = {
  pass: 'passed',
  fail: 'failed',
  warn: 'other',
  unverified: 'skipped',
  'not-applicable': 'skipped',
}

export function ctrf(report: Report): string {
  const { kit, run, target, summary, requirements } = report
  const [start, stop] = [Date.parse(run.startedAt), Date.parse(run.finishedAt)]
  const count = (wanted: Status): number => requirements.filter(({ verdict }) => status[verdict] === wanted).length
  const document = {
    reportFormat: 'CTRF',
    specVersion: '1.0.0',
    timestamp: run.finishedAt,
    generatedBy: `assay ${kit.version}`,
    results: {
      tool: { name: 'assay', version: kit.version, extra: { catalogue: kit.catalogue } },
      summary: {
        tests: requirements.length,
        passed: count('passed'),
        failed: count('failed'),
        skipped: count('skipped'),
        pending: 0,
        other: count('other'),
        suites: byArea(requirements).size,
        start,
        stop,
        duration: stop - start,
        extra: { outcome: summary.outcome, counts: summary.counts },
      },
      tests: requirements.map(test),
      environment: {
        reportName: `assay ${run.profile}`,
        appName: target.name,
        testEnvironment: target.name,
        healthy: summary.outcome === 'conformant',
        extra: { ...target, run: run.id, seed: run.seed, budget: run.budget, allow: run.allow },
      },
    },
  }
  return `${JSON.stringify(document, null, 2)}\n`
}

function test(entry: JudgedRequirement): Record<string, unknown> {
  const { id, sentence, area, verdict, level, message, reason, expected, actual } = entry
  const broken = verdict === 'fail' || verdict === 'warn'
  const text = reason === null ? message : `${reason}: ${message ?? ''}`
  return {
    name: `${id}: ${sentence}`,
    status: status[verdict],
    duration: 0,
    suite: [id.split('.')[0] ?? area, area],
    rawStatus: verdict,
    type: 'conformance',
    tags: [level],
    labels: { requirement: id, level, places: entry.places.length > 0 ? entry.places : [''] },
    ...(text !== null && { message: text }),
    ...(broken && { trace: `Expected  ${expected ?? ''}\nActual    ${actual ?? ''}` }),
    extra: {
      exchanges: entry.exchanges,
      claims: entry.claims,
      needs: entry.needs,
      repeated: entry.repeated,
      repeat: entry.repeat,
      ...(entry.tried !== undefined && { tried: entry.tried }),
      baseline: entry.baseline,
    },
  }
}
