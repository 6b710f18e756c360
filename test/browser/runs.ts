/** Runs whose pages are tested: one that is conformant, one with failures, and one that is very long. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { readRun } from '../../cli/finished/read-run.ts'
import { writeFormats } from '../../cli/finished/write-formats.ts'
import type { ClaimRecord, ExchangeRecord } from '../../generated/formats.ts'
import { serveReference } from '../../reference/index.ts'
import type { FinishedRun } from '../../reports/index.ts'
import { assayWith, freshFolder } from '../cli/fake-io.ts'

const only = ['trading.*', 'messaging.drafts.*'].flatMap(glob => ['--only', glob])

/** Calls `make` once; later calls get the same promise. */
const once = (make: () => Promise<string>): (() => Promise<string>) => {
  let made: Promise<string> | undefined
  return () => {
    made ??= make()
    return made
  }
}

export const conformantRun = once(async () => {
  const out = freshFolder()
  const { status, err } = await assayWith(['run', ...only, '--out', out])
  if (status !== 0) throw new Error(`the reference did not conform: ${err}`)
  return out
})

const faults = [
  'trading.envelope.status.ok',
  'trading.networks.withdraw-fee.number-where-memo',
  'trading.orderbook.symbol-required.first',
  'trading.networks.memo-regex-compiles.unclosed-once',
]

/** A scope without the checks of the rate limit, which are slow in real time. */
const quick = [
  'trading.envelope.*',
  'trading.numbers.*',
  'trading.networks.*',
  'trading.orderbook.*',
  'messaging.drafts.*',
].flatMap(glob => ['--only', glob])

export const failingRun = once(async () => {
  const out = freshFolder()
  const { origin, reference, close } = await serveReference({ faults })
  try {
    const file = join(out, 'target.json')
    writeFileSync(file, JSON.stringify({ ...reference.targetFile(origin), requestsPerSecond: 0 }))
    const { status } = await assayWith(['run', '--target', file, ...quick, '--allow', 'write', '--out', out])
    if (status !== 1) throw new Error(`faults went unseen: exit status ${status}`)
  } finally {
    await close()
  }
  return out
})

export async function pageOf(folder: string): Promise<string> {
  await writeFormats(await readRun(folder), ['html'], folder)
  return join(folder, 'report.html')
}

export async function pageOfRun(run: FinishedRun): Promise<string> {
  const folder = freshFolder()
  await writeFormats(run, ['html'], folder)
  return join(folder, 'report.html')
}

/** Repeats the evidence of a run until it has `count` exchanges. */
export function longRun(run: FinishedRun, count: number): FinishedRun {
  const startedAt = Date.parse(run.report.run.startedAt)
  const times = run.exchanges.length
  const exchanges = Array.from({ length: count }, (_, n): ExchangeRecord => {
    const own = run.exchanges[n % times] as ExchangeRecord
    const [sent, took] = [startedAt + n * 20, Date.parse(own.receivedAt ?? own.sentAt) - Date.parse(own.sentAt)]
    const receivedAt = own.receivedAt === null ? null : new Date(sent + took).toISOString()
    return { ...own, n: n + 1, sentAt: new Date(sent).toISOString(), receivedAt }
  })
  const rounds = Math.ceil(count / times)
  const claims = Array.from({ length: run.claims.length * rounds }, (_, n): ClaimRecord => {
    const own = run.claims[n % run.claims.length] as ClaimRecord
    const shift = Math.floor(n / run.claims.length) * times
    return { ...own, n: n + 1, exchanges: own.exchanges.map(number => Math.min(count, number + shift)) }
  })
  return {
    ...run,
    exchanges,
    claims,
    report: { ...run.report, run: { ...run.report.run, exchanges: count, claims: claims.length } },
  }
}
