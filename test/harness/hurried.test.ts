/** After Ctrl-C, long replies are no longer processed. */
import { stat } from 'node:fs'
import { expect, it } from 'vitest'
import { systemClock } from '../../harness/clock.ts'
import { redactor } from '../../harness/evidence/redactor.ts'
import { breath } from '../../harness/http/breath.ts'
import { type Client, client } from '../../harness/http/client.ts'
import { pacer } from '../../harness/run/pacing.ts'
import { stamps } from '../../harness/stamps.ts'
import { Undecided } from '../../harness/undecided.ts'

const LONG = `{"a":"${'x'.repeat(300_000)}"}`
const ping = { api: 'a', operation: null, actor: null, check: null, method: 'GET', headers: {}, body: null }

const asking = (body: string, evidence: string[], hurried: () => boolean): Client =>
  client({
    transport: { send: () => Promise.resolve({ status: 200, headers: {}, body }), close: () => Promise.resolve() },
    pacer: pacer(systemClock, { perSecond: 0, stopped: () => false }),
    clock: systemClock,
    stamp: stamps(systemClock),
    redactor: redactor(),
    nextNumber: () => evidence.length + 1,
    onExchange: (_, { response, error }) => void evidence.push(response ? 'reply' : (error?.message ?? '')),
    interrupted: () => false,
    hurried,
  })

async function sent(body: string, hurriedFrom: number): Promise<{ outcome: string; evidence: string[] }> {
  let asked = 0
  const evidence: string[] = []
  const one = asking(body, evidence, () => ++asked >= hurriedFrom)
  const outcome = await one.send({ ...ping, url: 'http://a.example/' }).then(
    () => 'reply',
    error => (error instanceof Undecided ? 'undecided' : String(error)),
  )
  return { outcome, evidence }
}

it('judges a short reply', async () => {
  expect(await sent('{}', 1)).toEqual({ outcome: 'reply', evidence: ['reply'] })
})

it('stops processing a long reply at any step, with one record of it', async () => {
  for (const from of [1, 2, 3, 4, 5])
    expect(await sent(LONG, from)).toEqual({ outcome: 'undecided', evidence: ['the run was interrupted'] })
  expect(await sent(LONG, 6)).toEqual({ outcome: 'undecided', evidence: ['reply'] })
  expect(await sent(LONG, 7)).toEqual({ outcome: 'reply', evidence: ['reply'] })
})

it('prevents reading a long reply that a check already holds', async () => {
  let isOver = false
  const reply = await asking(LONG, [], () => isOver).send({ ...ping, url: 'http://a.example/' })
  expect(reply.json).toEqual({ a: 'x'.repeat(300_000) })
  isOver = true
  for (const read of [() => reply.json, () => reply.body, () => reply.exchange]) expect(read).toThrow(Undecided)
})

it('lets waiting timers run, in any phase of the event loop', async () => {
  const order: string[] = []
  await new Promise<void>(resolve =>
    // The callback of `stat` runs in the poll phase, in which immediates come before timers.
    stat('.', () => {
      setTimeout(() => order.push('what waits'), 1)
      const from = performance.now()
      while (performance.now() - from < 5);
      breath().then(() => {
        order.push('the next step')
        resolve()
      })
    }),
  )
  expect(order).toEqual(['what waits', 'the next step'])
})
