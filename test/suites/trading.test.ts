/** The trading suites against the plain reference, and against deployments with little data, outages or other clocks. */
import { describe, expect, test } from 'vitest'
import { exitStatus } from '../../cli/exit-status.ts'
import { NoReply } from '../../harness/http/no-reply.ts'
import {
  type Budget,
  type Clock,
  inProcessTransport,
  type MemorySink,
  memorySink,
  type RunResult,
  run,
  type Target,
  virtualClock,
} from '../../harness/index.ts'
import { createReference, type Reference, type ReferenceOptions } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

type Trading = NonNullable<Target['trading']>
type Answer = Reference['answer']

interface Circumstances extends Omit<ReferenceOptions, 'clock'> {
  readonly budget?: Budget
  readonly only?: readonly string[]
  readonly change?: (trading: Trading) => Trading
  readonly between?: (answer: Answer, clock: Clock) => Answer
  /** How far the server's clock is ahead of ours. */
  readonly ahead?: number
}

async function judged(circumstances: Circumstances = {}): Promise<RunResult & { readonly sink: MemorySink }> {
  const { budget = 'quick', only, change, between, ahead = 0, ...options } = circumstances
  const clock = virtualClock()
  const theirs: Clock = { now: () => clock.now() + ahead, sleep: clock.sleep }
  const reference = createReference({ ...options, clock: theirs })
  const trading = (reference.targetFile('http://reference.invalid') as { trading: Trading }).trading
  const sink = memorySink()
  const { answer } = reference
  const result = await run({
    target: {
      name: 'reference',
      requestsPerSecond: 0,
      trading: change ? change(trading) : trading,
      folder: '.',
      file: null,
    },
    areas: suites,
    sink,
    budget,
    ...(only && { only }),
    clock,
    transport: inProcessTransport(between ? between(answer, clock) : answer),
  })
  expect(result.mistakes).toEqual([])
  return { ...result, sink }
}

const plain = new Map<Budget, ReturnType<typeof judged>>()
/** A run against the plain reference, made once for each budget and shared by the tests. */
const plainly = (budget: Budget = 'standard'): ReturnType<typeof judged> => {
  const known = plain.get(budget) ?? judged({ budget })
  plain.set(budget, known)
  return known
}

const tradingOf = ({ report }: RunResult) => report.requirements.filter(({ id }) => id.startsWith('trading.'))
const withVerdict = (result: RunResult, verdict: string) => tradingOf(result).filter(one => one.verdict === verdict)
const idsOf = (result: RunResult, verdict: string) => withVerdict(result, verdict).map(({ id }) => id)
const about = (ids: readonly string[], ...areas: readonly string[]) =>
  ids.every(id => areas.some(area => id.startsWith(`trading.${area}.`)))

describe('the plain reference', () => {
  test.each([
    ['quick', 100],
    ['standard', 547],
  ] as const)('keeps every requirement at %s budget with at most %i exchanges', async (budget, most) => {
    const result = await plainly(budget)
    expect(withVerdict(result, 'pass').length).toBe(tradingOf(result).length)
    expect(result.report.summary.outcome).toBe('conformant')
    expect(result.report.run.exchanges).toBeLessThanOrEqual(most)
  })

  test('gets no requests only for observations at the quick budget', async () => {
    const { sink } = await plainly('quick')
    expect(sink.exchanges.filter(({ purpose }) => purpose === 'observed')).toEqual([])
  })

  test('gives an observation about every open point at the standard budget', async () => {
    const { openPoints } = await import('../../generated/catalogue.ts')
    const { report } = await plainly()
    const seen = new Set(report.observations.map(({ id }) => id))
    const unseen = openPoints.map(({ id }) => id).filter(id => id.startsWith('trading.') && !seen.has(id))
    expect(unseen).toEqual([])
  })

  test('gets at most ten requests in any second under a rate limit of ten, and none late', async () => {
    const slow =
      (answer: Answer, clock: Clock): Answer =>
      async request => {
        await clock.sleep(400)
        return answer(request)
      }
    const change = (trading: Trading): Trading => ({ ...trading, requestsPerSecond: 10 })
    const result = await judged({ between: slow, change })
    expect(idsOf(result, 'pass').length).toBe(tradingOf(result).length)
    const times = result.sink.exchanges.map(({ sentAt }) => Date.parse(sentAt))
    expect(Math.max(...times.map(from => times.filter(at => at >= from && at < from + 1000).length))).toBe(10)
    expect((Math.max(...times) - Math.min(...times)) / 1000).toBeLessThan(times.length / 10 + 8)
  })
})

describe('a clock that differs from ours', () => {
  test.each([3_600_000, -3_600_000])('by %i ms changes nothing', async ahead => {
    expect(idsOf(await judged({ ahead }), 'pass').length).toBe(tradingOf(await plainly()).length)
  })
})

describe('lists that tell a time of five hours ago', () => {
  /** Replaces the serverTime of coins_info. */
  const dated =
    (timeAt: (now: number) => number) =>
    (answer: Answer, clock: Clock): Answer =>
    async request => {
      const reply = await answer(request)
      if (!request.url.includes('/public/coins_info')) return reply
      const serverTime = `"serverTime":"${timeAt(clock.now())}"`
      return { ...reply, body: String(reply.body).replace(/"serverTime":"\d+"/, serverTime) }
    }
  const AGE_MS = 5 * 3_600_000

  test('come from a cache if that time stands still', async () => {
    const cachedAt = virtualClock().now() - AGE_MS
    expect(withVerdict(await judged({ between: dated(() => cachedAt) }), 'pass').length).toBe(
      tradingOf(await plainly()).length,
    )
  })

  test('are reported if that time goes on', async () => {
    expect(idsOf(await judged({ between: dated(now => now - AGE_MS) }), 'warn')).toEqual(['trading.envelope.one-clock'])
  })
})

describe('an outage', () => {
  /** From the third private request on, every reply is like this for 1.5 seconds. */
  const failing =
    (status: number, body: string) =>
    (answer: Answer, clock: Clock): Answer => {
      let [asked, until] = [0, 0]
      return async request => {
        if (request.url.includes('/account/') && ++asked === 3) until = clock.now() + 1500
        return clock.now() < until ? { status, headers: {}, body } : answer(request)
      }
    }

  test.each([
    ['trading.signing.timestamp.missing', 'trading.signing.no-timestamp', 502, '{"message":"bad gateway"}'],
    ['trading.signing.timestamp.missing', 'trading.signing.no-timestamp', 500, '<html>sorry</html>'],
  ])('does not hide %s from %s (%i)', async (fault, requirement, status, body) => {
    expect(idsOf(await judged({ faults: [fault], between: failing(status, body) }), 'fail')).toContain(requirement)
  })

  test('causes no failure', async () => {
    expect(idsOf(await judged({ between: failing(502, '{"message":"bad gateway"}') }), 'fail')).toEqual([])
  })

  test('is distinguished from a server that answers wrong signatures with 500', async () => {
    let wrong = 0
    const always =
      (answer: Answer): Answer =>
      async request => {
        const reply = await answer(request)
        if (!request.url.includes('/account/') || reply.status < 300) return reply
        wrong++
        return { ...reply, status: 500, body: '{"message":"wrong signature"}' }
      }
    const [usual, result] = [await plainly('quick'), await judged({ between: always })]
    expect(idsOf(result, 'pass').length).toBe(tradingOf(result).length)
    expect(wrong).toBeGreaterThan(5)
    expect(result.report.run.exchanges - usual.report.run.exchanges).toBeLessThanOrEqual(2)
  })
})

describe('a network that is slow at times', () => {
  const slowAtTimes =
    (every: number) =>
    (answer: Answer, clock: Clock): Answer => {
      let count = 0
      return async request => {
        if (count++ % every === 0) await clock.sleep(600)
        return answer(request)
      }
    }

  test.each([4, 7])('in one request of %i causes no failure if old timestamps are refused', async every => {
    const result = await judged({ variants: ['trading.signing.half-a-second'], between: slowAtTimes(every) })
    expect(idsOf(result, 'fail')).toEqual([])
    expect(idsOf(result, 'unverified')).toEqual([])
  })

  test('in its first private request causes no failure', async () => {
    const slowAtFirst = (answer: Answer, clock: Clock): Answer => {
      let isFirst = true
      return async request => {
        if (isFirst && request.url.includes('/account/')) {
          isFirst = false
          await clock.sleep(600)
        }
        return answer(request)
      }
    }
    const result = await judged({ variants: ['trading.signing.half-a-second'], between: slowAtFirst })
    expect(idsOf(result, 'fail')).toEqual([])
  })
})

describe('a venue that refuses every nth correct request', () => {
  const refusingEvery =
    (nth: number, latency: number) =>
    (answer: Answer, clock: Clock): Answer => {
      let right = 0
      return async request => {
        if (latency > 0) await clock.sleep(latency / 2 + (right % 10))
        const reply = await answer(request)
        if (latency > 0) await clock.sleep(latency / 2)
        return request.url.includes('/account/') && reply.status < 300 && ++right % nth === 0
          ? { status: 401, headers: {}, body: '{"error":"wrong signature"}' }
          : reply
      }
    }

  test.each([
    [5, 0, 40],
    [9, 0, 60],
    [8, 0, 200],
    [3, 10, 0],
    [9, 10, 100],
  ])('fails at quick: %i, %i requests per second, %i ms', async (nth, rate, latency) => {
    const change = (trading: Trading): Trading => (rate > 0 ? { ...trading, requestsPerSecond: rate } : trading)
    const result = await judged({ between: refusingEvery(nth, latency), change })
    expect(idsOf(result, 'fail').length).toBeGreaterThan(0)
    expect(about(idsOf(result, 'fail'), 'signing')).toBe(true)
  })
})

describe('a network in which one request overtakes another', () => {
  const unsteady = (answer: Answer, clock: Clock): Answer => {
    let count = 0
    return async request => {
      await clock.sleep(5 + ((++count * 7919) % 97))
      return answer(request)
    }
  }

  test.each([0, 10, 50])('causes no failure if timestamps must increase (%i per second)', async rate => {
    const change = (trading: Trading): Trading => (rate > 0 ? { ...trading, requestsPerSecond: rate } : trading)
    for (const variant of ['timestamps-increase', 'timestamps-increase-and-locked-out']) {
      const result = await judged({ variants: [`trading.signing.${variant}`], between: unsteady, change })
      expect(idsOf(result, 'fail')).toEqual([])
      expect(idsOf(result, 'unverified')).toEqual([])
    }
  })
})

describe('a venue that lists nothing', () => {
  test('without markets is incomplete, about markets and books only', async () => {
    const result = await judged({ variants: ['trading.markets.none'] })
    expect(result.report.summary.outcome).toBe('incomplete')
    expect(idsOf(result, 'fail')).toEqual([])
    expect(about(idsOf(result, 'unverified'), 'markets', 'orderbook', 'access')).toBe(true)
    expect(withVerdict(result, 'unverified').every(({ message }) => message !== null)).toBe(true)
  })

  test('without coins is incomplete, about coins and networks only', async () => {
    const result = await judged({ variants: ['trading.coins.none'] })
    expect(result.report.summary.outcome).toBe('incomplete')
    expect(idsOf(result, 'fail')).toEqual([])
    expect(about(idsOf(result, 'unverified'), 'coins', 'networks')).toBe(true)
  })
})

describe('a venue with few entries in its books', () => {
  const entries = (...sides: readonly string[]) =>
    sides.flatMap(side => [`trading.orderbook.${side}-price`, `trading.orderbook.${side}-volume`])

  test.each<[variants: readonly string[], unverified: readonly string[]]>([
    [['trading.orderbook.one-sided'], entries('ask')],
    [['trading.orderbook.asks-only'], entries('bid')],
    [['trading.orderbook.empty'], entries('bid', 'ask')],
    [['trading.markets.one', 'trading.orderbook.bids-only-in-one'], entries('ask')],
    [['trading.orderbook.bids-only-in-one'], []],
    [['trading.markets.all-inactive'], []],
    [['trading.markets.one-active', 'trading.coins.one'], []],
  ])('%j leaves no planned check undone', async (variants, unverified) => {
    const result = await judged({ variants, budget: 'quick' })
    expect(idsOf(result, 'fail')).toEqual([])
    expect(idsOf(result, 'unverified')).toEqual(unverified)
    const trading = tradingOf(result)
    expect(exitStatus({ ...result.report, requirements: trading }, false)).toBe(0)
    expect(withVerdict(result, 'unverified').map(({ message }) => message)).not.toContain(null)
    expect(withVerdict(result, 'unverified').every(({ message }) => /empty list/.test(message ?? ''))).toBe(true)
  })

  test('gets a limited number of requests for further books', async () => {
    const { sink } = await judged({
      variants: ['trading.orderbook.empty', 'trading.markets.five-hundred'],
      budget: 'quick',
    })
    expect(sink.exchanges.filter(({ operation }) => operation === 'getOrderbook').length).toBeLessThanOrEqual(17)
  })
})

describe('a target file with less data', () => {
  test('judges everything public without credentials', async () => {
    const result = await judged({ change: ({ credentials: _, ...trading }) => trading })
    expect(about(idsOf(result, 'unverified'), 'signing')).toBe(true)
    expect(new Set(withVerdict(result, 'unverified').map(({ reason }) => reason))).toEqual(new Set(['no-credentials']))
    expect(idsOf(result, 'fail')).toEqual([])
  })

  test('judges everything public without a probe', async () => {
    const result = await judged({ change: ({ signedProbe: _, ...trading }) => trading })
    expect(about(idsOf(result, 'unverified'), 'signing')).toBe(true)
    expect(idsOf(result, 'pass').length).toBe(tradingOf(result).length - 27)
  })

  test('adds no parameters to a probe that does not tolerate them', async () => {
    const strict = (trading: Trading): Trading =>
      trading.signedProbe ? { ...trading, signedProbe: { ...trading.signedProbe, extraParams: false } } : trading
    const result = await judged({ change: strict })
    expect(idsOf(result, 'unverified').length).toBe(7)
    expect(idsOf(result, 'fail')).toEqual([])
  })

  test('leaves the limit unverified under a rate limit below ten', async () => {
    const result = await judged({ budget: 'quick', change: trading => ({ ...trading, requestsPerSecond: 9 }) })
    expect(withVerdict(result, 'unverified').map(({ id, reason }) => [id, reason])).toEqual([
      ['trading.limit.ten-per-second', 'not-allowed'],
      ['trading.limit.repeats-within-ten', 'not-allowed'],
    ])
  })
})

describe('a venue that serves eight requests in a second', () => {
  /** Refuses the ninth request within a second with this reply. */
  const eightInASecond =
    (reply: Awaited<ReturnType<Answer>>) =>
    (answer: Answer, clock: Clock): Answer => {
      let served: number[] = []
      return async request => {
        served = served.filter(at => at > clock.now() - 1000)
        if (served.length >= 8) return reply
        served.push(clock.now())
        return answer(request)
      }
    }
  const page = { status: 503, headers: { 'content-type': 'text/html' }, body: '<h1>Service Unavailable</h1>' }

  test('fails if it asks to slow down with 503 and Retry-After', async () => {
    const reply = { ...page, headers: { ...page.headers, 'retry-after': '1' } }
    expect(idsOf(await judged({ between: eightInASecond(reply) }), 'fail')).toEqual(['trading.limit.ten-per-second'])
  })

  test('is unverified if only a gateway answers the ninth', async () => {
    const result = await judged({
      between: eightInASecond(page),
      change: trading => ({ ...trading, requestsPerSecond: 10 }),
    })
    const limits = result.report.requirements.filter(({ id }) => id.startsWith('trading.limit.'))
    expect(limits.map(({ verdict, reason }) => [verdict, reason])).toEqual([
      ['unverified', 'unreachable'],
      ['unverified', 'unreachable'],
    ])
  })
})

/** Larger budgets generate hundreds of signed requests, and none of them asks for a book. */
const UNSIGNED = suites
  .filter(({ name }) => name.startsWith('trading.') && name !== 'trading.signing')
  .map(({ name }) => `${name}.*`)

test.each(['quick', 'standard', 'thorough'] as const)(
  'a market that was halted when its book was refused, and is active again soon, fails nothing: %s',
  async budget => {
    const result = await judged({
      budget,
      ...(budget !== 'quick' && { only: UNSIGNED }),
      variants: ['trading.orderbook.refused-in-turn'],
      change: trading => ({ ...trading, requestsPerSecond: 10 }),
    })
    expect([...idsOf(result, 'fail'), ...idsOf(result, 'warn')]).toEqual([])
  },
)

test('a gateway that answers for half a second while a service restarts leaves nothing unverified', async () => {
  let begun: number | null = null
  const result = await judged({
    change: trading => ({ ...trading, requestsPerSecond: 10 }),
    between: (answer, clock) => async request => {
      begun ??= clock.now()
      const since = clock.now() - begun
      return since > 3000 && since < 3500 ? { status: 502, headers: {}, body: '<h1>Bad Gateway</h1>' } : answer(request)
    },
  })
  expect(result.report.summary.outcome).toBe('conformant')
  expect(idsOf(result, 'unverified')).toEqual([])
})

describe('a key of one letter case', () => {
  const small = 'key-of-small-letters-and-1234'
  /** A venue that accepts only this key and ignores its letter case. */
  const anyCase =
    (answer: Answer): Answer =>
    request => {
      const headers = Object.entries(request.headers).map(([name, value]) => {
        const isKey = name.toLowerCase() === 'x-svc-apikey' && value !== ''
        return [name, isKey ? (value.toLowerCase() === small ? own : 'unknown') : value]
      })
      return answer({ ...request, headers: Object.fromEntries(headers) })
    }
  let own = ''
  const change = (trading: Trading): Trading => {
    own = trading.credentials?.apiKey ?? ''
    return { ...trading, credentials: { secretKey: '', ...trading.credentials, apiKey: small } }
  }

  test('may be accepted in capitals, although that is not recommended', async () => {
    const result = await judged({ change, between: anyCase, budget: 'standard' })
    expect(idsOf(result, 'fail')).toEqual([])
    expect(idsOf(result, 'unverified')).toEqual([])
    expect(idsOf(result, 'warn')).toEqual(['trading.signing.key-to-the-letter'])
  })
})

describe('acceptance and refusal', () => {
  /** A probe whose replies have no envelope; `status` is the status of its refusals. */
  const bare =
    (status: number) =>
    (answer: Answer): Answer =>
    async request => {
      const reply = await answer(request)
      if (!request.url.includes('/account/')) return reply
      return reply.status < 300
        ? { ...reply, body: JSON.stringify({ code: 0, balance: { btc: '1' } }) }
        : { ...reply, status, body: JSON.stringify({ code: -1 }) }
    }
  const withAcceptedRule = (trading: Trading): Trading =>
    trading.signedProbe
      ? { ...trading, signedProbe: { ...trading.signedProbe, accepted: { pointer: '/code', equals: 0 } } }
      : trading

  test('are distinguished by the status if the probe has no envelope', async () => {
    const result = await judged({ between: bare(401) })
    expect(idsOf(result, 'pass').length).toBe(tradingOf(result).length)
  })

  test('cannot be distinguished if a refusal is 2xx without an envelope', async () => {
    const result = await judged({ between: bare(200) })
    expect(idsOf(result, 'unverified').length).toBe(27)
    expect(idsOf(result, 'fail')).toEqual([])
  })

  test('are distinguished in the way that the target file states', async () => {
    const result = await judged({ between: bare(200), change: withAcceptedRule })
    expect(idsOf(result, 'pass').length).toBe(tradingOf(result).length)
  })

  test('a success envelope that the target file does not take for accepted is not called refused', async () => {
    const change = (trading: Trading): Trading =>
      trading.signedProbe
        ? { ...trading, signedProbe: { ...trading.signedProbe, accepted: { pointer: '/result/code', equals: 0 } } }
        : trading
    const messages = withVerdict(await judged({ change }), 'unverified').map(({ message }) => message)
    expect(messages.length).toBe(27)
    expect(messages[0]).toMatch(
      /^the signed probe was not accepted: a success envelope with an unexpected result: 200 \{"status"/,
    )
  })

  test('are judged if a wrong signature closes the connection', async () => {
    const result = await judged({
      between: answer => async request => {
        const reply = await answer(request)
        if (!request.url.includes('/account/') || reply.status < 300) return reply
        throw new NoReply('unreachable', 'the connection was lost', { lost: true })
      },
    })
    expect(idsOf(result, 'fail')).toEqual([])
    expect(idsOf(result, 'pass')).toEqual(
      expect.arrayContaining(['trading.signing.plain', 'trading.signing.any-order', 'trading.signing.generated']),
    )
    expect(idsOf(result, 'unverified')).toContain('trading.signing.no-credentials')
  })

  test('are not judged if the control is refused', async () => {
    const wrong = (trading: Trading): Trading => ({ ...trading, credentials: { apiKey: 'nobody', secretKey: 'none' } })
    const result = await judged({ change: wrong })
    expect(idsOf(result, 'unverified').length).toBe(27)
    expect(idsOf(result, 'fail')).toEqual([])
  })
})
