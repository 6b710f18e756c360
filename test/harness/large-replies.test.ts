/** Memory that large replies occupy, by counting instead of measuring. */
import { expect, it } from 'vitest'
import { type Exchange, exchangeAside, exchange as exchangeOf } from '../../harness/evidence/exchange.ts'
import { LARGE_BODY, largeBodies, type Place } from '../../harness/http/large-bodies.ts'
import { readBody } from '../../harness/http/read-body.ts'
import { tidier } from '../../harness/http/tidy-memory.ts'

const MB = 1024 * 1024

it('reads only the beginning of large bodies until there is a place for them', async () => {
  const places = largeBodies(1)
  const first: Place = await places.place()
  const read = Array.from({ length: 20 }, () => 0)
  const bodies = read.map(async (_, n) => {
    const pieces = async function* (): AsyncGenerator<Buffer> {
      for (let at = 0; at < 2 * MB; at += 64 * 1024) {
        read[n] = at
        yield Buffer.alloc(64 * 1024, 120)
      }
    }
    let mine: Place | undefined
    const body = await readBody(pieces(), 8 * MB, async () => (mine = await places.place()))
    mine?.leave()
    return body.length
  })
  await new Promise(resolve => setImmediate(resolve))
  expect(Math.max(...read)).toBe(LARGE_BODY)
  first.leave()
  expect(await Promise.all(bodies)).toEqual(read.map(() => 2 * MB))
})

it('collects garbage after a certain amount, not after every large reply', () => {
  let [used, collected] = [50 * MB, 0]
  const tidy = tidier({
    used: () => used,
    collect: () => {
      collected++
      used = 50 * MB
    },
  })
  tidy(3 * MB)
  expect(collected).toBe(1)
  for (let n = 0; n < 100; n++) {
    used += 4 * MB
    tidy(3 * MB)
  }
  expect(collected).toBe(1 + Math.floor(100 / 8))
  used += 400 * MB
  tidy(1000)
  expect(collected).toBe(1 + Math.floor(100 / 8))
})

it('gives the same exchange for a long body, read in steps or at once', async () => {
  const body = JSON.stringify({ more: Array.from({ length: 60_000 }, (_, n) => `ä${n}`) })
  const record = { n: 1, operation: null, response: { status: 200, headers: {}, body } } as unknown as Exchange
  const [aside, at] = [await exchangeAside(record), exchangeOf(record)]
  expect(aside.response?.body === body && at.response?.body === body).toBe(true)
  expect(aside.json).toEqual(at.json)
  expect(JSON.stringify(aside)).toBe(JSON.stringify(at))
})
