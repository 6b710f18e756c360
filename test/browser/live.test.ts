/** Live reports in a browser: of a run, of a proxy, and of traffic that is being judged. */
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import http from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { assay } from '../../cli/assay.ts'
import type { Io } from '../../cli/process/io.ts'
import { proxy } from '../../cli/proxy/proxy.ts'
import { judgeHere } from '../../cli/proxy/proxy-judge.ts'
import { fakeIo, freshFolder } from '../cli/fake-io.ts'
import { keepScreenshot, openBrowser, seriousFindings } from './chromium.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(async () => browser?.close())

interface Live {
  readonly page: Page
  readonly url: string
  readonly elsewhere: string[]
  readonly ended: Promise<number>
  readonly io: ReturnType<typeof fakeIo>
}

const command =
  (...args: readonly string[]) =>
  (io: Io): Promise<number> =>
    assay([...args, '--open'], io)

/** Starts the command and opens the page whose address it prints. */
async function live(start: (io: Io) => Promise<number>, more: Parameters<typeof fakeIo>[0] = {}): Promise<Live> {
  const io = fakeIo({ env: { BROWSER: 'none' }, ...more })
  const ended = start(io)
  await expect.poll(() => io.written.err).toMatch(/live report at http/)
  const url = /live report at (\S+)/.exec(io.written.err)?.[1] ?? ''
  const page = await browser.newPage()
  const elsewhere: string[] = []
  page.on('request', request => {
    if (!request.url().startsWith(url)) elsewhere.push(request.url())
  })
  page.on('pageerror', error => elsewhere.push(error.message))
  await page.goto(url)
  return { page, url, elsewhere, ended, io }
}

const refusedWithout = async (url: string): Promise<void> => {
  const { origin } = new URL(url)
  for (const wrong of [origin, `${origin}/${'x'.repeat(24)}/`, `${url.slice(0, -2)}/`])
    expect((await fetch(wrong)).status).toBe(404)
}

const plain = { port: 0, host: '127.0.0.1', profile: 'everything', open: true }

const failures = (page: Page): Promise<string[]> =>
  page.locator('details[data-verdict=fail]').evaluateAll(list => list.map(one => one.id))
const isLive = (page: Page): Promise<number> => page.locator('[data-live]').count()
/** The text of the page, after the evidence of each open requirement has been loaded. */
async function text(page: Page): Promise<string> {
  const empty = page.locator('details.requirement[open] [data-evidence]:not(:has(.claim-list))')
  await expect.poll(() => empty.count()).toBe(0)
  return page.locator('main').innerText()
}

const pong = (status: unknown): string => JSON.stringify({ status, serverTime: String(Date.now()), result: 'pong' })

/** Takes a screenshot. The key press prevents a reload: the page does not reload while somebody uses it. */
async function picture(page: Page, name: string): Promise<void> {
  await page.waitForLoadState()
  await page.keyboard.press('Shift')
  await keepScreenshot(page, name)
}

describe('a live page', () => {
  test('of a proxy shows a failure at once, and is equal to the file at the end', async () => {
    const server = http.createServer((_request, reply) => reply.end(pong(true))).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const out = freshFolder()
    const target = join(out, 'target.json')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    writeFileSync(target, JSON.stringify({ name: 'venue', trading: { baseUrl } }))
    const { page, url, elsewhere, ended, io } = await live(asked =>
      proxy({ ...plain, target, out: join(out, 'r') }, asked, judgeHere),
    )
    await refusedWithout(url)
    expect(await isLive(page)).toBe(1)
    expect(await failures(page)).toEqual([])
    await expect.poll(() => io.written.err).toMatch(/passes on to/)
    const origin = /assay: (http:\S+) passes on to/.exec(io.written.err)?.[1]
    await (await fetch(`${origin}/v1/public/ping`)).text()
    await expect.poll(() => failures(page)).toEqual(['trading.envelope.status'])
    await picture(page, 'live-proxy')
    expect(await seriousFindings(page, false)).toEqual([])
    io.interrupt()
    await expect.poll(() => isLive(page)).toBe(0)
    expect(await ended).toBe(0)
    await picture(page, 'live-proxy-ended')
    const shown = await text(page)
    await page.goto(`file://${join(out, 'r', 'report.html')}`)
    expect(shown).toBe(await text(page))
    expect(readFileSync(join(out, 'r', 'report.html'), 'utf8')).not.toContain('data-live')
    expect(elsewhere.filter(one => !one.startsWith('file:'))).toEqual([])
    await expect(fetch(url)).rejects.toThrow()
    server.close()
  })

  test('of judged traffic grows with the traffic', async () => {
    const out = freshFolder()
    const input = new PassThrough()
    const entry = (status: unknown): string =>
      `${JSON.stringify({
        ...{ n: 1, via: 'target', api: 'trading', operation: null, actor: null, sentAt: new Date().toISOString() },
        receivedAt: new Date().toISOString(),
        request: { method: 'GET', url: 'https://venue.example/v1/public/ping', headers: {}, body: null },
        response: { status: 200, headers: {}, body: pong(status) },
      })}\n`
    const target = join(out, 'target.json')
    writeFileSync(target, JSON.stringify({ name: 'venue', trading: { baseUrl: 'https://venue.example/v1' } }))
    input.write(entry('true'))
    const { page, url, elsewhere, ended } = await live(
      command('judge', '-', '--target', target, '--out', join(out, 'r')),
      {
        input: () => input,
      },
    )
    await refusedWithout(url)
    expect([await isLive(page), await failures(page)]).toEqual([1, []])
    input.write(entry(true))
    await expect.poll(() => failures(page)).toEqual(['trading.envelope.status'])
    await picture(page, 'live-judge')
    input.end()
    await expect.poll(() => isLive(page)).toBe(0)
    expect(await ended).toBe(1)
    const shown = await text(page)
    await page.goto(`file://${join(out, 'r', 'report.html')}`)
    expect(shown).toBe(await text(page))
    expect(elsewhere.filter(one => !one.startsWith('file:'))).toEqual([])
  })

  test('of a run updates by itself, and is equal to the file at the end', async () => {
    const out = freshFolder()
    let held: (() => void)[] = []
    let isOpen = false
    const server = http
      .createServer((_request, reply) => {
        const answer = (): void => void reply.end(pong(true))
        if (isOpen) answer()
        else held.push(answer)
      })
      .listen(0, '127.0.0.1')
    await once(server, 'listening')
    const target = join(out, 'target.json')
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
    writeFileSync(target, JSON.stringify({ name: 'venue', trading: { baseUrl, requestsPerSecond: 0 } }))
    const { page, url, elsewhere, ended } = await live(
      command(
        'run',
        '--target',
        target,
        '--only',
        'trading.ping.*',
        '--only',
        'trading.envelope.*',
        '--out',
        join(out, 'r'),
        '--budget',
        'quick',
      ),
    )
    await refusedWithout(url)
    expect(await isLive(page)).toBe(1)
    isOpen = true
    for (const answer of held.splice(0)) answer()
    held = []
    await expect.poll(() => isLive(page)).toBe(0)
    expect(await ended).toBe(1)
    await picture(page, 'live-run-ended')
    const shown = await text(page)
    await page.goto(`file://${join(out, 'r', 'report.html')}`)
    expect(shown).toBe(await text(page))
    expect(elsewhere.filter(one => !one.startsWith('file:'))).toEqual([])
    server.closeAllConnections()
    server.close()
  })
})
