import { expect, test } from 'vitest'
import type { Verdict } from '../../generated/formats.ts'
import { shownAt } from '../../reports/page/levels.ts'
import { anEntry } from './a-report.ts'

const entries = (...verdicts: Verdict[]) => verdicts.map((verdict, n) => anEntry(`messaging.levels.r${n}`, verdict))

test.each([
  ['owed and seen', 400, entries('pass', 'warn'), [], 'pass', 'owed; all 2 seen to hold'],
  ['owed and broken', 400, entries('pass', 'fail'), [], 'fail', 'owed; 1 of 2 not as this level wants it'],
  ['owed and half seen', 400, entries('pass', 'unverified'), [], 'unverified', 'owed; 1 of 2 seen to hold'],
  ['owed and unseen', 400, entries('unverified'), [], 'unverified', 'owed; none of 1 could be seen'],
  ['not owed', 500, entries('not-applicable'), [], 'not-applicable', 'not owed yet'],
  [
    'not owed and shown',
    500,
    [],
    entries('warn'),
    'warn',
    'not owed yet; 1 shown already: behaves newer than it claims',
  ],
  ['not owed and the old lost', 500, [], entries('fail'), 'fail', 'not owed yet; 1 lost before its time'],
  [
    'not owed, the old seen',
    500,
    [],
    entries('pass'),
    'not-applicable',
    'not owed yet; behaves as the level below (1 seen)',
  ],
])('a change that is %s', (_, level, begins, ends, state, words) => {
  expect(shownAt({ level, begins, ends }, 417)).toEqual({ state, words })
})
