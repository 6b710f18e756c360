/** `assay serve`. */
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { assay } from '../../cli/assay.ts'
import { proved } from '../../cli/self-check/measured-faults.ts'
import type { Report } from '../../generated/formats.ts'
import { faults } from '../../reference/index.ts'
import { assayWith, type FakeIo, fakeIo, freshFolder } from './fake-io.ts'

const folder = freshFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function serving<T>(flags: readonly string[], action: (file: string, io: FakeIo) => Promise<T>): Promise<T> {
  const io = fakeIo()
  const file = join(folder, 'the reference.yaml')
  const serving = assay(['serve', '--write-target', file, ...flags], io)
  while (!io.written.out.includes('Ctrl-C ends it') && io.written.err === '') {
    await new Promise(resolve => setTimeout(resolve, 5))
  }
  try {
    return await action(file, io)
  } finally {
    io.interrupt()
    expect(await serving).toBe(0)
  }
}

test('the served reference can be judged over a socket', async () => {
  await serving([], async (file, io) => {
    expect(io.written.out).toMatch(/^The reference is at http:\/\/127\.0\.0\.1:\d+\n/)
    expect(io.written.out).toContain(`assay run --target '${file}' --allow`)
    const out = join(folder, 'good')
    const { status } = await assayWith([
      'run',
      '--target',
      file,
      '--only',
      'trading.time.*',
      '--only',
      'messaging.drafts.*',
      '--budget',
      'quick',
      '--out',
      out,
    ])
    expect(status).toBe(0)
  })
})

test('a fault fails exactly the requirements that it violates, with the exchange and the command to reproduce it', async () => {
  const fault = proved(faults).find(({ id }) => id === 'trading.envelope.status.boolean')
  await serving(['--fault', fault?.id ?? ''], async file => {
    const out = join(folder, 'faulty')
    const run = await assayWith([
      'run',
      '--target',
      file,
      '--only',
      'trading.*',
      '--budget',
      'quick',
      '--seed',
      '1',
      '--allow',
      'write,destructive',
      '--out',
      out,
    ])
    expect(run.status).toBe(1)
    const { requirements } = JSON.parse(readFileSync(join(out, 'report.json'), 'utf8')) as Report
    const failed = requirements.filter(({ verdict }) => verdict === 'fail').map(({ id }) => id)
    expect(failed.sort()).toEqual([...(fault?.breaches ?? []), ...(fault?.fallout ?? [])].sort())
    expect(run.out).toMatch(/Request {3}GET http:\/\/\S+\/public\/\w+[\s\S]*?-> 200 in \d+ ms {3}\(exchange \d+/)
    expect(run.out).toContain(`npx --no-install assay run --target '${file}' --only ${failed[0]}`)
  })
})

test('--list prints faults and variants', async () => {
  const { status, out } = await assayWith(['serve', '--list'])
  expect(status).toBe(0)
  expect(out).toContain('trading.envelope.status.boolean')
  expect(out).toMatch(/\d+ faults\.[\s\S]*\d+ variants\./)
})

test.each([
  [
    ['--fault', 'trading.envelope.status.bolean'],
    /no fault "trading\.envelope\.status\.bolean" \(did you mean "trading\.envelope\.status\.boolean"\?\)/,
  ],
  [['--variant', 'unicorn'], /no variant "unicorn"; assay serve --list shows them all/],
  [
    ['--write-target', '/nowhere/at/all.yaml'],
    /\/nowhere\/at\/all\.yaml cannot be written \(ENOENT: the folder is gone, or cannot be made there\)/,
  ],
])('%j is a usage error', async (flags, said) => {
  const { status, err } = await assayWith(['serve', ...flags])
  expect(err).toMatch(said)
  expect(err.trimEnd().split('\n')).toHaveLength(1)
  expect(status).toBe(2)
})

test('a port in use is reported', async () => {
  await serving([], async (_file, io) => {
    const port = /127\.0\.0\.1:(\d+)/.exec(io.written.out)?.[1] ?? ''
    expect(await assayWith(['serve', '--port', port])).toMatchObject({
      status: 2,
      err: `assay: port ${port} is in use: choose another with --port\n`,
    })
  })
})
