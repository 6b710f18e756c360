/** Text in columns of a terminal. */
import { expect, test } from 'vitest'
import { shortened, width, wrapped } from '../../reports/columns.ts'

test.each([
  ['abc', 3],
  ['漢字', 4],
  ['e\u0301', 1],
  ['🎉', 2],
])('width of %j', (text, columns) => expect(width(text)).toBe(columns))

test.each([
  ['short', 10, 'short'],
  ['just right', 10, 'just right'],
  ['a little too long', 10, 'a little…'],
  ['漢字漢字', 6, '漢字…'],
])('%j in %i columns', (text, columns, want) => expect(shortened(text, columns)).toBe(want))

test('lines break at spaces, and words that are too long anywhere', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three'])
  expect(wrapped('abcdefghij k', 4)).toEqual(['abcd', 'efgh', 'ij k'])
  expect(wrapped('', 4)).toEqual([''])
})
