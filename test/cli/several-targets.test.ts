/** Target files with several deployments. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { readBaseline } from '../../cli/gate/baseline-file.ts'
import { gated } from '../../cli/gate/gated.ts'
import type { RunFlags } from '../../cli/run/run-flags.ts'
import { runSeveral } from '../../cli/run/run-several.ts'
import { UsageError } from '../../cli/usage-error.ts'
import { loadTarget, targetNames } from '../../harness/index.ts'
import { anEntry, anExchange, aReport } from '../reports/a-report.ts'
import { assayWith, fakeIo, freshFolder } from './fake-io.ts'

const ENTRY = { baseUrl: 'http://one.invalid/v1' }
const BOTH = {
  name: 'acme',
  allow: ['write'],
  trading: ENTRY,
  targets: [{ name: 'eu' }, { name: 'us', allow: [], trading: { baseUrl: 'http://us.invalid/v1' } }],
}

function written(content: object): string {
  const file = join(freshFolder(), 'both.yaml')
  writeFileSync(file, JSON.stringify(content))
  return file
}

describe('the file', () => {
  test('the settings of a deployment come before those of the file', () => {
    const file = written(BOTH)
    expect(targetNames(file)).toEqual(['eu', 'us'])
    expect(loadTarget(`${file}#eu`)).toMatchObject({ name: 'eu', allow: ['write'], trading: ENTRY, file: `${file}#eu` })
    expect(loadTarget(`${file}#us`)).toMatchObject({
      name: 'us',
      allow: [],
      trading: { baseUrl: 'http://us.invalid/v1' },
    })
    expect(targetNames(`${file}#us`)).toBeNull()
  })

  test('a variable of another deployment need not be set', () => {
    const signed = (name: string) => ({
      name,
      trading: { ...ENTRY, credentials: { apiKey: `\${${name}}`, secretKey: 's' } },
    })
    const file = written({ name: 'acme', targets: [signed('EU'), signed('US')] })
    const eu = loadTarget(`${file}#EU`, { EU: 'key' })
    expect(eu.trading?.credentials?.apiKey).toBe('key')
    expect(eu.variables).toEqual({ 'trading.credentials.apiKey': 'EU' })
    expect(() => loadTarget(`${file}#US`, { EU: 'key' })).toThrow('the environment variable US is not set')
  })

  const mistakes: readonly [why: string, content: object, says: RegExp][] = [
    ['no name', { targets: [{ trading: ENTRY }] }, /each of targets needs a name/],
    ['a name that cannot be a folder name', { targets: [{ name: '../eu' }] }, /each of targets needs a name/],
    ['the same name twice', { targets: [{ name: 'eu' }, { name: 'EU' }] }, /two of targets are called EU/],
    ['nothing in the list', { targets: [] }, /targets lists nothing/],
    ['no list', { targets: { eu: {} } }, /targets has to be a list/],
    ['an element that is no object', { targets: ['eu'] }, /each of targets is an object/],
    ['an unknown member', { trading: ENTRY, targets: [{ name: 'eu', alow: [] }] }, /both\.yaml:1:\d+: .*alow/],
    ['no API', { targets: [{ name: 'eu' }] }, /describes no API/],
  ]
  test.each(mistakes)('%s is a mistake', async (_why, content, says) => {
    const { status, err } = await assayWith([
      'run',
      '--target',
      written({ name: 'acme', ...content }),
      '--out',
      freshFolder(),
    ])
    expect(err).toMatch(says)
    expect(status).toBe(2)
  })

  test('commands for one deployment report how to name it', async () => {
    const file = written(BOTH)
    const doctor = await assayWith(['doctor', '--target', file])
    expect(doctor).toMatchObject({ status: 2, err: expect.stringContaining(`name one, such as ${file}#eu`) })
    const unknown = await assayWith(['run', '--target', `${file}#es`])
    expect(unknown).toMatchObject({ status: 2, err: expect.stringContaining('has no deployment "es"') })
    const open = await assayWith(['run', '--target', file, '--open'])
    expect(open).toMatchObject({ status: 2, err: expect.stringContaining('--open is about one deployment') })
  })
})

/** A fake run that writes the report of its deployment and ends with the given exit status. */
const ending =
  (statuses: Readonly<Record<string, number>>) =>
  async ({ target = '', out }: RunFlags): Promise<number> => {
    const status = statuses[target.split('#').at(-1) ?? ''] ?? 0
    if (status === 2) throw new UsageError('its folder cannot be written')
    mkdirSync(out, { recursive: true })
    const name = target.split('#').at(-1)
    const repeat = `npx assay run --target '${target}' --only trading.ping.pong --seed 1`
    const entry = anEntry('trading.ping.pong', status === 1 ? 'fail' : 'pass', { repeat })
    const left = [{ kind: 'channel', id: 7, why: 'there was no time' }]
    const report = aReport([entry], status === 130 ? { leftovers: left } : {})
    const run = { ...report.run, id: `run${name}`, interrupted: status === 130 }
    writeFileSync(join(out, 'report.json'), JSON.stringify({ ...report, run }))
    const request = { ...anExchange().request, url: 'http://us.invalid/v1/ping', method: 'GET', body: null }
    writeFileSync(join(out, 'exchanges.ndjson'), `${JSON.stringify(anExchange({ request }))}\n`)
    return status
  }

describe('the run', () => {
  const flags = (more: Partial<RunFlags> = {}): RunFlags => ({
    ...{ target: written(BOTH), out: freshFolder(), profile: 'everything', seed: 1, budget: 'quick' },
    ...more,
  })

  test('has a report for each, one table, and the worst exit status', async () => {
    const io = fakeIo()
    const given = flags()
    expect(await runSeveral(['eu', 'us'], given, io, ending({ us: 1 }))).toBe(1)
    expect(io.written.out).toMatch(/^eu +conformant +1 +0 .* 812 +0 /m)
    expect(io.written.out).toMatch(/^us +nonconformant +0 +1 .* 812 +1 /m)
    expect(io.written.out).toContain(join(given.out, 'us'))
  })

  test('prints each failure as a run of that deployment alone does', async () => {
    const io = fakeIo()
    const given = flags()
    await runSeveral(['eu', 'us'], given, io, ending({ us: 1 }))
    expect(io.written.out).toContain('FAIL us: trading.ping.pong\n     The sentence of trading.ping.pong\n')
    for (const line of [
      / {5}Expected {2}an error envelope/,
      / {5}Actual {4}\{"result"/,
      / {5}Request {3}GET .*\/ping/,
      / {5}Curl {6}curl -sSg .*\/ping/,
      / {5}Reproduce npx --no-install assay run --target '.*both\.yaml#us' --only trading\.ping\.pong --seed 1\n/,
    ])
      expect(io.written.out).toMatch(line)
    expect(io.written.out).not.toContain('FAIL eu')
  })

  test('interrupted prints for each deployment how to remove what it left behind', async () => {
    const io = fakeIo()
    const given = flags()
    await runSeveral(['eu', 'us'], given, io, ending({ eu: 130, us: 130 }))
    for (const name of ['eu', 'us'])
      expect(io.written.err).toContain(
        `${name}: Remove what it left behind: npx --no-install assay clean --target '${given.target}#${name}' --run run${name} --out ${join(given.out, name)}\n`,
      )
  })

  test('stopped by a second Ctrl-C ends after the message of each deployment', async () => {
    const io = fakeIo()
    const runs = runSeveral(['eu', 'us'], flags(), io, async ({ target }, own) => {
      await new Promise<void>(resolve => {
        own.onInterrupt(() => {
          own.err(`stopped ${target?.split('#').at(-1)}\n`)
          own.exit(130)
          resolve()
        })
      })
      return 130
    })
    io.interrupt()
    expect(io).toMatchObject({ exits: [], written: { err: 'eu: stopped eu\nus: stopped us\n' } })
    await runs
    await expect.poll(() => io.exits).toEqual([130, 130])
  })

  test('leaves no run in the folder above its reports, and the message says so', async () => {
    const { out } = flags()
    await runSeveral(['eu', 'us'], flags({ out }), fakeIo(), ending({}))
    const { status, err } = await assayWith(['merge', out, '--out', freshFolder()])
    expect(err).toContain(`but one of each deployment: name one of these folders, such as ${join(out, 'eu')}`)
    expect(status).toBe(2)
  })

  test.each([
    [{ eu: 3 }, 3],
    [{ eu: 3, us: 1 }, 1],
    [{ eu: 1, us: 2 }, 2],
    [{ eu: 130, us: 2 }, 130],
  ])('%j ends with exit status %i', async (statuses, status) => {
    expect(await runSeveral(['eu', 'us'], flags(), fakeIo(), ending(statuses))).toBe(status)
  })

  describe('with a baseline for all of them', () => {
    const baseline = join(freshFolder(), 'baseline.yaml')
    writeFileSync(baseline, 'trading.ping.pong: { reason: known, ticket: T-1, expires: 2999-01-01 }\n')

    test('an entry of another deployment is not stale', () => {
      const seen = aReport([anEntry('trading.ping.pong', 'pass')])
      const terms = { baseline: readBaseline(baseline), own: [], requireComplete: false }
      expect(gated(seen, { ...terms, target: 'both.yaml#eu' }).gate).toMatchObject({ stale: [], exitStatus: 0 })
      expect(gated(seen, { ...terms, target: 'eu.yaml' }).gate).toMatchObject({
        ...{ stale: [expect.stringContaining('passes again')], exitStatus: 1 },
      })
    })

    test.each([
      ['still fails in one of them', { us: 1 }, 1, ''],
      ['passes in all of them', {}, 1, `assay: stale baseline: trading.ping.pong passes again.`],
      ['passes in those that were judged', { us: 2 }, 2, ''],
    ])('an entry that %s', async (_, statuses, status, said) => {
      const io = fakeIo()
      expect(await runSeveral(['eu', 'us'], flags({ baseline }), io, ending(statuses))).toBe(status)
      expect(io.written.err.includes('stale baseline')).toBe(said !== '')
      expect(io.written.err).toContain(said)
    })
  })

  test('prints one object with --json', async () => {
    const io = fakeIo()
    await runSeveral(['eu', 'us'], flags({ json: true }), io, ending({ us: 2 }))
    expect(JSON.parse(io.written.out)).toMatchObject({
      exitStatus: 2,
      targets: [
        { name: 'eu', exitStatus: 0, summary: { outcome: 'conformant' } },
        { name: 'us', exitStatus: 2, summary: null },
      ],
    })
    expect(io.written.err).toContain('us: its folder cannot be written')
  })
})
