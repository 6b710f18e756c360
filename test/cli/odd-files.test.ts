/** Links, pipes and lines of wrong types as input of a command: one sentence and exit status 2, never a stack trace. */
import { execFileSync } from 'node:child_process'
import { mkdirSync, openSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, it } from 'vitest'
import { diskFault } from '../../cli/out/disk-fault.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const folder = freshFolder()
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = (name: string): string => join(folder, name)

it('a link to itself as evidence is refused in one sentence', async () => {
  symlinkSync(file('claims.ndjson'), file('claims.ndjson'))
  writeFileSync(file('exchanges.ndjson'), '')
  const { status, err } = await assayWith(['report', folder])
  expect(err).toMatch(/^assay: .*cannot be read: too many symbolic links encountered \(ELOOP\)\n$/)
  expect(status).toBe(2)
})

it.each([
  ['open, which may be for writing', () => openSync(file('none/x'), 'w'), 'opened'],
  ['mkdir', () => mkdirSync(file('none/x')), 'written'],
  ['readdir', () => readdirSync(file('none')), 'read'],
])('the message fits the failed call: %s', (_name, call, done) => {
  let failure: unknown
  try {
    call()
  } catch (error) {
    failure = error
  }
  expect(diskFault(failure)).toMatch(new RegExp(` cannot be ${done}: no such file or directory \\(ENOENT\\)$`))
})

it('a pipe without a writer as a key is refused in one sentence', async () => {
  execFileSync('mkfifo', [file('key.pub')])
  const { status, err } = await assayWith(['verify', folder, '--key', file('key.pub')])
  expect(err).toMatch(/^assay: [^\n]+\n$/)
  expect(status).toBe(2)
})

const right = {
  ...{ n: 1, via: 'target', api: 'trading', operation: 'ping', sentAt: '2026-01-01T00:00:00.000Z', receivedAt: null },
  request: { method: 'GET', url: 'https://a.example/v1/public/ping', headers: {}, body: null, sent: [] },
  response: { status: 200, headers: {}, body: '{"status":"true","serverTime":"1","result":{}}' },
}

it.each([
  ['an invalid time', { sentAt: 'yesterday' }],
  ['a body that is a list', { response: { ...right.response, body: [] } }],
  ['no body', { response: { status: 200, headers: {} } }],
  ['parameters that are numbers', { request: { ...right.request, sent: [1] } }],
  ['a reply of ten thousand levels', { response: { ...right.response, body: '['.repeat(1e4) + ']'.repeat(1e4) } }],
  ['a date in the far future', { response: { ...right.response, headers: { date: '+275760-09-13T00:00:00.000Z' } } }],
])('traffic with %s', async (_, change) => {
  const lines = [right, { ...right, ...change }, right].map(line => JSON.stringify(line))
  writeFileSync(file('lines.ndjson'), `${lines.join('\n')}\n`)
  const { status, err } = await assayWith(['judge', file('lines.ndjson'), '--out', file('out'), '--no-page'])
  expect(err).not.toContain('internal error')
  expect([0, 1, 3]).toContain(status)
})

it.each([
  ['judge of an empty folder', ['judge', 'EMPTY'], 'EMPTY holds no run: there is no exchanges.ndjson in it'],
  ['--contract that is a file', ['run', '--contract', 'FILE'], '--contract FILE: it is not a folder'],
  ['--suites that is a file', ['run', '--suites', 'FILE'], '--suites FILE: it is not a folder'],
  ['a listing of a file', ['listing', 'FILE', '--out', 'OUT'], 'FILE is not a folder: a bundle is one'],
])('%s is refused in one sentence', async (_, words, sentence) => {
  mkdirSync(file('EMPTY'), { recursive: true })
  writeFileSync(file('FILE'), '')
  const placed = (text: string): string => text.replace(/EMPTY|FILE|OUT/, file)
  expect(await assayWith(words.map(placed))).toEqual({ status: 2, out: '', err: `assay: ${placed(sentence)}\n` })
})
