/** Requests and replies that are lost, late or answered by a gateway, at random: nothing may fail. */
import { describe, expect, it } from 'vitest'
import { NoReply } from '../../harness/http/no-reply.ts'
import { type Clock, memorySink, randomFrom, run, type Transport } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

type Send = () => ReturnType<Transport['send']>

const lost = (): NoReply => new NoReply('unreachable', 'the connection was lost', { lost: true })
const late = (): NoReply => new NoReply('timeout', 'no reply came in time')
const gateway = { status: 504, headers: {}, body: '<html>' }

/** What may happen to a request: it is lost, its reply is lost, it arrives after the time limit, or a gateway answers it. */
const MISHAPS: readonly ((send: Send, clock: Clock) => ReturnType<Send>)[] = [
  () => Promise.reject(lost()),
  async send => {
    await send()
    throw lost()
  },
  async (send, clock) => {
    await send()
    await clock.sleep(30_000)
    throw late()
  },
  async (send, clock) => {
    void clock.sleep(33_000).then(send)
    await clock.sleep(30_000)
    throw late()
  },
  async send => {
    await send()
    return gateway
  },
  () => Promise.resolve(gateway),
  async (send, clock) => {
    await clock.sleep(12_000)
    const reply = await send()
    await clock.sleep(12_000)
    return reply
  },
]

async function failedWith(seed: number, oneIn: number): Promise<readonly string[]> {
  const { target, clock, transport: inside } = referenceInProcess()
  const chance = randomFrom(seed)
  const transport: Transport = {
    ...inside,
    send(request, bounds) {
      const send: Send = () => inside.send(request, bounds)
      const mishap = chance.below(oneIn) === 0 ? MISHAPS[chance.below(MISHAPS.length)] : undefined
      return mishap ? mishap(send, clock) : send()
    },
  }
  const { report, mistakes } = await run({
    ...{ target, areas: suites, sink: memorySink(), clock, transport, seed: 1, budget: 'quick' },
    allow: ['write', 'destructive'],
  })
  expect(mistakes).toEqual([])
  expect(report.summary.counts.unverified).toBeGreaterThan(0)
  return report.requirements.flatMap(({ id, verdict, message }) => (verdict === 'fail' ? [`${id}: ${message}`] : []))
}

describe('lost replies', () => {
  it.each([
    [13, 6],
    [21, 12],
  ])('cause no failure, seed %i, one in %i', async (seed, oneIn) => expect(await failedWith(seed, oneIn)).toEqual([]))
})
