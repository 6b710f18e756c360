/**
 * Ctrl-C ends a run, no matter what it is waiting for. The limit is two seconds, and `node bench/interrupt.mjs` measures it; the
 * bound here only distinguishes a hang from a slow machine.
 */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, expect, it } from 'vitest'
import { assay } from '../../cli/assay.ts'
import type { Report } from '../../generated/formats.ts'
import { inProcessTransport, systemClock } from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { fakeIo, freshFolder } from './fake-io.ts'

interface Arrived {
  readonly path: string
  readonly body: string
  /** The number of the request, counted from one. */
  readonly n: number
  readonly response: ServerResponse
  /** Presses Ctrl-C after this time. Returns true, so that `meets` can return it. */
  interrupt(afterMs: number): true
}

interface State {
  readonly about: string
  readonly only: string
  readonly target?: object
  readonly messaging?: object
  /** Handles a request to the target; true if the reference must not answer it. */
  readonly meets: (arrived: Arrived) => boolean
}

const A_HANG_MS = 30_000
const folder = freshFolder()
const YAML = `a: &a [${'x,'.repeat(60)}]\n${Array.from({ length: 60_000 }, (_, n) => `k${n}: {b: *a, c: [1, {d: "${n}"}]}`).join('\n')}\n`

const drips = (response: ServerResponse): void => {
  response.writeHead(200, { 'content-length': '100000' })
  const timer = setInterval(() => response.write(' '), 20)
  response.on('close', () => clearInterval(timer))
}
const isLate = ({ n }: Arrived): boolean => n > 8

const states: readonly State[] = [
  {
    about: 'the rate limit: one request in twenty seconds',
    only: 'trading.*',
    target: { requestsPerSecond: 0.05 },
    meets: ({ interrupt }) => !interrupt(300),
  },
  {
    about: '"slow down" for 100 seconds',
    only: 'trading.ping.*',
    meets(arrived) {
      if (!isLate(arrived)) return false
      arrived.response.writeHead(429, { 'retry-after': '100' }).end('{}')
      arrived.interrupt(300)
      return true
    },
  },
  {
    about: 'a reply that does not come, as of a long poll',
    only: 'trading.*',
    meets: arrived => isLate(arrived) && arrived.interrupt(300),
  },
  {
    about: 'a body that drips',
    only: 'trading.*',
    meets(arrived) {
      if (!isLate(arrived)) return false
      drips(arrived.response)
      arrived.interrupt(300)
      return true
    },
  },
  {
    about: 'a provisioner that does not answer',
    only: 'messaging.reactions.*',
    meets: arrived => arrived.path === '/provision' && arrived.interrupt(300),
  },
  {
    about: 'a provisioner module that does not return',
    only: 'messaging.reactions.*',
    messaging: { provisioner: './never.mjs' },
    meets: ({ interrupt }) => !interrupt(2000),
  },
  {
    about: 'a large document that is being read',
    only: 'trading.swagger.*',
    meets(arrived) {
      if (!arrived.path.includes('swagger')) return false
      arrived.response.writeHead(200, { 'content-type': 'application/yaml' }).end(YAML)
      arrived.interrupt(1000)
      return true
    },
  },
  {
    about: 'the quiet second before the limit is tried',
    only: 'trading.limit.*',
    target: { requestsPerSecond: 10 },
    meets: ({ interrupt }) => !interrupt(700),
  },
  {
    about: 'clean-up that does not get an answer',
    only: 'messaging.reactions.*',
    meets: arrived => arrived.body.includes('"fixture":"discard"') && arrived.interrupt(300),
  },
]

afterAll(() => {
  rmSync(folder, { recursive: true, force: true })
})

it.each(states)('$about', async ({ only, target = {}, messaging = {}, meets }) => {
  const io = fakeIo()
  const reference = createReference({ clock: systemClock })
  const inside = inProcessTransport(reference.answer)
  let n = 0
  let pressedAt = 0
  const interrupt = (afterMs: number): true => {
    if (pressedAt > 0) return true
    pressedAt = Number.POSITIVE_INFINITY
    setTimeout(() => {
      pressedAt = performance.now()
      io.interrupt()
    }, afterMs)
    return true
  }
  const server = createServer(async (request, response) => {
    const body = await text(request)
    if (meets({ path: request.url ?? '', body, n: ++n, response, interrupt })) return
    const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
    const url = `http://reference.invalid${request.url}`
    const reply = await inside.send({ method: request.method ?? 'GET', url, headers, body: body === '' ? null : body })
    const { 'content-length': _length, 'content-encoding': _coding, ...rest } = reply.headers
    response.writeHead(reply.status, rest).end(reply.body)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const whole = reference.targetFile(origin) as { messaging?: object }
  const file = join(folder, 'target.json')
  writeFileSync(
    file,
    JSON.stringify({ ...whole, requestsPerSecond: 0, ...target, messaging: { ...whole.messaging, ...messaging } }),
  )
  writeFileSync(join(folder, 'never.mjs'), 'export const provision = () => new Promise(() => {})\n')
  const out = freshFolder()
  const words = ['run', '--target', file, '--only', only, '--allow', 'write', '--out', out, '--no-page']
  const status = await assay(words, io)
  const took = performance.now() - pressedAt
  server.closeAllConnections()
  server.close()
  expect(io.written.err).toContain('interrupted')
  expect(status).toBe(130)
  expect(took).toBeLessThan(A_HANG_MS)
  // Requirements whose requests were in flight have the same reason as others that the run did not reach.
  const { requirements } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
  expect(requirements.filter(({ reason }) => reason === 'unreachable').map(({ id }) => id)).toEqual([])
})
