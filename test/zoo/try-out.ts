/** A run against a reference whose replies pass through one behaviour: all of them, or one in seven. */
import { createServer, type Socket } from 'node:net'
import {
  type Clock,
  inProcessTransport,
  memorySink,
  run,
  socketTransport,
  systemClock,
  validTarget,
} from '../../harness/index.ts'
import { createReference } from '../../reference/index.ts'
import { suites } from '../../suites/index.ts'
import type { Behaviour } from './behaviours.ts'

export interface Came {
  readonly counts: Readonly<Record<string, number>>
  readonly mistakes: number
  readonly seconds: number
  readonly exchanges: number
}

/** Waits of a run take no time, but those on a socket do. */
function quickClock(): Clock {
  let ahead = 0
  return {
    now: () => Date.now() + ahead,
    async sleep(ms, signal) {
      ahead += Math.max(0, ms - 1)
      await systemClock.sleep(1, signal)
    },
  }
}

export async function tryOut({ does }: Pick<Behaviour, 'does'>, every: number): Promise<Came> {
  const clock = quickClock()
  const reference = createReference({ clock })
  const inside = inProcessTransport(reference.answer)
  let count = 0
  const sockets = new Set<Socket>()
  const server = createServer(socket => {
    sockets.add(socket.on('error', () => {}))
    let waiting = ''
    socket.on('data', async piece => {
      waiting += piece.toString('latin1')
      const end = waiting.indexOf('\r\n\r\n')
      if (end < 0) return
      const [, method = 'GET', path = '/'] = /^(\S+) (\S+)/.exec(waiting) ?? []
      waiting = ''
      const { status, body } = await inside.send({
        method,
        url: `http://reference.invalid${path}`,
        headers: {},
        body: null,
      })
      if (socket.destroyed) return
      if (++count % every === 0) does(socket, { status, body })
      else socket.write(`HTTP/1.1 ${status} OK\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`)
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}`
  const { trading } = validTarget(reference.targetFile(origin))
  const target = {
    name: 'zoo',
    requestsPerSecond: 0,
    folder: '.',
    file: null,
    ...(trading && { trading: { baseUrl: trading.baseUrl } }),
  }
  const transport = socketTransport({ connectTimeoutMs: 5000, firstByteMs: 1500, totalMs: 2500 })
  const started = performance.now()
  const { report, mistakes } = await run({
    ...{ target, areas: suites, sink: memorySink(), clock, transport, only: ['trading.ping.*', 'trading.time.*'] },
    ...{ budget: 'quick', seed: 1 },
  })
  await transport.close()
  for (const socket of sockets) socket.destroy()
  server.close()
  return {
    counts: report.summary.counts,
    mistakes: mistakes.length,
    seconds: (performance.now() - started) / 1000,
    exchanges: report.run.exchanges,
  }
}
