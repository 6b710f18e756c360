/** The proxy with real clients on sockets: resumable uploads, WebSocket, offers of HTTP/2, expectations, resets, slow clients. */
import { createHash } from 'node:crypto'
import http from 'node:http'
import net from 'node:net'
import { describe, expect, test } from 'vitest'
import { standing } from './standing-proxy.ts'

type Step = readonly [said: string, until: RegExp | number]

/** Sends each text on a new connection, then waits for a pattern in the reply (or some ms). Returns everything received. */
function exchanged(origin: string, steps: readonly Step[], stays = false): Promise<string> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    let transcript = ''
    let check = (): void => {}
    const socket = net.connect(Number(port), hostname, async () => {
      for (const [said, until] of steps) {
        socket.write(said)
        await new Promise<void>(next => {
          if (typeof until === 'number') return void setTimeout(next, until)
          check = () => {
            if (until.test(transcript) || socket.destroyed) next()
          }
          check()
        })
      }
      if (stays) return resolve(transcript)
      socket.destroy()
    })
    socket.on('data', chunk => {
      transcript += chunk.toString('latin1')
      check()
    })
    socket.once('error', reject)
    socket.once('close', () => {
      check()
      resolve(transcript)
    })
  })
}

const UNTIL_CLOSED = /(?!)/

/** A server for resumable uploads: creation, offset, appending. */
function resumable(): { server: http.Server; received: () => Buffer } {
  let kept = Buffer.alloc(0)
  const server = http.createServer((request, reply): unknown => {
    const common = { 'Tus-Resumable': '1.0.0' }
    if (request.method === 'OPTIONS') return reply.writeHead(204, { ...common, 'Tus-Version': '1.0.0' }).end()
    if (request.method === 'POST')
      return reply.writeHead(201, { ...common, Location: '/api/v1/tus/abc', 'Upload-Offset': '0' }).end()
    if (request.method === 'HEAD')
      return reply
        .writeHead(200, { ...common, 'Upload-Offset': String(kept.length), 'Cache-Control': 'no-store' })
        .end()
    request.on('data', chunk => {
      kept = Buffer.concat([kept, chunk])
    })
    return request.once('end', () => reply.writeHead(204, { ...common, 'Upload-Offset': String(kept.length) }).end())
  })
  return { server, received: () => kept }
}

describe('through a proxy', () => {
  test('a resumable upload survives a lost connection', async () => {
    const { server, received } = resumable()
    const { origin, end } = await standing(server)
    const file = Buffer.alloc(600_000, 'resumable ')
    const made = await fetch(`${origin}/api/v1/tus`, {
      method: 'POST',
      headers: {
        'tus-resumable': '1.0.0',
        'upload-length': String(file.length),
        'upload-metadata': 'filename YS5iaW4=',
      },
    })
    expect([made.status, made.headers.get('location')]).toEqual([201, '/api/v1/tus/abc'])
    const { hostname, port } = new URL(origin)
    await new Promise<void>(resolve => {
      const socket = net.connect(Number(port), hostname, () => {
        const head = `PATCH /api/v1/tus/abc HTTP/1.1\r\nhost: x\r\ntus-resumable: 1.0.0\r\nupload-offset: 0\r\ncontent-type: application/offset+octet-stream\r\ncontent-length: ${file.length}\r\n\r\n`
        socket.write(head)
        socket.write(file.subarray(0, 200_000))
        const look = setInterval(() => {
          if (received().length < 200_000) return
          clearInterval(look)
          socket.destroy()
        }, 5)
      })
      socket.once('close', () => resolve())
    })
    const state = await fetch(`${origin}/api/v1/tus/abc`, { method: 'HEAD', headers: { 'tus-resumable': '1.0.0' } })
    expect(state.headers.get('upload-offset')).toBe('200000')
    const rest = await fetch(`${origin}/api/v1/tus/abc`, {
      method: 'PATCH',
      headers: { 'upload-offset': '200000', 'content-type': 'application/offset+octet-stream' },
      body: file.subarray(200_000),
    })
    expect([rest.status, rest.headers.get('upload-offset')]).toEqual([204, String(file.length)])
    expect(received().equals(file)).toBe(true)
    const { exchanges, report } = await end()
    expect(exchanges.map(({ request }) => request.method)).toEqual(['POST', 'PATCH', 'HEAD', 'PATCH'])
    expect(report.summary.counts.fail).toBe(0)
  })

  test('a WebSocket is opened, works in both directions, is reported, and does not delay the end', async () => {
    const server = http.createServer()
    server.on('upgrade', (request, socket) => {
      const accept = createHash('sha1')
        .update(`${request.headers['sec-websocket-key']}258EAFA5-E914-47DA-95CA-C5AB0DC85B11`)
        .digest('base64')
      socket.write(
        `HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: ${accept}\r\n\r\n`,
      )
      socket.on('data', chunk => socket.write(Buffer.concat([Buffer.from('echo '), chunk])))
    })
    const { origin, end } = await standing(server)
    const head =
      'GET /api/v1/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n'
    const transcript = await exchanged(
      origin,
      [
        [head, /\r\n\r\n/],
        ['one', /echo one/],
        ['two', /echo two/],
      ],
      true,
    )
    expect(transcript).toContain('Sec-WebSocket-Accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=')
    const { exchanges } = await end()
    expect(exchanges.map(({ request, response }) => [request.url.endsWith('/live'), response?.status])).toEqual([
      [true, 101],
    ])
  })

  test('a refused upgrade is forwarded completely', async () => {
    const server = http.createServer()
    server.on('upgrade', (_request, socket) =>
      socket.end('HTTP/1.1 403 Forbidden\r\nX-Why: no\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nnope\r\n0\r\n\r\n'),
    )
    const { origin, end } = await standing(server)
    const head = 'GET /v1/live HTTP/1.1\r\nHost: x\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n'
    const transcript = await exchanged(origin, [[head, UNTIL_CLOSED]])
    expect(transcript).toMatch(/^HTTP\/1\.1 403 Forbidden\r\nX-Why: no\r\nconnection: close\r\n\r\nnope$/)
    expect((await end()).exchanges.length).toBe(1)
  })

  test('a request that offers an upgrade to HTTP/2 is treated as an ordinary one', async () => {
    const bodies: string[] = []
    const { origin, end } = await standing((request, reply) => {
      let body = ''
      request.on('data', chunk => {
        body += chunk
      })
      request.once('end', () => {
        bodies.push(`${request.method} ${body} ${request.headers.upgrade ?? ''}`)
        reply.end('{"result":"success","msg":""}')
      })
    })
    const head =
      'POST /api/v1/mark_all_as_read HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAABAAMAAABkAAQBAAAAAAUAAEAA\r\nContent-Length: 9\r\n\r\n'
    const transcript = await exchanged(origin, [
      [`${head}half`, 50],
      [' more', /success/],
    ])
    expect(transcript).toContain('HTTP/1.1 200')
    expect(bodies).toEqual(['POST half more '])
    expect((await end()).exchanges.map(({ operation }) => operation)).toEqual(['markAllAsRead'])
  })

  test('interim replies reach the client, only when the deployment sends them', async () => {
    const server = http.createServer()
    server.on('checkContinue', (request, reply): unknown => {
      if (request.url?.includes('refuse')) return reply.writeHead(413, { connection: 'close' }).end('too large')
      reply.writeEarlyHints({ link: '</style.css>; rel=preload' })
      reply.writeContinue()
      return request.resume().once('end', () => reply.end('done'))
    })
    const { origin, end } = await standing(server)
    const post = (path: string): string =>
      `POST /api/v1/${path} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 4\r\n\r\n`
    const taken = await exchanged(origin, [
      [post('take'), /100 Continue/],
      ['body', /done/],
    ])
    expect(taken.indexOf('103 Early Hints')).toBeGreaterThanOrEqual(0)
    expect(taken.indexOf('100 Continue')).toBeGreaterThan(taken.indexOf('103 Early Hints'))
    const refused = await exchanged(origin, [[post('refuse'), /too large/]])
    expect(refused).not.toContain('100 Continue')
    expect((await end()).exchanges.map(({ response }) => response?.status)).toEqual([200, 413])
  })

  test('an upload that is refused before its end gets its reply, and the connection is released', async () => {
    const server = http.createServer().removeAllListeners('connection')
    server.on('connection', (socket: net.Socket) =>
      socket.once('data', (first: Buffer) => {
        const isUpload = first.toString('latin1').startsWith('POST')
        const body = isUpload ? '{"result":"error","msg":"","code":"BAD_REQUEST"}' : '{"result":"success","msg":""}'
        const line = isUpload ? '413 Too Large\r\nConnection: close' : '200 OK'
        socket.pause().write(`HTTP/1.1 ${line}\r\nContent-Length: ${body.length}\r\n\r\n${body}`)
        setTimeout(() => socket.resume().once('end', () => socket.end()), 300)
      }),
    )
    const { origin, end } = await standing(server)
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 })
    const transcript = await new Promise<number>((resolve, reject) => {
      const request = http.request(`${origin}/api/v1/user_uploads`, { method: 'POST', agent }, reply => {
        reply.resume().once('end', () => resolve(reply.statusCode ?? 0))
      })
      request.on('error', reject)
      const more = (): void => {
        if (request.destroyed || request.writableEnded) return
        if (request.write(Buffer.alloc(65_536))) setImmediate(more)
        else request.once('drain', more)
      }
      request.once('response', () => request.end())
      more()
    })
    expect(transcript).toBe(413)
    agent.destroy()
    expect((await fetch(`${origin}/api/v1/realm/linkifiers`)).status).toBe(200)
    expect((await end()).exchanges.length).toBe(2)
  })

  test('no exchange is lost with many clients that are slow, leave early or are reset', async () => {
    let served = 0
    const { origin, end } = await standing((request, reply) => {
      request.resume().once('end', () => {
        served++
        reply.end(JSON.stringify({ result: 'success', msg: '', body: 'x'.repeat(served % 5 === 0 ? 400_000 : 10) }))
      })
    })
    const line = (at: number): string =>
      `POST /api/v1/mark_all_as_read?at=${at} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: 6\r\n\r\n`
    const slowly = (at: number): Step[] =>
      [...(line(at).match(/.{1,40}/gs) ?? []), 'abc'].map((said): Step => [said, 2]).concat([['def', UNTIL_CLOSED]])
    const { hostname, port } = new URL(origin)
    const reset = (at: number): Promise<void> =>
      new Promise(resolve => {
        const socket = net.connect(Number(port), hostname, () => {
          socket.write(`${line(at)}abc`)
          setTimeout(() => socket.resetAndDestroy(), 100)
        })
        socket.once('error', () => {})
        socket.once('close', () => resolve())
      })
    const each = [
      (at: number) => exchanged(origin, slowly(at)),
      reset,
      (at: number) => exchanged(origin, [[`${line(at)}abcdef`, /HTTP/]]),
    ]
    await Promise.all(Array.from({ length: 30 }, (_, at) => each[at % 3]?.(at)))
    const { exchanges, report } = await end()
    expect(new Set(exchanges.map(({ request }) => request.url)).size).toBe(30)
    expect(report.run.exchanges).toBe(30)
    expect(report.summary.counts.fail).toBe(0)
  })
})
