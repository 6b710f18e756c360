/** File and line of checks, requirements and faults, as `assay explain` prints them. */
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { writtenAt } from '../../cli/explain/written-at.ts'

/** The text of the line at `file:line`. */
const lineAt = (place: string | undefined): string => {
  const [file = '', line] = (place ?? '').split(':')
  return readFileSync(file, 'utf8').split('\n')[Number(line) - 1] ?? ''
}

test('finds the check and the catalogue entry of a requirement', () => {
  const id = 'messaging.linkifiers.order-stable'
  const sentence = 'Two reads of the linkifiers give the same order'
  const { checkAt, entryAt } = writtenAt({ kind: 'requirement', id, sentence })
  expect(checkAt).toMatch(/^suites\/messaging\/organization\/linkifiers\.ts:\d+$/)
  expect(lineAt(checkAt)).toContain(`'${id}': '${sentence}'`)
  expect(entryAt).toMatch(/^specs\/catalogue\/messaging\/linkifiers\.yaml:\d+$/)
  expect(lineAt(entryAt)).toContain(`id: ${id}`)
})

test.each([
  ['messaging.drafts.to-ignored.refused', false, 'to-ignored.refused'],
  ['messaging.drafts.unaddressed.refused', false, 'word}.refused'],
  ['trading.envelope.status.dropped', true, 'word}'],
])('finds the fault %s, written out or made from a template', (id, derived, written) => {
  const places = writtenAt({ kind: 'fault', id, derived, describes: 'whatever' })
  expect(places['writtenAt']).toMatch(/^reference\/.*\.ts:\d+$/)
  expect(lineAt(places['writtenAt'])).toContain(written)
})

test('finds a requirement in a folder of the user', () => {
  const from = 'examples/own-contract/contract'
  const found = { kind: 'requirement', id: 'library.books.unknown', area: 'library.books', from }
  const { checkAt, entryAt } = writtenAt(found)
  expect(lineAt(checkAt)).toContain("'unknown'")
  expect(lineAt(entryAt)).toContain('library.books.unknown')
})
