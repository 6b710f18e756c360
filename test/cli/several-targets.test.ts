/** Target files with several deployments. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { RunFlags } from '../../cli/run-flags.ts'
import { runSeveral } from '../../cli/run-several.ts'
import { UsageError } from '../../cli/usage-error.ts'
import { loadTarget, targetNames } from '../../harness/index.ts'
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
    const counts = { pass: 1, fail: status === 1 ? 1 : 0, warn: 0, unverified: 0, 'not-applicable': 0 }
    const requirements = [{ id: 'trading.ping.pong', sentence: 'Pong', verdict: status === 1 ? 'fail' : 'pass' }]
    const summary = { outcome: status === 1 ? 'nonconformant' : 'conformant', counts }
    writeFileSync(join(out, 'report.json'), JSON.stringify({ summary, requirements, run: { exchanges: 7 } }))
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
    expect(io.written.out).toContain('FAIL us: trading.ping.pong')
    expect(io.written.out).toMatch(/^eu +conformant +1 +0 .* 7 +0 /m)
    expect(io.written.out).toMatch(/^us +nonconformant +1 +1 .* 7 +1 /m)
    expect(io.written.out).toContain(join(given.out, 'us'))
  })

  test.each([
    [{ eu: 3 }, 3],
    [{ eu: 3, us: 1 }, 1],
    [{ eu: 1, us: 2 }, 2],
    [{ eu: 130, us: 2 }, 130],
  ])('%j ends with exit status %i', async (statuses, status) => {
    expect(await runSeveral(['eu', 'us'], flags(), fakeIo(), ending(statuses))).toBe(status)
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
