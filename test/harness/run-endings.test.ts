/** Runs that end early, and requests that are tried again. */
import { describe, expect, test } from 'vitest'
import { embeddedReference } from '../../cli/reference/embedded-reference.ts'
import { NoReply } from '../../harness/http/transport.ts'
import { inProcessTransport, memorySink, type RunOptions, run, type Transport } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

function options(more: Partial<RunOptions> = {}): RunOptions & { sink: ReturnType<typeof memorySink> } {
  const { target, transport, clock } = embeddedReference(undefined)
  const sink = memorySink()
  return { target, transport, clock, areas: suites, allow: ['write', 'destructive'], budget: 'quick', ...more, sink }
}

const faulty = (fault: string): Partial<RunOptions> => {
  const { clock } = embeddedReference(undefined)
  return { clock, transport: inProcessTransport(createReference({ clock, faults: [fault] }).answer) }
}

const verdictsOf = async (given: RunOptions): Promise<Record<string, string>> => {
  const { report } = await run(given)
  return Object.fromEntries(report.requirements.map(({ id, verdict, reason }) => [id, `${verdict} ${reason}`]))
}

test('the same seed on the same target gives the same verdicts', async () => {
  const fault = 'messaging.drafts.type-required.left-out'
  const only = ['messaging.drafts.*', 'messaging.user-groups.*', 'trading.*']
  const how = { seed: 7, only }
  const once = await verdictsOf(options({ ...faulty(fault), ...how }))
  expect(once['messaging.drafts.type-required']).toBe('fail null')
  expect(await verdictsOf(options({ ...faulty(fault), ...how }))).toEqual(once)
})

test('the path of a field is not a counterexample: the command that repeats its failure has no --path', async () => {
  const given = options({ ...faulty('trading.networks.withdraw-fee.number-where-memo') })
  const { report } = await run({ ...given, only: ['trading.networks.withdraw-fee'], seed: 7 })
  expect(report.requirements).toMatchObject([{ verdict: 'fail', repeat: expect.not.stringContaining('--path') }])
})

describe('--bail', () => {
  test('stops at the first failure and reports that', async () => {
    const only = ['trading.*']
    const given = options({ ...faulty('trading.envelope.status.boolean'), only, bail: () => true })
    const whole = await run(options({ ...faulty('trading.envelope.status.boolean'), only }))
    const { report } = await run(given)
    expect(report.run).toMatchObject({ bailed: true })
    expect(report.run.interrupted).toBeUndefined()
    expect(report.run.exchanges).toBeLessThan(whole.report.run.exchanges / 2)
    expect(report.summary.counts.fail).toBeGreaterThan(0)
    const unreached = report.requirements.find(({ verdict, reason }) => verdict === 'unverified' && reason === 'budget')
    expect(unreached?.message).toContain('--bail')
  })

  test('continues after a known failure', async () => {
    const given = options({ ...faulty('trading.ping.pong.upper-case'), bail: id => id !== 'trading.ping.pong' })
    const { report } = await run({ ...given, only: ['trading.ping.*', 'trading.time.*'] })
    expect(report.run.bailed).toBeUndefined()
    expect(report.summary.counts).toMatchObject({ fail: 1, unverified: 0 })
  })
})

describe('--retry-unreachable', () => {
  /** Loses the requests for whose number, counted from one, `lost` is true. */
  function losing(transport: Transport, lost: (n: number) => boolean): Transport {
    let n = 0
    return {
      send: request =>
        lost(++n) ? Promise.reject(new NoReply('timeout', 'no reply in time')) : transport.send(request),
      close: () => transport.close(),
    }
  }
  const judged = async (lost: (n: number) => boolean, retryUnreachable: boolean) => {
    const { target, transport, clock } = embeddedReference(undefined)
    const only = ['messaging.drafts.*', 'trading.time.*']
    const sink = memorySink()
    const parts = { target, clock, areas: suites, allow: ['write'] as const, only, sink, budget: 'quick' as const }
    return (await run({ ...parts, retryUnreachable, transport: losing(transport, lost) })).report
  }
  const someLost = (n: number): boolean => n > 20 && n <= 40

  test('without it, a lost reply leaves its requirement unverified', async () => {
    const report = await judged(someLost, false)
    expect(report.requirements.some(({ reason }) => reason === 'unreachable')).toBe(true)
  })

  test('with it, requests whose reply was lost once are judged', async () => {
    const report = await judged(someLost, true)
    expect(report.requirements.filter(({ reason }) => reason === 'unreachable')).toEqual([])
    expect(report.summary.counts.fail).toBe(0)
  })

  test('a target that was unreachable at first is tried again', async () => {
    const report = await judged(n => n <= 3, true)
    expect(report.summary.counts).toMatchObject({ fail: 0, unverified: 0 })
  })

  test('a target that never answers leaves everything unverified', async () => {
    const report = await judged(() => true, true)
    expect(report.summary.outcome).toBe('invalid')
    const judgeable = report.requirements.filter(({ claims }) => claims.planned > 0)
    expect(judgeable.every(({ reason }) => reason === 'unreachable')).toBe(true)
  })
})
