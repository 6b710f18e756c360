/** A base URL that leads to another service is detected at once, by `doctor` and by `run`. */
import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { assayWith, freshFolder } from './fake-io.ts'

let server: Server
afterEach(() => server.close())

async function targetOf(answer: RequestListener): Promise<string> {
  server = createServer(answer)
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const file = join(freshFolder(), 'target.json')
  const actors = { admin: { email: 'a@example.org', apiKey: 'k'.repeat(32) } }
  const apis = { trading: { baseUrl }, messaging: { baseUrl, featureLevel: 400, actors } }
  writeFileSync(file, JSON.stringify({ name: 'wrong', requestsPerSecond: 0, ...apis }))
  return file
}

const page: RequestListener = (request, response) =>
  void response
    .writeHead(200, { 'content-type': 'text/html' })
    .end(`<html>Log in. <a href="?next=${request.url}">on</a></html>`)

describe('a wrong base URL', () => {
  it.each<[string, RequestListener, RegExp]>([
    ['404s', (_, response) => void response.writeHead(404).end('not found'), /got 404 "not found"/],
    ['a login page', page, /got 200 text\/html "<html>Log in\./],
    [
      'a redirect',
      (request, response) => void response.writeHead(302, { location: `/login?to=${request.url}` }).end(),
      /got 302 to \/login/,
    ],
    [
      '404s of a gateway',
      (_, response) => void response.writeHead(404).end('{"message":"no Route matched"}'),
      /no Route/,
    ],
  ])('that leads to %s makes the run invalid', async (_what, answer, came) => {
    const target = await targetOf(answer)
    const run = await assayWith(['run', '--target', target, '--out', freshFolder(), '--json', '--no-page'])
    expect(run.status).toBe(3)
    expect(run.err).toMatch(came)
    expect(run.err).toMatch(/trading\.baseUrl is wrong: GET http:\/\/127\.0\.0\.1:\d+\/v1\/\S+ got/)
    expect(run.err).toContain('messaging.baseUrl is wrong')
    expect(run.err).not.toContain('FAIL')
    expect(JSON.parse(run.out.trim().split('\n').at(-1) ?? '')).toMatchObject({
      outcome: 'invalid',
      counts: { fail: 0 },
    })
    const doctor = await assayWith(['doctor', '--target', target])
    expect(doctor.status).toBe(1)
    expect(doctor.out.replaceAll(/\s+/g, ' ')).toContain('trading.baseUrl is wrong')
  })

  it('is not reported for an API that is only broken', async () => {
    const target = await targetOf((request, response) => {
      if (request.url?.endsWith('/ping')) response.end('{"pong":1}')
      else response.writeHead(404).end('{"error":"no"}')
    })
    const run = await assayWith([
      'run',
      '--target',
      target,
      '--out',
      freshFolder(),
      '--only',
      'trading.time.*',
      '--budget',
      'quick',
      '--no-page',
    ])
    expect(run.status).toBe(1)
  })
})
