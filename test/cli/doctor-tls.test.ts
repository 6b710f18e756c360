/** What doctor reports about TLS: certificates that are not trusted, trusted or about to expire, and ports without TLS. */
import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { createServer as plain } from 'node:http'
import { createServer, type Server } from 'node:https'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { DoctorReport } from '../../cli/doctor/doctor-report.ts'
import { assayWith, freshFolder } from './fake-io.ts'
import { selfSigned } from './self-signed.ts'

const folder = freshFolder()
const servers: Pick<Server, 'close' | 'listen' | 'address' | 'on'>[] = []
const answering =
  (reply: object) =>
  (_request: unknown, response: { end(text: string): void }): void =>
    response.end(JSON.stringify(reply))
const pong = answering({ status: 'true', serverTime: String(Date.now()), result: 'pong' })
const chat = answering({ result: 'success', msg: '', linkifiers: [] })

async function portOf(server: Pick<Server, 'close' | 'listen' | 'address' | 'on'>): Promise<number> {
  servers.push(server)
  server.listen(0, 'localhost')
  await once(server as Server, 'listening')
  return (server.address() as AddressInfo).port
}

function target(name: string, baseUrl: string): string {
  const file = join(folder, `${name}.json`)
  writeFileSync(file, JSON.stringify({ name, trading: { baseUrl } }))
  return file
}

let ports: Record<'long' | 'short' | 'plain', number>
beforeAll(async () => {
  const [long, short] = [selfSigned(400), selfSigned(5)]
  writeFileSync(join(folder, 'authority.pem'), long.cert + short.cert)
  ports = {
    long: await portOf(createServer(long, pong)),
    short: await portOf(createServer(short, chat)),
    plain: await portOf(plain(pong) as unknown as Server),
  }
})
afterAll(() => {
  for (const server of servers) server.close()
  rmSync(folder, { recursive: true, force: true })
})

const wrongs = async (file: string): Promise<DoctorReport['findings']> => {
  const { status, out } = await assayWith(['doctor', '--target', file, '--json'])
  expect(status).toBe(1)
  return (JSON.parse(out) as DoctorReport).findings.filter(({ state }) => state === 'wrong')
}

test('an unknown certificate authority is reported, with a remedy', async () => {
  const [found, ...more] = await wrongs(target('unknown', `https://localhost:${ports.long}/v1`))
  expect(more).toEqual([])
  expect(found?.says).toBe(
    `The certificate of localhost:${ports.long} is not trusted here (DEPTH_ZERO_SELF_SIGNED_CERT)`,
  )
  expect(found?.next).toContain('NODE_EXTRA_CA_CERTS')
})

test('https to a port that speaks plain HTTP is reported as such', async () => {
  const [found] = await wrongs(target('plain', `https://localhost:${ports.plain}/v1`))
  expect(found?.says).toBe(
    `localhost:${ports.plain} does not speak TLS: the address is https, and something else answers`,
  )
  expect(found?.next).toContain('http://')
})

test('http to a port that speaks TLS is reported', async () => {
  const [found] = await wrongs(target('other-way', `http://localhost:${ports.long}/v1`))
  expect(found?.says).toBe(`localhost:${ports.long} speaks TLS, and trading.baseUrl begins with http://`)
  expect(found?.next).toBe(`Write https://localhost:${ports.long}/v1 in trading.baseUrl.`)
})

/** Node reads NODE_EXTRA_CA_CERTS only when a process starts, so these tests start one. */
describe('with the authority in NODE_EXTRA_CA_CERTS', () => {
  let findings: DoctorReport['findings'] = []
  beforeAll(async () => {
    const file = join(folder, 'named.json')
    const [trading, messaging] = [ports.long, ports.short].map(port => ({ baseUrl: `https://localhost:${port}/v1` }))
    writeFileSync(file, JSON.stringify({ name: 'named', trading, messaging: { ...messaging, featureLevel: 500 } }))
    const command = fileURLToPath(new URL('../../dist/cli/main.js', import.meta.url))
    const words = [command, 'doctor', '--target', file, '--json']
    const env = { ...process.env, NODE_EXTRA_CA_CERTS: join(folder, 'authority.pem') }
    const out = await new Promise<string>(settle => {
      execFile(process.execPath, words, { env }, (_error, text) => settle(text))
    })
    findings = (JSON.parse(out) as DoctorReport).findings
  })

  test.each([
    ['long', 'trading TLS', 'good', /^TLSv1\.3, certificate valid for (399|400) more days$/],
    ['short', 'messaging TLS', 'note', /^TLSv1\.3, certificate valid for [45] more days$/],
  ])('a certificate with a %s lifetime, for %s, is %s', (_life, about, state, says) => {
    expect(findings).toContainEqual(expect.objectContaining({ about, state, says: expect.stringMatching(says) }))
  })
})
