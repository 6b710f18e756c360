/** A run without `allow` changes nothing, according to its evidence and to the log of the deployment. */
import { beforeAll, describe, expect, test } from 'vitest'
import { memorySink, run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

/** Operations whose requests change nothing, although the method is not GET: login, upload options, other methods of ping. */
const HARMLESS = ['fetchApiKey', 'probeResumableUpload', 'ping']
/** Fixtures that only read; all others create something. */
const READING = [
  'register',
  'events',
  'invitations',
  'scheduled-state',
  'default-channels',
  'channel-named',
  'drafts-of',
  'unread-of',
]

const subject = () => {
  const { target, ...deployed } = referenceInProcess({}, Date.now())
  const { allow: _all, messaging, ...rest } = target
  if (!messaging) throw new Error('the reference has no chat')
  return { ...deployed, target: { ...rest, messaging } }
}

async function readingRun() {
  const { reference, ...how } = subject()
  const before = JSON.stringify(reference.holdings())
  const sink = memorySink()
  const { report } = await run({ ...how, sink, areas: suites })
  return { reference, report, exchanges: sink.exchanges, changed: JSON.stringify(reference.holdings()) !== before }
}

describe('a run without allow', () => {
  let plain: Awaited<ReturnType<typeof readingRun>>
  beforeAll(async () => {
    plain = await readingRun()
  })

  test('sends no request that changes state, by its evidence and by the log', () => {
    const { reference, report, exchanges, changed } = plain
    expect(report.run.allow).toEqual([])
    expect(report.summary.counts.pass).toBeGreaterThan(100)
    expect(reference.log.filter(entry => entry.changed)).toEqual([])
    expect(changed).toBe(false)
    expect(report.leftovers).toEqual([])
    const changing = exchanges.filter(
      ({ via, request, operation }) =>
        via === 'target' && request.method !== 'GET' && !HARMLESS.includes(operation ?? ''),
    )
    expect(changing.map(({ request }) => `${request.method} ${request.url}`)).toEqual([])
    const asked = exchanges.filter(({ via }) => via === 'provisioner').map(({ operation }) => operation ?? '')
    expect(asked.filter(kind => !READING.includes(kind))).toEqual([])
  })

  test('reports for requirements that need a new fixture that writing is not allowed', () => {
    const { report } = plain
    const entry = report.requirements.find(({ message }) => message?.includes('the provisioner would create a message'))
    expect(entry).toMatchObject({ verdict: 'unverified', reason: 'not-allowed' })
  })

  test('uses ready-made fixtures of the target file', async () => {
    const { reference, ...how } = subject()
    const { value } = (await (
      await reference.fetch(
        new Request('http://reference.invalid/provision', {
          method: 'POST',
          body: JSON.stringify({
            fixture: 'message',
            with: { as: how.target.messaging.actors?.['member']?.email, to: [], content: 'kept for conformance runs' },
          }),
        }),
      )
    ).json()) as { value: { id: number } }
    const target = { ...how.target, messaging: { ...how.target.messaging, fixtures: { message: value } } }
    const { report } = await run({
      ...how,
      target,
      sink: memorySink(),
      areas: suites,
      only: ['messaging.history.*'],
    })
    expect(report.summary.counts.pass).toBeGreaterThan(0)
    expect(report.summary.counts.fail).toBe(0)
    expect(reference.log.filter(entry => entry.changed)).toEqual([])
  })
})
