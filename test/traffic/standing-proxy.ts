/** A deployment on a socket, and a proxy in front of it. */
import { readFileSync, writeFileSync } from 'node:fs'
import http, { type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach } from 'vitest'
import { type ProxyFlags, proxy } from '../../cli/proxy/proxy.ts'
import { judgeHere } from '../../cli/proxy/proxy-judge.ts'
import type { ExchangeRecord, Report } from '../../generated/formats.ts'
import { fakeIo, freshFolder } from '../cli/fake-io.ts'

const closing: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

async function deployment(answer: RequestListener | http.Server): Promise<string> {
  const server = typeof answer === 'function' ? http.createServer(answer) : answer
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closing.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const plainTarget = (deployed: string): object => ({
  name: 'here',
  trading: { baseUrl: `${deployed}/v1` },
  messaging: { baseUrl: `${deployed}/api/v1`, featureLevel: 417, actors: {} },
})

export async function standing(
  answer: RequestListener | http.Server,
  more: Partial<ProxyFlags> = {},
  targetFile: (deployed: string) => object = plainTarget,
) {
  const deployed = await deployment(answer)
  const folder = freshFolder()
  const target = join(folder, 'target.json')
  writeFileSync(target, JSON.stringify(targetFile(deployed)))
  const io = fakeIo({ env: { BROWSER: 'none' } })
  const out = more.out ?? join(folder, 'out')
  let hear = (_origin: string): void => {}
  const origin = new Promise<string>(resolve => {
    hear = resolve
  })
  const flags = {
    target,
    out,
    port: 0,
    host: '127.0.0.1',
    profile: 'everything',
    reporter: ['none'],
    page: false,
    ...more,
  }
  const ended = proxy(flags, io, judgeHere, hear)
  // A proxy that ends by itself may fail before a test awaits its end.
  ended.catch(() => {})
  const read = (name: string): string => readFileSync(join(out, name), 'utf8')
  return {
    origin: await origin,
    io,
    out,
    async end() {
      io.interrupt()
      const status = await ended
      const exchanges = read('exchanges.ndjson')
        .split('\n')
        .filter(Boolean)
        .map(line => JSON.parse(line) as ExchangeRecord)
      return { status, report: JSON.parse(read('report.json')) as Report, exchanges }
    },
  }
}
