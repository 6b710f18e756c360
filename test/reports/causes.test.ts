/** Failures with one cause, in every form of the report. */
import { describe, expect, it } from 'vitest'
import { annotations } from '../../reports/annotations.ts'
import { causeCount, causesIn } from '../../reports/causes.ts'
import { junit } from '../../reports/junit.ts'
import { markdown } from '../../reports/markdown.ts'
import { masthead } from '../../reports/page/masthead.ts'
import { requirements } from '../../reports/page/requirements.ts'
import { summary } from '../../reports/terminal.ts'
import { anEntry, aReport } from './a-report.ts'

const report = aReport(
  [
    anEntry('messaging.drafts.kept', 'fail'),
    anEntry('messaging.drafts.ids', 'fail', { tried: 'with drafts[0].to=[] instead of [12]' }),
    anEntry('messaging.drafts.later', 'warn'),
    anEntry('messaging.typing.direct', 'fail'),
    anEntry('messaging.typing.stop', 'warn'),
  ],
  {
    causes: [
      { requirement: 'messaging.drafts.ids', others: ['messaging.drafts.kept', 'messaging.drafts.later'] },
      { requirement: 'messaging.typing.direct', others: [] },
      { requirement: 'messaging.typing.stop', others: [] },
    ],
  },
)
const options = { columns: 100, colour: false, find: () => undefined, folder: 'out', files: [], again: 'assay run' }

describe('causes', () => {
  it('are in the order of the report, the cause before its consequences', () => {
    const grouped = causesIn(report, 'fail').map(({ entry, others }) => [entry.id, ...others.map(({ id }) => id)])
    expect(grouped).toEqual([
      ['messaging.drafts.ids', 'messaging.drafts.kept', 'messaging.drafts.later'],
      ['messaging.typing.direct'],
    ])
    expect(causesIn(report, 'warn').map(({ entry }) => entry.id)).toEqual(['messaging.typing.stop'])
  })

  it('are one for each failure in a report without causes', () => {
    const { causes: _causes, ...before } = report
    expect(causesIn(before, 'fail')).toHaveLength(3)
    expect(causeCount(causesIn(before, 'fail'), 'fail')).toBe('3 failures')
  })

  it('are counted', () => {
    expect(causeCount(causesIn(report, 'fail'), 'fail')).toBe('3 failures, 2 causes')
    expect(causeCount(causesIn(report, 'warn'), 'warn')).toBe('1 warning')
  })
})

describe('a cause comes first, together with its consequences', () => {
  it('in the terminal', () => {
    const text = summary(report, options)
    expect(text).toMatch(/^3 failures, 2 causes\n\nFAIL messaging\.drafts\.ids\n/)
    expect(text).toContain('     Tried     with drafts[0].to=[] instead of [12]\n')
    expect(text).toContain('     Also      messaging.drafts.kept\n               messaging.drafts.later (warning)\n')
    expect(text).toContain('  Causes       3 failures, 2 causes\n')
    expect(text).not.toContain('FAIL messaging.drafts.kept')
  })

  it('in Markdown', () => {
    const text = markdown(report)
    expect(text).toContain('### Failed: 3 failures, 2 causes')
    expect(text).toContain('- Tried <code>with drafts')
    expect(text).toContain(
      '- Also fails because of this: <code>messaging.drafts.kept</code>, <code>messaging.drafts.later</code>',
    )
  })

  it('in JUnit', () => {
    const text = junit(report)
    expect(text.match(/<property name="cause" value="messaging\.drafts\.ids"\/>/g)).toHaveLength(2)
    expect(text).toContain('Cause       as messaging.drafts.ids')
    expect(text).toContain('Tried       with drafts[0].to=[] instead of [12]')
  })

  it('in annotations', () => {
    const text = annotations(report)
    expect(text).toContain('Also fails because of this: messaging.drafts.kept, messaging.drafts.later')
    expect(text).not.toContain('title=messaging.drafts.kept')
  })

  it('on the page', () => {
    const top = masthead(report, []).markup
    expect(top).toContain('Failed requirements: 3 failures, 2 causes')
    expect(top).toContain('and 2 more with the same cause')
    const body = requirements({ report, exchanges: [], claims: [], damage: [] }).markup
    expect(body).toContain('Same cause as <a href="#messaging.drafts.ids">')
    expect(body).toContain('Also fails because of this: <a href="#messaging.drafts.kept">')
    expect(body).toContain('<dt>Tried</dt>')
  })
})
