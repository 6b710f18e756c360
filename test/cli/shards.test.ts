/** Shards: they have about the same cost, and merging them gives the result of a single run. */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contradictionsOf } from '../../cli/finished/contradictions.ts'
import { joinShards, type Shard } from '../../cli/finished/join-shards.ts'
import { cut, underRateLimitOf } from '../../cli/shards/cut.ts'
import { sharedValues } from '../../cli/shards/shared-values.ts'
import { usesIn } from '../../cli/shards/uses.ts'
import type { ClaimRecord, ExchangeRecord, Report } from '../../generated/formats.ts'
import { judgeAgain, memorySink, readEvidence, type Target } from '../../harness/index.ts'
import { serveReference } from '../../reference/index.ts'
import type { FinishedRun } from '../../reports/index.ts'
import { suites } from '../../suites/index.ts'
import { aClaim, anEntry, aReport } from '../reports/a-report.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const folder = freshFolder()
const at = (name: string): string => join(folder, name)
const reportIn = (name: string): Report => JSON.parse(readFileSync(join(at(name), 'report.json'), 'utf8')) as Report
const lines = <T>(name: string, file: string): T[] =>
  readFileSync(join(at(name), file), 'utf8')
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as T)
const verdicts = ({ requirements }: Report): Record<string, string> =>
  Object.fromEntries(requirements.map(({ id, verdict, reason }) => [id, `${verdict} ${reason}`]))

/** A finished run in the form that merging reads. */
const passing = ({ report, exchanges, claims }: FinishedRun): Shard => ({
  ...{ report, decisive: claims, exchanges: () => exchanges, claims: () => claims },
})

let close = async (): Promise<void> => {}
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const FAULT_OF_A_CHAT = 'messaging.drafts.type-required.left-out'
const SHARDS = ['1/4', '2/4', '3/4', '4/4', 'last/4']
/** Both APIs, checks that overlap and checks that come last: enough for five shards to have work. */
const SCOPE = [
  ...['envelope', 'signing', 'limit', 'orderbook'].map(area => `trading.${area}.*`),
  ...['drafts', 'linkifiers'].map(area => `messaging.${area}.*`),
].flatMap(glob => ['--only', glob])
const named = (shard: string): string => `shard-${shard.split('/')[0]}`

test('the merged report has the sum of the rate limits of concurrent shards', async () => {
  const shard = (name: string, messaging: number): FinishedRun => {
    const report = aReport([])
    const run = { ...report.run, shard: name, requestsPerSecond: { messaging } }
    return { report: { ...report, run }, exchanges: [], claims: [], damage: [] }
  }
  const report = await joinShards(
    [shard('1/2', 5), shard('2/2', 5), shard('last/2', 10)].map(passing),
    [],
    memorySink(),
  )
  expect(report.run.requestsPerSecond).toEqual({ messaging: 10 })
})

test('merging drops undecided claims that another shard decided, and verdicts follow from the merged claims', async () => {
  const shard = (name: string, outcome: ClaimRecord['outcome'], made: Partial<ClaimRecord> = {}): FinishedRun => {
    const report = aReport([anEntry('messaging.drafts.event', 'pass')])
    return {
      ...{ report: { ...report, run: { ...report.run, shard: name } }, exchanges: [], damage: [] },
      claims: [aClaim('messaging.drafts.event', outcome, made)],
    }
  }
  const unshown = { predicate: null, args: { unshown: true }, reason: 'prerequisite-failed' } as const
  const sink = memorySink()
  const shards = [shard('1/1', 'undecided', unshown), shard('last/1', 'holds')].map(passing)
  const report = await joinShards(shards, [], sink)
  expect(report.requirements.map(({ verdict }) => verdict)).toEqual(['pass'])
  expect(sink.claims.map(({ outcome }) => outcome)).toEqual(['holds'])
  expect(contradictionsOf({ report, ...sink, damage: [] })).toEqual([])
})

test('a very long shard is merged as a stream: claims are read one by one, and all are written and counted', async () => {
  const MANY = 5000
  const report = aReport([anEntry('messaging.drafts.event', 'pass')])
  const written: number[] = []
  const sink = { exchange: () => {}, claim: ({ n }: ClaimRecord) => void written.push(n) }
  const read = function* (): Generator<ClaimRecord> {
    for (let n = 1; n <= MANY; n++) {
      expect(written.length).toBe(n - 1)
      yield aClaim('messaging.drafts.event', 'holds', { n, exchanges: [n] })
    }
  }
  const decisive = [aClaim('messaging.drafts.event', 'holds')]
  const joined = await joinShards([{ report, decisive, exchanges: () => [], claims: read }], [], sink)
  expect(written).toEqual(Array.from({ length: MANY }, (_, n) => n + 1))
  expect(joined.run.claims).toBe(MANY)
  expect(joined.requirements[0]).toMatchObject({ verdict: 'pass', claims: { made: MANY } })
  expect(joined.requirements[0]?.exchanges).toHaveLength(20)
})

describe('four shards and the last step, of a target with faults', () => {
  beforeAll(async () => {
    const served = await serveReference({ port: 0, faults: ['trading.envelope.status.boolean', FAULT_OF_A_CHAT] })
    close = served.close
    writeFileSync(
      at('target.json'),
      JSON.stringify({ ...served.reference.targetFile(served.origin), requestsPerSecond: 0 }),
    )
    const run = (...words: string[]): Promise<{ status: number; err: string }> =>
      assayWith([
        ...[
          'run',
          '--target',
          at('target.json'),
          '--allow',
          'write,destructive',
          '--budget',
          'quick',
          '--reporter',
          'none',
          '--no-page',
        ],
        ...SCOPE,
        ...words,
      ])
    const whole = await run('--out', at('whole'))
    expect(whole.status).toBe(1)
    for (const shard of SHARDS) await run('--shard', shard, '--out', at(named(shard)))
  })

  test('merged, give every requirement the verdict of one run', async () => {
    const { status, err } = await assayWith(['merge', ...SHARDS.map(shard => at(named(shard))), '--out', at('merged')])
    expect(err).toBe('')
    expect(status).toBe(1)
    const [merged, whole] = [reportIn('merged'), reportIn('whole')]
    expect(verdicts(merged)).toEqual(verdicts(whole))
    expect(merged.summary).toEqual(whole.summary)
    expect(merged.run).toMatchObject({ shard: null, seed: whole.run.seed, profile: whole.run.profile })
    expect(merged.run.requestsPerSecond).toEqual(whole.run.requestsPerSecond)
    expect(merged.areas).toEqual(whole.areas)
    expect(merged.requirements.map(({ since, until }) => [since, until])).toEqual(
      whole.requirements.map(({ since, until }) => [since, until]),
    )
    expect(merged.requirements.map(({ claims }) => claims.planned)).toEqual(
      whole.requirements.map(({ claims }) => claims.planned),
    )
  })

  test('leave evidence with continuous numbers that gives the same verdicts again', () => {
    const numbers = lines<ExchangeRecord>('merged', 'exchanges.ndjson').map(({ n }) => n)
    expect(new Set(numbers).size).toBe(numbers.length)
    const claims = lines<ClaimRecord>('merged', 'claims.ndjson')
    expect(claims.map(({ n }) => n)).toEqual(claims.map((_, index) => index + 1))
    const { disagreements } = judgeAgain(readEvidence(at('merged')))
    expect(disagreements).toEqual([])
    expect(reportIn('merged').run).toMatchObject({ exchanges: numbers.length, claims: claims.length })
  })

  test('share the work about evenly, with each check in one shard', () => {
    // Failed checks are repeated, which cannot be planned, so only first attempts are counted.
    const toTarget = (shard: string): number =>
      lines<ExchangeRecord>(named(shard), 'exchanges.ndjson').filter(
        ({ via, attempt }) => via === 'target' && attempt === 1,
      ).length
    const counts = SHARDS.slice(0, 4).map(toTarget)
    expect(Math.max(...counts)).toBeLessThan(1.2 * Math.min(...counts))
    const known = new Set(
      suites.flatMap(({ items }) => items).flatMap(item => (item.does === 'invariant' ? [] : item.id)),
    )
    const all = SHARDS.flatMap(shard => [
      ...new Set(lines<ExchangeRecord>(named(shard), 'exchanges.ndjson').map(({ check }) => check ?? '')),
    ]).filter(check => known.has(check))
    expect(new Set(all).size).toBe(all.length)
  })

  test('merging prints a command line that repeats it, whatever the folders are called', async () => {
    cpSync(at('shard-1'), at('a shard'), { recursive: true })
    const others = SHARDS.slice(1).map(shard => at(named(shard)))
    const { out } = await assayWith(['merge', at('a shard'), ...others, '--out', at('all of it'), '--no-page'])
    expect(out).toContain(`assay merge '${at('a shard')}' `)
    expect(out).toContain(` --out '${at('all of it')}'`)
    expect(existsSync(join(at('all of it'), 'assay.lock'))).toBe(false)
  })

  test('merging into a folder that a run writes to is refused', async () => {
    mkdirSync(at('busy'))
    writeFileSync(join(at('busy'), 'assay.lock'), JSON.stringify({ pid: 1, host: hostname(), since: 'now' }))
    const { status, err } = await assayWith(['merge', ...SHARDS.map(shard => at(named(shard))), '--out', at('busy')])
    expect([status, err]).toEqual([2, expect.stringContaining('is in use by another run')])
    expect(readdirSync(at('busy'))).toEqual(['assay.lock'])
  })

  test('merging that fails leaves nothing half-written', async () => {
    mkdirSync(join(at('odd'), 'claims.ndjson'), { recursive: true })
    const { status, err } = await assayWith(['merge', ...SHARDS.map(shard => at(named(shard))), '--out', at('odd')])
    expect([status, err]).toEqual([2, expect.stringContaining('claims.ndjson is not an ordinary file')])
    expect(readdirSync(at('odd')).filter(name => /part|lock|report/.test(name))).toEqual([])
  })

  test('a missing shard is reported, and the outcome is never conformant', async () => {
    const some = SHARDS.filter(shard => shard !== 'last/4').map(shard => at(named(shard)))
    const { err } = await assayWith(['merge', ...some, '--out', at('partly')])
    expect(err).toContain('shard last/4 is missing')
    const limit = reportIn('partly').requirements.find(({ id }) => id.startsWith('trading.limit.'))
    expect(limit).toMatchObject({ verdict: 'unverified', reason: 'budget' })
  })

  test.each([
    ['the same shard twice', () => [at('shard-1'), at('shard-1')], 'are both shard 1/4'],
    ['a whole run', () => [at('shard-1'), at('whole')], 'is not a shard of a run'],
    ['no run', () => [folder], 'holds no run'],
  ])('%s is a mistake', async (_name, folders, sentence) => {
    const { status, err } = await assayWith(['merge', ...folders(), '--out', at('wrong')])
    expect(err).toContain(sentence)
    expect(status).toBe(2)
  })

  test('merging into the folder of a shard is refused', async () => {
    const before = readFileSync(join(at('shard-1'), 'report.json'), 'utf8')
    const { status, err } = await assayWith(['merge', at('shard-1'), at('shard-2'), '--out', `${at('shard-1')}/.`])
    expect(err).toMatch(/^assay: --out .*shard-1\/\. is a shard to be merged, which it would overwrite; [^\n]+\n$/)
    expect(status).toBe(2)
    expect(readFileSync(join(at('shard-1'), 'report.json'), 'utf8')).toBe(before)
  })

  test('a shard with a truncated report.json is refused in one sentence', async () => {
    cpSync(at('shard-1'), at('cut-off'), { recursive: true })
    truncateSync(join(at('cut-off'), 'report.json'), 2000)
    const { status, err } = await assayWith(['merge', at('cut-off'), at('shard-2'), '--out', at('wrong')])
    expect(err).toMatch(/^assay: .*cut-off: report\.json is cut off, [^\n]+; run that shard again\n$/)
    expect(status).toBe(2)
  })

  test('shards of different runs cannot be merged', async () => {
    const words = ['--only', 'trading.time.*', '--shard', '2/4', '--out', at('other'), '--reporter', 'none']
    expect((await assayWith(['run', ...words])).status).toBe(0)
    const { status, err } = await assayWith(['merge', at('shard-1'), at('other'), '--out', at('wrong')])
    expect(err).toContain('are shards of different runs')
    expect(status).toBe(2)
  })
})

test.each(['0/4', '5/4', '1', 'last', 'x/4', '1/0', '-1/4', '1/4/5'])('--shard %s is a mistake', async word => {
  const { status, err } = await assayWith(['run', '--shard', word])
  expect(err).toContain('Say I/N')
  expect(status).toBe(2)
})

test('the rate limit is divided among the shards, but not in the last step', () => {
  const api = { baseUrl: 'http://a.invalid', requestsPerSecond: 20 }
  const target = { name: 'a', folder: '.', file: null, requestsPerSecond: 8, trading: api } as Target
  expect(underRateLimitOf(target, { index: 2, of: 4 })).toMatchObject({
    requestsPerSecond: 2,
    trading: { requestsPerSecond: 5 },
  })
  expect(underRateLimitOf(target, { index: 'last', of: 4 })).toBe(target)
  const { requestsPerSecond: _none, ...plain } = target
  expect(underRateLimitOf(plain, { index: 1, of: 4 }).requestsPerSecond).toBe(2.5)
})

test('checks that need the target exclusively go to the last step, the others are divided by cost', () => {
  const check = (id: string, isolation = 'overlapping') => ({ does: 'check', id, isolation }) as never
  const plan = { visits: [], checks: [check('a'), check('b'), check('c'), check('d', 'exclusive'), check('e', 'last')] }
  const used = (from: number, count: number) => new Set(Array.from({ length: count }, (_, index) => from + index))
  const shares = cut(
    plan,
    new Map([
      ['a', used(0, 5)],
      ['b', used(10, 9)],
      ['c', used(20, 4)],
    ]),
    2,
  )
  expect([...shares].map(([name, ids]) => [name, [...ids]])).toEqual([
    ['1/2', ['b']],
    ['2/2', ['a', 'c']],
    ['last/2', ['d', 'e']],
  ])
})

test('checks that share a set-up stay together', () => {
  const checks = ['a', 'b', 'c', 'd'].map(id => ({ does: 'check', id, isolation: 'overlapping' }) as never)
  const used = { a: [1, 2, 3, 4, 5], b: [6, 7, 8, 9], c: [6, 7, 8, 10], d: [1, 2, 3, 11] }
  const uses = new Map(Object.entries(used).map(([id, exchanges]) => [id, new Set(exchanges)]))
  const shares = cut({ visits: [], checks }, uses, 2)
  expect([...shares.values()].map(ids => [...ids].sort())).toEqual([['a', 'd'], ['b', 'c'], []])
})

test('the cost of removing a fixture counts for the check that it was made for', () => {
  const exchange = (n: number, check: string, url: string) =>
    ({
      n,
      check,
      via: 'target',
      actor: 'admin',
      request: { method: 'DELETE', url, body: null },
      response: null,
    }) as never
  const { all, provided, onShared, onProvided } = sharedValues(() => 0)
  onProvided('alone', { id: 4001 })
  const kind = {}
  const done = onShared('maker', kind, '', true)
  onProvided('maker', { id: 4002 })
  done()
  onShared('user', kind, '', false)
  const exchanges = [
    ...[exchange(1, 'alone', '/'), exchange(2, 'maker', '/'), exchange(3, 'user', '/')],
    ...[exchange(4, 'cleaning up', '/things/4001'), exchange(5, 'cleaning up', '/things/4002')],
  ]
  const uses = usesIn(exchanges, [], all(), provided)
  expect(['alone', 'maker', 'user'].map(id => [...(uses.get(id) ?? [])])).toEqual([
    [1, 4],
    [2, 5],
    [3, 5],
  ])
})
