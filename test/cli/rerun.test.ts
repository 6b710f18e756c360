/** Judging failed requirements again: those of a finished run, and with --watch while somebody repairs the target. */
import { readFileSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { watch } from '../../cli/run/watch.ts'
import { rerunCommand } from '../../cli/run/write-and-print.ts'
import type { Report } from '../../generated/formats.ts'
import { serveReference } from '../../reference/index.ts'
import { assayWith, fakeIo, freshFolder } from './fake-io.ts'

const folder = freshFolder()
const at = (name: string): string => join(folder, name)
const idsIn = (name: string): string[] =>
  (JSON.parse(readFileSync(join(at(name), 'report.json'), 'utf8')) as Report).requirements.map(({ id }) => id)
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function served(faults: readonly string[], port = 0) {
  const { reference, origin, close } = await serveReference({ port, faults })
  writeFileSync(at('target.json'), JSON.stringify({ ...reference.targetFile(origin), requestsPerSecond: 0 }))
  return { close, port: Number(new URL(origin).port) }
}

const scope = ['--only', 'trading.ping.*', '--only', 'trading.time.*', '--no-page']
const PING = 'trading.ping.pong.upper-case'

test('the command that repeats a run contains its limits, its gate and its folder', async () => {
  const limits = ['--max-requests', '3', '--requests', '5']
  const gate = ['--bail', '--retry-unreachable', '--require-complete']
  const { out } = await assayWith(['run', ...scope, ...limits, ...gate, '--out', at('limited')])
  expect(out).toContain(` --requests 5 --max-requests 3 --seed 1 ${gate.join(' ')} --out ${at('limited')}\n`)
})

test.each([
  [{ out: 'assay-report' }, 'npx --no-install assay run --seed 1'],
  [{ out: 'first-rerun', rerunFailed: 'first' }, 'npx --no-install assay run --rerun-failed first --seed 1'],
  [{ out: 'assay-report', rerunFailed: 'first' }, /--out assay-report$/],
])('the command that repeats a run names its folder unless it is the default: %j', (flags, command) => {
  expect(rerunCommand({ profile: 'everything', budget: 'standard', seed: 1, ...flags })).toMatch(command)
})

describe('--rerun-failed', () => {
  test('judges what failed, and says so if nothing failed', async () => {
    const { close } = await served([PING])
    const target = ['--target', at('target.json')]
    expect((await assayWith(['run', ...target, ...scope, '--out', at('first')])).status).toBe(1)
    const again = await assayWith(['run', ...target, '--rerun-failed', at('first'), '--no-page', '--out', at('second')])
    await close()
    expect(again.status).toBe(1)
    expect(again.out).toContain(`--rerun-failed ${at('first')} --seed 1`)
    expect(idsIn('second')).toEqual(['trading.ping.pong'])

    expect((await assayWith(['run', ...scope, '--out', at('sound')])).status).toBe(0)
    const none = await assayWith(['run', '--rerun-failed', at('sound'), '--out', at('never')])
    const nothing = `Nothing in ${at('sound')} failed or could not be judged.\n`
    expect(none).toEqual({ status: 0, out: nothing, err: '' })

    const json = await assayWith(['run', '--rerun-failed', at('sound'), '--out', at('never'), '--json'])
    expect(json).toMatchObject({ status: 0, err: nothing })
    expect(JSON.parse(json.out)).toMatchObject({ outcome: 'conformant', counts: { fail: 0 } })
  })

  test('keeps the run it is about, and writes to the folder beside it unless --out names one', async () => {
    const { close } = await served([PING])
    const target = ['--target', at('target.json')]
    await assayWith(['run', ...target, ...scope, '--out', at('whole')])
    const before = idsIn('whole')
    expect((await assayWith(['run', ...target, '--rerun-failed', `${at('whole')}/`, '--no-page'])).status).toBe(1)
    expect([idsIn('whole'), idsIn('whole-rerun')]).toEqual([before, ['trading.ping.pong']])

    symlinkSync(at('whole'), at('same'))
    for (const out of ['whole', 'same']) {
      const again = await assayWith(['run', ...target, '--rerun-failed', at('whole'), '--out', at(out)])
      expect(again.err).toContain(`--out ${at(out)} is the run whose failures are rerun, which it would overwrite`)
      expect(again.status).toBe(2)
    }
    await close()
    expect(idsIn('whole')).toEqual(before)
  })

  test.each([
    [['--only', 'trading.*'], 'leave out --only and --check'],
    [['--out', 'x'], 'there is no such folder'],
  ])('%j is a usage error', async (words, said) => {
    const { status, err } = await assayWith(['run', '--rerun-failed', at('nowhere'), ...words])
    expect(err).toContain(said)
    expect(status).toBe(2)
  })

  test.each(['other', 'reference'])('a run of another target is refused, also if this one is called %s', async name => {
    const trading = { baseUrl: 'http://127.0.0.1:9/v1' }
    writeFileSync(at('other.json'), JSON.stringify({ name, trading }))
    await assayWith(['run', ...scope, '--out', at('sound')])
    const { status, err } = await assayWith(['run', '--rerun-failed', at('sound'), '--target', at('other.json')])
    expect(err).toMatch(
      new RegExp(`is a run of reference at http://reference.invalid/.*, and this is ${name} at ${trading.baseUrl}:`),
    )
    expect(status).toBe(2)
  })

  test('a run of a served reference is not rerun against the embedded one', async () => {
    const { close } = await served([PING])
    await assayWith(['run', '--target', at('target.json'), ...scope, '--out', at('first')])
    await close()
    const { status, err } = await assayWith(['run', '--rerun-failed', at('first'), '--out', at('never')])
    expect(err).toMatch(/is a run of reference at http:\/\/127\.0\.0\.1:\S+ .*, and this is reference at http:\/\/ref/)
    expect(status).toBe(2)
  })

  test('a truncated report.json is refused', async () => {
    await assayWith(['run', ...scope, '--out', at('cut')])
    truncateSync(join(at('cut'), 'report.json'), 2000)
    const { status, err } = await assayWith(['run', '--rerun-failed', at('cut'), '--out', at('never')])
    expect(err).toBe(`assay: ${at('cut')}: report.json is cut off, and nothing else says what the run judged\n`)
    expect(status).toBe(2)
  })
})

test('--watch judges again what failed when the target answers differently, until Ctrl-C', async () => {
  const faulty = await served([PING])
  const io = fakeIo()
  const flags = { target: at('target.json'), out: at('watched'), only: ['trading.ping.*', 'trading.time.*'] } as const
  const common = { profile: 'everything', seed: 1, budget: 'quick', page: false } as const
  const watching = watch({ ...flags, ...common }, io, 20)
  const until = async (words: string): Promise<void> => {
    while (!(io.written.err + io.written.out).includes(words)) await new Promise(resolve => setTimeout(resolve, 10))
  }
  await until('watching; 1 requirement failed')
  await faulty.close()
  const sound = await served([], faulty.port)
  await until('assay: watching; nothing failed')
  expect(io.written.err).toMatch(/the target answers differently|a file changed/)
  expect(idsIn('watched')).toEqual(['trading.ping.pong'])
  io.interrupt()
  expect(await watching).toBe(0)
  await sound.close()
})

test('--watch needs something that can change', async () => {
  const { status, err } = await assayWith(['run', '--watch'])
  expect(err).toContain('--watch needs a target that can change')
  expect(status).toBe(2)
})
