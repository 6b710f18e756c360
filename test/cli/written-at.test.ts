/** `assay explain` says where things are written: file and line, in a clone as in the package. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { assayWith } from './fake-io.ts'

const placesOf = async (...words: readonly string[]): Promise<Record<string, string>> =>
  JSON.parse((await assayWith(['explain', ...words, '--json'])).out)

/** The line that a place names. */
const lineAt = (place: string | undefined): string => {
  const [file = '', line] = (place ?? '').split(':')
  return readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? ''
}

test('the check and the entry of a requirement', async () => {
  const { checkAt, entryAt } = await placesOf('messaging.linkifiers.order-stable')
  expect(checkAt).toMatch(/^suites\/messaging\/linkifiers\.ts:\d+$/)
  expect(lineAt(checkAt)).toContain("'messaging.linkifiers.order-stable'")
  expect(entryAt).toMatch(/^specs\/catalogue\/messaging\/linkifiers\.yaml:\d+$/)
  expect(lineAt(entryAt)).toContain('id: messaging.linkifiers.order-stable')
})

test.each([
  ['messaging.drafts.to-ignored.refused', 'to-ignored.refused'],
  ['messaging.drafts.unaddressed.refused', 'word}.refused'],
  ['trading.envelope.status.dropped', 'word}'],
])('the fault %s, written whole or made from a template', async (id, written) => {
  const { writtenAt } = await placesOf(id)
  expect(writtenAt).toMatch(/^reference\/.*\.ts:\d+$/)
  expect(lineAt(writtenAt)).toContain(written)
})

test('a requirement of a folder of its own', async () => {
  const { checkAt, entryAt } = await placesOf('library.books.unknown', '--suites', 'examples/own-contract/contract')
  expect(lineAt(checkAt)).toContain("'unknown'")
  expect(lineAt(entryAt)).toContain('library.books.unknown')
})
