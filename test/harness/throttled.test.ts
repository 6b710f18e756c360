/** A target that throttles requests: how long a run waits. */
import { expect, test } from 'vitest'
import { type Budget, memorySink, run, type Transport } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { referenceInProcess } from '../reference-in-process.ts'

interface Limit {
  readonly most: number
  readonly withinMs: number
  /** The path that is limited; all paths if it is missing. */
  readonly path?: string
  /** How long everything is refused after a refusal. */
  readonly penaltyMs?: number
  /** The number of the request from which on everything is refused for ten seconds. */
  readonly lockedOutAfter?: number
  readonly variants?: readonly string[]
  /** The rate limit that the run keeps. */
  readonly perSecond?: number
  readonly budget?: Budget
  /** The value of its Retry-After header. */
  readonly retryAfter?: string
  /** A gateway refuses requests, with a page and 503. */
  readonly isGateway?: boolean
}

/** Runs against a venue that serves `most` requests in any period of `withinMs`; `seconds` is the duration in virtual time. */
async function judged({
  most,
  withinMs,
  retryAfter,
  isGateway = false,
  path = '',
  penaltyMs = 0,
  lockedOutAfter,
  variants = [],
  perSecond = 10,
  budget = 'quick',
}: Limit) {
  const { target, clock, transport: answered } = referenceInProcess({ variants })
  const served: number[] = []
  let [refusedUntil, lockedUntil, sent] = [0, 0, 0]
  const headers: Record<string, string> = retryAfter === undefined ? {} : { 'retry-after': retryAfter }
  const transport: Transport = {
    ...answered,
    async send(request, how) {
      if (++sent === lockedOutAfter) lockedUntil = clock.now() + 10_000
      if (clock.now() < lockedUntil) return { status: 403, headers: {}, body: '{"error":"locked out"}' }
      const isAbout = new URL(request.url).pathname.endsWith(path)
      const recent = served.filter(at => at > clock.now() - withinMs).length
      if (clock.now() < refusedUntil || (isAbout && recent >= most)) {
        if (clock.now() >= refusedUntil) refusedUntil = clock.now() + penaltyMs
        return isGateway ? { status: 503, headers, body: '<html></html>' } : { status: 429, headers, body: '' }
      }
      if (isAbout) served.push(clock.now())
      return answered.send(request, how)
    },
  }
  const began = clock.now()
  const trading = target.trading && { ...target.trading, requestsPerSecond: perSecond }
  const { report } = await run({
    target: { ...target, ...(trading && { trading }) },
    ...{ areas: suites, sink: memorySink(), clock, transport, only: ['trading.*'], budget },
  })
  const reasons = new Set(report.requirements.flatMap(({ reason }) => (reason ? [reason] : [])))
  return { counts: report.summary.counts, reasons, seconds: (clock.now() - began) / 1000 }
}

test.each([undefined, '1', '0'])('a run waits for a limit of sixty a minute, with Retry-After %s', async retryAfter => {
  const { counts, reasons } = await judged({ most: 60, withinMs: 60_000, ...(retryAfter && { retryAfter }) })
  expect(counts).toMatchObject({ fail: 0, unverified: 0 })
  expect(reasons).toEqual(new Set())
})

test.each([undefined, '1'])(
  'a run keeps the limit of the contract if the target file does not name it (%s)',
  async wait => {
    const limit = {
      most: 10,
      withinMs: 1000,
      perSecond: 0,
      budget: 'standard',
      ...(wait && { retryAfter: wait }),
    } as const
    expect((await judged(limit)).counts).toMatchObject({ fail: 0, unverified: 0 })
  },
)

test('a run slows down if a gateway refuses some requests with a page, and serves others', async () => {
  const { counts } = await judged({ most: 10, withinMs: 1000, perSecond: 0, isGateway: true })
  expect(counts).toMatchObject({ fail: 0, unverified: 0 })
})

test('a target that stops serving requests is given up after little more than a minute', async () => {
  const { reasons, seconds } = await judged({ most: 20, withinMs: Number.POSITIVE_INFINITY })
  expect(reasons).toEqual(new Set(['throttled']))
  expect(seconds).toBeGreaterThan(60)
  expect(seconds).toBeLessThan(120)
})

test('a target that serves no request at all is given up sooner', async () => {
  const { reasons, seconds } = await judged({ most: 0, withinMs: 1, retryAfter: '0' })
  expect(reasons).toContain('throttled')
  expect(seconds).toBeLessThan(30)
})

test('an endpoint with Retry-After of an hour delays the run only once, for two minutes', async () => {
  const hours = { most: 4, withinMs: Number.POSITIVE_INFINITY, path: '/public/orderbook', retryAfter: '3600' }
  const { counts, reasons, seconds } = await judged(hours)
  expect(reasons).toEqual(new Set(['throttled']))
  expect(counts).toMatchObject({ fail: 0 })
  expect(counts.pass).toBeGreaterThan(80)
  expect(seconds).toBeLessThan(180)
})

const BOOKS: Limit = { most: 1, withinMs: 2000, path: '/public/orderbook', retryAfter: '2' }
const SWAGGER: Limit = { most: 1, withinMs: 8000, path: '/public/swagger', retryAfter: '8' }
const lockedOut = ['trading.signing.address-locked-out']

test.each<[string, Limit]>([
  ['the order book', BOOKS],
  ['the order book, with a lock-out after each excess', { ...BOOKS, penaltyMs: 3000, retryAfter: '3' }],
  ['the OpenAPI document, with a lock-out after each excess', { ...SWAGGER, penaltyMs: 3000 }],
  ['the order book, if wrong signatures lock an address out', { ...BOOKS, variants: lockedOut }],
  ['the OpenAPI document, if wrong signatures lock an address out', { ...SWAGGER, variants: lockedOut }],
])('a rate limit of one endpoint does not violate the global one: %s', async (_, limit) => {
  const { counts } = await judged(limit)
  expect(counts).toMatchObject({ fail: 0, unverified: 0 })
})

test.each([86, 87])(
  'a lock-out after %i requests ends before the ten requests in a second are sent',
  async lockedOutAfter => {
    const { counts } = await judged({ most: 10, withinMs: 900, lockedOutAfter })
    expect(counts).toMatchObject({ fail: 0, unverified: 0 })
  },
)

test.each(['access.brotli', 'access.slow', 'errors.always-200', 'errors.like-successes'])(
  'a run waits for the end of a lock-out of its address (%s)',
  async variant => {
    const variants = [...lockedOut, `trading.${variant}`]
    const { counts } = await judged({ most: Number.POSITIVE_INFINITY, withinMs: 1, variants, perSecond: 0 })
    expect(counts).toMatchObject({ fail: 0, unverified: 0 })
  },
)
