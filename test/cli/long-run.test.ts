/** A very long run: what its folder holds beyond the first part is shown where the report cites it, with replies cut. */
import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { readRecords } from '../../cli/finished/read-records.ts'
import { readRun } from '../../cli/finished/read-run.ts'
import { pageAssets } from '../../cli/finished/write-formats.ts'
import type { ExchangeRecord } from '../../generated/formats.ts'
import { reportPage } from '../../reports/index.ts'
import { assayWith, freshFolder } from './fake-io.ts'

const folder = freshFolder()
const copy = (change: (line: ExchangeRecord) => ExchangeRecord): string => {
  const to = freshFolder()
  cpSync(folder, to, { recursive: true })
  const lines = readFileSync(join(to, 'exchanges.ndjson'), 'utf8').trimEnd().split('\n')
  const changed = lines.map(line => JSON.stringify(change(JSON.parse(line))))
  writeFileSync(join(to, 'exchanges.ndjson'), `${changed.join('\n')}\n`)
  return to
}

beforeAll(async () => {
  const words = ['--only', 'trading.envelope.status', '--no-page', '--reporter', 'none']
  await assayWith(['run', ...words, '--out', folder])
})

it('keeps replies of cited exchanges only as far as the page shows them, which then shows the same', async () => {
  const body = `${'ب'.repeat(19_999)}😀${'x'.repeat(80_000)}`
  const long = copy(line => ({ ...line, ...(line.response && { response: { ...line.response, body } }) }))
  const whole = await readRun(long, undefined, 'all')
  const cited = new Set(whole.report.requirements.flatMap(({ exchanges }) => exchanges))
  const { exchanges } = await readRun(long, undefined, 'decisive')
  expect(exchanges.map(({ n }) => n).sort()).toEqual([...cited].sort())
  expect(exchanges.map(({ response }) => response?.body.length)).toEqual(exchanges.map(() => 20_000))
  const pageOf = (some: readonly ExchangeRecord[]): string => reportPage({ ...whole, exchanges: some }, pageAssets)
  expect(pageOf(exchanges)).toBe(pageOf(whole.exchanges.filter(({ n }) => cited.has(n))))
})

it('counts bytes, not characters', async () => {
  const file = join(folder, 'lines.ndjson')
  writeFileSync(file, ['"abc"', '"بپت"', '"é"', ''].join('\n'))
  const sizes: number[] = []
  const keeps = (text: string, size: number): string => {
    sizes.push(size)
    return text
  }
  await readRecords(file, (value): value is string => typeof value === 'string', [], { keeps })
  expect(sizes).toEqual([0, 5, 13])
})
