/** A line of evidence does nothing in a terminal, and its value is that of the record. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { escapeJson, fileSink, lineOf } from '../../harness/index.ts'
import { anExchange } from '../reports/a-report.ts'

const ACTING = ['\u001b[2J', '\u007f', '\u0080', '\u009b31m', '\u009f', '\u061c', '\u200e', '\u200f']
const REORDERING = ['\u202a', '\u202e', '\u2066', '\u2069', '\u2028', '\u2029']

test.each([...ACTING, ...REORDERING].map(text => [encodeURIComponent(text), text]))('%s is escaped', (_, text) => {
  const json = escapeJson(JSON.stringify({ [text]: `سلام ${text} é` }))
  expect(json).not.toContain(text)
  expect(json).toContain('سلام ')
  expect(JSON.parse(json)).toEqual({ [text]: `سلام ${text} é` })
})

test.each(['{"a":"plain"}', '{"name":"سلام‌ها 😀 é"}'])('%s stays as it is', json => {
  expect(escapeJson(json)).toBe(json)
})

test('the evidence of a run has no such character', () => {
  const folder = mkdtempSync(join(tmpdir(), 'assay-escape-'))
  const record = anExchange({ response: { status: 200, headers: {}, body: [...ACTING, ...REORDERING].join(' ') } })
  const sink = fileSink(folder)
  sink.exchange(record)
  sink.close()
  const line = readFileSync(join(folder, 'exchanges.ndjson'), 'utf8')
  rmSync(folder, { recursive: true })
  for (const text of [...ACTING, ...REORDERING]) expect(line).not.toContain(text)
  expect(JSON.parse(line)).toEqual(record)
  expect(`${lineOf(JSON.parse(line))}\n`, 'a verifier writes the same line again').toBe(line)
})
