/** A login may end the user's earlier key: without a provisioner for other users, later refusals of that user prove nothing. */
import { expect, test } from 'vitest'
import { inProcessTransport, memorySink, run, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

test('without a provisioner, refusals of a user after a login cause no failure', async () => {
  const clock = virtualClock()
  const reference = createReference({ clock, variants: ['messaging.api-key.ends-the-one-before'] })
  const { messaging, ...file } = reference.targetFile('http://reference.invalid')
  const { provisioner: _none, ...alone } = messaging as Record<string, unknown>
  const { report } = await run({
    target: { ...validTarget({ ...file, messaging: alone }), folder: '.', file: null },
    areas: suites,
    ...{ sink: memorySink(), clock, transport: inProcessTransport(reference.answer), allow: ['write'] },
    ...{ only: ['messaging.api-key.*', 'messaging.drafts.*', 'messaging.navigation.*'], budget: 'quick' },
  })
  const verdicts = new Set(report.requirements.map(({ verdict }) => verdict))
  expect(verdicts).toEqual(new Set(['pass', 'unverified']))
})
