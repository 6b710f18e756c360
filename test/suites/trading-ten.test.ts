/** Ten requests in a second: which refusals are failures, and which are only warnings. */
import { expect, test } from 'vitest'
import type { FirstRequest, Reply } from '../../harness/index.ts'
import { roundThatCounts } from '../../suites/trading/limit/ten-in-a-second.ts'
import type { World } from '../../suites/trading/world.ts'

/** The weight of the failure against a venue that refuses, in each round, the requests at these places among the ten. */
const weightAfter = async (...rounds: readonly (readonly number[])[]): Promise<string> =>
  (await resultOf(rounds)).judged

/** The same, if every other reply takes 20 ms longer. */
const weightInUnevenNetwork = async (...rounds: readonly (readonly number[])[]): Promise<string> =>
  (await resultOf(rounds, { unevenBy: 20 })).judged

interface Unevenness {
  /** Milliseconds by which timers are late. */
  readonly lateBy?: number
  /** Milliseconds by which every other reply takes longer. */
  readonly unevenBy?: number
  /** The first requests of the run. */
  readonly first?: readonly FirstRequest[]
}

/** The same with the number of rounds. */
async function resultOf(
  rounds: readonly (readonly number[])[],
  { lateBy = 0, unevenBy = 0, first = [] }: Unevenness = {},
) {
  let now = 1_750_000_000_000
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms + (ms > 50 && ms < 110 ? lateBy : 0)
    },
  }
  const venue = { firstRequests: () => first, getTime: () => Promise.reject(new Error('no clock')) }
  const world = {
    ...{ clock, memo: new Map(), inTurns: <T>(coming: T) => coming, observe: () => {}, venue },
  } as unknown as World
  const sent: number[] = []
  const places: number[] = []
  const reply = (isServed: boolean): Reply => {
    const json = isServed ? { status: 'true', result: 'pong' } : { status: 'false' }
    const at = new Date(now).toISOString()
    const receivedAt = new Date(now + (sent.length % 2) * unevenBy).toISOString()
    const exchange = {
      operation: 'ping',
      expects: 'any',
      json,
      sentAt: at,
      receivedAt,
      request: { url: 'http://venue.test/' },
    }
    return { exchange, status: isServed ? 200 : 403, headers: {}, body: JSON.stringify(json), json } as unknown as Reply
  }
  // Requests that do not follow another one after such a gap are not among the ten, and are served.
  const requests = Array.from({ length: 10 }, (_, place) => ({
    again: place === 6,
    send: async () => {
      const isOfTen = place === 0 || [101, 108, 160].includes(now - (sent.at(-1) ?? 0))
      sent.push(now)
      if (place === 0) round++
      if (isOfTen) places.push(place)
      return reply(!(isOfTen && rounds[round]?.includes(place)))
    },
  }))
  let round = -1
  const { judged, weight } = await roundThatCounts(world, requests)
  const isRefused = judged.some(({ reply: { status } }) => status !== 200)
  return { judged: isRefused ? (weight.weight ?? 'must') : 'served', rounds: round + 1, last: places.at(-1) }
}

test('refusals of the same request in two rounds are a failure', async () => {
  expect(await weightAfter([9], [9])).toBe('must')
  expect(await weightAfter([3, 9], [5], [9])).toBe('must')
})

test('in an uneven network they are one only if the request is also refused long after the one before', async () => {
  expect(await weightInUnevenNetwork([9], [9], [9])).toBe('must')
  expect(await weightInUnevenNetwork([3, 9], [5], [9], [9])).toBe('must')
  expect(await weightInUnevenNetwork([9], [9], [])).toBe('should')
})

test('refusals of different requests, as with a minimum distance in an unsteady network, are only a warning', async () => {
  expect(await weightAfter([3], [5], [7])).toBe('should')
  expect(await weightAfter([3], [])).toBe('should')
})

test('no refusal is reported if all are served', async () => expect(await weightAfter([])).toBe('served'))

test('if this machine is too slow to send ten in one second, they are sent again', async () => {
  expect(await resultOf([[]], { lateBy: 1 })).toMatchObject({ judged: 'served', rounds: 1 })
  expect(await resultOf([[], [], []], { lateBy: 20 })).toMatchObject({ judged: 'served', rounds: 3 })
})

test('a round ends with the request that is refused after all repeats', async () => {
  expect(await resultOf([[7, 8], [7]])).toEqual({ judged: 'must', rounds: 2, last: 7 })
})

/** First requests of a run: ten endpoints, `apart` milliseconds between them, one of them throttled. */
const firstRequests = (
  throttled: number,
  apart = 100,
  operations: readonly string[] = 'abcdefghij'.split(''),
): FirstRequest[] =>
  operations.map((operation, place) => ({ n: place + 1, operation, at: place * apart, throttled: place === throttled }))

test('throttling in the first second of a run counts as a round if the request had to be served', async () => {
  expect(await resultOf([[9]], { first: firstRequests(9) })).toMatchObject({ judged: 'must', rounds: 1 })
  expect(await resultOf([[9], []], { first: firstRequests(8) })).toMatchObject({ judged: 'should' })
  expect(await resultOf([[9], []], { first: firstRequests(9, 99) })).toMatchObject({ judged: 'should' })
  expect(await resultOf([[9], []], { first: firstRequests(9, 120) })).toMatchObject({ judged: 'should' })
  expect(await resultOf([[9], []], { first: firstRequests(9, 100, [...'abcdefghi', 'a']) })).toMatchObject({
    judged: 'should',
  })
})
