/** The exit status of a run. */
import { expect, test } from 'vitest'
import { exitStatus } from '../../cli/exit-status.ts'
import type { Report } from '../../generated/formats.ts'
import { anEntry, aReport } from '../reports/a-report.ts'

const pass = anEntry('trading.ping.result', 'pass')
const fail = anEntry('trading.ping.result', 'fail')
const warn = anEntry('trading.ping.result', 'warn')
const unplanned = anEntry('trading.time.result', 'unverified', { planned: false })
const missed = anEntry('trading.time.result', 'unverified', { planned: true })
const interrupted = (report: Report): Report => ({ ...report, run: { ...report.run, interrupted: true } })

test.each([
  ['only passes give 0', aReport([pass]), false, 0],
  ['a warning gives 0', aReport([pass, warn]), false, 0],
  ['a failure gives 1', aReport([pass, fail]), false, 1],
  ['a failure and an unverified requirement give 1', aReport([pass, fail, missed]), true, 1],
  ['an unverified planned requirement gives 3', aReport([pass, missed]), false, 3],
  ['a requirement that was not planned gives 0', aReport([pass, unplanned]), false, 0],
  ['a requirement that was not planned gives 3 if completeness is required', aReport([pass, unplanned]), true, 3],
  ['nothing judged gives 3', aReport([unplanned]), false, 3],
  ['an interruption gives 130', interrupted(aReport([pass, missed])), false, 130],
  ['an interruption after a failure gives 130', interrupted(aReport([pass, fail])), false, 130],
])('%s', (_name, report, requireComplete, want) => expect(exitStatus(report, requireComplete)).toBe(want))
