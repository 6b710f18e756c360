/**
 * `assay proxy`: forwards between clients and a target until it is interrupted, judges the exchanges, and reports the
 * result.
 */
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import { apisIn, type Captured, ConfigurationError, loadTarget, planTraffic, type Target } from '../../harness/index.ts'
import { printable } from '../../reports/index.ts'
import { suites } from '../../suites/index.ts'
import { readRun } from '../finished/read-run.ts'
import { noForecast } from '../forecast/forecast.ts'
import { readBaseline } from '../gate/baseline-file.ts'
import { gated } from '../gate/gated.ts'
import { statedIn } from '../judge/judge-records.ts'
import { type LivePage, livePage, type Standing } from '../live-page/live-page.ts'
import { cited, numbersIn } from '../live-page/standing.ts'
import { findExchanges } from '../out/find-exchanges.ts'
import { keepKilledRun } from '../out/killed-run.ts'
import type { Io } from '../process/io.ts'
import type { TrafficFlags } from '../run/run-flags.ts'
import { watchRun } from '../run/watch-run.ts'
import { quoted, sharedWords, writeAndPrint } from '../run/write-and-print.ts'
import { UsageError } from '../usage-error.ts'
import { forwarder } from './forward.ts'
import { judgeElsewhere, type ProxyJudge, type ProxyScope } from './proxy-judge.ts'
import { routesOf } from './routes.ts'

export interface ProxyFlags extends TrafficFlags {
  readonly target: string
  readonly port: number
  readonly host: string
  readonly api?: readonly string[]
  readonly failOnViolation?: boolean
  readonly violationHeader?: boolean
}

type MakeJudge = (
  scope: ProxyScope,
  onClaim: (claim: ClaimRecord) => void,
  onLost: (error: Error) => void,
) => ProxyJudge

/** `onListening` receives the address of the proxy, once it forwards requests. */
export async function proxy(
  flags: ProxyFlags,
  io: Io,
  make: MakeJudge = judgeElsewhere,
  onListening: (origin: string) => void = () => {},
): Promise<number> {
  const target = only(loadTarget(flags.target, io.env), flags.api)
  const baseline = flags.baseline === undefined ? null : readBaseline(flags.baseline)
  const routes = routesOf(
    target,
    apisIn(suites).map(({ name }) => name),
  )
  const startedAt = performance.now()
  const watch = watchRun(io, flags.reporter?.includes('none') ?? false, noForecast)
  let lost: Error | null = null
  let stop = (): void => {}
  const ended = new Promise<void>(resolve => {
    stop = resolve
  })
  const scope = { target, out: flags.out, only: flags.only ?? [], profile: flags.profile }
  const claims: ClaimRecord[] = []
  const noted = (claim: ClaimRecord): void => {
    if (claim.outcome === 'broken' && claims.length < MOST_CLAIMS) claims.push(claim)
    watch.claim(claim)
  }
  let judge: ProxyJudge
  const standing = async (): Promise<Awaited<ReturnType<Standing>>> => {
    const report = await judge.report()
    const found = await findExchanges(join(flags.out, 'exchanges.ndjson'), numbersIn(report))
    return cited(report, [...found.values()], claims)
  }
  const progress = {
    exchanges: 0,
    checksDone: 0,
    checks: 0,
    broken: 0,
    lastBroken: null,
    toRemove: null,
    areas: new Map(),
  }
  const seen = (captured: Captured, api: string): void => {
    progress.exchanges++
    watch.exchange(asRecord(captured, api))
    watch.progress(progress)
  }
  const { server, begin, settle, endUpgraded } = forwarder(routes, {
    passed: (captured, api) => {
      seen(captured, api)
      judge.add(captured)
    },
    ...(flags.violationHeader && {
      violations: (captured, api) => {
        seen(captured, api)
        return judge.violations(captured)
      },
    }),
  })
  // A wrong --profile, a wrong --only or a taken port leaves everything as it was.
  planTraffic(suites, { ...statedIn(target, suites), only: scope.only, profile: scope.profile })
  const stopListening = io.onInterrupt(() => {
    stopListening()
    stop()
  })
  let origin: string
  let page: LivePage | null = null
  try {
    origin = await listening(server, flags)
    keepKilledRun(flags, target, io)
    judge = make(scope, noted, error => {
      lost = error
      stop()
    })
    const first = await judge.report()
    if (flags.open) page = await livePage(standing, io)
    watch.start(first)
  } catch (error) {
    stopListening()
    await closed(server, endUpgraded)
    throw error
  }
  if (!io.screen)
    io.err(
      `assay: ${origin} passes on to ${routes.map(route => `${route.origin}${route.path}`).join(' and ')}; Ctrl-C ends it and writes the report\n`,
    )
  begin()
  onListening(origin)
  await ended
  await closed(server, endUpgraded)
  settle()
  watch.stop()
  if (lost) throw lost
  const report = await judge.report()
  await judge.close()
  const done = gated(report, { baseline, own: [], requireComplete: false, target: flags.target })
  const again = rerunCommandOf(flags)
  await writeAndPrint(done, { silence: null, seconds: (performance.now() - startedAt) / 1000, again }, flags, io)
  await page?.close(await readRun(flags.out))
  return flags.failOnViolation && hasViolation(done) ? 1 : 0
}

function rerunCommandOf(flags: ProxyFlags): string {
  const { target, port, host, api, failOnViolation, violationHeader } = flags
  const words = ['npx --no-install assay proxy', `--target ${quoted(target)}`, `--port ${port}`]
  if (host !== LOOPBACK) words.push(`--host ${quoted(host)}`)
  for (const name of api ?? []) words.push(`--api ${quoted(name)}`)
  words.push(...sharedWords(flags))
  if (failOnViolation) words.push('--fail-on-violation')
  if (violationHeader) words.push('--violation-header')
  return words.join(' ')
}

/** The default of --host. */
const LOOPBACK = '127.0.0.1'

const hasViolation = ({ requirements }: Report): boolean =>
  requirements.some(({ verdict, baseline }) => verdict === 'fail' && !baseline)

/** The target with only these of its APIs. */
function only(target: Target, apis: readonly string[] | undefined): Target {
  if (apis === undefined) return target
  const names = apisIn(suites).map(({ name }) => name)
  const odd = apis.find(name => !names.includes(name))
  if (odd !== undefined) throw new ConfigurationError(`there is no API "${odd}"; there are ${names.join(' and ')}`)
  const left = Object.entries(target).filter(([name]) => !names.includes(name) || apis.includes(name))
  return Object.fromEntries(left) as unknown as Target
}

const NO_SUCH_HOST = new Set(['EADDRNOTAVAIL', 'ENOTFOUND'])

function listening(server: Server, { port, host }: ProxyFlags): Promise<string> {
  return new Promise((resolve, reject) => {
    server.once('error', error => {
      const code = (error as { code?: string }).code
      reject(
        new UsageError(
          code === 'EADDRINUSE'
            ? `port ${port} is in use: choose another with --port`
            : `cannot listen on ${printable(host)}:${port} (${code}${NO_SUCH_HOST.has(code ?? '') ? ': this machine has no such address' : ''})`,
        ),
      )
    })
    server.listen(port, host, () => {
      const { port: taken } = server.address() as AddressInfo
      resolve(`http://${host.includes(':') ? `[${host}]` : host}:${taken}`)
    })
  })
}

const MOST_CLAIMS = 2000

/** How long requests in flight get to end. Requests that wait for events longer than this are cut off. */
const MOMENT = 1000

async function closed(server: Server, endUpgraded: () => void): Promise<void> {
  server.closeIdleConnections()
  const ended = new Promise<void>(resolve => server.close(() => resolve()))
  endUpgraded()
  const timer = setTimeout(() => server.closeAllConnections(), MOMENT)
  await ended
  clearTimeout(timer)
}

/** Only the members that a live display needs. */
const asRecord = ({ sentAt, receivedAt }: Captured, api: string): ExchangeRecord => ({
  ...{ n: 1, via: 'target', api, operation: null, actor: null },
  sentAt: new Date(sentAt).toISOString(),
  receivedAt: new Date(receivedAt ?? sentAt).toISOString(),
  request: { method: 'GET', url: '', headers: {}, body: null },
})
