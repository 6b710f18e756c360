/** A format that cannot be written does not prevent the others, nor the result in the terminal. */
import fs, { appendFileSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, beforeAll, expect, it } from 'vitest'
import { readRun } from '../../cli/finished/read-run.ts'
import { writeFormats } from '../../cli/finished/write-formats.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const { openSync } = fs
afterEach(() => {
  Object.assign(fs, { openSync })
  syncBuiltinESMExports()
})

const ping = ['run', '--only', 'trading.ping.*', '--out']
const whole = freshFolder()
beforeAll(async () => void (await assayWith([...ping, whole, '--no-page', '--reporter', 'none'])))

it('on a disk that fills, a run without its HAR has all other files, and prints its result', async () => {
  const open = (file: string, ...more: [string]): number => {
    if (!file.endsWith('.har.part')) return openSync(file, ...more)
    throw Object.assign(new Error('ENOSPC: no space left on device, open'), { code: 'ENOSPC', syscall: 'open' })
  }
  Object.assign(fs, { openSync: open })
  syncBuiltinESMExports()
  const folder = freshFolder()
  const { status, out, err } = await assayWith([...ping, folder, '--reporter', 'terminal,har,junit,markdown,ctrf'])
  expect(err).toContain(`assay: ${join(folder, 'exchanges.har')} cannot be written (ENOSPC: the disk is full)\n`)
  expect(status).toBe(2)
  expect(out).toMatch(/report\.html, junit\.xml,\s+summary\.md, ctrf\.json\n/)
  expect(readdirSync(folder).sort()).toEqual(
    ['claims.ndjson', 'ctrf.json', 'exchanges.ndjson', 'junit.xml', 'report.html', 'report.json', 'summary.md'].sort(),
  )
})

it('report names the others, and says in one sentence which one is missing', async () => {
  const out = freshFolder()
  mkdirSync(join(out, 'exchanges.har'))
  const { status, out: names, err } = await assayWith(['report', whole, '--format', 'har,junit,badge', '--out', out])
  expect(names).toBe(['junit.xml', 'badge.svg', 'badge.json'].map(name => `${join(out, name)}\n`).join(''))
  expect(err).toMatch(/^assay: \S+exchanges\.har is not an ordinary file: [^\n]+\n$/)
  expect(status).toBe(2)
})

it('a text that is longer than a string can be is reported in one sentence', async () => {
  const out = freshFolder()
  const run = Object.defineProperty({ ...(await readRun(whole)) }, 'exchanges', {
    get: () => 'x'.repeat(2 ** 30),
  })
  const { names, failure } = await writeFormats(run, ['junit', 'markdown'], out)
  expect(names).toEqual(['summary.md'])
  expect(failure?.message).toBe(
    `${join(out, 'junit.xml')} cannot be written: its text would be longer than Node.js can hold`,
  )
})

it('a HAR has every exchange, and no character of the target acts in a terminal', async () => {
  const folder = freshFolder()
  await assayWith([...ping, folder, '--no-page', '--reporter', 'none'])
  const file = join(folder, 'exchanges.ndjson')
  const lines = readFileSync(file, 'utf8').trimEnd().split('\n')
  const last = JSON.parse(lines.at(-1) ?? '')
  const body = 'a\u009b31mb\u202ec\u2028d\u007f'
  appendFileSync(file, `${JSON.stringify({ ...last, n: last.n + 1, response: { ...last.response, body } })}\n`)
  expect((await assayWith(['report', folder, '--format', 'har'])).status).toBe(0)
  const text = readFileSync(join(folder, 'exchanges.har'), 'utf8')
  expect(text).not.toMatch(/[\u007f-\u009f\u2028-\u202e]/)
  const { entries } = JSON.parse(text).log
  expect(entries).toHaveLength(lines.length + 1)
  expect(entries.at(-1).response.content.text).toBe(body)
  expect(readdirSync(folder)).not.toContain('exchanges.har.part')
})
