/** How the transport reads replies on a real socket. */
import { createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { NoReply, type SocketOptions, socketTransport, type Transport } from '../../harness/http/transport.ts'

const open: { servers: Server[]; transports: Transport[] } = { servers: [], transports: [] }
afterEach(async () => {
  for (const transport of open.transports.splice(0)) await transport.close()
  for (const server of open.servers.splice(0)) server.close()
})

/** A server that answers each request with these pieces, each in a separate packet. */
async function answering(
  pieces: (request: number, socket: Socket, text: string) => readonly string[],
  options: SocketOptions = {},
) {
  let requests = 0
  const server = createServer({ noDelay: true }, socket => {
    socket.on('error', () => {})
    socket.on('data', async data => {
      for (const piece of pieces(++requests, socket, String(data))) {
        socket.write(piece)
        await new Promise(resolve => setTimeout(resolve, 2))
      }
    })
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const transport = socketTransport(options)
  open.servers.push(server)
  open.transports.push(transport)
  const address = server.address() as { port: number }
  const send = (method = 'GET', bodyLimit?: number) =>
    transport.send(
      { method, url: `http://127.0.0.1:${address.port}/a`, headers: {}, body: method === 'GET' ? null : 'a=b' },
      bodyLimit === undefined ? {} : { bodyLimit },
    )
  return { send, requests: () => requests }
}

const reply = (body: string): string => `HTTP/1.1 200 OK\r\ncontent-length: ${body.length}\r\n\r\n${body}`
const interim = (status: string): string => `HTTP/1.1 ${status}\r\nx: y\r\n\r\n`
const failure = (error: unknown): { kind: string; lost: boolean } => {
  if (!(error instanceof NoReply)) throw error
  return { kind: error.kind, lost: error.lost }
}

describe('replies with a status below 200 are skipped', () => {
  it.each<[string, readonly string[]]>([
    ['a 100 before the reply', [interim('100 Continue') + reply('{}')]],
    ['a 100 in a separate packet', [interim('100 Continue'), reply('{}')]],
    ['a 100 in pieces', ['HT', 'TP/1.1 10', '0 Continue\r\n', '\r\n', reply('{}')]],
    ['two of them', [interim('100 Continue'), interim('100 Continue') + reply('{}')]],
    ['a 103', [interim('103 Early Hints'), reply('{}')]],
    ['a 102 and a 100', [interim('102 Processing'), interim('100 Continue'), reply('{}')]],
    ['a reply in pieces', ['HTTP/1.', '1 200 OK\r\ncontent-len', 'gth: 2\r\n\r\n', '{', '}']],
  ])('%s', async (_what, pieces) => {
    const { send } = await answering(() => pieces)
    for (const method of ['GET', 'POST', 'GET']) expect(await send(method)).toMatchObject({ status: 200, body: '{}' })
  })
})

it('never repeats a request, and reports that the connection was lost', async () => {
  const { send, requests } = await answering((_n, socket) => {
    socket.destroy()
    return []
  })
  for (const method of ['GET', 'POST'])
    expect(await send(method).catch(failure)).toEqual({ kind: 'unreachable', lost: true })
  expect(requests()).toBe(2)
})

it('uses no connection twice after it was lost three times', async () => {
  const used = new Set<Socket>()
  const { send } = await answering((_n, socket) => {
    if (used.has(socket)) {
      socket.destroy()
      return []
    }
    used.add(socket)
    return [reply('{}')]
  })
  const statuses: unknown[] = []
  const ask = async (): Promise<void> => void statuses.push(await send('POST').then(({ status }) => status, failure))
  while (statuses.filter(status => status !== 200).length < 3) await ask()
  statuses.length = 0
  for (let more = 0; more < 5; more++) await ask()
  expect(statuses).toEqual([200, 200, 200, 200, 200])
})

it('reads no more than the limit', async () => {
  const { send } = await answering(() => [reply('x'.repeat(5000))])
  expect(await send('GET', 4000).catch(failure)).toEqual({ kind: 'too-large', lost: false })
})

it('gives up on a body that comes very slowly', async () => {
  const { send } = await answering(() => ['HTTP/1.1 200 OK\r\ncontent-length: 900\r\n\r\n', 'a', 'b'], { totalMs: 300 })
  expect(await send().catch(failure)).toEqual({ kind: 'timeout', lost: false })
})

it('gives up on a reply that does not start', async () => {
  const { send } = await answering(() => [], { firstByteMs: 200 })
  expect(await send('POST').catch(failure)).toEqual({ kind: 'timeout', lost: false })
})

it('follows no redirect', async () => {
  const { send, requests } = await answering(() => ['HTTP/1.1 302 Found\r\nlocation: /b\r\ncontent-length: 0\r\n\r\n'])
  expect(await send()).toMatchObject({ status: 302 })
  expect(requests()).toBe(1)
})

it('requests have a User-Agent', async () => {
  const { send } = await answering((_request, _socket, text) => [reply(/^user-agent: (.*)$/im.exec(text)?.[1] ?? '')])
  expect((await send()).body).toMatch(/^assay\/\d/)
})
