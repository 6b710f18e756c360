/** The gate: known failures are tolerated until they expire, and a baseline that is no longer accurate fails the gate. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseBaseline } from '../../cli/gate/baseline-file.ts'
import type { Report } from '../../generated/formats.ts'
import { serveReference } from '../../reference/index.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const folder = freshFolder()
const at = (name: string): string => join(folder, name)
const reportIn = (name: string): Report => JSON.parse(readFileSync(join(at(name), 'report.json'), 'utf8')) as Report

let close = async (): Promise<void> => {}
beforeAll(async () => {
  const served = await serveReference({
    port: 0,
    faults: ['trading.ping.pong.upper-case', 'messaging.drafts.one-channel.two'],
  })
  close = served.close
  writeFileSync(
    at('faulty.json'),
    JSON.stringify({ ...served.reference.targetFile(served.origin), requestsPerSecond: 0 }),
  )
})
afterAll(async () => {
  await close()
  rmSync(folder, { recursive: true, force: true })
})

const faulty = (...words: string[]) =>
  assayWith(['run', '--target', at('faulty.json'), '--only', 'trading.ping.*', '--out', at('out'), ...words])
const sound = (...words: string[]) =>
  assayWith(['run', '--only', 'trading.ping.*', '--out', at('out'), '--reporter', 'none', ...words])

const unwrapped = (text: string): string => text.replaceAll(/\n\s+/g, ' ')

function baselineFile(entries: Record<string, string>): string {
  const text = Object.entries(entries).map(
    ([id, expires]) => `${id}:\n  reason: the new ping is not out yet\n  ticket: OPS-12\n  expires: ${expires}\n`,
  )
  writeFileSync(at('baseline.yaml'), text.join(''))
  return at('baseline.yaml')
}

describe('the gate', () => {
  test('without a baseline, a failure gives exit status 1', async () => {
    expect((await faulty()).status).toBe(1)
  })

  test('what could not be judged because of a known failure is listed with it, and the gate passes', async () => {
    const drafts = ['--only', 'messaging.drafts.one-channel', '--only', 'messaging.properties.refused-drafts-not-kept']
    const again = (...words: string[]) =>
      assayWith([
        'run',
        '--target',
        at('faulty.json'),
        ...drafts,
        '--allow',
        'write',
        '--budget',
        'quick',
        '--out',
        at('drafts'),
        ...words,
      ])
    expect(unwrapped((await again()).out)).toContain('1 requirement could not be judged (prerequisite-failed)')
    expect(await assayWith(['baseline', at('drafts'), '--out', at('drafts.yaml')])).toMatchObject({ status: 0 })
    expect(readFileSync(at('drafts.yaml'), 'utf8')).toMatch(
      /messaging\.properties\.refused-drafts-not-kept:\n {2}reason: could not be judged in run/,
    )
    const { status, out } = await again('--baseline', at('drafts.yaml'))
    expect(unwrapped(out)).toContain('1 requirement that the baseline lists could not be judged')
    expect(status).toBe(0)
  })

  test('with a baseline written from the run, the gate passes and the report says so', async () => {
    await faulty()
    const words = ['--out', at('written.yaml'), '--reason', 'being mended', '--ticket', 'OPS-12']
    expect(await assayWith(['baseline', at('out'), ...words])).toMatchObject({ status: 0 })
    expect(readFileSync(at('written.yaml'), 'utf8')).toContain(
      'trading.ping.pong:\n  reason: being mended\n  ticket: OPS-12',
    )
    const { status, out } = await faulty('--baseline', at('written.yaml'))
    expect(out).toMatch(/Known {5}OPS-12, tolerated until \S+: being mended/)
    expect(out).toMatch(/Gate {9}passes with exit status 0: 1 known failure, tolerated until/)
    expect(status).toBe(0)
    const [entry] = reportIn('out').requirements
    expect(entry).toMatchObject({ id: 'trading.ping.pong', verdict: 'fail', baseline: true })
    expect(entry?.known).toMatchObject({ ticket: 'OPS-12', expired: false })
    expect(reportIn('out').gate).toMatchObject({ passes: true, exitStatus: 0 })
    expect(reportIn('out').summary.outcome).toBe('nonconformant')
  })

  test('an entry that passes again fails the gate, with advice', async () => {
    const { status, err } = await sound('--baseline', baselineFile({ 'trading.ping.pong': '2999-12-31' }))
    expect(err).toContain('trading.ping.pong passes again. Remove its entry from')
    expect(status).toBe(1)
  })

  test('an entry that has expired fails the gate', async () => {
    const { status, out } = await faulty('--baseline', baselineFile({ 'trading.ping.pong': '2020-01-31' }))
    expect(unwrapped(out)).toContain('trading.ping.pong was tolerated until 2020-01-31 (OPS-12). Fix the target')
    expect(out).toContain('Known     OPS-12, expired on 2020-01-31')
    expect(status).toBe(1)
  })

  test('an entry that has expired and passes again is reported for removal', async () => {
    const { status, err } = await sound('--baseline', baselineFile({ 'trading.ping.pong': '2020-01-31' }))
    expect(err).toContain('trading.ping.pong passes again. Remove its entry from')
    expect(err).not.toContain('Fix the target')
    expect(status).toBe(1)
  })

  test('an entry with an unknown requirement fails the gate', async () => {
    const file = baselineFile({ 'trading.ping.pong': '2999-12-31', 'trading.ping.pang': '2999-12-31' })
    const { status, out } = await faulty('--baseline', file)
    expect(unwrapped(out)).toContain(
      'trading.ping.pang is not a requirement of this kit (did you mean "trading.ping.pong"?)',
    )
    expect(status).toBe(1)
  })

  test('an entry outside the scope of the run is ignored', async () => {
    const { status } = await sound('--baseline', baselineFile({ 'trading.time.digits': '2999-12-31' }))
    expect(status).toBe(0)
  })
})

describe('with shards', () => {
  test('a shard tolerates known failures, and merging detects entries that pass again', async () => {
    const known = baselineFile({ 'trading.ping.pong': '2999-12-31' })
    expect((await faulty('--shard', '1/1', '--baseline', known)).status).toBe(0)
    expect((await sound('--shard', '1/1', '--baseline', known)).status).toBe(0)
    const { status, out } = await assayWith(['merge', at('out'), '--baseline', known, '--out', at('merged')])
    expect(unwrapped(out)).toContain('trading.ping.pong passes again')
    expect(status).toBe(1)
  })

  test('a shard without checks is not a failure', async () => {
    const { status, out } = await sound('--shard', 'last/1', '--reporter', 'terminal')
    expect(status).toBe(0)
    expect(unwrapped(out)).toContain('no check in scope belongs to shard last/1')
  })
})

test('--bail stops at a failure and writes the report, and does not stop at known failures', async () => {
  expect((await faulty('--bail')).status).toBe(1)
  expect(reportIn('out').run).toMatchObject({ bailed: true })
  expect((await faulty('--bail', '--baseline', baselineFile({ 'trading.ping.pong': '2999-12-31' }))).status).toBe(0)
  expect(reportIn('out').run.bailed).toBeUndefined()
})

test('updating a baseline keeps the reasons of its entries and removes entries that no longer fail', async () => {
  await faulty('--only', 'trading.time.*')
  const file = baselineFile({ 'trading.ping.pong': '2999-12-31', 'trading.time.digits': '2999-12-31' })
  const { out } = await assayWith(['baseline', at('out'), '--out', file])
  expect(out).toContain('0 added, 1 kept, 1 removed')
  expect(parseBaseline(readFileSync(file, 'utf8'), file)).toEqual([
    {
      requirement: 'trading.ping.pong',
      reason: 'the new ping is not out yet',
      ticket: 'OPS-12',
      expires: '2999-12-31',
    },
  ])
})

test.each(['trading.time.digits', 'trading.ping.pang'])('an entry that the run did not judge: %s', async id => {
  await faulty()
  const file = baselineFile({ 'trading.ping.pong': '2999-12-31', [id]: '2999-12-31' })
  const isRequirement = id !== 'trading.ping.pang'
  const { out } = await assayWith(['baseline', at('out'), '--out', file])
  expect(out).toContain(isRequirement ? '0 added, 2 kept, 0 removed' : '0 added, 1 kept, 1 removed')
  expect(readFileSync(file, 'utf8').includes(id)).toBe(isRequirement)
})

test.each([
  ['--expires', '2020-01-01', 'It is in the past.'],
  ['--expires', '2999-02-30', 'It has to be a day such as 2026-12-31.'],
  ['--reason', '', 'It has to say something.'],
  ['--ticket', ' ', 'It has to say something.'],
])("%s '%s' is a mistake", async (option, value, sentence) => {
  await faulty()
  const { status, err } = await assayWith(['baseline', at('out'), option, value])
  expect(err).toContain(sentence)
  expect(status).toBe(2)
})

test('an entry that one of several deployments needs is kept', async () => {
  const ping = ['run', '--only', 'trading.ping.*', '--out']
  await assayWith([...ping, join(at('both'), 'faulty'), '--target', at('faulty.json')])
  await assayWith([...ping, join(at('both'), 'sound')])
  for (const folders of [[at('both')], [join(at('both'), 'sound'), join(at('both'), 'faulty')]]) {
    const file = baselineFile({ 'trading.ping.pong': '2999-01-01', 'trading.ping.pang': '2999-01-01' })
    const { out } = await assayWith(['baseline', ...folders, '--out', file])
    expect(unwrapped(out)).toContain('baseline.yaml: 0 added, 1 kept, 1 removed')
    expect(parseBaseline(readFileSync(file, 'utf8'), file).map(({ requirement }) => requirement)).toEqual([
      'trading.ping.pong',
    ])
  }
})

test('a run without failures makes an empty baseline', async () => {
  await sound()
  const { out } = await assayWith(['baseline', at('out')])
  expect(parseBaseline(out, 'b')).toEqual([])
})

test.each([
  ['[1]', 'b.yaml:1:1: a baseline maps requirement ids'],
  ['a.b: 1', 'b.yaml:1:1: a.b lacks reason, ticket and expires'],
  ['# x\na.b: {reason: r, expires: 2026-01-01}', 'b.yaml:2:1: a.b lacks "ticket"'],
  ['a.b: {reason: "", ticket: t, expires: 2026-01-01}', 'b.yaml:1:7: a.b lacks "reason"'],
  ['a.b: {reason: r, ticket: , expires: 2026-01-01}', 'b.yaml:1:18: a.b lacks "ticket"'],
  ['a.b: {reason: r, ticket: t, expires: soon}', 'b.yaml:1:29: a.b expires on "soon", which is not a day such as'],
  ['a.b: {reason: r, ticket: t, expires: 2026-02-30}', 'a.b expires on "2026-02-30", which is not a day such as'],
  ['a.b: {reason: r, ticket: t, expires: 2026-01-01, by: me}', 'b.yaml:1:50: a.b has no member "by"'],
  [
    'a.b: {reason: r, ticket: t, expires: 2026-01-01}\na.b: {}',
    'b.yaml:2:1: this is not valid YAML: the same name is used twice in one mapping',
  ],
  ['a.b: {', 'b.yaml:1:'],
])('%s is not a baseline', (text, sentence) => expect(() => parseBaseline(text, 'b.yaml')).toThrow(sentence))

test('a missing baseline file is a usage error', async () => {
  const { status, err } = await sound('--baseline', at('nowhere.yaml'))
  expect(err).toContain('there is no such baseline')
  expect(status).toBe(2)
})
