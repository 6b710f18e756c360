/** Whether a refusal may be due to a network that brings requests closer together than they were sent. */
import { expect, test } from 'vitest'
import type { Reply } from '../../harness/index.ts'
import { networkMayBeWhy } from '../../suites/trading/uneven-network.ts'
import type { World } from '../../suites/trading/world.ts'

/** The outcome with a venue that wants this distance between two requests, or serves so many in a second. */
async function outcome({ apartMs = 0, most = 10 }: { readonly apartMs?: number; readonly most?: number }) {
  let now = 1_750_000_000_000
  const clock = {
    now: () => now,
    sleep: async (ms: number) => {
      now += ms
    },
  }
  const served: number[] = []
  const request = async (): Promise<Reply> => {
    const recent = served.filter(at => now - at < 1000)
    const isServed = now - (served.at(-1) ?? 0) >= apartMs && recent.length < most
    if (isServed) served.push(now)
    const json = isServed ? { status: 'true', result: 'pong' } : { status: 'false' }
    return { exchange: { operation: 'ping', expects: 'any', json } } as unknown as Reply
  }
  return networkMayBeWhy({ clock } as unknown as World, request, request)
}

test('a venue that wants 100 ms between two requests may have been reached by them closer together', async () => {
  expect(await outcome({ apartMs: 100 })).toBe(true)
})

test('one that wants more serves no ten even requests in a second', async () => {
  expect(await outcome({ apartMs: 125 })).toBe(false)
})

test('one that serves requests close together refused for another reason', async () => {
  expect(await outcome({})).toBe(false)
  expect(await outcome({ most: 4 })).toBe(false)
})

test('one that serves a single request in a second refused for that reason', async () => {
  expect(await outcome({ most: 1 })).toBe(false)
})
