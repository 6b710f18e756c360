/** `assay proxy` with ordinary, failing and slow requests. */
import http, { type IncomingMessage } from 'node:http'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { standing } from './standing-proxy.ts'

const bodyOf = async (message: IncomingMessage): Promise<Buffer> => {
  const parts: Buffer[] = []
  for await (const part of message) parts.push(part as Buffer)
  return Buffer.concat(parts)
}

const ping = JSON.stringify({ status: 'true', serverTime: String(Date.now()), result: 'pong' })

describe('a proxy', () => {
  test('forwards everything unchanged, and judges it', async () => {
    const seen: { line: string; headers: IncomingMessage['headers']; body: Buffer }[] = []
    const { origin, end } = await standing(async (request, reply) => {
      seen.push({ line: `${request.method} ${request.url}`, headers: request.headers, body: await bodyOf(request) })
      reply.writeHead(201, 'Fine', { 'Content-Type': 'application/json', 'X-Odd': 'yes', 'Content-Encoding': 'gzip' })
      reply.end(gzipSync(ping))
    })
    const sent = Buffer.from([0, 255, 1, 254])
    const reply = await fetch(`${origin}/v1/public/ping?a=%20b&a=c`, {
      method: 'POST',
      body: sent,
      headers: { 'x-mine': 'me', authorization: 'Basic YWRhOnNlY3JldC1rZXk=' },
    })
    expect([reply.status, reply.statusText, reply.headers.get('x-odd'), await reply.text()]).toEqual([
      201,
      'Fine',
      'yes',
      ping,
    ])
    expect((await fetch(`${origin}/v1/public/ping`)).status).toBe(201)
    const [first] = seen
    expect([first?.line, first?.headers['x-mine'], first?.body]).toEqual([
      'POST /v1/public/ping?a=%20b&a=c',
      'me',
      sent,
    ])
    expect(first?.headers.host).not.toContain(new URL(origin).port)
    const { status, report, exchanges } = await end()
    expect([status, exchanges.length]).toEqual([0, 2])
    expect(report.requirements.find(({ id }) => id === 'trading.ping.pong')?.verdict).toBe('pass')
    expect(JSON.stringify(exchanges)).not.toContain('secret-key')
  })

  test('prints the command that repeats it, with the options that decide what is judged', async () => {
    const more = { reporter: ['terminal'], only: ['trading.*'], api: ['trading'], failOnViolation: true }
    const { origin, end, io } = await standing((_, reply) => reply.end(ping), more)
    await fetch(`${origin}/v1/public/ping`)
    await end()
    expect(io.written.out).toContain('Traffic: 1 exchange through the proxy, 1 at operations of the contract\n')
    expect(io.written.out).toMatch(
      /Rerun +npx --no-install assay proxy --target \S+ --port 0 --api trading --only 'trading\.\*' --out \S+ --fail-on-violation\n/,
    )
  })

  test('loses no exchange if connections are reset, cut off or slow', async () => {
    const large = 'x'.repeat(3_000_000)
    const { origin, end } = await standing((request, reply) => {
      if (request.url?.includes('reset')) return void request.socket.destroy()
      if (request.url?.includes('cut')) {
        reply.writeHead(200, { 'content-length': '1000' })
        return void reply.write('half', () => request.socket.destroy())
      }
      reply.end(JSON.stringify({ status: 'true', serverTime: '1', result: large }))
    })
    expect((await fetch(`${origin}/v1/public/ping?reset`)).status).toBe(502)
    await expect(fetch(`${origin}/v1/public/ping?cut`).then(reply => reply.text())).rejects.toThrow()
    const slow = await new Promise<number>(resolve => {
      http.get(`${origin}/v1/public/ping`, { agent: false }, reply => {
        let size = 0
        reply.on('data', (chunk: Buffer) => {
          size += chunk.length
          reply.pause()
          setImmediate(() => reply.resume())
        })
        reply.once('end', () => resolve(size))
      })
    })
    expect(slow).toBeGreaterThan(large.length)
    await new Promise<void>(resolve => {
      const gone = http.get(`${origin}/v1/public/ping?gone`, { agent: false }, reply => {
        reply.once('close', resolve)
        gone.destroy()
      })
      gone.once('error', () => resolve())
    })
    const { exchanges, report } = await end()
    expect(exchanges.length).toBe(4)
    expect(report.traffic?.unusable.map(({ what }) => what)).toEqual(
      expect.arrayContaining([expect.stringContaining('gave no reply'), 'the reply was cut off']),
    )
  })

  test('forwards long polls and large uploads as streams', async () => {
    let release = (): void => {}
    const { origin, end } = await standing(async (request, reply) => {
      if (request.method === 'GET') {
        reply.write('{"result":"success",')
        release = () => reply.end('"msg":"","events":[]}')
        return
      }
      const { length } = await bodyOf(request)
      reply.end(JSON.stringify({ result: 'success', msg: '', url: `/${length}`, uri: `/${length}`, filename: 'a' }))
    })
    const poll = await fetch(`${origin}/api/v1/events`)
    const reader = poll.body?.getReader()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toBe('{"result":"success",')
    const form = new FormData()
    form.set('file', new Blob([Buffer.alloc(5_000_000)]), 'a.bin')
    const upload = (await (await fetch(`${origin}/api/v1/user_uploads`, { method: 'POST', body: form })).json()) as {
      url: string
    }
    expect(Number(upload.url.slice(1))).toBeGreaterThan(5_000_000)
    release()
    expect(Buffer.from((await reader?.read())?.value ?? []).toString()).toContain('events')
    const { report } = await end()
    expect(report.requirements.find(({ id }) => id === 'messaging.uploads.uri-equals-url')?.verdict).toBe('pass')
  })

  test('reports violations in a header on request, and by its exit status', async () => {
    const broken = JSON.stringify({ status: true, serverTime: String(Date.now()), result: 'pong' })
    const { origin, end } = await standing((_request, reply) => reply.end(broken), {
      violationHeader: true,
      failOnViolation: true,
    })
    const reply = await fetch(`${origin}/v1/public/ping`)
    expect([reply.headers.get('x-assay-violation'), await reply.text()]).toEqual(['trading.envelope.status', broken])
    const { status, report } = await end()
    expect([status, report.summary.counts.fail]).toEqual([1, 1])
  })

  test('holds a reply in chunks only while it is small', async () => {
    let end = (): void => {}
    const large = 'x'.repeat(1_500_000)
    const proxied = await standing(
      (_request, reply) => {
        reply.write(large)
        end = () => reply.end('y')
      },
      { violationHeader: true },
    )
    const reply = await fetch(`${proxied.origin}/v1/public/ping`)
    expect(reply.headers.get('x-assay-violation')).toBeNull()
    end()
    expect(await reply.text()).toBe(`${large}y`)
    expect((await proxied.end()).exchanges.length).toBe(1)
  })
})
