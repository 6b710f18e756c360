/** A provisioner that returns the same fixture again: checks that need an unused one are unverified, and nothing fails. */
import { expect, it } from 'vitest'
import { inProcessTransport, memorySink, run, type Transport, validTarget, virtualClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

async function judged(repeated: string, only: string) {
  const clock = virtualClock()
  const reference = createReference({ clock })
  const { messaging } = validTarget(reference.targetFile('http://reference.invalid'))
  if (!messaging) throw new Error('the reference has no messaging API')
  const answered = inProcessTransport(reference.answer)
  const known = new Map<string, ReturnType<Transport['send']>>()
  const send: Transport['send'] = (request, ...more) => {
    const asked = String(request.body)
    if (!asked.startsWith(`{"fixture":"${repeated}"`)) return answered.send(request, ...more)
    const reply = known.get(asked) ?? answered.send(request, ...more)
    known.set(asked, reply)
    return reply
  }
  const { report, mistakes } = await run({
    target: { name: 't', folder: '.', file: null, allow: ['write', 'destructive'], messaging },
    ...{ areas: suites, only: [only], clock, sink: memorySink(), transport: { ...answered, send } },
    ...{ allow: ['write', 'destructive'], budget: 'standard', seed: 1 },
  })
  expect(mistakes).toEqual([])
  return report
}

it.each([
  ['event-queue', 'messaging.event-queues.*', 'there is only one event queue'],
  ['multiuse-invite', 'messaging.invite-links.*', 'only the multiuse invite that it gave before ('],
])(
  'a repeated %s causes no failure, and requirements that need a new one are unverified',
  async (kind, only, reason) => {
    const { summary, requirements } = await judged(kind, only)
    expect(summary.counts.fail).toBe(0)
    expect(summary.counts.pass).toBeGreaterThan(0)
    const reasons = requirements.flatMap(({ verdict, message }) => (verdict === 'unverified' ? [message] : []))
    expect(reasons).toContainEqual(expect.stringContaining(reason))
  },
)

it('equal messages are requested once', async () => {
  const { summary } = await judged('message', 'messaging.narrow.*')
  expect(summary.counts.fail).toBe(0)
})
