/** Reading the elements of one array in a JSON document that comes in chunks. */
import { describe, expect, test } from 'vitest'
import { ElementScanner } from '../../harness/traffic/element-scanner.ts'

const elements = (text: string, size: number, limit = 1e6): (string | null)[] => {
  const scanner = new ElementScanner(['log', 'entries'], limit)
  const bytes = Buffer.from(text)
  const found: (string | null)[] = []
  for (let at = 0; at < bytes.length; at += size)
    for (const { bytes: one } of scanner.scan(bytes.subarray(at, at + size))) found.push(one?.toString('utf8') ?? null)
  return found
}

describe('the elements of one array inside a document', () => {
  const entries = [{ a: '}]"\\', b: [1, { c: [] }] }, {}, { entries: [{ d: 'ж"{' }], log: { entries: [1] } }]
  const document = JSON.stringify({
    version: { log: { entries: [{ no: 1 }] } },
    log: { pages: [{ id: 'x' }], note: 'entries', entries, last: { entries: [{ no: 2 }] } },
  })

  test.each([1, 2, 3, 7, 64, 4096])('are found in chunks of %i bytes', size => {
    expect(elements(document, size).map(one => JSON.parse(one ?? ''))).toEqual(entries)
  })

  test('are found in a document with blanks and line breaks', () => {
    const spaced = JSON.stringify({ log: { creator: {}, entries } }, null, 4)
    expect(elements(spaced, 5).map(one => JSON.parse(one ?? ''))).toEqual(entries)
  })

  test('are left out where they are too large', () => {
    expect(elements(document, 8, 20).map(one => one === null)).toEqual([true, false, true])
  })

  test('indicate whether the document is complete', () => {
    const scanner = new ElementScanner(['log', 'entries'], 100)
    scanner.scan(Buffer.from('{"log":{"entries":[{"a":1},{"b":'))
    expect([scanner.found, scanner.complete]).toEqual([true, false])
  })
})
