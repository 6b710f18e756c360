/** The order of a run: requests that prove the most come first, failures are repeated at once, and the request cap holds. */
import { expect, test } from 'vitest'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import { type MemorySink, memorySink, type RunResult, run } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

interface Options {
  readonly api: 'trading' | 'messaging'
  readonly faults?: readonly string[]
  readonly maxRequests?: number
  readonly perSecond?: number
  readonly throwaway?: boolean
  readonly only?: readonly string[]
}

async function judged({
  api,
  faults = [],
  maxRequests,
  perSecond = 0,
  throwaway = false,
  only = [`${api}.*`],
}: Options): Promise<RunResult & { sink: MemorySink }> {
  const { target, clock, transport } = referenceInProcess({ faults })
  const sink = memorySink()
  const result = await run({
    target: {
      ...target,
      ...(target.trading && { trading: { ...target.trading, requestsPerSecond: perSecond } }),
      ...(target.messaging && { messaging: { ...target.messaging, requestsPerSecond: perSecond } }),
    },
    areas: suites,
    sink,
    ...(maxRequests !== undefined && { maxRequests }),
    ...{ clock, transport, only, budget: 'quick' },
    allow: ['write', 'destructive'],
    throwaway,
  })
  return { ...result, sink }
}

const broken = (attempt: number) => (claim: ClaimRecord) => claim.outcome === 'broken' && claim.attempt === attempt

test.each([0, 10])(
  'the first nine requests, at %i a second, are each endpoint with and without its filter',
  async perSecond => {
    const { sink, report } = await judged({ api: 'trading', maxRequests: 9, perSecond })
    expect(
      sink.exchanges
        .map(({ operation, request }) => `${operation}${request.url.includes('symbol=') ? '?' : ''}`)
        .sort(),
    ).toEqual([
      'getCoinsInfo',
      'getCoinsInfo?',
      'getExchangeInfo',
      'getExchangeInfo?',
      'getOrderbook',
      'getOrderbook?',
      'getSwagger',
      'getTime',
      'ping',
    ])
    expect(report.run.maxRequests).toBe(9)
    expect(report.summary.counts.fail).toBe(0)
    const signing = report.requirements.find(({ id }) => id === 'trading.signing.plain')
    expect(signing).toMatchObject({ verdict: 'unverified', reason: 'budget', planned: false })
  },
)

test.each([0, 10])('a missing order book is investigated within thirty requests, at %i a second', async perSecond => {
  const { report } = await judged({
    ...{ api: 'trading', maxRequests: 31, perSecond },
    faults: ['trading.access.public.unsteady'],
  })
  expect(report.requirements.find(({ id }) => id === 'trading.orderbook.result')?.verdict).toBe('fail')
})

const ofTheLimit = ({ check }: Partial<Pick<ExchangeRecord, 'check'>>): boolean =>
  check === 'trading.limit:ten-in-a-second'

test.each(['four', 'tenth', 'close-together'])(
  'a rate limit that throttles the first requests (%s) is investigated at once, without concurrent requests',
  async fault => {
    const { sink, report } = await judged({
      ...{ api: 'trading', maxRequests: 31, perSecond: 10 },
      faults: [`trading.limit.ten-per-second.${fault}`],
    })
    expect(report.requirements.find(({ id }) => id === 'trading.limit.ten-per-second')?.verdict).toBe('fail')
    const isOfFirstTry = (one: ExchangeRecord): boolean => ofTheLimit(one) && one.attempt !== 2
    const [begin, end] = [sink.exchanges.findIndex(isOfFirstTry), sink.exchanges.findLastIndex(isOfFirstTry)]
    expect(sink.exchanges.slice(begin, end).every(isOfFirstTry)).toBe(true)
  },
)

test('with a higher rate limit, the ten requests in a second are sent alone at the end', async () => {
  const { sink, report } = await judged({ api: 'trading', perSecond: 50 })
  expect(report.summary.counts.fail).toBe(0)
  expect(sink.exchanges.slice(-10).every(ofTheLimit)).toBe(true)
  expect(sink.exchanges.slice(0, -20).some(ofTheLimit)).toBe(false)
})

test.each([9, 21, 31])(
  'after %i requests, the cap is the only reason for unverified requirements',
  async maxRequests => {
    const { sink, report } = await judged({ api: 'trading', maxRequests, perSecond: 0 })
    expect(sink.exchanges).toHaveLength(maxRequests)
    const reasons = report.requirements.flatMap(({ verdict, reason }) => (verdict === 'unverified' ? [reason] : []))
    expect(new Set(reasons)).toEqual(new Set(['budget']))
  },
)

test('a failure is repeated before the rest of the run', async () => {
  const { sink, report } = await judged({ api: 'trading', faults: ['trading.ping.pong.upper-case'] })
  const second = sink.claims.findIndex(broken(2))
  expect(second).toBeGreaterThan(sink.claims.findIndex(broken(1)))
  expect(sink.claims.slice(second).some(({ attempt }) => attempt === 1)).toBe(true)
  expect(report.requirements.find(({ id }) => id === 'trading.ping.pong')).toMatchObject({
    verdict: 'fail',
    repeated: true,
  })
})

test('a probable failure is investigated before the rest of the run', async () => {
  const { sink } = await judged({
    ...{ api: 'messaging', perSecond: 10, throwaway: true },
    only: ['typing', 'drafts', 'channels', 'user-groups'].map(area => `messaging.${area}.*`),
    faults: ['messaging.typing.op-values.refused-stop'],
  })
  const sent = sink.exchanges.filter(({ via }) => via === 'target')
  const of = sent.filter(({ check, attempt }) => check === 'messaging.typing.op-values' && attempt !== 2)
  const [shown] = sink.claims.find(broken(1))?.exchanges ?? []
  const at = of.findIndex(({ n }) => n === shown)
  const [refused, lookedAt] = [of[at], of[at + 1]]
  if (!refused || !lookedAt) throw new Error('nothing was looked into')
  expect(sent.indexOf(lookedAt) - sent.indexOf(refused)).toBeLessThan(10)
})

test('a failure of several checks is not repeated by each of them', async () => {
  const { sink, report } = await judged({ api: 'trading', faults: ['trading.envelope.status.boolean'] })
  expect(report.requirements.find(({ id }) => id === 'trading.envelope.status')?.repeated).toBe(true)
  const again = sink.exchanges.filter(({ attempt }) => attempt === 2).length
  expect(again).toBeLessThan(sink.exchanges.length / 3)
})

test('a capped run removes what it created, and these requests are not counted', async () => {
  const kept = await judged({ api: 'messaging', maxRequests: 60, throwaway: true })
  const toTarget = ({ sink }: { sink: MemorySink }) => sink.exchanges.filter(({ via }) => via === 'target').length
  expect(toTarget(kept)).toBe(60)
  const tidied = await judged({ api: 'messaging', maxRequests: 60 })
  expect(toTarget(tidied)).toBeGreaterThan(60)
  expect(tidied.report.summary.counts.fail).toBe(0)
  expect(tidied.report.leftovers.filter(({ why }) => why.includes('--max-requests'))).toEqual([])
})

test('the cap reserves requests for a check that waits to look again', async () => {
  const { report, sink } = await judged({
    ...{ api: 'messaging', maxRequests: 110 },
    faults: ['messaging.push.relay-unreachable.as-5xx'],
  })
  const failed = report.requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
  expect(failed).toEqual(['messaging.push.relay-unreachable'])
  const cleaning = sink.exchanges.filter(({ check }) => check === 'cleaning up').length
  expect(sink.exchanges.filter(({ via }) => via === 'target').length - cleaning).toBe(110)
})

const operationsOf = ({ sink }: { readonly sink: MemorySink }): readonly (string | null)[] =>
  [...new Set(sink.exchanges.filter(({ via }) => via === 'target').map(({ operation }) => operation))].sort()

test('what is judged on every exchange of an area, run alone, sends the requests of that area only', async () => {
  const alone = async (id: string) => operationsOf(await judged({ api: 'messaging', only: [id] }))
  // The first request shows whether the target answers at all.
  expect(await alone('messaging.presence.identical')).toEqual(['getLinkifiers', 'getPresence'])
  expect(await alone('messaging.linkifiers.list-ids-distinct')).toEqual(['getLinkifiers'])
  expect((await alone('messaging.envelope.one-of-two')).length).toBeGreaterThan(20)
})
