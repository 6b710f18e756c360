/** The parts of requests and replies that a page marks. */
import { describe, expect, test } from 'vitest'
import type { ClaimRecord } from '../../generated/formats.ts'
import { jsonLines, matches } from '../../reports/page/json-lines.ts'
import { offending } from '../../reports/page/offending.ts'
import { requestLines } from '../../reports/page/request-lines.ts'
import { anExchange } from './a-report.ts'

const claim = (more: Partial<ClaimRecord>): ClaimRecord => ({
  ...{ n: 1, requirement: 'r', check: 'c', predicate: 'p', args: {}, exchanges: [1], control: null, attempt: 1 },
  ...{ outcome: 'broken', weight: 'must', expected: null, actual: null },
  ...more,
})

test.each([
  ['the pointer of the claim', { about: { pointer: '/result/9/fee' } }, ['/result/9/fee']],
  ['a pointer before the arguments', { about: { pointer: '/result/0/x' }, args: { list: '/ids' } }, ['/result/0/x']],
  ['the pointer of the arguments', { args: { pointer: '/ids' }, expected: 'two integers' }, ['/ids']],
  ['a path with stars', { args: { path: '/result/*/fee' } }, ['/result/*/fee']],
  ['result and code of a refusal', { predicate: 'messaging.refused' }, ['/result', '/code']],
  ['the reply as a whole', { expected: 'anything but a success' }, []],
])('a broken claim points to %s', (_, more, at) => expect(offending(claim(more))).toEqual(at))

describe('JSON in lines', () => {
  test('give the pointer of each line', () => {
    expect(jsonLines({ a: [1, { 'b/c': null }] }, [])).toEqual([
      { text: '{', at: '' },
      { text: '  "a": [', at: '/a' },
      { text: '    1,', at: '/a/0' },
      { text: '    {', at: '/a/1' },
      { text: '      "b/c": null', at: '/a/1/b~1c' },
      { text: '    }', at: '/a/1/' },
      { text: '  ]', at: '/a/' },
      { text: '}', at: '/' },
    ])
  })

  test('show an expected member that is absent', () => {
    expect(jsonLines({ list: [{}, { x: 1 }] }, ['/list/*/x']).filter(({ missing }) => missing)).toEqual([
      { text: '      "x" is absent', at: '/list/0/x', missing: true },
    ])
  })

  test('are the same JSON when joined', () => {
    const value = { a: 1, b: [true, 'x', { c: [] }], d: {} }
    expect(
      JSON.parse(
        jsonLines(value, [])
          .map(({ text }) => text)
          .join('\n'),
      ),
    ).toEqual(value)
  })
})

test.each([
  ['/a/0/b', '/a/*/b', true],
  ['/a/0', '/a/*/b', false],
  ['/a', '/a', true],
])('%s is %s: %s', (at, wanted, same) => expect(matches(at, wanted)).toBe(same))

describe('the parameters of a request', () => {
  const sent = (n: number, body: string, url = 'https://a.example/x') =>
    anExchange({
      n,
      request: { method: 'POST', url, headers: { 'Content-Type': 'application/x-www-form-urlencoded' }, body },
    })

  test('are compared with those of the control', () => {
    expect(requestLines(sent(2, 'a=1&b=3'), sent(1, 'a=1&b=2&c=x%3Dy'))).toEqual([
      { text: 'a = 1' },
      { text: 'b = 3', marked: true, note: 'differs from the control' },
      { text: 'c', marked: true, note: 'left out; the control has it' },
    ])
  })

  test('are taken from the query and the body, decoded', () => {
    expect(requestLines(sent(1, 'b=%7B%22x%22%3A1%7D', 'https://a.example/x?a=1+2&broken=%zz'), null)).toEqual([
      { text: 'a = 1 2' },
      { text: 'broken = %zz' },
      { text: 'b = {"x":1}' },
    ])
  })
})
