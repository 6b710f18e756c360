/** A run against a reference with one behaviour applied to all of its replies, or to one in seven. */
import { createServer, type Socket } from 'node:net'
import {
  type Clock,
  inProcessTransport,
  memorySink,
  type RunOptions,
  run,
  socketTransport,
  systemClock,
  type Transport,
  validTarget,
} from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import type { Behaviour } from './reply-bytes.ts'

export interface TrialResult {
  readonly counts: Readonly<Record<string, number>>
  readonly mistakes: number
  readonly seconds: number
  readonly exchanges: number
  /** The growth of the memory of the process during the run, in MB; this includes the misbehaving server. */
  readonly megabytes: number
}

/** A clock on which waits of the run take almost no time; waiting for sockets takes real time. */
export function quickClock(): Clock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    async sleep(ms, signal) {
      ahead += Math.max(0, ms - 1)
      await systemClock.sleep(1, signal)
    },
  }
}

export interface Trial {
  readonly reference: ReturnType<typeof createReference>
  readonly clock: Clock
  readonly origin: string
  readonly authorities?: readonly string[]
  readonly only?: readonly string[]
  readonly options?: Partial<RunOptions>
  /** Wraps the transport, between the run and its sockets. */
  readonly through?: (sockets: Transport) => Transport
}

/** Time limits of the transport. Some behaviours last until a limit; when all are tried, a busy machine gets more time. */
const HASTY = { connectTimeoutMs: 3000, firstByteMs: 1500, totalMs: 2500 }
const PATIENT = { connectTimeoutMs: 5000, firstByteMs: 6000, totalMs: 9000 }
const PLAIN = ['trading.ping.*', 'trading.time.*']

/** A small run against an origin, and its result. */
export async function judged({ reference, clock, origin, authorities, ...more }: Trial): Promise<TrialResult> {
  const { trading } = validTarget(reference.targetFile(origin))
  const plain = { name: 'zoo', requestsPerSecond: 0, folder: '.', file: null }
  const sockets = socketTransport({
    ...{ ...(process.env['ASSAY_ZOO'] === 'all' ? PATIENT : HASTY) },
    ...(authorities && { authorities }),
  })
  const memory = peakMemory()
  const started = performance.now()
  const { report, mistakes } = await run({
    target: { ...plain, ...(trading && { trading: { baseUrl: trading.baseUrl } }) },
    ...{ areas: suites, sink: memorySink(), clock, transport: more.through?.(sockets) ?? sockets },
    ...{ only: more.only ?? PLAIN, budget: 'quick', seed: 1 },
    ...more.options,
  })
  await sockets.close()
  return {
    counts: report.summary.counts,
    mistakes: mistakes.length,
    seconds: (performance.now() - started) / 1000,
    exchanges: report.run.exchanges,
    megabytes: memory.end(),
  }
}

function peakMemory(): { end(): number } {
  const now = (): number => process.memoryUsage.rss() / 1e6
  const before = now()
  let peak = before
  const timer = setInterval(() => {
    peak = Math.max(peak, now())
  }, 20)
  return {
    end() {
      clearInterval(timer)
      return Math.round(Math.max(peak, now()) - before)
    },
  }
}

/** The request at the beginning of the bytes that came over a socket. */
export function requestIn(text: string): { method: string; url: string; headers: Record<string, string>; body: null } {
  const [, method = 'GET', path = '/'] = /^(\S+) (\S+)/.exec(text) ?? []
  return { method, url: `http://reference.invalid${path}`, headers: {}, body: null }
}

export async function tryOut(
  { does, greets, only }: Pick<Behaviour, 'does' | 'greets' | 'only'>,
  every: number,
): Promise<TrialResult> {
  const clock = quickClock()
  const reference = createReference({ clock })
  const inside = inProcessTransport(reference.answer)
  let count = 0
  let connections = 0
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    if (++connections % every === 0) greets?.(socket)
    let waiting = ''
    socket.on('data', async piece => {
      waiting += piece.toString('latin1')
      const end = waiting.indexOf('\r\n\r\n')
      if (end < 0) return
      const request = requestIn(waiting)
      waiting = ''
      const { status, body } = await inside.send(request)
      if (socket.destroyed) return
      if (++count % every === 0) does(socket, { status, body })
      else socket.write(`HTTP/1.1 ${status} OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  try {
    return await judged({ reference, clock, origin, ...(only && { only }) })
  } finally {
    for (const socket of sockets) socket.destroy()
    server.close()
  }
}
