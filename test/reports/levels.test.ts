/** The state of each change of a feature level in a report. */
import { expect, test } from 'vitest'
import type { Verdict } from '../../generated/formats.ts'
import { shownAt } from '../../reports/page/levels.ts'
import { anEntry } from './a-report.ts'

const entries = (...verdicts: Verdict[]) => verdicts.map((verdict, n) => anEntry(`messaging.levels.r${n}`, verdict))

test.each([
  ['required and demonstrated', 400, entries('pass', 'warn'), [], 'pass', 'required; all 2 demonstrated'],
  ['required and violated', 400, entries('pass', 'fail'), [], 'fail', 'required; 1 of 2 not as this level says'],
  [
    'required and partly demonstrated',
    400,
    entries('pass', 'unverified'),
    [],
    'unverified',
    'required; 1 of 2 demonstrated',
  ],
  [
    'required and not demonstrated',
    400,
    entries('unverified'),
    [],
    'unverified',
    'required; none of 1 could be judged',
  ],
  ['not required', 500, entries('not-applicable'), [], 'not-applicable', 'not required yet'],
  [
    'not required and present',
    500,
    [],
    entries('warn'),
    'warn',
    'not required yet; 1 present already: behaves newer than it claims',
  ],
  [
    'not required, with the old behaviour missing',
    500,
    [],
    entries('fail'),
    'fail',
    'not required yet; 1 dropped too early',
  ],
  [
    'not required, with the old behaviour demonstrated',
    500,
    [],
    entries('pass'),
    'not-applicable',
    'not required yet; behaves as the level below (1 observed)',
  ],
])('a change that is %s', (_, level, begins, ends, state, words) => {
  expect(shownAt({ level, begins, ends }, 417)).toEqual({ state, words })
})
