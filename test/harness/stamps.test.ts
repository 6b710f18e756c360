/** Times of requests and replies within one millisecond. */
import { expect, test } from 'vitest'
import { stamps } from '../../harness/stamps.ts'

test('times within one millisecond show whether a request was sent before or after a reply came', () => {
  const stamp = stamps({ now: () => 1000, sleep: async () => {} })
  const first = stamp('departure')
  const meanwhile = stamp('departure')
  const arrived = stamp('arrival')
  const afterwards = stamp('departure')
  expect([first, meanwhile]).toEqual([1000, 1000])
  expect(arrived).toBeGreaterThan(meanwhile)
  expect(afterwards).toBeGreaterThanOrEqual(arrived)
  expect(stamp('arrival')).toBeGreaterThan(afterwards)
})

test('times follow the clock, but never go back', () => {
  const times = [1000, 5000, 2000, 6000]
  const stamp = stamps({ now: () => times.shift() ?? 0, sleep: async () => {} })
  const moments = ['departure', 'arrival', 'departure', 'arrival'] as const
  expect(moments.map(stamp)).toEqual([1000, 5000, 5000, 6000])
})
