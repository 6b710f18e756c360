/** A proxy answers nobody before it can report what it forwards. */
import { existsSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { proxy } from '../../cli/proxy/proxy.ts'
import { judgeHere } from '../../cli/proxy/proxy-judge.ts'
import { fakeIo, freshFolder } from '../cli/fake-io.ts'

const open: { close(): unknown }[] = []
afterEach(() => {
  for (const one of open.splice(0)) one.close()
})

async function listening(server: http.Server): Promise<number> {
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  open.push(server)
  return (server.address() as AddressInfo).port
}

async function freePort(): Promise<number> {
  const server = http.createServer()
  const port = await listening(server)
  await new Promise(resolve => server.close(resolve))
  return port
}

/** Connects as soon as somebody listens. */
async function connected(port: number): Promise<Socket> {
  for (;;) {
    const socket = connect(port, '127.0.0.1')
    const isOpen = await new Promise<boolean>(resolve => {
      socket.once('connect', () => resolve(true))
      socket.once('error', () => resolve(false))
    })
    if (isOpen) return socket
    await new Promise(resolve => setTimeout(resolve, 5))
  }
}

/** A proxy whose judge gets ready only when the test says so. */
async function starting() {
  const events: string[] = []
  const port = await freePort()
  const deployed = await listening(
    http.createServer((_request, response) => {
      events.push('forwarded')
      response.end('{}')
    }),
  )
  const folder = freshFolder()
  const target = join(folder, 'target.json')
  writeFileSync(target, JSON.stringify({ name: 'here', trading: { baseUrl: `http://127.0.0.1:${deployed}/v1` } }))
  const out = join(folder, 'out')
  const io = fakeIo()
  let letBegin = (): void => {}
  const mayBegin = new Promise<void>(resolve => {
    letBegin = resolve
  })
  const flags = { target, out, port, host: '127.0.0.1', profile: 'everything', reporter: ['none'], page: false }
  const ended = proxy(
    flags,
    io,
    (...given) => {
      const judge = judgeHere(...given)
      return { ...judge, report: () => mayBegin.then(judge.report) }
    },
    () => events.push(existsSync(out) && io.written.err.includes('passes on to') ? 'ready' : 'not ready'),
  )
  const client = await connected(port)
  const replied = new Promise<string>(resolve => client.once('data', chunk => resolve(String(chunk))))
  client.on('error', () => {})
  client.write('GET /v1/public/ping HTTP/1.1\r\nhost: here\r\n\r\n')
  return { client, replied, letBegin, ended, events, io, out }
}

test('requests wait until folder, message and Ctrl-C handler are there', async () => {
  const { replied, letBegin, ended, events, io } = await starting()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(events).toEqual([])
  letBegin()
  expect(await replied).toMatch(/^HTTP\/1.1 200 /)
  expect(events).toEqual(['ready', 'forwarded'])
  io.interrupt()
  expect(await ended).toBe(0)
})

test('nothing is forwarded for a client that has gone away meanwhile', async () => {
  const { client, letBegin, ended, events, io } = await starting()
  client.resetAndDestroy()
  await new Promise(resolve => setTimeout(resolve, 50))
  letBegin()
  await new Promise(resolve => setTimeout(resolve, 50))
  expect(events).toEqual(['ready'])
  io.interrupt()
  expect(await ended).toBe(0)
})

test('Ctrl-C before that ends it with a report', async () => {
  const { letBegin, ended, io, out } = await starting()
  io.interrupt()
  letBegin()
  expect(await ended).toBe(0)
  expect(existsSync(join(out, 'report.json'))).toBe(true)
})
