/** A provisioner that returns the same fixture again: checks that need an unused one are unverified, and nothing fails. */
import { expect, it } from 'vitest'
import { memorySink, run, type Transport } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

async function judged(repeated: string, only: string) {
  const { target, clock, transport } = referenceInProcess()
  const known = new Map<string, ReturnType<Transport['send']>>()
  const send: Transport['send'] = (request, ...more) => {
    const asked = String(request.body)
    if (!asked.startsWith(`{"fixture":"${repeated}"`)) return transport.send(request, ...more)
    const reply = known.get(asked) ?? transport.send(request, ...more)
    known.set(asked, reply)
    return reply
  }
  const { report, mistakes } = await run({
    ...{ target, areas: suites, only: [only], clock, sink: memorySink(), transport: { ...transport, send } },
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
