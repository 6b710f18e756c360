/** Doctor: base URLs with a common mistake, server clocks in other units, and an API that is not built in. */
import { rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { clock } from '../../cli/doctor/clock.ts'
import type { DoctorReport } from '../../cli/doctor/doctor-report.ts'
import type { Reply } from '../../harness/index.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const folder = freshFolder()
const open: Server[] = []
afterAll(async () => {
  for (const server of open) await new Promise(done => server.close(done))
  rmSync(folder, { recursive: true, force: true })
})

async function listening(answer: RequestListener): Promise<string> {
  const server = createServer(answer)
  open.push(server)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

async function examined(target: object, ...flags: string[]): Promise<DoctorReport> {
  const file = join(folder, 'target.json')
  writeFileSync(file, JSON.stringify({ name: 'x', requestsPerSecond: 0, ...target }))
  const { out, err } = await assayWith(['doctor', '--target', file, '--json', ...flags])
  expect(err).toBe('')
  return JSON.parse(out) as DoctorReport
}

const wrongIn = ({ findings }: DoctorReport) => findings.filter(({ state }) => state === 'wrong')

describe('a base URL', () => {
  test('of the other API is reported as such', async () => {
    const chat = await listening((_request, reply) => reply.end('{"result":"error","msg":"no such page","code":"X"}'))
    const [found] = wrongIn(await examined({ trading: { baseUrl: `${chat}/v1` } }))
    expect(found).toMatchObject({ says: `${chat}/v1 answers as the messaging API` })
    expect(found?.next).toContain('trading.baseUrl')
  })

  test('that redirects to https is reported with the address to write', async () => {
    const plain = await listening((request, reply) =>
      reply.writeHead(301, { location: `https://127.0.0.1${request.url}` }).end(),
    )
    const [found] = wrongIn(await examined({ trading: { baseUrl: `${plain}/v1` } }))
    expect(found?.says).toContain('redirects to https')
    expect(found?.next).toContain('Write https://127.0.0.1/v1 in')
  })

  test.each<[string, RequestListener]>([
    ['a login page', (_request, reply) => reply.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Log in</h1>')],
    ['a redirect to a login page', (_request, reply) => reply.writeHead(302, { location: '/login' }).end()],
    ['a gateway that asks for credentials', (_request, reply) => reply.writeHead(401).end('who are you?')],
  ])('behind %s: the next step says that this machine may have to be let past it', async (_name, answer) => {
    const gate = await listening(answer)
    const [found] = wrongIn(await examined({ trading: { baseUrl: `${gate}/v1` } }))
    expect(found?.says).not.toContain('""')
    expect(found?.next).toBe(
      'Correct trading.baseUrl, or let this machine past the login page or gateway that answers there.',
    )
  })

  test('with the wrong path is reported with the path that answers', async () => {
    const chat = await listening((request, reply) =>
      request.url?.startsWith('/api/v1/')
        ? reply.end('{"result":"error","msg":"Not logged in","code":"UNAUTHORIZED"}')
        : reply.writeHead(404, { 'content-type': 'text/html' }).end('<h1>Not found</h1>'),
    )
    const [found] = wrongIn(await examined({ messaging: { baseUrl: `${chat}/chat`, featureLevel: 300 } }))
    expect(found?.says).toContain('messaging.baseUrl is wrong')
    expect(found?.next).toBe(`Write ${chat}/api/v1 in messaging.baseUrl: the API answers there.`)
  })
})

test.each([
  [1, /agrees/],
  [1 / 1000, /serverTime is in seconds/],
  [1000, /serverTime is in microseconds/],
  [1e6, /serverTime is in nanoseconds/],
])('a server time of %d units per millisecond', (factor, says) => {
  const now = Date.UTC(2026, 10, 15)
  const reply = { json: { serverTime: String(Math.round(now * factor)) }, headers: {} } as unknown as Reply
  expect(clock('trading', reply, now)).toMatchObject([{ says: expect.stringMatching(says) }])
})

test.each([
  [-3, 'good', /agrees/],
  [-90, 'note', /^90 s behind/],
  [3600, 'note', /^60 min ahead of/],
  [3 * 86_400, 'wrong', /^3 days ahead of/],
])('a clock that is %d s off', (seconds, state, says) => {
  const now = Date.UTC(2026, 10, 15)
  const reply = { json: {}, headers: { date: new Date(now + seconds * 1000).toUTCString() } } as unknown as Reply
  expect(clock('messaging', reply, now)).toMatchObject([{ state, says: expect.stringMatching(says) }])
})

test('an API of the user is examined like those built in', async () => {
  const library = await listening((_request, reply) =>
    reply.writeHead(200, { 'content-type': 'application/json' }).end('{"books":[]}'),
  )
  const suites = join(import.meta.dirname, '../../examples/own-contract/contract')
  const report = await examined({ apis: { library: { baseUrl: library } } }, '--suites', suites)
  expect(report.findings[0]).toMatchObject({ about: 'library', state: 'good' })
  expect(report.areas.map(({ area }) => area)).toEqual(['library.books'])
  expect(report.judged).toBeGreaterThan(0)
  expect(report.judged).toBeLessThanOrEqual(report.applicable)
})
