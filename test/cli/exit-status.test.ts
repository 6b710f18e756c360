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
  ['all passed', aReport([pass]), false, 0],
  ['a warning', aReport([pass, warn]), false, 0],
  ['a failure', aReport([pass, fail]), false, 1],
  ['a failure and something missed', aReport([pass, fail, missed]), true, 1],
  ['something planned was missed', aReport([pass, missed]), false, 3],
  ['something was not planned', aReport([pass, unplanned]), false, 0],
  ['something was not planned, and all is required', aReport([pass, unplanned]), true, 3],
  ['nothing could be judged', aReport([unplanned]), false, 3],
  ['interrupted', interrupted(aReport([pass, missed])), false, 130],
  ['interrupted after a failure', interrupted(aReport([pass, fail])), false, 130],
])('%s', (_name, report, requireComplete, want) => expect(exitStatus(report, requireComplete)).toBe(want))
