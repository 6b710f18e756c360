/** A target that closes connections if there are too many, over real sockets. */
import { once } from 'node:events'
import { type AddressInfo, connect, createServer } from 'node:net'
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest'
import { crowd } from '../../harness/http/crowd.ts'
import { NoReply } from '../../harness/http/no-reply.ts'
import { memorySink, run, validTarget } from '../../harness/index.ts'
import { type ServedReference, serveReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'

let served: ServedReference
beforeAll(async () => {
  served = await serveReference()
})
afterAll(() => served.close())

/** A front that forwards at most this number of connections at a time, and closes all others at once. */
async function withAtMost<T>(most: number, use: (origin: string) => Promise<T>): Promise<{ got: T; refused: number }> {
  let [open, refused] = [0, 0]
  const behind = Number(new URL(served.origin).port)
  const front = createServer(socket => {
    if (open >= most) {
      refused++
      socket.destroy()
      return
    }
    open++
    const inner = connect(behind, '127.0.0.1')
    const end = (): void => {
      socket.destroy()
      inner.destroy()
    }
    socket.once('close', () => open--)
    for (const one of [socket, inner]) one.on('error', end).on('close', end)
    socket.pipe(inner).pipe(socket)
  }).listen(0, '127.0.0.1')
  await once(front, 'listening')
  try {
    return { got: await use(`http://127.0.0.1:${(front.address() as AddressInfo).port}`), refused }
  } finally {
    front.close()
  }
}

test.each([2, 3])('with %i connections everything is judged', async most => {
  const { got, refused } = await withAtMost(most, async origin => {
    const file = validTarget(served.reference.targetFile(origin))
    const target = { ...file, requestsPerSecond: 0, folder: '.', file: null }
    return run({ target, areas: suites, sink: memorySink(), only: ['trading.*'], budget: 'quick' })
  })
  expect(got.report.summary.counts).toMatchObject({ fail: 0, unverified: 0 })
  expect(refused).toBeGreaterThan(0)
})

describe('the limit of concurrent connections', () => {
  const lost = new NoReply('unreachable', 'the connection was lost', { lost: true })

  it('decreases if several connections are lost at once, and further if that was not enough', async () => {
    const others = crowd(64, () => 0)
    for (let n = 0; n < 8; n++) await others.enter()
    expect([1, 2, 3].map(() => others.failed(lost).crowded)).toEqual([true, true, true])
    expect(others.most).toBe(2)
    for (let n = 0; n < 2; n++) others.failed(lost)
    expect(others.most).toBe(1)
  })

  it('does not change if single connections are lost now and then, or for another reason', async () => {
    let now = 0
    const others = crowd(64, () => now)
    await others.enter()
    for (let n = 0; n < 9; n++) expect(others.failed(lost)).toBe(lost)
    await others.enter()
    for (let n = 0; n < 9; n++) others.failed(new NoReply('timeout', 'no reply came in time'))
    for (let n = 0; n < 9; n++) {
      now += 700
      others.failed(lost)
    }
    expect(others.most).toBe(64)
  })

  it('decreases for a loss if another connection was open until a moment ago', async () => {
    let now = 0
    const others = crowd(64, () => now)
    for (let n = 0; n < 2; n++) await others.enter()
    others.leave()
    now += 900
    expect(others.failed(lost).crowded).toBe(true)
    now += 200
    expect(others.failed(lost)).toBe(lost)
  })

  it('lets a waiting request in when another one ends', async () => {
    const others = crowd(1)
    await others.enter()
    let isIn = false
    const waiting = others.enter().then(() => {
      isIn = true
    })
    await Promise.resolve()
    expect(isIn).toBe(false)
    others.leave()
    await waiting
    expect(isIn).toBe(true)
  })
})
