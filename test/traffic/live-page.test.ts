/** The server of the live page, and the data that it keeps. */
import http from 'node:http'
import { expect, test } from 'vitest'
import { judgeTraffic } from '../../cli/judge/judge-records.ts'
import { livePage } from '../../cli/live-page/live-page.ts'
import { standingBook } from '../../cli/live-page/standing.ts'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import type { Target } from '../../harness/index.ts'
import { suites } from '../../suites/index.ts'
import { fakeIo } from '../cli/fake-io.ts'

const target = {
  name: 'here',
  folder: '.',
  file: null,
  trading: { baseUrl: 'https://venue.example/v1' },
} as unknown as Target
const report = judgeTraffic([], target, suites)

const asked = (url: string, host?: string, method = 'GET'): Promise<{ status: number; text: string }> =>
  new Promise((resolve, reject) => {
    const request = http.request(url, { method, agent: false, ...(host && { headers: { host } }) }, reply => {
      let text = ''
      reply.setEncoding('utf8').on('data', chunk => {
        text += chunk
      })
      reply.once('end', () => resolve({ status: reply.statusCode ?? 0, text }))
    })
    request.once('error', reject).end()
  })

test('is served only on loopback and with its secret address, and is equal to the file at the end', async () => {
  const io = fakeIo({ env: { BROWSER: 'none' } })
  let exchanges = 1
  const standing = async () => ({ report: { ...report, run: { ...report.run, exchanges } }, exchanges: [], claims: [] })
  const page = await livePage(standing, io)
  const { origin, pathname } = new URL(page.url)
  expect(io.written.err).toContain(page.url)
  expect([origin.startsWith('http://127.0.0.1:'), pathname.length > 20]).toEqual([true, true])
  for (const [url, host, method] of [
    [origin, undefined, 'GET'],
    [`${origin}/guess/`, undefined, 'GET'],
    [page.url, 'evil.example', 'GET'],
    [page.url, undefined, 'POST'],
    [`${page.url}report.json`, undefined, 'GET'],
  ] as const)
    expect((await asked(url, host, method)).status).toBe(404)

  const first = await asked(page.url)
  expect(first.text).toMatch(/default-src 'none'; script-src 'sha256-[^']+' 'sha256-[^']+'; connect-src 'self'/)
  expect(first.text).toContain('data-live="1-0"')
  expect([first.text.includes('still running'), first.text.includes(', took ')]).toEqual([true, false])
  expect(JSON.parse((await asked(`${page.url}state`)).text)).toEqual({ version: '1-0', over: false })

  exchanges = 2
  const finished = { ...(await standing()), damage: [] }
  const closed = page.close(finished)
  expect(JSON.parse((await asked(`${page.url}state`)).text)).toMatchObject({ over: true })
  const last = await asked(page.url)
  expect([last.text.includes('data-live'), last.text.includes('connect-src')]).toEqual([false, false])
  expect([last.text.includes('still running'), last.text.includes(', took ')]).toEqual([false, true])
  await closed
  await expect(asked(page.url)).rejects.toThrow()
})

test('counts all of a long run, and keeps a part of it with the latest failures', async () => {
  const { start, exchange, claim, standing } = standingBook()
  const requirement = 'trading.ping.pong'
  start({
    ...report,
    requirements: report.requirements.map(one =>
      one.id === requirement ? { ...one, verdict: 'unverified', claims: { planned: 1, made: 0 } } : one,
    ),
  })
  const body = 'x'.repeat(20_000)
  const made = { requirement, check: requirement, weight: 'must', predicate: 'field', control: null, args: {} }
  for (let n = 1; n <= 1500; n++) {
    exchange({
      ...{ n, via: 'target', api: 'trading', operation: 'ping', actor: null, check: requirement, attempt: 1 },
      ...{ purpose: 'judged', expects: 'any', sentAt: '2026-01-01T00:00:00.000Z', receivedAt: null },
      request: { method: 'GET', url: `https://venue.example/v1/${n}`, headers: {}, body: null, sent: [] },
      response: { status: 200, headers: {}, body },
    } as ExchangeRecord)
    const outcome = n === 1500 ? 'broken' : 'holds'
    claim({ ...made, n, exchanges: [n], outcome, expected: 'a', actual: 'b' } as unknown as ClaimRecord)
  }
  const { report: seen, exchanges, claims } = await standing()
  expect([seen.run.exchanges, seen.run.claims]).toEqual([1500, 1500])
  expect(seen.requirements.find(({ id }) => id === requirement)?.verdict).toBe('fail')
  expect([exchanges.map(({ n }) => n), claims.map(({ n }) => n)]).toEqual([[1500], [1500]])
})
