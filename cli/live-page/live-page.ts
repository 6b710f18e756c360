/** Serves the report page while a run or a proxy is active: on loopback only, at an address that nobody can guess. */
import { spawn } from 'node:child_process'
import { randomBytes, timingSafeEqual } from 'node:crypto'
import http, { type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type FinishedRun, reportPage } from '../../reports/index.ts'
import { operationEntries } from '../finished/operation-entries.ts'
import { pageAssets } from '../finished/write-formats.ts'
import type { Io } from '../process/io.ts'
import { liveScript } from './live-script.ts'

/** How long to wait for a browser after Ctrl-C. */
const HURRIED_MS = 300

export interface LivePage {
  readonly url: string
  /** Serves the finished report to readers who still have the page open, then closes. */
  close(finished?: FinishedRun): Promise<void>
}

/** The run so far; requested when somebody loads the page. */
export type Standing = () => Promise<Omit<FinishedRun, 'damage'>>

/** Least time between two versions of the page. */
const LEAST_MS = 1000
/** How long closing waits for a reader who was active recently, and for a browser that is still starting. */
const [FAREWELL_MS, STARTING_MS] = [4000, 15_000]

export async function livePage(standing: Standing, io: Io): Promise<LivePage> {
  const token = randomBytes(18).toString('base64url')
  let made = { at: Number.NEGATIVE_INFINITY, version: '', text: '' }
  let finished: FinishedRun | null = null
  let lastLook = Number.NEGATIVE_INFINITY
  let onLastShown = (): void => {}

  const current = async (): Promise<typeof made> => {
    if (performance.now() - made.at < LEAST_MS) return made
    const run = await standing()
    const version = `${run.report.run.exchanges}-${run.report.run.claims}`
    const text =
      version === made.version
        ? made.text
        : reportPage({ ...run, damage: [] }, pageAssets, operationEntries(), null, { script: liveScript, version })
    made = { at: performance.now(), version, text }
    return made
  }

  const answer = async (request: IncomingMessage, reply: ServerResponse): Promise<void> => {
    const { port } = server.address() as AddressInfo
    const isHere = [`127.0.0.1:${port}`, `localhost:${port}`].includes(request.headers.host ?? '')
    const [, sent = '', name = ''] = (request.url ?? '').split('/')
    if (!isHere || request.method !== 'GET' || !isSame(sent, token) || !['', 'state'].includes(name))
      return end(reply, 404, 'text/plain', '')
    lastLook = performance.now()
    if (name === 'state') {
      const { version } = finished ? { version: '' } : await current()
      return end(reply, 200, 'application/json', JSON.stringify({ version, over: finished !== null }))
    }
    if (!finished) return end(reply, 200, 'text/html; charset=utf-8', (await current()).text)
    end(reply, 200, 'text/html; charset=utf-8', reportPage(finished, pageAssets, operationEntries()))
    reply.once('close', onLastShown)
  }

  const server = http.createServer((request, reply) => {
    answer(request, reply).catch(() => end(reply, 500, 'text/plain', ''))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', resolve)
  })
  server.unref()
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/${token}/`
  io.err(`assay: live report at ${url}\n`)
  const isOpening = openBrowser(url, io)

  return {
    url,
    async close(last) {
      finished = last ?? null
      const isAwaited = isOpening && lastLook === Number.NEGATIVE_INFINITY
      if (finished && (isAwaited || performance.now() - lastLook < FAREWELL_MS * 2))
        await new Promise<void>(resolve => {
          const longest = isAwaited ? STARTING_MS : FAREWELL_MS
          const timer = setTimeout(resolve, finished?.report.run.interrupted ? HURRIED_MS : longest)
          onLastShown = () => {
            clearTimeout(timer)
            resolve()
          }
        })
      server.closeAllConnections()
      await new Promise<void>(resolve => server.close(() => resolve()))
    },
  }
}

function end(reply: ServerResponse, status: number, type: string, text: string): void {
  reply.writeHead(status, {
    'content-type': type,
    'cache-control': 'no-store',
    'content-security-policy': "frame-ancestors 'none'",
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  })
  reply.end(text)
}

function isSame(one: string, other: string): boolean {
  const [a, b] = [Buffer.from(one), Buffer.from(other)]
  return a.length === b.length && timingSafeEqual(a, b)
}

/** Opens a browser if there is a terminal, or the program that `BROWSER` names; none with `BROWSER=none`. */
function openBrowser(url: string, { env, screen }: Io): boolean {
  const said = env['BROWSER']
  if (said === 'none' || (said === undefined && !screen)) return false
  const [command, ...args] =
    said !== undefined
      ? [said, url]
      : process.platform === 'darwin'
        ? ['open', url]
        : process.platform === 'win32'
          ? ['cmd', '/c', 'start', '', url]
          : ['xdg-open', url]
  const child = spawn(command ?? 'xdg-open', args, { stdio: 'ignore', detached: true })
  child.on('error', () => {})
  child.unref()
  return true
}
